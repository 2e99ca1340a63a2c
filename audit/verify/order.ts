/** The order of one writer's lines: which are missing, in the wrong place, or there twice. */
import type { Place } from './lines.ts'

/** Numbers that were not where they belong. */
export interface Gap {
  from: number
  to: number
  /** The line before them, if any, and the one where they were missed. */
  readonly after: Place | undefined
  readonly before: Place
}

/**
 * What a line turns out to be by its number. `early`: the line there stood before its place;
 * `twice`: that line is here as well.
 */
export type Order =
  | { readonly kind: 'next' | 'late' | 'copy' }
  | { readonly kind: 'early' | 'twice'; readonly line: Place }

export class LineOrder {
  readonly gaps: Gap[] = []
  /** The number that comes next. */
  next = 0
  /** The last line in its place. */
  last: Place | undefined
  readonly #early = new Map<number, Place>()
  /** The last jump over missing lines, and how many lines followed it in order. */
  #jump: { readonly seq: number; readonly place: Place; readonly gap: Gap } | undefined
  #run = 0

  /** Says in what order the line is, and which line it shows to have been too early. */
  add(seq: number, place: Place): Order[] {
    while (seq > this.next && this.#early.delete(this.next)) this.next++
    if (seq >= this.next) return this.#forward(seq, place)
    const gap = this.gaps.find(({ from, to }) => seq >= from && seq <= to)
    if (gap === undefined) return [{ kind: 'copy' }]
    if (this.#jump?.gap === gap && this.#run === 1) return this.#back({ seq, place, gap })
    this.remove(gap, seq)
    return [{ kind: 'late' }]
  }

  /** One of the numbers was found after all. */
  remove(gap: Gap, seq: number): void {
    const rest = { ...gap, from: seq + 1 }
    if (rest.from <= rest.to) this.gaps.splice(this.gaps.indexOf(gap) + 1, 0, rest)
    gap.to = seq - 1
    if (gap.to < gap.from) this.gaps.splice(this.gaps.indexOf(gap), 1)
  }

  #forward(seq: number, place: Place): Order[] {
    const [from, to] = [this.next, seq - 1]
    const earlier = this.#early.get(seq)
    this.#early.delete(seq)
    if (from <= to) this.#openGap({ from, to, after: this.last, before: place }, seq)
    else this.#run++
    this.next = seq + 1
    this.last = place
    return [earlier === undefined ? { kind: 'next' } : { kind: 'twice', line: earlier }]
  }

  #openGap(gap: Gap, seq: number): void {
    this.gaps.push(gap)
    this.#jump = { seq, place: gap.before, gap }
    this.#run = 1
    for (const early of this.#early.keys()) {
      const around = this.gaps.find(({ from, to }) => early >= from && early <= to)
      if (around === undefined) continue
      this.remove(around, early)
      this.#jump = undefined
    }
  }

  /** The line before jumped ahead, because this one goes on where the order was left. */
  #back({ seq, place, gap }: { seq: number; place: Place; gap: Gap }): Order[] {
    const jump = this.#jump
    if (jump === undefined) return []
    this.#early.set(jump.seq, jump.place)
    this.#jump = undefined
    this.gaps.splice(this.gaps.indexOf(gap), 1)
    this.next = gap.from
    this.last = gap.after
    return [{ kind: 'early', line: jump.place }, ...this.add(seq, place)]
  }
}
