/** Cursors of long lists: signed, and valid only for the call that they came from. */
import { badArguments } from '../failure/errors.ts'
import type { TokenSigner } from './tokens/token-signer.ts'

/** The cursors of one caller; valid on every replica with the same key. */
export interface Cursors {
  /** A cursor that continues at an offset. */
  at(question: readonly unknown[], offset: number): string
  /**
   * The offset of a cursor; 0 without one. Throws TOOL_BAD_ARGUMENTS where it is changed, too old,
   * of another caller, or of another question.
   */
  offset(question: readonly unknown[], cursor: string | undefined): number
}

/** Lists change; an offset that is older than an hour is not worth keeping. */
const lifeSeconds = 3600

export function createCursors(signer: TokenSigner, who: string): Cursors {
  const terms = (question: readonly unknown[]) =>
    ({ kind: 'cursor', bound: [who, question] }) as const
  return {
    at: (question, offset) => signer.sign(offset, { ...terms(question), seconds: lifeSeconds }),
    offset(question, cursor) {
      if (cursor === undefined) return 0
      const offset = signer.verify(cursor, terms(question))?.content
      if (typeof offset === 'number') return offset
      throw badArguments(
        '`cursor` does not belong to this call: it was changed, it is older than an hour, or it was made for other arguments, another caller, another ERP system or a bridge with another --state-key.',
        'Repeat the call with the same arguments and the cursor that it returned, or begin again without a cursor.'
      )
    }
  }
}

export interface Page<Item> {
  readonly items: readonly Item[]
  readonly offset: number
  readonly cursor: string | undefined
}

/** One page of a list that is complete in memory. */
export function pageOf<Item>(
  all: readonly Item[],
  at: { cursors: Cursors; question: readonly unknown[]; cursor: string | undefined; size: number }
): Page<Item> {
  const { cursors, question, cursor, size } = at
  const offset = cursors.offset(question, cursor)
  const items = all.slice(offset, offset + size)
  const next = offset + items.length
  return { items, offset, cursor: next < all.length ? cursors.at(question, next) : undefined }
}
