/** Checks metadata extensions: their layer, what they annotate, and what is annotated twice. */
import type { IObject } from '@abaplint/core'
import type { FileMessage } from '../../../types.ts'
import { error } from '../../ranges.ts'
import type { Repository } from '../../repository.ts'
import { rangeOf } from '../cds.ts'
import { cdsTokens } from '../cds-tokens.ts'
import type { CdsToken } from '../cds-tokens.ts'
import { entityOf, missingEntity, sourceTextOf } from './entities.ts'
import { readCds } from './reader.ts'
import type { CdsReader } from './reader.ts'

const RULE = 'ddlx_metadata'
const LAYERS = new Set(['#CORE', '#LOCALIZATION', '#INDUSTRY', '#PARTNER', '#CUSTOMER'])

interface Annotation {
  readonly token: CdsToken
  /** As `UI.LINEITEM`. */
  readonly name: string
  readonly value: CdsToken | undefined
}

interface Element {
  readonly token: CdsToken
  readonly annotations: readonly Annotation[]
}

interface Extension {
  header: readonly Annotation[]
  keyword: CdsToken | undefined
  entity: CdsToken | undefined
  variant: string
  readonly elements: Element[]
}

export function checkMetadataExtension(repository: Repository, object: IObject): FileMessage[] {
  if (object.getType() !== 'DDLX') return []
  const file = sourceFile(object)
  if (file === undefined) return []
  const name = file.getFilename()
  const { extension, syntax } = read(name, file.getRaw())
  const { entity } = extension
  if (syntax.length > 0 || entity === undefined) return syntax
  const found = entityOf(repository, entity.text)
  return [
    ...layerFaults(name, extension),
    ...repeated(name, extension),
    ...(found === undefined
      ? [missingEntity(name, entity)]
      : [
          ...closed(repository, name, entity),
          ...missingElements(name, entity, { extension, known: found.elements })
        ]),
    ...takenLayers(repository, object, extension)
  ]
}

function sourceFile(object: IObject) {
  return object.getFiles().find(each => each.getFilename().endsWith('.asddlxs'))
}

function read(file: string, source: string) {
  const extension: Extension = {
    header: [],
    keyword: undefined,
    entity: undefined,
    variant: '',
    elements: []
  }
  const syntax = readCds(file, source, reader => {
    readExtension(reader, extension)
  })
  return { extension, syntax }
}

/** `annotate view NAME with parameters @annotation p { @annotation element; }`. */
function readExtension(reader: CdsReader, extension: Extension): void {
  extension.header = annotationsOf(reader)
  extension.keyword = reader.peek()
  reader.expect('ANNOTATE')
  if (!reader.take('ENTITY')) reader.expect('VIEW')
  extension.entity = reader.name('the name of an entity')
  if (reader.take('VARIANT')) extension.variant = reader.name('the name of a variant').text
  reader.expect('WITH')
  if (reader.take('PARAMETERS')) {
    do {
      reader.skipAnnotations()
      reader.name('the name of a parameter')
      reader.skipAnnotations()
    } while (reader.take(','))
  }
  reader.expect('{')
  while (!reader.is('}')) {
    const annotations = annotationsOf(reader)
    const token = reader.name('the name of an element')
    extension.elements.push({ token, annotations: [...annotations, ...annotationsOf(reader)] })
    reader.expect(';')
  }
  reader.expect('}')
  reader.take(';')
}

function annotationsOf(reader: CdsReader): Annotation[] {
  const annotations: Annotation[] = []
  while (reader.is('@')) {
    const [token, parts] = [reader.next(), [] as string[]]
    reader.take('<')
    do parts.push(reader.name('the name of an annotation').text)
    while (reader.take('.'))
    const value = reader.take(':') ? reader.peek() : undefined
    if (value !== undefined && reader.is('{', '[')) reader.skipBrackets()
    else if (value !== undefined) reader.next()
    if (token !== undefined) {
      annotations.push({ token, name: parts.join('.').toUpperCase(), value })
    }
  }
  return annotations
}

