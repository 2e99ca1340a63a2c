/** Which types of objects a name in a source can mean: a domain may have the name of a table. */
import type { UseKind } from '../abap/uses.ts'

const classes = ['CLAS', 'INTF']
const sources = ['TABL', 'VIEW', 'DDLS']
const types = [...classes, ...sources, 'STRU', 'DTEL', 'TTYP', 'TYPE']

const meant: Readonly<Partial<Record<UseKind, readonly string[]>>> = {
  inherits: classes,
  implements: classes,
  creates: classes,
  calls: classes,
  refers: classes,
  exception: classes,
  type: types,
  function: ['FUNC'],
  reads: sources,
  writes: sources,
  program: ['PROG', 'INCL'],
  transaction: ['TRAN']
}

/** The types of objects that a name with these uses can mean. */
export function typesMeant(kinds: readonly UseKind[]): ReadonlySet<string> {
  return new Set(kinds.flatMap(kind => meant[kind] ?? []))
}
