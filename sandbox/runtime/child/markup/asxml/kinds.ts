/** The kinds of values as the canonical representations distinguish them. */
import { currentRuntime } from '../../abap.ts'
import { isTable } from '../../values.ts'
import type { AbapStructure, AbapTable, AbapValue } from '../../values.ts'

const KINDS = [
  'Structure',
  'Integer8',
  'Integer',
  'Packed',
  'Float',
  'DecFloat34',
  'Date',
  'Time',
  'Numc',
  'XString',
  'Hex',
  'String',
  'Character',
  'DataReference',
  'ABAPObject'
] as const

export type Kind = (typeof KINDS)[number] | 'Table'

/** The value behind a field symbol; references stay what they are. */
export function pointed(value: unknown): unknown {
  const types = currentRuntime().types as unknown as Record<string, new () => object>
  let at = value
  while (types.FieldSymbol !== undefined && at instanceof types.FieldSymbol) {
    at = (at as unknown as { getPointer(): unknown }).getPointer()
  }
  return at
}

/** The kind of a value; undefined for those that have no representation here. */
export function kindOf(value: unknown): Kind | undefined {
  const types = currentRuntime().types as unknown as Record<string, new () => object>
  for (const name of KINDS) {
    const Type = types[name]
    if (Type !== undefined && value instanceof Type) return name
  }
  return isTable(value) ? 'Table' : undefined
}

interface Included extends AbapStructure {
  getAsInclude?(): Readonly<Record<string, unknown>> | undefined
  getRenamingSuffix?(): Readonly<Record<string, string>> | undefined
}

/** The components in their order; those of a named include stand in its place. */
export function componentsOf(structure: AbapStructure): [name: string, value: AbapValue][] {
  const { getAsInclude, getRenamingSuffix } = structure as Included
  const included = getAsInclude?.call(structure) ?? {}
  const suffixes = getRenamingSuffix?.call(structure) ?? {}
  const found = new Map<string, AbapValue>()
  for (const [name, value] of Object.entries(structure.get())) {
    if (!(name in included)) {
      if (!found.has(name)) found.set(name, value)
      continue
    }
    for (const [part, content] of componentsOf(value as unknown as AbapStructure)) {
      found.set(`${part}${suffixes[name] ?? ''}`, content)
    }
  }
  return [...found]
}

export function isInitial(value: AbapValue): boolean {
  const kind = kindOf(value)
  if (kind === 'Table') return (value as AbapTable).array().length === 0
  if (kind === 'Structure') {
    return componentsOf(value as unknown as AbapStructure).every(([, part]) => isInitial(part))
  }
  if (kind === 'DataReference') {
    return (value as unknown as { getPointer(): unknown }).getPointer() === undefined
  }
  if (kind === 'ABAPObject') return value.get() === undefined
  const initial = value.clone()
  initial.clear()
  return initial.get() === value.get()
}

/** What ends a transformation with an exception of ABAP, by the names of the classes. */
export class TransformationFault extends Error {
  readonly exception: string
  readonly previous: string

  constructor(exception: string, text: string, previous = '') {
    super(text)
    this.exception = exception
    this.previous = previous
  }
}