function layerFaults(file: string, { header, keyword }: Extension): FileMessage[] {
  const layer = header.find(({ name }) => name === 'METADATA.LAYER')
  if (layer === undefined) {
    const text = 'The annotation "@Metadata.layer" is missing.'
    return [error(rangeOf(file, keyword === undefined ? [] : [keyword]), RULE, text)]
  }
  const { value, token } = layer
  if (value !== undefined && LAYERS.has(value.text.toUpperCase())) return []
  const text = `Invalid annotation enum value '${value?.text.replace('#', '') ?? ''}'`
  return [error(rangeOf(file, [value ?? token]), RULE, text)]
}

/** An entity says that it can be extended; tables say nothing. */
function closed(repository: Repository, file: string, entity: CdsToken): FileMessage[] {
  const source = sourceTextOf(repository, entity.text)
  if (source === undefined) return []
  const text = cdsTokens(source)
    .map(token => token.text)
    .join(' ')
  const allowed = /\ballowExtensions(?: : (\w+))?/i.exec(text)
  if (allowed !== null && allowed[1]?.toLowerCase() !== 'false') return []
  const name = entity.text.toUpperCase()
  return [
    error(
      rangeOf(file, [entity]),
      RULE,
      `"${name}" allows no metadata extensions: "@Metadata.allowExtensions: true" is missing.`
    )
  ]
}

function missingElements(
  file: string,
  entity: CdsToken,
  { extension, known }: { extension: Extension; known: ReadonlySet<string> | undefined }
): FileMessage[] {
  return extension.elements.flatMap(({ token }) => {
    const word = token.text.toUpperCase()
    // associations are not among the elements that are known
    if (known === undefined || known.has(word) || word.startsWith('_')) return []
    const text = `The element "${word}" does not exist in "${entity.text.toUpperCase()}".`
    return [error(rangeOf(file, [token]), 'ddlx_element', text)]
  })
}

/** An annotation stands once at an element; structures `@UI: { … }` have different parts. */
function repeated(file: string, { elements }: Extension): FileMessage[] {
  return elements.flatMap(({ token: element, annotations }) =>
    annotations.flatMap(({ token, name, value }, at) => {
      if (value?.text === '{' || annotations.findIndex(each => each.name === name) === at) return []
      const text = `Annotation '${name}' already defined for '${element.text.toUpperCase()}'`
      return [error(rangeOf(file, [token]), RULE, text)]
    })
  )
}

/** The same annotation of an element in another extension of the layer: the first one counts. */
function takenLayers(repository: Repository, object: IObject, extension: Extension): FileMessage[] {
  const file = sourceFile(object)?.getFilename() ?? ''
  const others = [...repository.registry.getObjectsByType('DDLX')].flatMap(other => {
    const source = other === object ? undefined : sourceFile(other)
    if (source === undefined) return []
    const { extension: parsed } = read(source.getFilename(), source.getRaw())
    return keyOf(parsed) === keyOf(extension) ? [{ name: other.getName(), extension: parsed }] : []
  })
  return others.flatMap(({ name: other, extension: { elements } }) =>
    extension.elements.flatMap(({ token: element, annotations }) =>
      annotations.flatMap(({ token, name }): FileMessage[] => {
        const isTaken = elements.some(
          each =>
            each.token.text.toUpperCase() === element.text.toUpperCase() &&
            each.annotations.some(taken => taken.name === name)
        )
        const text = `Annotation '${name}' already defined at the same layer and variant in '${other.toUpperCase()}'`
        return isTaken ? [{ ...rangeOf(file, [token]), severity: 'W', rule: RULE, text }] : []
      })
    )
  )
}

/** Entity, layer and variant. */
function keyOf({ entity, header, variant }: Extension): string {
  const layer = header.find(({ name }) => name === 'METADATA.LAYER')?.value?.text
  return [entity?.text, layer, variant].join(' ').toUpperCase()
}
