/** Packages outside of a package whose objects use it, or that it uses. */
import { findReferences, searchObjects } from '../../../erp-client/index.ts'
import type { ObjectHit, ObjectRef } from '../../../erp-client/index.ts'
import type { ToolContext } from '../../call/context.ts'
import { inParallel } from '../../call/parallel.ts'
import { typesMeant } from '../name-spaces.ts'
import { isRefused } from '../refused.ts'
import { shortName } from './sections.ts'
import type { OutsideName } from './uses.ts'

/** Names that are looked up, and objects whose where-used list is read. */
const mostNames = 30
const mostLists = 40

/** One package outside, with the names of both directions, most frequent first. */
export interface RelatedPackage {
  readonly name: string
  /** Its objects that are used inside. */
  readonly used: readonly string[]
  /** Its objects that use something inside. */
  readonly users: readonly string[]
}

export interface Related {
  readonly packages: readonly RelatedPackage[]
  readonly namesLeft: number
  readonly listsLeft: number
  /** The release has no where-used lists: packages that only use this one are not known. */
  readonly hasLists: boolean
}

interface Place {
  readonly package: string
  readonly name: string
  readonly count: number
}

export async function relatedPackages(
  context: ToolContext,
  hits: readonly ObjectHit[],
  { outside, inside }: { outside: readonly OutsideName[]; inside: ReadonlySet<string> }
): Promise<Related> {
  const names = namesToLookUp(outside)
  const lookedUp = context.may('search') ? names.slice(0, mostNames) : []
  const lists = hits.map(({ ref }) => ref).filter(({ type }) => listOrder.includes(type))
  const ordered = lists.toSorted((a, b) => listOrder.indexOf(a.type) - listOrder.indexOf(b.type))
  const [used, users] = await Promise.all([
    usedOutside(context, lookedUp),
    usersOutside(context, ordered.slice(0, mostLists), inside)
  ])
  const outsideUsed = used.filter(place => !inside.has(place.package))
  const all = new Set([...outsideUsed, ...(users ?? [])].map(place => place.package))
  const weight = (name: string) =>
    [...outsideUsed, ...(users ?? [])]
      .filter(place => place.package === name)
      .reduce((sum, { count }) => sum + count, 0)
  return {
    packages: [...all]
      .map(name => ({ name, used: namesIn(outsideUsed, name), users: namesIn(users ?? [], name) }))
      .toSorted((a, b) => weight(b.name) - weight(a.name)),
    namesLeft: names.length - lookedUp.length,
    listsLeft: Math.max(0, lists.length - mostLists),
    hasLists: users !== undefined
  }
}

/** What other packages are most likely to use comes first. */
const listOrder = ['INTF', 'CLAS', 'FUGR', 'TABL', 'DDLS', 'BDEF', 'SRVD', 'PROG', 'STRU', 'TTYP']

interface Wanted {
  readonly name: string
  readonly types: ReadonlySet<string>
  readonly count: number
}

const isCustomer = (name: string): boolean => /^[YZ/]/.test(name)

/** Names outside, those of customers first, then by the number of places. */
function namesToLookUp(outside: readonly OutsideName[]): Wanted[] {
  return [...Map.groupBy(outside, ({ need }) => need.name)]
    .map(([name, list]) => ({
      name,
      types: typesMeant(list.flatMap(({ need }) => need.kinds)),
      count: list.reduce((sum, { need }) => sum + need.lines.length, 0)
    }))
    .toSorted(
      (a, b) => Number(isCustomer(b.name)) - Number(isCustomer(a.name)) || b.count - a.count
    )
}

async function usedOutside(context: ToolContext, names: readonly Wanted[]): Promise<Place[]> {
  const found = await inParallel(names, async ({ name, types, count }) => {
    const hits = await hitsOf(context, name)
    const hit = hits.find(one => one.name === name && types.has(one.ref.type))
    return hit?.package === undefined
      ? []
      : [{ package: hit.package, name: shortName(hit.ref), count }]
  })
  return found.flat()
}

async function hitsOf(context: ToolContext, query: string): Promise<readonly ObjectHit[]> {
  try {
    return await searchObjects(context.erp, { query, maxResults: 10 }, context.signal)
  } catch (error) {
    if (!isRefused(error)) throw error
    return []
  }
}

/** Undefined where the ERP has no where-used lists. */
async function usersOutside(
  context: ToolContext,
  refs: readonly ObjectRef[],
  inside: ReadonlySet<string>
): Promise<Place[] | undefined> {
  let done = 0
  const lists = await inParallel(refs, async ref => {
    context.progress({ done: done++, total: refs.length, message: `where ${ref.name} is used` })
    return await usersOf(context, ref)
  })
  if (refs.length > 0 && lists.every(list => list === undefined)) return undefined
  return lists.flatMap(list => list ?? []).filter(place => !inside.has(place.package))
}

async function usersOf(context: ToolContext, ref: ObjectRef): Promise<Place[] | undefined> {
  try {
    const { references } = await findReferences(context.erp, { ref }, context.signal)
    return references.flatMap(({ ref: user, package: home, isResult }) =>
      isResult && user !== undefined && home !== undefined && user.type !== 'DEVC'
        ? [{ package: home, name: shortName(user), count: 1 }]
        : []
    )
  } catch (error) {
    if (!isRefused(error)) throw error
    return undefined
  }
}

function namesIn(places: readonly Place[], name: string): string[] {
  const counts = Map.groupBy(
    places.filter(place => place.package === name),
    place => place.name
  )
  const total = (list: readonly Place[]) => list.reduce((sum, { count }) => sum + count, 0)
  return [...counts]
    .toSorted(([, a], [, b]) => total(b) - total(a))
    .map(([words, list]) => `${words} ${total(list)}`)
}
