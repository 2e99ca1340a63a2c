/** Kind, length and decimals of a value, as the type descriptions of ABAP tell them. */
import { currentRuntime } from '../abap.ts'
import { entryOf } from './dictionary.ts'
import { isAbsent } from '../corrections/absent.ts'
import { enumeratedText } from '../corrections/enumerated.ts'

interface Value {
  getLength?(): number
  getDecimals?(): number
  getDDICName?(): string | undefined
  getQualifiedName?(): string | undefined
  get?(): unknown
  getPointer?(): Value | undefined
}

export interface TypeFacts {
  /** One of the constants TYPEKIND_ of CL_ABAP_TYPEDESCR; empty where the type is not known. */
  readonly type_kind: string
  /** In bytes: a character has two, what is kept outside of its place a reference of eight. */
  readonly length: number
  readonly decimals: number
}

const unknownType: TypeFacts = { type_kind: '', length: 0, decimals: 0 }
const fixed: Readonly<Record<string, number>> = {
  ...{ k: 4, b: 1, s: 2, I: 4, 8: 8, F: 8, D: 16, T: 12, a: 8, e: 16, p: 8 },
  ...{ g: 8, y: 8, h: 8, l: 8, r: 8 }
}
/** Texts and bytes begin anywhere, at most at an even place; numbers at a multiple of their length. */
const alignments: Readonly<Record<string, number>> = {
  ...{ C: 2, N: 2, D: 2, T: 2, s: 2, I: 4, 8: 8, F: 8, a: 8, e: 8, p: 8 },
  ...{ g: 8, y: 8, h: 8, l: 8, r: 8 }
}

/** Integers of the dictionary that have no type of their own at run time. */
const short: Readonly<Record<string, string>> = { INT1: 'b', INT2: 's' }

function kindOf(value: Value): string {
  if (enumeratedText(value) !== undefined) return 'k'
  const { statements, types } = currentRuntime() as unknown as {
    statements: { describe(input: { field: Value; type: { get(): string } }): void }
    types: { Character: new (length: number) => { get(): string } }
  }
  const kind = new types.Character(1)
  statements.describe({ field: value, type: kind })
  if (kind.get() !== 'I') return kind.get()
  const element = value.getDDICName?.() ?? value.getQualifiedName?.() ?? ''
  return short[entryOf(element)?.field?.datatype ?? ''] ?? 'I'
}

export function factsOf(given: unknown): TypeFacts {
  if (isAbsent(given)) return unknownType
  const value = (given as Value | undefined)?.getPointer?.() ?? (given as Value | undefined)
  const isUnknown: boolean = isAbsent(value)
  if (value === undefined || isUnknown) return unknownType
  const kind = kindOf(given as Value)
  if (kind === 'u' || kind === 'v') {
    return { type_kind: kind, length: placesOf(value).end, decimals: 0 }
  }
  const width = kind === 'C' || kind === 'N' ? 2 : 1
  return {
    type_kind: kind,
    length: fixed[kind] ?? (value.getLength?.() ?? 0) * width,
    decimals: fixed[kind] === undefined ? (value.getDecimals?.() ?? 0) : 0
  }
}

/** Where a structure ends, and the alignment of its widest component. */
function placesOf(structure: Value): { end: number; alignment: number } {
  let end = 0
  let widest = 1
  for (const component of Object.values((structure.get?.() ?? {}) as Record<string, Value>)) {
    const { type_kind: kind, length } = factsOf(component)
    const inner = kind === 'u' || kind === 'v' ? placesOf(component).alignment : undefined
    const alignment = inner ?? alignments[kind] ?? 1
    end = Math.ceil(end / alignment) * alignment + length
    widest = Math.max(widest, alignment)
  }
  return { end: Math.ceil(end / widest) * widest, alignment: widest }
}

/** Kinds of texts and bytes. */
const KEY_KINDS = 'CNDTXgy'

/** The components of the standard key of a table: its texts and bytes, or the whole line. */
export function standardKey(table: { getRowType?(): unknown }): string[] {
  const row = table.getRowType?.() as Value | undefined
  const { type_kind: kind } = factsOf(row)
  if (row !== undefined && (kind === 'u' || kind === 'v')) return textsOf(row, '')
  return kind === 'h' ? [] : ['TABLE_LINE']
}

function textsOf(structure: Value, prefix: string): string[] {
  const components = (structure.get?.() ?? {}) as Record<string, Value>
  return Object.entries(components).flatMap(([name, component]) => {
    const { type_kind: kind } = factsOf(component)
    if (kind === 'u' || kind === 'v') return textsOf(component, `${prefix}${name}-`)
    return kind !== '' && KEY_KINDS.includes(kind) ? [`${prefix}${name}`] : []
  })
}

/** What structures and tables without a name of their type have in common: their components. */
export function shapeOf(given: unknown): string {
  const value = ((given as Value | undefined)?.getPointer?.() ?? given) as Value & Rows
  const { type_kind: kind, length, decimals } = factsOf(value)
  if (kind === 'u' || kind === 'v') {
    const components = Object.entries((value.get?.() ?? {}) as Record<string, Value>)
    return `{${components.map(([name, component]) => `${name}:${shapeOf(component)}`).join()}}`
  }
  if (kind !== 'h') return `${kind}${length}.${decimals}`
  const { primaryKey } = value.getOptions?.() ?? {}
  const { type = '', keyFields = [] } = primaryKey ?? {}
  return `${type}[${keyFields.join()}]${shapeOf(value.getRowType?.())}`
}

interface Rows {
  getRowType?(): unknown
  getOptions?(): {
    readonly primaryKey?: { readonly type?: string; readonly keyFields?: readonly string[] }
  }
}
