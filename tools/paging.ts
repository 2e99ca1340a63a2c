import { createHash } from 'node:crypto'
import { badArguments } from './errors.ts'

/** A cursor holds an offset and the question it belongs to, so that it cannot go on in the answer to another one. */
export function cursorFor (question: readonly unknown[], offset: number): string {
  return Buffer.from(`${fingerprint(question)}.${offset}`).toString('base64url')
}

/** The offset of a cursor; 0 without one. Throws where it belongs to another question. */
export function offsetOf (question: readonly unknown[], cursor: string | undefined): number {
  if (cursor === undefined) return 0
  const [print, offset] = Buffer.from(cursor, 'base64url').toString('utf8').split('.')
  if (print !== fingerprint(question) || offset === undefined || !/^\d{1,9}$/.test(offset)) {
    throw badArguments('`cursor` does not belong to this call.', 'Repeat the call with the same arguments and the cursor that it returned.')
  }
  return Number(offset)
}

function fingerprint (question: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(question)).digest('base64url').slice(0, 12)
}

export interface Page<Item> { readonly items: readonly Item[], readonly offset: number, readonly cursor: string | undefined }

/** One page of a list that is whole in memory. */
export function pageOf<Item> (all: readonly Item[], at: { question: readonly unknown[], cursor: string | undefined, size: number }): Page<Item> {
  const offset = offsetOf(at.question, at.cursor)
  const items = all.slice(offset, offset + at.size)
  const next = offset + items.length
  return { items, offset, cursor: next < all.length ? cursorFor(at.question, next) : undefined }
}
