/** The parts of which an object consists, by its type. */
import { objectType } from '../../erp-client/index.ts'
import type { ObjectRef, TextKind as TextPool } from '../../erp-client/index.ts'
import type { TextKind } from './normalise.ts'
import { NotComparable } from './side.ts'
import type { PartName } from './side.ts'

/** Types whose sources are ABAP, which ignores case. */
export const abapTypes: ReadonlySet<string> = new Set([
  'PROG',
  'INCL',
  'CLAS',
  'INTF',
  'FUGR',
  'FUNC',
  'FINC',
  'TYPE'
])

/** Text elements by type of their owner. */
const textPools: Readonly<Record<string, readonly TextPool[]>> = {
  PROG: ['symbols', 'selections', 'headings'],
  CLAS: ['symbols'],
  FUGR: ['symbols', 'selections']
}

const textPrefix = 'texts '

/** The document of an object without source. */
export const documentPart = 'document'

/** The pool that a part is, undefined for other parts. */
export function poolOf({ name }: PartName): TextPool | undefined {
  const kind = name.startsWith(textPrefix) ? name.slice(textPrefix.length) : ''
  return kind === 'symbols' || kind === 'selections' || kind === 'headings' ? kind : undefined
}

/**
 * The parts that follow from the type alone. @throws NotComparable for a type without source and
 * document
 */
export function staticParts(ref: ObjectRef, texts: boolean): readonly PartName[] {
  const row = objectType(ref.type)
  if (row === undefined) throw new NotComparable(`the type ${ref.type} is not known here`)
  const kind: TextKind = abapTypes.has(row.code) ? 'abap' : 'source'
  const sources = Object.keys(row.parts).map(name => ({ name, kind, ref }))
  const pools = texts ? (textPools[row.code] ?? []) : []
  return [
    ...(sources.length === 0 ? [{ name: documentPart, kind: 'document' as const, ref }] : sources),
    ...pools.map(name => ({ name: `${textPrefix}${name}`, kind: 'document' as const, ref }))
  ]
}

/** Requests that one side takes for an object at the most, as far as the type tells. */
export function requestsFor(ref: ObjectRef, texts: boolean): number {
  if (objectType(ref.type) === undefined) return 0
  // A function group is listed first; how many modules and includes it has is not known before.
  return staticParts(ref, texts).length + (ref.type === 'FUGR' ? 1 : 0)
}
