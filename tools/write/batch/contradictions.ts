/** Entries of one batch that contradict each other, refused before anything is sent. */
import type { ObjectRef } from '../../../erp-client/index.ts'
import { badArguments } from '../../failure/errors.ts'
import type { ToolError } from '../../failure/errors.ts'
import { upperFirst } from '../../failure/sentence.ts'
import { refWords } from '../../objects/words.ts'

export interface Entry {
  readonly action: 'create' | 'update' | 'edit' | 'edit_method' | 'delete'
  readonly transport?: string | undefined
  readonly source?: string | undefined
  readonly fields?: Readonly<Record<string, unknown>> | undefined
  readonly edits?: readonly { readonly old: string; readonly new: string }[] | undefined
  readonly method?: string | undefined
  readonly include?: string | undefined
  readonly expectedHash?: string | undefined
}

/** An entry at its place in the batch, from 1, with the object it means. */
export interface Placed {
  readonly place: number
  readonly entry: Entry
  readonly ref: ObjectRef
}

/** What contradicts in a pair of entries on one object, the earlier one first. */
type Rule = (first: Entry, second: Entry) => string | undefined

const partOf = ({ include }: Entry): string => include ?? 'main'
const samePart = (a: Entry, b: Entry): boolean => partOf(a) === partOf(b)
/** A method is looked for in every part where none is named. */
const mayChangeSamePart = (a: Entry, b: Entry): boolean =>
  samePart(a, b) ||
  [a, b].some(({ action, include }) => action === 'edit_method' && include === undefined)
/** The entry gives a source as a whole. */
const isWhole = ({ action, source }: Entry): boolean =>
  source !== undefined && (action === 'create' || action === 'update')
const isPart = ({ action }: Entry): boolean => action === 'edit' || action === 'edit_method'

const rules: readonly Rule[] = [
  (a, b) =>
    a.action === b.action && (a.action === 'create' || a.action === 'delete')
      ? `both ${a.action} it`
      : undefined,
  (a, b) =>
    a.action === 'delete' || b.action === 'delete'
      ? 'one deletes what the other writes'
      : undefined,
  (_a, b) => (b.action === 'create' ? 'it is changed before it is created' : undefined),
  (a, b) =>
    isWhole(a) && isWhole(b) && samePart(a, b)
      ? `both give the whole source${a.source === b.source ? '' : ', and not the same one'}`
      : undefined,
  (a, b) =>
    isPart(a) && isWhole(b) && mayChangeSamePart(a, b)
      ? 'the whole source of the second undoes the first'
      : undefined,
  (a, b) =>
    a.action === 'edit_method' &&
    b.action === 'edit_method' &&
    mayChangeSamePart(a, b) &&
    sameWord(a.method, b.method)
      ? `both give the method ${b.method ?? ''}`
      : undefined,
  (a, b) =>
    a.action === 'edit' && b.action === 'edit' && samePart(a, b) && sharesOld(a, b)
      ? 'both replace the same text'
      : undefined,
  (a, b) => {
    const field = Object.keys(a.fields ?? {}).find(name =>
      differs(a.fields?.[name], b.fields?.[name])
    )
    return field === undefined ? undefined : `they give different values for ${field}`
  },
  (a, b) =>
    b.expectedHash !== undefined && mayChangeSamePart(a, b)
      ? 'the hash that the second expects is no longer that of the source after the first'
      : undefined,
  ({ transport: a }, { transport: b }) =>
    a !== undefined && b !== undefined && a !== b
      ? `they name different requests, ${a} and ${b}`
      : undefined
]

function sameWord(a: string | undefined, b: string | undefined): boolean {
  return a?.trim().toUpperCase() === b?.trim().toUpperCase()
}

function sharesOld({ edits = [] }: Entry, { edits: others = [] }: Entry): boolean {
  return edits.some(({ old }) => others.some(other => other.old.trim() === old.trim()))
}

function differs(a: unknown, b: unknown): boolean {
  return b !== undefined && JSON.stringify(a) !== JSON.stringify(b)
}

/** @throws ToolError TOOL_BAD_ARGUMENTS that names the entries of every contradiction */
export function refuseContradictions(placed: readonly Placed[]): void {
  const found = [...Map.groupBy(placed, ({ ref }) => refWords(ref)).values()].flatMap(
    contradictionsOf
  )
  if (found.length > 0) throw contradicting(found)
}

function contradictionsOf(group: readonly Placed[]): string[] {
  return group.flatMap((second, at) =>
    group.slice(0, at).flatMap(first => {
      const why = rules
        .map(rule => rule(first.entry, second.entry))
        .find(word => word !== undefined)
      return why === undefined ? [] : [`${words(first)} and ${words(second)}: ${why}`]
    })
  )
}

function words({ place, entry: { action, include }, ref }: Placed): string {
  return `entry ${place} (${action} ${refWords(ref)}${include === undefined ? '' : ` ${include}`})`
}

function contradicting(found: readonly string[]): ToolError {
  const shown = found.slice(0, 10).map(one => `${upperFirst(one)}.`)
  const more = found.length > shown.length ? ` And ${found.length - shown.length} more.` : ''
  return badArguments(
    `Entries of the batch contradict each other. ${shown.join(' ')}${more}`,
    'Join the entries of one object into one, or send them in calls of their own. Nothing was sent.'
  )
}
