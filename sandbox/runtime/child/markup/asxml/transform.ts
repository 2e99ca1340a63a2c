/** CALL TRANSFORMATION: sources, results and options; the identity transformation, and simple ones. */
import { RunAborted } from '../../alerts.ts'
import { isTable } from '../../values.ts'
import type { AbapStructure, AbapValue } from '../../values.ts'
import type { MarkupEvent } from '../../../../grammar/markup/events.ts'
import { readJson } from '../json.ts'
import { TreeNode } from '../tree.ts'
import { build, eventsOf } from '../tree-text.ts'
import { writeMarkup } from '../write.ts'
import { readXml } from '../../../../grammar/markup/xml.ts'
import { deserialize } from './deserialize.ts'
import { kindOf, pointed, TransformationFault } from './kinds.ts'
import { serialize } from './serialize.ts'
import { deserializeSimple, serializeSimple } from '../simple/run.ts'
import type { Binding } from './serialize.ts'

/** Names and values, or the table that has them. */
type Bindings = readonly Binding[] | AbapValue

/** What the generated code says of a statement. */
export interface Transformation {
  readonly name: string | AbapValue
  readonly sourceXml?: unknown
  readonly resultXml?: unknown
  readonly source?: Bindings
  readonly result?: Bindings
  readonly parameters?: Bindings
  readonly options?: readonly { readonly name: string; readonly value: AbapValue }[]
}

const OPTIONS: Readonly<Record<string, readonly string[]>> = {
  CLEAR: ['all', 'supplied', 'none'],
  // without bound reference variables, which are refused, they do not differ
  DATA_REFS: ['no', 'heap', 'heap-or-error', 'heap-or-create', 'embedded'],
  INITIAL_COMPONENTS: ['include', 'suppress'],
  VALUE_HANDLING: ['default', 'move', 'accept_data_loss', 'accept_decimals_loss'],
  XML_HEADER: ['no', 'without_encoding', 'full']
}

interface Settings {
  readonly clear: string
  readonly suppress: boolean
  readonly handling: ReadonlySet<string>
  readonly header: string
  unsupported(what: string): never
}

/** Runs a transformation; returns what it raises. */
export async function transform(
  call: Transformation,
  unsupported: (what: string) => never
): Promise<TransformationFault | undefined> {
  try {
    await run(call, unsupported)
    return undefined
  } catch (error) {
    if (error instanceof RunAborted || !(error instanceof TransformationFault)) throw error
    return error
  }
}

async function run(call: Transformation, unsupported: (what: string) => never): Promise<void> {
  const name = (typeof call.name === 'string' ? call.name : String(call.name.get())).trim()
  const settings = settingsOf(call, unsupported)
  if (name.toUpperCase() !== 'ID') {
    await runSimple(name, call, settings)
    return
  }
  if (call.parameters !== undefined) unsupported('PARAMETERS of CALL TRANSFORMATION ID')
  const target = call.resultXml === undefined ? undefined : await targetOf(call, settings)
  const json = target?.json ?? false
  const events =
    call.source === undefined
      ? readSource(call.sourceXml, settings)
      : serialize(bindingsOf(call.source), { ...settings, json })
  if (target !== undefined) target.write(events)
  if (call.result === undefined) return
  const document = new TreeNode('document')
  const error = build(document, events, { normalizing: false, stripping: false })
  if (error !== undefined) throw malformed(error.text)
  deserialize(document, bindingsOf(call.result), settings)
}

/** A simple transformation leads from data to XML, or from XML to data. */
async function runSimple(name: string, call: Transformation, settings: Settings): Promise<void> {
  const { unsupported } = settings
  const given = call.source ?? call.result
  const oneWay =
    call.source === undefined ? call.resultXml === undefined : call.result === undefined
  if (given === undefined || !oneWay) {
    return unsupported('a simple transformation from XML to XML, or from data to data')
  }
  const parameters = call.parameters === undefined ? [] : bindingsOf(call.parameters)
  const simple = { name, bindings: bindingsOf(given), parameters, unsupported }
  if (call.source === undefined) {
    const object = pointed(call.sourceXml) as AbapValue
    if (
      kindOf(object) === 'ABAPObject' &&
      (object.get() as XmlObject | undefined)?.tree !== undefined
    ) {
      unsupported('an object of iXML as the source of a simple transformation')
    }
    deserializeSimple(simple, readSource(object, settings, 'CX_ST_DESERIALIZATION_ERROR'))
    return
  }
  const target = await targetOf(call, settings)
  target.write(serializeSimple(simple))
}

function malformed(text: string, exception = 'CX_XSLT_FORMAT_ERROR'): TransformationFault {
  return new TransformationFault(exception, text)
}

