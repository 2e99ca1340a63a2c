/** The content of a change set while calls change it: one entry for each object or part. */
import { createHash } from 'node:crypto'
import type { ObjectRef } from '../../erp-client/index.ts'
import { badArguments, ToolError } from '../failure/errors.ts'
import { objectKey, placeKey } from '../journal/undo/contents.ts'
import type { Place } from '../journal/undo/contents.ts'
import { refWords } from '../objects/words.ts'
import type { SetContent, StagedContent, StagedCreation, StagedDeletion } from './change-sets.ts'

/** Of one set. Its characters are those of all texts, also of those before the change. */
export const limits = { entries: 200, characters: 8_000_000 }

type Entry = StagedContent | StagedCreation | StagedDeletion

export function contentKey(entry: Entry): string {
  return 'kind' in entry ? placeKey(entry) : objectKey(entry.ref)
}

/** Identifies what the set does, and the state that it was made for. */
export function contentDigest({ creations, contents, deletions }: SetContent): string {
  const sorted = (entries: readonly Entry[]) =>
    entries
      .map(entry => [contentKey(entry), canonical(entry)])
      .toSorted(([one = ''], [other = '']) => (one < other ? -1 : 1))
  const all = [sorted(creations), sorted(contents), sorted(deletions)]
  return createHash('sha256').update(JSON.stringify(all)).digest('base64url')
}

/** The same text for the same facts, whatever their order. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : one
  )
}

/** The objects of a set, each once, those first that it creates. */
export function objectsIn({ creations, contents, deletions }: SetContent): ObjectRef[] {
  const all: readonly Entry[] = [...creations, ...contents, ...deletions]
  return [...new Map(all.map(({ ref }) => [objectKey(ref), ref])).values()]
}

export function isEmpty({ creations, contents, deletions }: SetContent): boolean {
  return creations.length + contents.length + deletions.length === 0
}

export class DraftContent {
  readonly creations = new Map<string, StagedCreation>()
  readonly contents = new Map<string, StagedContent>()
  readonly deletions = new Map<string, StagedDeletion>()

  constructor({ creations, contents, deletions }: SetContent) {
    for (const one of creations) this.creations.set(contentKey(one), one)
    for (const one of contents) this.contents.set(contentKey(one), one)
    for (const one of deletions) this.deletions.set(contentKey(one), one)
  }

  get value(): SetContent {
    return {
      creations: [...this.creations.values()],
      contents: [...this.contents.values()],
      deletions: [...this.deletions.values()]
    }
  }

  isDeleted(ref: ObjectRef): boolean {
    return this.deletions.has(objectKey(ref))
  }

  creationOf(ref: ObjectRef): StagedCreation | undefined {
    return this.creations.get(objectKey(ref))
  }

  /** @throws ToolError TOOL_BAD_ARGUMENTS where the object is staged already */
  create(creation: StagedCreation): void {
    const { ref } = creation
    if (this.creationOf(ref) !== undefined) {
      throw badArguments(`${refWords(ref)} is created by this change set already.`, 'Change it.')
    }
    if (this.isDeleted(ref)) throw deleted(ref)
    this.creations.set(objectKey(ref), creation)
  }

  /** Further facts of an object that the set creates. */
  describe(ref: ObjectRef, fields: Readonly<Record<string, unknown>>): void {
    const creation = this.creationOf(ref)
    if (creation === undefined) return
    const all = { ...creation.fields, ...fields }
    this.creations.set(objectKey(ref), { ...creation, fields: all })
  }

  /** The text that a place gets; one that is again as before leaves nothing staged. */
  write(place: Place, { base, text, transport }: Written): void {
    const { ref } = place
    if (this.isDeleted(ref)) throw deleted(ref)
    const creation = this.creationOf(ref)
    if (creation !== undefined && isMain(place)) {
      this.creations.set(objectKey(ref), {
        ...creation,
        source: text,
        transport: transport ?? creation.transport
      })
      return
    }
    const key = placeKey(place)
    const known = this.contents.get(key)
    const first = known === undefined ? base : known.base
    if (text === first) this.contents.delete(key)
    else {
      this.contents.set(key, {
        ...{ kind: place.kind, ref, part: place.part },
        base: first,
        text,
        transport: transport ?? known?.transport
      })
    }
  }

  /** Takes back the texts that are staged of an object. */
  forget(of: ObjectRef): void {
    for (const [place, { ref }] of this.contents) {
      if (objectKey(ref) === objectKey(of)) this.contents.delete(place)
    }
  }

  /** What is staged of the object goes; one that the set creates leaves nothing behind. */
  delete(deletion: StagedDeletion): void {
    const key = objectKey(deletion.ref)
    this.forget(deletion.ref)
    if (!this.creations.delete(key)) this.deletions.set(key, deletion)
  }
}

interface Written {
  readonly base: string | undefined
  readonly text: string
  readonly transport: string | undefined
}

export function isMain({ kind, part }: Place): boolean {
  return kind === 'source' && (part === undefined || part === 'main')
}

function deleted(ref: ObjectRef): ToolError {
  return badArguments(
    `${refWords(ref)} is deleted by this change set.`,
    'ERPManage change_set with mode discard and the name of the object takes that back.'
  )
}

/** @throws ToolError CHANGE_SET_FULL */
export function assertFits(content: SetContent): void {
  const { creations, contents, deletions } = content
  const entries = creations.length + contents.length + deletions.length
  const characters = JSON.stringify(content).length
  if (entries <= limits.entries && characters <= limits.characters) return
  throw new ToolError(
    'CHANGE_SET_FULL',
    `The change set would have ${entries} entries and ${characters} characters; ${limits.entries} and ${limits.characters} are possible.`,
    { remedy: 'Nothing was staged. Apply it first, or begin another one.', outcome: 'failed' }
  )
}
