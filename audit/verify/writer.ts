/** One writer's lines, as far as they are genuine. */
import type { AuditKey, ChainPlace, Seal } from '../chain.ts'
import type { Place } from './lines.ts'
import { objectOf } from './lines.ts'
import { LineOrder } from './order.ts'
import { findingAt } from './report.ts'
import type { Finding, OpenIntent } from './report.ts'

/** Genuine, and read so far as the verification needs it. */
export interface GenuineLine {
  readonly bytes: Buffer
  readonly seal: Seal
  readonly place: Place
  readonly kind: string
  readonly intent: string | undefined
}

export class Writer {
  readonly id: string
  readonly key: AuditKey
  readonly order = new LineOrder()
  readonly intents = new Map<string, OpenIntent>()
  lines = 0
  ended = false
  /** The chain begins in an earlier file, as its first line here says; `since` is its last one there. */
  continues: { readonly seq: number; readonly since: string } | undefined
  /** The last line in its place. */
  #last = { seq: -1, mac: '' }

  constructor(id: string, key: AuditKey) {
    this.id = id
    this.key = key
  }

  /** Takes a line, and says what is wrong with its place. */
  add(line: GenuineLine): Finding[] {
    const { seal, place, kind } = line
    this.lines++
    if (kind === 'continued' && this.lines === 1) {
      const since = objectOf(line.bytes)?.['since']
      this.continues = { seq: seal.seq, since: String(since) }
    }
    if (kind === 'ended') this.ended = true
    this.#note(line)
    const findings = this.order.add(seal.seq, place).flatMap(order => {
      if (order.kind === 'next') return this.#forks(seal, place)
      if (order.kind === 'early') return [this.#moved(order.line)]
      if (order.kind === 'late') return [this.#moved(place)]
      const copied = order.kind === 'twice' ? order.line : place
      return [
        findingAt('inserted', copied, {
          writer: this.id,
          detail: `a copy of line ${seal.seq} of the chain`
        })
      ]
    })
    if (this.order.next === seal.seq + 1) this.#last = seal
    return findings
  }

  /** Two genuine lines with different predecessors were made with the key. */
  #forks({ seq, prev }: Seal, place: Place): Finding[] {
    if (seq !== this.#last.seq + 1 || prev === this.#last.mac) return []
    return [
      findingAt('altered', place, {
        writer: this.id,
        detail: 'it follows another line than the one before it: two chains have one name'
      })
    ]
  }

  #moved(place: Place): Finding {
    return findingAt('moved', place, {
      writer: this.id,
      detail: 'a genuine line in another place of its chain'
    })
  }

  #note({ bytes, kind, intent, place: { file, line } }: GenuineLine): void {
    if (intent === undefined) return
    if (kind === 'intent' && !this.intents.has(intent)) {
      this.intents.set(intent, { file, line, words: wordsOf(bytes) })
    }
    if (kind === 'call') this.intents.delete(intent)
  }
}

function wordsOf(bytes: Buffer): string {
  const { system, tool, action, object, user } = objectOf(bytes) ?? {}
  const what = [tool, action, object].filter(word => typeof word === 'string').join(' ')
  return `${what.slice(0, 300)} (${String(user)} at ${String(system)})`
}

/** The lines of other writers that a first line names. */
export function namedEnds(bytes: Buffer): ChainPlace[] {
  const after = objectOf(bytes)?.['after']
  return Array.isArray(after) ? (after as ChainPlace[]) : []
}
