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

/** Path → value; an element with elements in it has the value ''. */
function flat (text: string, known: readonly string[]): Map<string, string> {
  const found = new Map<string, string>()
  const visit = (element: PlacedElement, path: string): void => {
    for (const { name, value } of element.attributes) {
      if (!passingAttributes.has(name) && !ofScreen.test(name)) found.set(`${path}/@${name}`, value)
    }
    const counts = new Map<string, number>()
    for (const child of element.children) {
      if (passingElements.has(child.name)) continue
      const isOwn = child.namespace === element.namespace || known.includes(child.namespace)
      const keyed = `${path}/${isOwn ? child.name : child.qualified}${keyOf(child)}`
      const count = (counts.get(keyed) ?? 0) + 1
      counts.set(keyed, count)
      const own = count === 1 ? keyed : `${keyed}[${count}]`
      found.set(own, child.children.length === 0 ? child.text.trim() : '')
      visit(child, own)
    }
  }
  visit(placeXml(text), '')
  return found
}

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

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/'))

function differences ({ before, sent, after }: Documents, known: readonly string[]): FieldDifference[] {
  const [old, given, now] = [flat(before, known), flat(sent, known), flat(after, known)]
  const filled = new Set([...given.keys()].map(parentOf))
  const changed = [...given].flatMap(([path, value]) => {
    const kept = now.get(path)
    const isEmpty = value === '' && !filled.has(path)
    if (kept === undefined ? isEmpty || isBelow(path, given, now) : alike(value, kept)) return []
    return [{ path: path.slice(1), sent: value, kept }]
  })
  const added = [...now].flatMap(([path, value]) => {
    if (given.has(path) || isBelow(path, now, given)) return []
    // what the ERP adds to an entry that is new is no change of one that was there
    const isDetail = path.includes('/@') && (value === '' || !hasPath(old, parentOf(path)))
    return isDetail ? [] : [{ path: path.slice(1), sent: undefined, kept: value }]
  })
  return [...changed, ...added]
}

const hasPath = (values: ReadonlyMap<string, string>, path: string): boolean => path === '' || values.has(path)

/** The element above is missing as a whole, which says it all. */
function isBelow (path: string, has: ReadonlyMap<string, string>, lacks: ReadonlyMap<string, string>): boolean {
  const parent = parentOf(path)
  return parent !== '' && has.has(parent) && !lacks.has(parent)
}

/** @throws ErpError ERP_BAD_ANSWER where one of them is no document */
export function compareDocuments (type: string, named: readonly string[], documents: Documents): Comparison {
  const table = rowsOf(type)
  const paths = named.filter(name => !computed.has(name)).flatMap(name => table?.rows[name]?.path ?? table?.lists[name]?.path ?? [])
  const isNamed = ({ path }: FieldDifference) => paths.some(each => path === each || path.startsWith(`${each}/`) || path.startsWith(`${each}[`))
  const { yes = [], no = [] } = Object.groupBy(differences(documents, table?.namespaces ?? []), each => isNamed(each) ? 'yes' : 'no')
  return { refused: yes, others: no }
}

export const compareAway = offLoop({ compareDocuments }, import.meta.url)
