/** Compares what was sent with what the ERP has afterwards: it may take a document and keep something else. */
import { offLoop } from '../../off-loop.ts'
import { rowsOf } from './rows.ts'
import { placeXml } from './tree.ts'
import type { PlacedElement } from './tree.ts'

export interface FieldDifference {
  /** Names below the root; entries of lists with their keys, attributes with `@`. */
  readonly path: string
  /** Undefined where nothing was sent. */
  readonly sent: string | undefined
  /** Undefined where the ERP has nothing. */
  readonly kept: string | undefined
}

export interface Comparison {
  /** What was named and is not as it was sent. */
  readonly refused: readonly FieldDifference[]
  /** What was not named and is not as it was, and numbers that the ERP computes, as the length of a type that has only one. */
  readonly others: readonly FieldDifference[]
}

export interface Documents {
  readonly before: string
  readonly sent: string
  readonly after: string
}

/** What changes with every save, what only tools follow, and what belongs to the screen. */
const passingElements = new Set(['link', 'deletedmessages', 'valueHelps', 'adtTemplate', 'syntaxConfiguration'])
const passingAttributes = new Set(['changedAt', 'changedBy', 'createdAt', 'createdBy', 'version', 'etag', 'lastchangedby', 'lastmodified', 'uri', 'type'])
const computed = new Set(['length', 'decimals', 'outputLength'])
const ofScreen = /^is\w*(?:Visible|Editable)$/

/** Entries of lists are known by what names them, not by their number. */
function keyOf ({ name, attributes, children }: PlacedElement): string {
  if (name === 'fixValue') return `[${['low', 'high'].map(each => children.find(child => child.name === each)?.text.trim() ?? '').join('-')}]`
  const key = name === 'messages' ? 'msgno' : name === 'component' ? 'name' : undefined
  const found = key === undefined ? undefined : attributes.find(each => each.name === key)
  return found === undefined ? '' : `[${found.value}]`
}

/** Numbers stand with and without zeros before them. */
function alike (sent: string, kept: string): boolean {
  return sent === kept || (/^\d+$/.test(sent) && /^\d+$/.test(kept) && Number(sent) === Number(kept))
}

interface Compared { readonly path: string, readonly before: PlacedElement | undefined, readonly sent: PlacedElement, readonly kept: PlacedElement }

const valueOf = (element: PlacedElement): string => element.children.length === 0 ? element.text.trim() : ''
const isEmpty = (element: PlacedElement): boolean => element.children.length === 0 && element.text.trim() === '' && attributesOf(element).size === 0

function attributesOf (element: PlacedElement): ReadonlyMap<string, string> {
  const shown = element.attributes.filter(({ name }) => !passingAttributes.has(name) && !ofScreen.test(name))
  return new Map(shown.map(({ name, value }) => [name, value]))
}

/** Children by their names, entries of lists with their keys, and the second of a name with its number. */
function childrenOf (element: PlacedElement | undefined, known: readonly string[]): ReadonlyMap<string, PlacedElement> {
  const found = new Map<string, PlacedElement>()
  const counts = new Map<string, number>()
  for (const child of element?.children ?? []) {
    if (passingElements.has(child.name)) continue
    const isOwn = child.namespace === element?.namespace || known.includes(child.namespace)
    const keyed = `${isOwn ? child.name : child.qualified}${keyOf(child)}`
    const count = (counts.get(keyed) ?? 0) + 1
    counts.set(keyed, count)
    found.set(count === 1 ? keyed : `${keyed}[${count}]`, child)
  }
  return found
}

function attributeDifferences ({ path, before, sent, kept }: Compared): FieldDifference[] {
  const [given, now] = [attributesOf(sent), attributesOf(kept)]
  const changed = [...given].flatMap(([name, value]) => {
    const found = now.get(name)
    return (found === undefined && value === '') || (found !== undefined && alike(value, found)) ? [] : [{ path: `${path}@${name}`, sent: value, kept: found }]
  })
  // what the ERP adds to an entry that is new is no change of one that was there
  const added = before === undefined ? [] : [...now].filter(([name, value]) => value !== '' && !given.has(name))
  return [...changed, ...added.map(([name, value]) => ({ path: `${path}@${name}`, sent: undefined, kept: value }))]
}

/** What differs in an element and below; what is written alike is not looked at. */
function differences ({ path, before, sent, kept }: Compared, known: readonly string[]): FieldDifference[] {
  if (sent.markup === kept.markup) return []
  const [old, given, now] = [before, sent, kept].map(each => childrenOf(each, known))
  const own = alike(valueOf(sent), valueOf(kept)) ? [] : [{ path: path.slice(0, -1), sent: valueOf(sent), kept: valueOf(kept) }]
  const below = [...given ?? []].flatMap(([name, child]) => {
    const found = now?.get(name)
    if (found !== undefined) return differences({ path: `${path}${name}/`, before: old?.get(name), sent: child, kept: found }, known)
    return isEmpty(child) ? [] : [{ path: path + name, sent: valueOf(child), kept: undefined }]
  })
  const added = [...now ?? []].filter(([name]) => given?.has(name) !== true)
  return [...attributeDifferences({ path, before, sent, kept }), ...own, ...below, ...added.map(([name, child]) => ({ path: path + name, sent: undefined, kept: valueOf(child) }))]
}

/** @throws ErpError ERP_BAD_ANSWER where one of them is no document */
export function compareDocuments (type: string, named: readonly string[], { before, sent, after }: Documents): Comparison {
  const table = rowsOf(type)
  const paths = named.filter(name => !computed.has(name)).flatMap(name => table?.rows[name]?.path ?? table?.lists[name]?.path ?? [])
  const isNamed = ({ path }: FieldDifference) => paths.some(each => path === each || path.startsWith(`${each}/`) || path.startsWith(`${each}[`))
  const { yes = [], no = [] } = Object.groupBy(differences({ path: '', before: placeXml(before), sent: placeXml(sent), kept: placeXml(after) }, table?.namespaces ?? []), each => isNamed(each) ? 'yes' : 'no')
  return { refused: yes, others: no }
}

export const compareAway = offLoop({ compareDocuments }, import.meta.url)
