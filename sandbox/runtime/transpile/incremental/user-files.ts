/** Says which files of a request are translated. */
import { namesOf } from '../../../engine/visible-part.ts'
import { readAssociations } from '../../../grammar/rap/associations.ts'
import { readProjection } from '../../../grammar/rap/projection-views.ts'
import { abstractEntityFile } from '../../../grammar/rap/abstract-entities.ts'
import type { RepositoryFile } from '../../../types.ts'
import { tableFile } from '../dictionary.ts'
import type { TranspileRequest } from '../program.ts'

/** Names that the library has are the library's. Tables with the same fields replace DDL sources. */
export function createUserFiles(
  library: readonly RepositoryFile[]
): (request: TranspileRequest) => RepositoryFile[] {
  const taken = new Set(library.map(file => fileIdentity(file.name)))
  return request => {
    const files = request.files.filter(
      file => !/\.(ddls|ddlx|dcls|srvd|srvb|devc)\./.test(file.name)
    )
    const present = new Set(files.map(file => fileIdentity(file.name)))
    const sources = new Map(
      request.files
        .filter(file => file.name.endsWith('.ddls.asddls'))
        .flatMap(file => namesOf(file.name, file.text).map(name => [name, file.text] as const))
    )
    const shapes = request.tables
      .filter(shape => shape.columns.length > 0)
      .map(shape => {
        const source = sources.get(shape.name.toUpperCase()) ?? ''
        return tableFile(shape, readAssociations(source), readProjection(source))
      })
    const entities = [...sources.values()].flatMap(source => abstractEntityFile(source) ?? [])
    return [
      ...files,
      ...[...shapes, ...entities].filter(file => !present.has(fileIdentity(file.name)))
    ].filter(file => !taken.has(fileIdentity(file.name)))
  }
}

/** `zcl_x.clas.testclasses.abap` → `zcl_x.clas`. */
export function fileIdentity(name: string): string {
  return name.toLowerCase().split('.').slice(0, 2).join('.')
}
