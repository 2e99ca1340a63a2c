/** Checks that the entity and the elements that a metadata extension annotates exist. */
import type { IObject } from '@abaplint/core'
import type { FileMessage } from '../../../types.ts'
import { error } from '../../ranges.ts'
import type { Repository } from '../../repository.ts'
import { rangeOf } from '../cds.ts'
import type { CdsToken } from '../cds-tokens.ts'
import { entityOf, missingEntity } from './entities.ts'
import { readCds } from './reader.ts'
import type { CdsReader } from './reader.ts'

interface Annotated {
  entity: CdsToken | undefined
  readonly elements: CdsToken[]
}

/** Syntax errors are those of the parser; what it reads and this does not is left alone. */
export function checkMetadataExtension(repository: Repository, object: IObject): FileMessage[] {
  if (object.getType() !== 'DDLX') return []
  const file = object.getFiles().find(each => each.getFilename().endsWith('.asddlxs'))
  if (file === undefined) return []
  const annotated: Annotated = { entity: undefined, elements: [] }
  const name = file.getFilename()
  const syntax = readCds(name, file.getRaw(), reader => {
    readExtension(reader, annotated)
  })
  if (syntax.length > 0 || annotated.entity === undefined) return []
  const entity = entityOf(repository, annotated.entity.text)
  if (entity === undefined) return [missingEntity(name, annotated.entity)]
  return annotated.elements.flatMap(element => {
    const word = element.text.toUpperCase()
    if (entity.elements === undefined || entity.elements.has(word)) return []
    const text = `The element "${word}" does not exist in "${annotated.entity?.text.toUpperCase()}".`
    return [error(rangeOf(name, [element]), 'ddlx_element', text)]
  })
}

/** `annotate view NAME with { @annotation element; }`. */
function readExtension(reader: CdsReader, annotated: Annotated): void {
  reader.skipAnnotations()
  reader.expect('ANNOTATE')
  if (!reader.take('ENTITY')) reader.expect('VIEW')
  annotated.entity = reader.name('the name of an entity')
  if (reader.take('VARIANT')) reader.name('the name of a variant')
  reader.expect('WITH', '{')
  while (!reader.is('}')) {
    reader.skipAnnotations()
    annotated.elements.push(reader.name('the name of an element'))
    reader.expect(';')
  }
  reader.expect('}')
}
