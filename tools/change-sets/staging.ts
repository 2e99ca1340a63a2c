/** One call at one change set: what it sees staged, and what it stages. */
import { ToolError } from '../failure/errors.ts'
import { createErpCache } from '../../erp-client/cache/erp-cache.ts'
import type { ErpCache } from '../../erp-client/cache/erp-cache.ts'
import { objectKey } from '../journal/undo/contents.ts'
import { isBeingApplied } from './access.ts'
import type { OwnSets } from './access.ts'
import type { SetContent, StagedContent, StoredSet } from './change-sets.ts'
import { assertFits, contentDigest, contentKey, DraftContent } from './content.ts'

const nothing: SetContent = { creations: [], contents: [], deletions: [] }
/** Attempts to store what a call has staged while other calls stage as well. */
const most = 20

export class Staging {
  readonly name: string
  readonly draft: DraftContent
  /**
   * Of this call alone: what is staged must not be cached with what the ERP has. Its sessions keep
   * locks, because no lock is taken.
   */
  readonly cache: ErpCache = Object.assign(
    createErpCache({ cacheBytes: 4_000_000, freshnessMs: 0 }),
    { locksKept: true }
  )
  readonly #sets: OwnSets
  readonly #before: SetContent

  private constructor(sets: OwnSets, name: string, stored: StoredSet | undefined) {
    this.name = name
    this.#sets = sets
    this.#before = stored?.state === 'open' ? stored.content : nothing
    this.draft = new DraftContent(this.#before)
  }

  /**
   * @param of whether the call only shows what is staged
   * @throws ToolError CHANGE_SET_APPLYING, CHANGE_SET_UNKNOWN
   */
  static async open(sets: OwnSets, name: string, stages: boolean): Promise<Staging> {
    const stored = await sets.store.read(sets.owner, name)
    if (stored?.state === 'applying' && stages) throw isBeingApplied(stored)
    return new Staging(sets, name, stored)
  }

  get hasChanges(): boolean {
    return contentDigest(this.draft.value) !== contentDigest(this.#before)
  }

  /**
   * Stores what this call has staged, together with what other calls have staged meanwhile.
   * @throws ToolError CHANGE_SET_CHANGED where another call has staged the same object
   */
  async commit(): Promise<SetContent> {
    const { store, owner } = this.#sets
    for (let attempt = 0; attempt < most; attempt++) {
      const stored = await store.read(owner, this.name)
      if (stored?.state === 'applying') throw isBeingApplied(stored)
      const now = stored?.state === 'open' ? stored.content : nothing
      const merged = mergedContent({ before: this.#before, own: this.draft.value, now })
      if (merged === undefined) throw changedMeanwhile(this.name)
      assertFits(merged)
      const revision = stored?.state === 'open' ? stored.revision : 0
      if (await store.save(owner, { name: this.name, revision }, merged)) return merged
    }
    throw changedMeanwhile(this.name)
  }
}

interface Merge {
  /** What the call has begun with, what it makes of it, and what is stored now. */
  readonly before: SetContent
  readonly own: SetContent
  readonly now: SetContent
}

/** Undefined where the call and another one have changed the same entry. */
function mergedContent({ before, own, now }: Merge): SetContent | undefined {
  const parts = {
    creations: merged(before.creations, own.creations, now.creations),
    contents: merged(before.contents, own.contents, now.contents),
    deletions: merged(before.deletions, own.deletions, now.deletions)
  }
  const { creations, contents, deletions } = parts
  if (creations === undefined || contents === undefined || deletions === undefined) return undefined
  const gone = new Set(deletions.map(({ ref }) => objectKey(ref)))
  const isKept = ({ ref }: Pick<StagedContent, 'ref'>) => !gone.has(objectKey(ref))
  // One call deletes what another one changes: neither is right without the other.
  if (!contents.every(isKept) || !creations.every(isKept)) return undefined
  return { creations, contents, deletions }
}

function merged<Entry extends Parameters<typeof contentKey>[0]>(
  before: readonly Entry[],
  own: readonly Entry[],
  now: readonly Entry[]
): readonly Entry[] | undefined {
  const [from, mine, theirs] = [before, own, now].map(
    entries => new Map(entries.map(entry => [contentKey(entry), entry]))
  ) as [Map<string, Entry>, Map<string, Entry>, Map<string, Entry>]
  const isSame = (one: Entry | undefined, other: Entry | undefined) =>
    JSON.stringify(one) === JSON.stringify(other)
  for (const key of new Set([...from.keys(), ...mine.keys()])) {
    const wanted = mine.get(key)
    if (isSame(from.get(key), wanted)) continue
    if (!isSame(from.get(key), theirs.get(key)) && !isSame(wanted, theirs.get(key))) {
      return undefined
    }
    if (wanted === undefined) theirs.delete(key)
    else theirs.set(key, wanted)
  }
  return [...theirs.values()]
}

function changedMeanwhile(name: string): ToolError {
  return new ToolError(
    'CHANGE_SET_CHANGED',
    `Another call has staged something else for the same object in ${name} meanwhile.`,
    {
      remedy: 'Nothing was staged. Read the object again with changeSet, and repeat the call.',
      outcome: 'failed'
    }
  )
}
