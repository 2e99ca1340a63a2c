/** Restores objects whose whole state was recorded. */
import { objectType } from '../../../erp-client/index.ts'
import type { ObjectRef } from '../../../erp-client/index.ts'
import type { StateBefore } from '../journal.ts'
import { contentHash, objectKey, placeKey, placeWords } from './contents.ts'
import { restoreKnowledgeOf } from './knowledge.ts'
import type { Earlier, Reversal } from './reversal.ts'

/** The contents of an object whose whole state was recorded. */
export function wholePlaces(ref: ObjectRef, { texts, facts }: StateBefore): readonly Earlier[] {
  return Object.entries(texts).flatMap(([field, newest]): Earlier[] => {
    const [, word = '', part] = /^(newest|document|texts)(?: (\S+))?$/.exec(field) ?? []
    const version = String(facts['version'] ?? 'active')
    if (word === 'document') {
      return [{ place: { kind: 'document', ref }, version, newest, active: undefined }]
    }
    if (word === 'texts') {
      return [{ place: { kind: 'texts', ref, part }, version, newest, active: undefined }]
    }
    if (word !== 'newest' || part === undefined) return []
    // Some releases answer with an empty text where nothing was ever active.
    const stored = texts[`active ${part}`]
    const active = stored === '' && newest !== '' ? undefined : stored
    return [
      {
        place: { kind: 'source', ref, part },
        version: active === newest ? 'active' : 'inactive',
        newest,
        active
      }
    ]
  })
}

export async function recreate(
  ref: ObjectRef,
  before: StateBefore,
  reversal: Reversal
): Promise<void> {
  reversal.recreate({ ref, facts: before.facts })
  const places = wholePlaces(ref, before)
  for (const earlier of places) await again(earlier, reversal)
  const [first] = Object.keys(objectType(ref.type)?.parts ?? {})
  const main = places.find(({ place }) => place.kind === 'source' && place.part === first)
  if (before.facts['version'] === 'active') reversal.active.set(objectKey(ref), ref)
  else if (main?.active === undefined) reversal.active.delete(objectKey(ref))
  const { knowledge } = before.texts
  if (knowledge !== undefined) await restoreKnowledgeOf(ref, knowledge, reversal)
  for (const [field, facts] of Object.entries(before.texts)) {
    const [, type, name] = /^member (\S+) (\S+)$/.exec(field) ?? []
    if (type === undefined || name === undefined) continue
    const member = { type, name, group: ref.name }
    const texts = Object.entries(before.texts).flatMap(([own, text]) =>
      own.startsWith(`${field} `) ? [[own.slice(field.length + 1), text]] : []
    )
    const state = { kind: 'object', facts: JSON.parse(facts), texts: Object.fromEntries(texts) }
    await recreate(member, state as StateBefore, reversal)
  }
}

/** Nothing is expected of the content of a deleted object; older steps meet what is restored. */
async function again(earlier: Earlier, reversal: Reversal): Promise<void> {
  const { place, newest } = earlier
  const hash = await contentHash(place, newest)
  reversal.expect({
    key: placeKey(place),
    words: placeWords(place),
    hash: undefined,
    reverts: hash,
    now: async () => 'missing'
  })
  reversal.restore(earlier)
}
