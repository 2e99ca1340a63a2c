/** Where the halts are kept, and how a command changes them. */
import { parseHalts, noHalts, textOf } from './halts.ts'
import type { HaltState } from './halts.ts'

export interface HaltStore {
  /** The stored text; undefined where nothing is stored. */
  read(): Promise<string | undefined>
  /** The same at once, where the store can. */
  readonly readNow?: (() => string | undefined) | undefined
  /** Stores `after` unless the stored text is no longer `before`. */
  exchange(before: string | undefined, after: string): Promise<boolean>
  /** What is stored may be lost by a restart of the store: a bridge that knows it stores it again. */
  readonly mayLose: boolean
}

const tries = 20

/** @param change must have no effect beside its result; it may be called more than once */
export async function changeHalts(
  store: HaltStore,
  change: (state: HaltState) => HaltState
): Promise<{ readonly before: HaltState; readonly after: HaltState }> {
  for (let turn = 0; turn < tries; turn++) {
    const stored = await store.read()
    const before = stored === undefined ? noHalts : parseHalts(stored)
    const after = change(before)
    if (await store.exchange(stored, textOf(after))) return { before, after }
  }
  throw new Error('the halts are being changed by others; try again')
}
