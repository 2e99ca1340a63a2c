/** Corrects SHIFT … DELETING IN BYTE MODE, which the runtime ignores. */
import { currentRuntime } from '../abap.ts'
import { resolve } from '../values.ts'

interface Field {
  get(): unknown
  set(value: string): unknown
}
interface Options {
  readonly mode?: string
  readonly deletingLeading?: unknown
  readonly deletingTrailing?: unknown
}
type Shift = (target: Field, options?: Options) => void

export function correctShift(): void {
  const { statements } = currentRuntime() as unknown as { statements: { shift: Shift } }
  const { shift } = statements
  statements.shift = (target, options) => {
    const mask = options?.deletingLeading ?? options?.deletingTrailing
    if (options?.mode !== 'BYTE' || mask === undefined) {
      shift(target, options)
      return
    }
    const deleted = new Set(bytesOf(mask))
    const bytes = bytesOf(target)
    if (options.deletingLeading === undefined) {
      let end = bytes.length
      while (end > 0 && deleted.has(bytes[end - 1] ?? '')) end--
      target.set('00'.repeat(bytes.length - end) + bytes.slice(0, end).join(''))
    } else {
      let start = 0
      while (start < bytes.length && deleted.has(bytes[start] ?? '')) start++
      target.set(bytes.slice(start).join(''))
    }
  }
}

/** Pairs of hexadecimal digits. */
function bytesOf(value: unknown): readonly string[] {
  const field = resolve(value) as Field | string
  return String(typeof field === 'string' ? field : field.get()).match(/../g) ?? []
}
