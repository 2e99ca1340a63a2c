/**
 * The name spaces of repository objects: which types of objects a name can mean in its place. A
 * domain may have the name of a table; a program, a message class or a function group any name.
 */
import type { CdsToken } from '../check/cds-tokens.ts'

/** Types of objects of which one is meant; `FUNC` is a function module. */
export type NameSpace = ReadonlySet<string>

const classes = ['CLAS', 'INTF']
const sources = ['TABL', 'VIEW', 'DDLS']

/** Name spaces of the places in ABAP sources. */
export const abapNames = {
  class: new Set(classes),
  /** `ztab~field` in a query and `zif~method`. */
  selected: new Set([...classes, ...sources]),
  type: new Set([...classes, ...sources, 'DTEL', 'TTYP', 'TYPE']),
  source: new Set(sources),
  program: new Set(['PROG', 'FUGR']),
  messages: new Set(['MSAG']),
  function: new Set(['FUNC'])
} as const

const types = abapNames.type
const tables = abapNames.source
const domain: NameSpace = new Set(['DOMA'])

/** Tags of the dictionary that carry the name of another object. */
const tagNames: Readonly<Record<string, NameSpace>> = {
  ROLLNAME: types,
  ROWTYPE: types,
  PRECFIELD: tables,
  CHECKTABLE: tables,
  ENTITYTAB: tables,
  REFTABLE: tables,
  VIEWREF: tables,
  ROOTTAB: tables,
  PGMNA: abapNames.program
}

/** A tag with the name of another object, at its place in a line. */
export const nameTag = new RegExp(`<(DOMNAME|${Object.keys(tagNames).join('|')})>([^<]+)</`, 'g')

/** The name space of a tag; a data element that is a reference keeps its class as a domain. */
export function namesInTag(tag: string, text: string): NameSpace | undefined {
  if (tag === 'DOMNAME') return /<REFKIND>R<\/REFKIND>/.test(text) ? types : domain
  return tagNames[tag]
}

const entity: NameSpace = new Set(['DDLS', 'TABL', 'VIEW'])
const behavior: NameSpace = new Set(['DDLS', 'BDEF'])

/** Words before a name in CDS that make it an alias or the thing that is defined. */
const notUsedAfter = new Set(['AS', 'VIEW', 'ENTITY', 'FUNCTION', '.', '@', 'KEY'])

/**
 * The name space of a token in a CDS, behavior, service, metadata or access source; undefined where
 * it names no other object. `word` gives the words around it, upper case.
 */
export function namesInCds(
  type: string,
  word: (distance: number) => string
): NameSpace | undefined {
  const before = word(-1)
  if (before === 'CLASS' || (word(1) === '=' && word(2) === '>')) return abapNames.class
  if (type === 'BDEF' || type === 'SRVD') {
    return word(-2) === 'BEHAVIOR' || before === 'EXPOSE' ? behavior : entity
  }
  // The type of a cast, which is no alias.
  if (before === 'AS' && (word(1) === ')' || word(1) === 'PRESERVING')) return types
  if (before === ':') return types
  // `extend view ZV`, `annotate view ZV` and `extend view entity ZV` use what they name.
  const verb = before === 'VIEW' || before === 'ENTITY' ? word(-2) : ''
  const reader = verb === 'VIEW' ? word(-3) : verb
  const uses = reader === 'EXTEND' || reader === 'ANNOTATE' || reader === 'FROM'
  return notUsedAfter.has(before) && !uses ? undefined : entity
}

/** The words around a token by their distance to it, upper case, empty outside of the source. */
export function wordsAround(tokens: readonly CdsToken[], index: number) {
  return (distance: number): string => tokens[index + distance]?.text.toUpperCase() ?? ''
}
