/** What an undo of the requests that a call has really sent would leave different. */
import { changeRow } from '../../erp-client/index.ts'
import type { JournalStep, StateBefore, StepEnd } from './journal.ts'
import { undoWords } from './undo-words.ts'
import type { SentChange } from './undo-words.ts'

interface Sent extends SentChange {
  readonly object: string
}

export class RecordedLimits {
  readonly #sent = new Map<number, Sent>()
  /** Objects that were never active before this call, which an activation cannot take back. */
  readonly #neverActive = new Set<string>()

  add(steps: readonly JournalStep[], numbers: readonly number[]): void {
    for (const [index, { operation, ref, before }] of steps.entries()) {
      const number = numbers[index]
      if (number === undefined) continue
      const object = `${ref?.type ?? ''} ${ref?.group ?? ''} ${ref?.name ?? ''}`
      this.#sent.set(number, { operation, type: ref?.type, object })
      if (before !== undefined && isNeverActive(before)) this.#neverActive.add(object)
    }
  }

  words(ends: ReadonlyMap<number, StepEnd>): string | undefined {
    const done = [...this.#sent].flatMap(([number, sent]) =>
      ends.get(number)?.outcome === 'nothing' ? [] : [sent]
    )
    const created = new Set(
      done.flatMap(({ operation, object }) => (operation === 'object.create' ? [object] : []))
    )
    const stays = ({ operation, object }: Sent) =>
      operation !== 'activate' || (this.#neverActive.has(object) && !created.has(object))
    const changes = done.filter(({ operation }) => changeRow(operation)?.effect !== 'runtime')
    // Tests that ran after a change are no part of it.
    return undoWords((changes.length > 0 ? changes : done).filter(stays), true)
  }
}

/** A draft without an active version beside it; some releases answer with an empty text there. */
function isNeverActive({ facts, texts }: StateBefore): boolean {
  return (
    facts['version'] === 'inactive' &&
    !Object.entries(texts).some(([field, text]) => /^active(?: |$)/.test(field) && text !== '')
  )
}
