/** Groups findings by rule: a rule and each of its messages stand once, with their places by object. */
import type { ObjectRef } from '../../erp-client/index.ts'
import { placeWords, refWords } from './words.ts'

export interface GroupableFinding {
  readonly text: string
  /** Absent where the object is that of the whole answer, or unknown. */
  readonly ref?: ObjectRef | undefined
  /** Names the object where it has no `ref`. */
  readonly object?: string | undefined
  readonly part?: string | undefined
  readonly line?: number | undefined
  readonly column?: number | undefined
}

/** An object with the positions in each of its parts; a position is `12` or `12:5`. */
interface Place {
  readonly ref: ObjectRef | undefined
  readonly words: string
  readonly parts: ReadonlyMap<string, readonly (number | string)[]>
}

interface Message<Finding> {
  readonly first: Finding
  readonly places: readonly Place[]
}

export interface RuleGroup<Finding> {
  readonly first: Finding
  readonly messages: readonly Message<Finding>[]
}

/** What two findings have to share; `message` completes the text, e.g. with its quick fix. */
export interface GroupKeys<Finding> {
  rule(finding: Finding): string
  message?(finding: Finding): string
}

/** The findings by rule and message, both in the order in which they occur first. */
export function groupFindings<Finding extends GroupableFinding>(
  findings: readonly Finding[],
  keys: GroupKeys<Finding>
): RuleGroup<Finding>[] {
  return [...groupBy(findings, keys.rule)].map(rule => ({
    first: rule[0],
    messages: [...groupBy(rule, one => JSON.stringify([one.text, keys.message?.(one)]))].map(
      alike => ({ first: alike[0], places: placesOf(alike) })
    )
  }))
}

type Group<Item> = readonly [Item, ...Item[]]

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Group<Item>[] {
  return [...Map.groupBy(items, keyOf).values()] as unknown as Group<Item>[]
}

function placesOf(alike: readonly GroupableFinding[]): Place[] {
  const wordsOf = ({ ref, object = '' }: GroupableFinding) =>
    ref === undefined ? object : refWords(ref)
  return groupBy(alike, wordsOf).map(group => ({
    ref: group[0].ref,
    words: wordsOf(group[0]),
    parts: new Map(
      groupBy(group, ({ part = 'main' }) => part).map(one => [
        one[0].part ?? 'main',
        [...new Set(one.flatMap(positionOf))]
      ])
    )
  }))
}

function positionOf({ line, column }: GroupableFinding): (number | string)[] {
  if (line === undefined) return []
  return [column === undefined ? line : placeWords({ line, column })]
}

/**
 * A group as structured data: the facts of its rule, then its messages. `at` has the positions by
 * part where the answer is about one object, else by object and part: `CLAS ZCL_A testclasses`.
 * @param about words of the object that the whole answer is about
 */
export function groupData<Finding extends GroupableFinding>(
  { first, messages }: RuleGroup<Finding>,
  facts: { rule(finding: Finding): object; message?(finding: Finding): object },
  about?: string
): object {
  return {
    ...facts.rule(first),
    messages: messages.map(({ first: message, places }) => ({
      text: message.text,
      ...facts.message?.(message),
      at: Object.fromEntries(places.flatMap(place => positionsByName(place, about)))
    }))
  }
}

function positionsByName(
  place: Place,
  about: string | undefined
): [name: string, positions: readonly (number | string)[]][] {
  return [...place.parts].map(([part, positions]) => [
    isKnown(place, about) ? part : `${place.words} ${placeWords({ part })}`.trim(),
    positions
  ])
}

const isKnown = ({ words }: Place, about: string | undefined): boolean =>
  words === '' || words === about

export interface GroupWords<Finding> {
  /** Begins the first line, e.g. with the priority. */
  readonly level: string
  readonly rule: string
  /** Follows the text of a message, e.g. ` (quick fix)`. */
  mark?(finding: Finding): string
  /** Words of the object that the whole answer is about; its places do not repeat it. */
  readonly about?: string | undefined
}

/** Beginnings that are shorter are cheaper where they stand. */
const shortestBeginning = 12

/**
 * A group as lines: one where the rule has one message, else a line with the words with which all
 * of its messages begin and one for each message with the rest.
 */
export function groupLines<Finding extends GroupableFinding>(
  { messages }: RuleGroup<Finding>,
  { level, rule, mark = () => '', about }: GroupWords<Finding>
): string[] {
  const linesOf = ({ first, places }: Message<Finding>, text: string) => {
    const where = placeList(places, about)
    return `${text}${mark(first)}${where === '' ? '' : `: ${where}`}`
  }
  const [only, ...others] = messages
  if (only === undefined) return []
  if (others.length === 0) {
    const { text } = only.first
    const title = rule === text || rule.endsWith(` ${text}`) ? rule : `${text} [${rule}]`
    return [linesOf(only, `${level} ${title}`)]
  }
  const shared = beginningOf(messages.map(({ first }) => first.text))
  return [
    `${level} [${rule}]${shared === '' ? '' : ` ${shared}…`}`,
    ...messages.map(message => linesOf(message, `  ${message.first.text.slice(shared.length)}`))
  ]
}

/** The whole words with which all texts begin; empty where a text would be nothing but them. */
function beginningOf(texts: readonly string[]): string {
  const [first = '', ...others] = texts
  let length = first.length
  for (const text of others) {
    let same = 0
    while (same < length && text[same] === first[same]) same++
    length = same
  }
  const end = first.lastIndexOf(' ', length - 1) + 1
  return end < shortestBeginning || texts.some(text => text.length <= end)
    ? ''
    : first.slice(0, end)
}

/** `CLAS ZCL_A 12, 24, testclasses 5; ZCL_B 3`: the type only where it changes. */
function placeList(places: readonly Place[], about: string | undefined): string {
  return places
    .map((place, index) => {
      const { ref, words, parts } = place
      const before = places[index - 1]?.ref
      const name =
        ref !== undefined && ref.type === before?.type ? words.slice(ref.type.length + 1) : words
      const at = [...parts].map(([part, positions]) =>
        `${placeWords({ part })} ${positions.join(', ')}`.trim()
      )
      return `${isKnown(place, about) ? '' : name} ${at.join(', ')}`.trim()
    })
    .filter(words => words !== '')
    .join('; ')
}
