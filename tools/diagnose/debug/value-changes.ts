/** What has changed in captured values since the stop before. */
import type { CapturedValue } from './values.ts'

/** Values of one frame, without those that the reader knows already. */
export interface ShownValues {
  readonly values: readonly CapturedValue[]
  /** Requested values that are as they were shown before. */
  readonly unchanged: number
}

/** Remembers what was shown of each procedure, so that a stop shows changes alone. */
export function createChanges(): (frame: string, now: readonly CapturedValue[]) => ShownValues {
  const shown = new Map<string, readonly CapturedValue[]>()
  return (frame, now) => {
    const before = shown.get(frame)
    shown.set(frame, now)
    if (before === undefined) return { values: now, unchanged: 0 }
    const values = changed(before, now)
    return { values, unchanged: now.length - values.length }
  }
}

function changed(
  before: readonly CapturedValue[],
  now: readonly CapturedValue[]
): readonly CapturedValue[] {
  const old = new Map(before.map(one => [one.name, one]))
  return now.flatMap(one => {
    const same = old.get(one.name)
    if (same === undefined) return [one]
    const parts = changed(same.parts ?? [], one.parts ?? [])
    const isSame = own(same) === own(one) && same.parts?.length === one.parts?.length
    return isSame && parts.length === 0 ? [] : [{ ...one, ...(parts.length > 0 ? { parts } : {}) }]
  })
}

function own({ parts: _parts, ...rest }: CapturedValue): string {
  return JSON.stringify(rest)
}