function settingsOf(call: Transformation, unsupported: (what: string) => never): Settings {
  const given = new Map<string, string>()
  for (const { name, value } of call.options ?? []) {
    const values = String(value.get()).trim().toLowerCase().split(/\s+/)
    const unknown = values.find(each => !OPTIONS[name]?.includes(each))
    if (unknown !== undefined) {
      unsupported(`the option ${name.toLowerCase()} = '${unknown}' of CALL TRANSFORMATION`)
    }
    given.set(name, values.join(' '))
  }
  return {
    clear: given.get('CLEAR') ?? 'none',
    suppress: given.get('INITIAL_COMPONENTS') === 'suppress',
    handling: new Set((given.get('VALUE_HANDLING') ?? 'default').split(' ')),
    header: given.get('XML_HEADER') ?? 'full',
    unsupported
  }
}

/** Named values; a table has them in the components `name` and `value`. */
function bindingsOf(given: Bindings): Binding[] {
  const table = pointed(given)
  if (!isTable(table)) return [...(given as readonly Binding[])]
  return table.array().map(row => {
    const { name, value } = (pointed(row) as AbapStructure).get()
    const pointer = (value as unknown as { getPointer(): unknown } | undefined)?.getPointer()
    return {
      name: String(name?.get() ?? '')
        .trim()
        .toUpperCase(),
      value: pointer
    }
  })
}

/** Objects of the kernel's classes for XML. */
interface XmlObject {
  readonly tree?: TreeNode
  readonly events?: MarkupEvent[]
  readonly at?: number
  kernel_is_json?(): Promise<AbapValue>
}

function readSource(source: unknown, { unsupported }: Settings, exception?: string): MarkupEvent[] {
  const value = pointed(source) as AbapValue
  const kind = kindOf(value)
  if (kind === 'ABAPObject') {
    const object = value.get() as XmlObject | undefined
    if (object?.tree !== undefined) return eventsOf(object.tree)
    if (object?.events !== undefined && object.at === -1) return plain(object.events, exception)
    return unsupported('this object as the source of CALL TRANSFORMATION')
  }
  if (kind === 'String' || kind === 'Character') return plain(parse(String(value.get())), exception)
  if (kind === 'XString' || kind === 'Hex') {
    return plain(parse(decoded(value, unsupported)), exception)
  }
  return unsupported('this type as the XML source of CALL TRANSFORMATION')
}

function decoded(value: AbapValue, unsupported: (what: string) => never): string {
  const bytes = Buffer.from(String(value.get()), 'hex')
  const text = bytes.toString('utf8')
  if (/^\s*<\?xml[^>]*encoding\s*=\s*.(?!utf-?8)/i.test(text) || text.includes('\uFFFD')) {
    unsupported('bytes that are not UTF-8 as the source of CALL TRANSFORMATION')
  }
  return text
}

function parse(source: string): MarkupEvent[] {
  const text = source.replace(/^\uFEFF/, '')
  return /^\s*[[{]/.test(text) ? readJson(text) : readXml(text)
}

/** Sections of characters are texts; the declaration is made anew. An error ends it. */
function plain(events: readonly MarkupEvent[], exception?: string): MarkupEvent[] {
  const error = events.find(event => event.type === 'error')
  if (error !== undefined) throw malformed(error.text, exception)
  return events
    .filter(({ type }) => type !== 'declaration')
    .map(event =>
      event.type === 'value' ? { type: 'value', value: event.value, blank: event.blank } : event
    )
}

interface Target {
  readonly json: boolean
  write(events: readonly MarkupEvent[]): void
}

async function targetOf({ resultXml }: Transformation, settings: Settings): Promise<Target> {
  const { unsupported } = settings
  const value = pointed(resultXml) as AbapValue
  const kind = kindOf(value)
  if (kind === 'ABAPObject') {
    return await objectTarget(value.get() as XmlObject | undefined, settings)
  }
  if (kind !== 'String' && kind !== 'XString') {
    return unsupported('this type as the XML result of CALL TRANSFORMATION')
  }
  return {
    json: false,
    write(events) {
      const text = header(kind, settings) + writeMarkup(events, XML)
      value.set(kind === 'String' ? text : Buffer.from(text).toString('hex').toUpperCase())
    }
  }
}

const XML = { json: false, breaks: false, indent: false }

function header(kind: 'String' | 'XString', { header: wanted }: Settings): string {
  if (wanted === 'no') return ''
  const encoding = ` encoding="${kind === 'String' ? 'utf-16' : 'utf-8'}"`
  return `<?xml version="1.0"${wanted === 'full' ? encoding : ''}?>`
}

async function objectTarget(object: XmlObject | undefined, settings: Settings): Promise<Target> {
  const { tree, events: written } = object ?? {}
  if (tree?.kind === 'document') {
    return {
      json: false,
      write(events) {
        build(tree, events, { normalizing: false, stripping: false })
      }
    }
  }
  const json = await object?.kernel_is_json?.()
  if (written === undefined || json === undefined) {
    return settings.unsupported('this object as the result of CALL TRANSFORMATION')
  }
  return {
    json: json.get() === 'X',
    write(events) {
      for (const event of events) written.push(event)
    }
  }
}
