/** Data as events: asXML, and asJSON in the form of JSON-XML. */
import type { AbapStructure, AbapTable, AbapValue } from '../../values.ts'
import type { MarkupAttribute, MarkupEvent } from '../../../../grammar/markup/events.ts'
import { textOf } from './elementary.ts'
import type { ValueHandling } from './elementary.ts'
import { componentsOf, isInitial, kindOf, pointed } from './kinds.ts'
import type { Kind } from './kinds.ts'

export const ASX_URI = 'http://www.sap.com/abapxml'

export interface SerializeOptions {
  readonly json: boolean
  readonly handling: ValueHandling
  /** Components with initial values are left out. */
  readonly suppress: boolean
  unsupported(what: string): never
}

/** A value with the name that it has in the document. */
export interface Binding {
  readonly name: string
  readonly value: unknown
}

/** The events of named values in their order. */
export function serialize(bindings: readonly Binding[], options: SerializeOptions): MarkupEvent[] {
  const writer = new Serializer(options)
  for (const { name, value } of bindings) writer.write(name, pointed(value) as AbapValue)
  return options.json ? enclosed('object', writer.events) : asXml(writer.events)
}

/** The events of one value in asXML, without an element around. */
export function contentEvents(
  value: AbapValue,
  unsupported: (what: string) => never
): MarkupEvent[] {
  const options = { json: false, handling: new Set<string>(), suppress: false, unsupported }
  const writer = new Serializer(options)
  writer.write('VALUE', value)
  return writer.events.slice(1, -1)
}

function enclosed(name: string, events: readonly MarkupEvent[]): MarkupEvent[] {
  return [open(name), ...events, close(name)]
}

function open(name: string, attributes: readonly MarkupAttribute[] = []): MarkupEvent {
  return { type: 'open', name, prefix: '', uri: '', attributes, declared: [] }
}

function close(name: string): MarkupEvent {
  return { type: 'close', name, prefix: '', uri: '' }
}

function asXml(events: readonly MarkupEvent[]): MarkupEvent[] {
  const named = (name: string) => ({ name, prefix: 'asx', uri: ASX_URI })
  const version = { name: 'version', prefix: '', uri: '', value: '1.0' }
  return [
    { type: 'open', ...named('abap'), attributes: [version], declared: [['asx', ASX_URI]] },
    { type: 'open', ...named('values'), attributes: [], declared: [] },
    ...events,
    { type: 'close', ...named('values') },
    { type: 'close', ...named('abap') }
  ]
}

/** Names of components that are no names of XML: `/` becomes `_-`, others become hexadecimal. */
export function xmlName(name: string): string {
  return name.replace(/[^\w.-]/g, character =>
    character === '/'
      ? '_-'
      : `_--${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
  )
}

const NUMERIC = new Set<Kind>(['Integer', 'Integer8', 'Packed', 'Float', 'DecFloat34'])

class Serializer {
  readonly events: MarkupEvent[] = []
  readonly #options: SerializeOptions

  constructor(options: SerializeOptions) {
    this.#options = options
  }

  /** Rows of tables have no name in JSON. */
  write(name: string | undefined, value: AbapValue): void {
    const kind = kindOf(value)
    if (kind === undefined) this.#options.unsupported('this type in CALL TRANSFORMATION')
    if (kind === 'Structure') this.#structure(name, value as unknown as AbapStructure)
    else if (kind === 'Table') this.#table(name, value as AbapTable)
    else this.#elementary(kind, name, value)
  }

  #element(type: string, name: string | undefined, content: () => void): void {
    const { json } = this.#options
    const tag = json ? type : xmlName(name ?? 'item')
    const named = json && name !== undefined ? [attribute(name)] : []
    this.events.push(open(tag, named))
    content()
    this.events.push(close(tag))
  }

  #structure(name: string | undefined, value: AbapStructure): void {
    this.#element('object', name, () => {
      for (const [component, part] of componentsOf(value)) {
        if (!this.#options.suppress || !isInitial(part)) this.write(component.toUpperCase(), part)
      }
    })
  }

  #table(name: string | undefined, value: AbapTable): void {
    const row = value.getRowType() as AbapValue & { getDDICName?(): string | undefined }
    const rowName = this.#options.json ? undefined : row.getDDICName?.()?.toUpperCase() || 'item'
    this.#element('array', name, () => {
      for (const each of value.array()) this.write(rowName, pointed(each) as AbapValue)
    })
  }

  #elementary(kind: Kind, name: string | undefined, value: AbapValue): void {
    const reference = kind === 'DataReference' || kind === 'ABAPObject'
    if (reference && !isInitial(value)) {
      this.#options.unsupported('reference variables in CALL TRANSFORMATION')
    }
    const text = reference ? '' : textOf(kind, value, this.#options.handling)
    if (text === undefined) this.#options.unsupported('this value in CALL TRANSFORMATION')
    this.#element(reference ? 'null' : NUMERIC.has(kind) ? 'num' : 'str', name, () => {
      if (text !== '') this.events.push({ type: 'value', value: text, blank: false })
    })
  }
}

function attribute(value: string): MarkupAttribute {
  return { name: 'name', prefix: '', uri: '', value }
}
