/** Lines whose MAC does not fit: altered, inserted, torn, unsealed, or under another key. */
import type { AuditKey, Seal } from '../chain.ts'
import type { Place } from './lines.ts'
import { objectOf } from './lines.ts'
import type { Gap } from './order.ts'
import { findingAt } from './report.ts'
import type { Finding } from './report.ts'
import type { Writer } from './writer.ts'

interface Suspect {
  readonly place: Place
  readonly kind: 'inserted' | 'torn' | 'unsealed'
  /** What the line says of itself. */
  readonly seal: Seal | undefined
}

interface NewLine {
  readonly text: string
  readonly bytes: Buffer
  readonly place: Place
  readonly seal: Seal | undefined
  /** Genuine lines name the same writer. */
  readonly isKnown: boolean
}

/** Chains under a key that was not given, which count as one. */
interface Foreign {
  readonly first: Place
  readonly seal: Seal
  /** That its first line names. */
  readonly keyId: string
  lines: number
}

const details: Readonly<Record<Suspect['kind'], string>> = {
  inserted: 'a line that no chain has',
  torn: 'the line breaks off: its bridge was killed, or the disk was full',
  unsealed:
    'an audit line without a MAC: written by a bridge without a state key or of an older version, or inserted'
}

export class Suspects {
  readonly #keyIds: ReadonlySet<string>
  readonly #suspects = new Set<Suspect>()
  /** By writer. */
  readonly #foreign = new Map<string, Foreign>()

  constructor(keys: readonly AuditKey[]) {
    this.#keyIds = new Set(keys.map(({ id }) => id))
  }

  get count(): number {
    return this.#suspects.size
  }

  add({ text, bytes, place, seal, isKnown }: NewLine): void {
    const foreign = isKnown ? undefined : seal && this.#foreign.get(seal.writer)
    if (foreign !== undefined) {
      foreign.lines++
      return
    }
    const facts = objectOf(bytes)
    const isAudit = typeof facts?.['kind'] === 'string'
    const keyId = facts?.['key']
    if (seal !== undefined && !isKnown && typeof keyId === 'string' && !this.#keyIds.has(keyId)) {
      this.#foreign.set(seal.writer, { first: place, seal, keyId, lines: 1 })
      return
    }
    const isTorn = facts === undefined && seal === undefined && isBeginning(text)
    const kind = isTorn ? 'torn' : isAudit && seal === undefined ? 'unsealed' : 'inserted'
    this.#suspects.add({ place, kind, seal })
  }

  /** The part of a line that stands before this place was written as a whole afterwards. */
  resolveTorn({ at }: Place): void {
    for (const suspect of this.#suspects) {
      if (suspect.kind === 'torn' && suspect.place.at === at - 1) this.#suspects.delete(suspect)
    }
  }

  end(writers: ReadonlyMap<string, Writer>): Finding[] {
    const foreign = [...this.#foreign].flatMap(([writer, found]) =>
      writers.has(writer) ? [] : [wrongKey(writer, found)]
    )
    // Such a line names a key that its chain does not have.
    for (const [writer, { first: place, seal }] of this.#foreign) {
      if (writers.has(writer)) this.#suspects.add({ place, kind: 'inserted', seal })
    }
    const suspects = [...this.#suspects].toSorted((a, b) => a.place.at - b.place.at)
    const sealed = suspects.filter(({ seal }) => seal !== undefined)
    const [first] = sealed
    if (writers.size === 0 && first !== undefined) {
      const detail = `no key that was given fits any of ${sealed.length} lines from here on`
      const others = suspects.filter(({ seal }) => seal === undefined)
      return [
        ...foreign,
        findingAt('wrong key', first.place, { detail }),
        ...others.map(suspect => judge(suspect, writers))
      ]
    }
    return [...foreign, ...suspects.map(suspect => judge(suspect, writers))]
  }
}

const beginning = '{"time":"'
const isBeginning = (text: string) => text.startsWith(beginning) || beginning.startsWith(text)

function wrongKey(writer: string, { first, keyId, lines }: Foreign): Finding {
  const detail = `${lines} lines from here on belong to a chain under the key ${keyId}, which was not given`
  return findingAt('wrong key', first, { writer, detail })
}

/** A suspect in the place of a line that is missing is that line, altered. */
function judge({ place, kind, seal }: Suspect, writers: ReadonlyMap<string, Writer>): Finding {
  const claimed = seal && writers.get(seal.writer)
  if (seal !== undefined && claimed !== undefined) {
    const { order } = claimed
    const gap = order.gaps.find(({ from, to }) => seal.seq >= from && seal.seq <= to)
    if (gap !== undefined) return altered(claimed, { gap, seq: seal.seq, place })
    if (seal.seq === order.next && !claimed.ended) {
      order.next++
      order.last = place
      claimed.ended = true
      return alteredAt(place, claimed.id, seal.seq)
    }
  }
  for (const writer of writers.values()) {
    const gap = writer.order.gaps.find(
      ({ after, before }) => (after?.at ?? 0) <= place.at && place.at <= before.at
    )
    if (gap !== undefined) return altered(writer, { gap, seq: gap.from, place })
  }
  return findingAt(kind, place, { detail: details[kind] })
}

function altered(
  writer: Writer,
  { gap, seq, place }: { readonly gap: Gap; readonly seq: number; readonly place: Place }
): Finding {
  writer.order.remove(gap, seq)
  return alteredAt(place, writer.id, seq)
}

function alteredAt(place: Place, writer: string, seq: number): Finding {
  const detail = `line ${seq} of the chain, with another content than the bridge wrote`
  return findingAt('altered', place, { writer, detail })
}
