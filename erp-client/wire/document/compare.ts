/**
 * Compares a sent document with the stored one: the ERP may accept a document and store another.
 */
import { offLoop } from '../../threads/worker-thread.ts'
import { rowsOf } from './rows.ts'
import { placeXml } from './tree.ts'
import type { PlacedElement } from './tree.ts'

export interface FieldDifference {
  /** Names below the root; entries of lists with their keys, attributes with `@`. */
  readonly path: string
  /** Undefined where nothing was sent. */
  readonly sent: string | undefined
  /** Undefined where the ERP has nothing. */
  readonly stored: string | undefined
}

export interface Comparison {
  /** Changed values that were not stored as sent. */
  readonly refused: readonly FieldDifference[]
  /**
   * Unchanged values that are stored differently, and numbers that the ERP computes, such as the
   * length of a type with a fixed one.
   */
  readonly others: readonly FieldDifference[]
}

export interface Documents {
  readonly before: string
  readonly sent: string
  readonly after: string
}

/** Elements and attributes that change with every save, or belong to tools or screens. */
const passingElements = new Set([
  'link',
  'deletedmessages',
  'valueHelps',
  'adtTemplate',
  'lockModules',
  'syntaxConfiguration'
])
const passingAttributes = new Set([
  'changedAt',
  'changedBy',
  'createdAt',
  'createdBy',
  'version',
  'etag',
  'lastchangedby',
  'lastmodified',
  'uri',
  'type'
])
const computed = ['length', 'decimals', 'outputLength'] as const
/** Attributes that describe the target of a reference. */
const ofReference = new Set(['description', 'packageName'])
const ofScreen = /^is\w*(?:Visible|Editable)$/

/** Whether an element or attribute changes without a change of the object. */
export function isPassing(of: { readonly element: string } | { readonly attribute: string }) {
  return 'element' in of
    ? passingElements.has(of.element)
    : passingAttributes.has(of.attribute) || ofScreen.test(of.attribute)
}

/** Entries of lists are identified by their key instead of their index. */
function keyOf({ name, attributes, children }: PlacedElement): string {
  if (name === 'fixValue') {
    return `[${['low', 'high'].map(each => children.find(child => child.name === each)?.text.trim() ?? '').join('-')}]`
  }
  const key = name === 'messages' ? 'msgno' : name === 'component' ? 'name' : undefined
  const found = key === undefined ? undefined : attributes.find(each => each.name === key)
  return found === undefined ? '' : `[${found.value}]`
}

/** Numbers may have leading zeros. */
function alike(sent: string, stored: string): boolean {
  return (
    sent === stored ||
    (/^\d+$/.test(sent) && /^\d+$/.test(stored) && Number(sent) === Number(stored))
  )
}

/** `isChange`: the sent document differs here from the previous one. */
interface Found extends FieldDifference {
  readonly isChange: boolean
}

interface Compared {
  readonly path: string
  readonly before: PlacedElement | undefined
  readonly sent: PlacedElement
  readonly stored: PlacedElement
}

const valueOf = (element: PlacedElement): string =>
  element.children.length === 0 ? element.text.trim() : ''
const isEmpty = (element: PlacedElement): boolean =>
  element.children.length === 0 && element.text.trim() === '' && attributesOf(element).size === 0

function attributesOf(element: PlacedElement, isRoot = false): ReadonlyMap<string, string> {
  const compared = element.attributes.filter(
    ({ name }) => !isPassing({ attribute: name }) && (isRoot || !ofReference.has(name))
  )
  return new Map(compared.map(({ name, value }) => [name, value]))
}

/** Children by name, entries of lists with their keys, repeated names with a number. */
function childrenOf(
  element: PlacedElement | undefined,
  known: readonly string[]
): ReadonlyMap<string, PlacedElement> {
  const found = new Map<string, PlacedElement>()
  const counts = new Map<string, number>()
  for (const child of element?.children ?? []) {
    if (isPassing({ element: child.name })) continue
    const isOwn = child.namespace === element?.namespace || known.includes(child.namespace)
    const keyed = `${isOwn ? child.name : child.qualified}${keyOf(child)}`
    const count = (counts.get(keyed) ?? 0) + 1
    counts.set(keyed, count)
    found.set(count === 1 ? keyed : `${keyed}[${count}]`, child)
  }
  return found
}

function attributeDifferences({ path, before, sent, stored }: Compared): Found[] {
  const [beforeByName, sentByName, now] = [before, sent, stored].map(each =>
    each === undefined ? undefined : attributesOf(each, path === '')
  )
  const changed = [...(sentByName ?? [])].flatMap(([name, value]) => {
    const found = now?.get(name)
    return (found === undefined && value === '') ||
      (found !== undefined && alike(value.trimEnd(), found.trimEnd()))
      ? []
      : [
          {
            path: `${path}@${name}`,
            sent: value,
            stored: found,
            isChange: beforeByName?.get(name) !== value
          }
        ]
  })
  // Attributes that the ERP adds to a new entry are no change of an existing one.
  const added =
    before === undefined
      ? []
      : [...(now ?? [])].filter(([name, value]) => value !== '' && sentByName?.has(name) !== true)
  return [
    ...changed,
    ...added.map(([name, value]) => ({
      path: `${path}@${name}`,
      sent: undefined,
      stored: value,
      isChange: beforeByName?.has(name) === true
    }))
  ]
}

/** Differences of an element and its children; equal markup is skipped. */
function differences({ path, before, sent, stored }: Compared, known: readonly string[]): Found[] {
  if (sent.markup === stored.markup) return []
  const [beforeByName, sentByName, now] = [before, sent, stored].map(each =>
    childrenOf(each, known)
  )
  const own = alike(valueOf(sent), valueOf(stored))
    ? []
    : [
        {
          path: path.slice(0, -1),
          sent: valueOf(sent),
          stored: valueOf(stored),
          isChange: before === undefined || valueOf(before) !== valueOf(sent)
        }
      ]
  const below = [...(sentByName ?? [])].flatMap(([name, child]) => {
    const found = now?.get(name)
    if (found !== undefined) {
      return differences(
        { path: `${path}${name}/`, before: beforeByName?.get(name), sent: child, stored: found },
        known
      )
    }
    return isEmpty(child)
      ? []
      : [
          {
            path: path + name,
            sent: valueOf(child),
            stored: undefined,
            isChange: beforeByName?.get(name)?.markup !== child.markup
          }
        ]
  })
  const added = [...(now ?? [])].filter(([name]) => sentByName?.has(name) !== true)
  return [
    ...attributeDifferences({ path, before, sent, stored }),
    ...own,
    ...below,
    ...added.map(([name, child]) => ({
      path: path + name,
      sent: undefined,
      stored: valueOf(child),
      isChange: beforeByName?.has(name) === true
    }))
  ]
}

/** @throws ErpError ERP_BAD_ANSWER where one of them is no document */
export function compareDocuments(type: string, { before, sent, after }: Documents): Comparison {
  const table = rowsOf(type)
  const numbers = new Set(computed.map(name => table?.rows[name]?.path))
  const found = differences(
    { path: '', before: placeXml(before), sent: placeXml(sent), stored: placeXml(after) },
    table?.namespaces ?? []
  )
  const { yes = [], no = [] } = Object.groupBy(found, ({ isChange, path }) =>
    isChange && !numbers.has(path) ? 'yes' : 'no'
  )
  const [refused, others] = [yes, no].map(list =>
    list.map(({ path, sent, stored }) => ({ path, sent, stored }))
  )
  return { refused: refused ?? [], others: others ?? [] }
}

export const compareAway = offLoop({ compareDocuments }, import.meta.url)
