/** Builds the outline of an object over all of its parts. */
import { ABAPObject, Objects } from '@abaplint/core'
import type { IObject } from '@abaplint/core'
import type { FileRange, FileStructureNode, RepositoryFile } from '../../types.ts'
import { cdsTokens } from '../check/cds-tokens.ts'
import { mainFile } from '../navigate/definition.ts'
import { objectId, parseFileName } from '../files.ts'
import { adtType } from '../object-kinds.ts'
import { addFile, createModel } from './model.ts'
import type { Model } from './model.ts'
import { firstLine } from '../ranges.ts'
import type { Repository } from '../repository.ts'
import { localNode, membersOf, ranges, unitNode } from './component-nodes.ts'

export type Node = FileStructureNode
export type Attributes = Record<string, string>

/** The outline of an object over all of its parts; undefined when there is no such object. */
export function structure(
  repository: Repository,
  { file, overlay }: { file: string; overlay: readonly RepositoryFile[] }
): Node | undefined {
  repository.enter(overlay)
  const id = objectId(file)
  repository.refresh([id])
  const object = repository.object(id)
  if (object === undefined) return undefined
  if (object instanceof Objects.DataDefinition) return cdsStructure(repository, object)
  if (!(object instanceof ABAPObject)) {
    return {
      kind: adtType(object.getType()),
      name: object.getName(),
      attributes: {},
      definition: firstLine(file),
      children: []
    }
  }
  const model = createModel()
  for (const part of object.getABAPFiles()) {
    if (!(object instanceof Objects.FunctionGroup) || !isModuleFile(part.getFilename(), object)) {
      addFile(model, part)
    }
  }
  if (object instanceof Objects.FunctionGroup) return groupStructure(repository, object, model)
  if (object instanceof Objects.Class || object instanceof Objects.Interface) {
    return unitStructure(repository, object, model)
  }
  return programStructure(repository, object, model)
}

function isModuleFile(file: string, group: Objects.FunctionGroup): boolean {
  const part = parseFileName(file)?.part.replaceAll('#', '/') ?? ''
  return group.getModule(part) !== undefined
}

function unitStructure(repository: Repository, object: ABAPObject, model: Model): Node {
  const name = object.getName()
  const unit = model.units.get(name) ?? {
    name,
    isInterface: object.getType() === 'INTF',
    components: [],
    methods: new Map()
  }
  const locals = [...model.units.values()]
    .filter(other => other !== unit)
    .map(other => localNode(repository, other, 'CLAS'))
  return {
    ...unitNode(unit, adtType(object.getType())),
    visibility: 'public',
    children: [...membersOf(repository, unit), ...locals]
  }
}

function programStructure(repository: Repository, object: IObject, model: Model): Node {
  const isInclude = object instanceof Objects.Program && object.isInclude()
  const file = mainFile(repository, `${object.getType()} ${object.getName()}`)
  const kind =
    object.getType() === 'PROG' ? (isInclude ? 'PROG/I' : 'PROG/P') : adtType(object.getType())
  return {
    kind,
    name: object.getName(),
    attributes: {},
    ...ranges({ definition: file === undefined ? undefined : firstLine(file) }),
    children: programNodes(repository, model)
  }
}

function programNodes(repository: Repository, model: Model): Node[] {
  const named = (
    kind: string,
    { name, identifier, block }: { name: string; identifier: FileRange; block?: FileRange }
  ): Node => ({
    kind,
    name,
    attributes: {},
    ...ranges({ definition: identifier, definitionBlock: block }),
    children: []
  })
  return [
    ...model.includes.map(entry => named('PROG/I', entry)),
    ...model.globals.filter(entry => entry.kind === 'type').map(entry => named('PROG/PY', entry)),
    ...model.globals.filter(entry => entry.kind !== 'type').map(entry => named('PROG/PD', entry)),
    ...[...model.units.values()].map(unit => localNode(repository, unit, 'PROG')),
    ...model.events.map(entry => named('PROG/PE', entry)),
    ...model.modules.map(entry => ({
      ...named('PROG/PO', entry),
      implementation: entry.identifier,
      implementationBlock: entry.block
    })),
    ...model.forms.map(entry => ({
      ...named('PROG/PU', entry),
      implementation: entry.identifier,
      implementationBlock: entry.block
    }))
  ]
}

function groupStructure(repository: Repository, group: Objects.FunctionGroup, model: Model): Node {
  const id = `FUGR ${group.getName()}`
  const files = repository.filesOf(id).map(file => ({
    file,
    part: parseFileName(file)?.part.replaceAll('#', '/').toUpperCase() ?? ''
  }))
  const modules = files.filter(({ part }) => part !== '' && group.getModule(part) !== undefined)
  const includes = group.getIncludeFiles()
  const main = mainFile(repository, id)
  return {
    kind: 'FUGR/F',
    name: group.getName(),
    attributes: {},
    ...ranges({ definition: main === undefined ? undefined : firstLine(main) }),
    children: [
      ...modules.map(({ file, part }): Node => ({
        kind: 'FUGR/FF',
        name: part,
        attributes: {},
        definition: firstLine(file),
        definitionBlock: wholeOf(repository, file),
        children: []
      })),
      ...includes.map(({ file, name }): Node => ({
        kind: 'FUGR/I',
        name: name.toUpperCase(),
        attributes: {},
        definition: firstLine(file.getFilename()),
        children: []
      })),
      ...programNodes(repository, { ...model, includes: [] })
    ]
  }
}

function wholeOf(repository: Repository, file: string): FileRange {
  const lines = (repository.text(file) ?? '').split('\n')
  return {
    file,
    startRow: 1,
    startColumn: 0,
    endRow: lines.length,
    endColumn: lines.at(-1)?.length ?? 0
  }
}

function cdsStructure(repository: Repository, view: Objects.DataDefinition): Node {
  const file = view.findSourceFile()?.getFilename()
  const tokens = cdsTokens(file === undefined ? '' : (repository.text(file) ?? ''))
  const placeOf = (name: string): FileRange | undefined => {
    const token = tokens.findLast(entry => entry.text.toUpperCase() === name.toUpperCase())
    return token === undefined || file === undefined
      ? undefined
      : {
          file,
          startRow: token.row,
          startColumn: token.column,
          endRow: token.endRow,
          endColumn: token.endColumn
        }
  }
  const fields = view.getParsedData()?.fields ?? []
  return {
    kind: 'DDLS/DF',
    name: view.getName(),
    attributes: {},
    ...ranges({
      definition:
        tokens.length === 0 ? undefined : placeOf(view.getDefinitionName() ?? view.getName())
    }),
    children: fields.map(field => ({
      kind: 'DDLS/DFF',
      name: field.name.toUpperCase(),
      attributes: field.key ? { key: 'true' } : {},
      ...ranges({ definition: placeOf(field.name) }),
      children: []
    }))
  }
}
