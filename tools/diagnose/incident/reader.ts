/** Reads one source after the other of an incident; one that cannot be read does not end the others. */
import { isErpError } from '../../../erp-client/index.ts'
import type { ToolContext } from '../../call/context.ts'
import { ToolError } from '../../failure/errors.ts'
import { checkedRows } from '../../query/checked-rows.ts'
import type { NamedRow } from '../../query/checked-rows.ts'

export interface Unread {
  readonly what: string
  readonly why: string
}

export interface SourceReader {
  /** Rows of one statement, newest first; a note says where there are more. */
  rows(sql: string, what: string): Promise<readonly NamedRow[]>
  /** Counts a request that is no query. */
  ask<T>(request: (signal: AbortSignal) => Promise<T>): Promise<T>
  /** What `read` finds; what it cannot read is noted with the reason. */
  attempt<T>(what: string, read: () => Promise<readonly T[]>): Promise<readonly T[]>
  note(what: string, why: string): void
  readonly unread: readonly Unread[]
  readonly requests: number
  /** The error of the first source, where no source could be read. */
  readonly failure: unknown
}

export const mostRows = 200

/** One table without an index for the question must not use up the time of the others. */
const sourceMs = 25_000

export function createReader(context: ToolContext): SourceReader {
  const unread: Unread[] = []
  const state = { requests: 0, read: 0, failure: undefined as unknown }
  const limited = () => AbortSignal.any([context.signal, AbortSignal.timeout(sourceMs)])
  const reader: SourceReader = {
    unread,
    get requests() {
      return state.requests
    },
    get failure() {
      return state.read === 0 ? state.failure : undefined
    },
    note: (what, why) => {
      unread.push({ what, why })
    },
    async ask(request) {
      state.requests++
      return await request(limited())
    },
    async rows(sql, what) {
      state.requests++
      const { rows, more } = await checkedRows(context, {
        sql,
        maxRows: Math.min(mostRows, context.limits.rows),
        signal: limited()
      })
      if (more) reader.note(what, `only the newest ${rows.length} rows: narrow the time`)
      return rows
    },
    async attempt(what, read) {
      try {
        const found = await read()
        state.read++
        return found
      } catch (error) {
        context.signal.throwIfAborted()
        state.failure ??= error
        reader.note(what, reasonOf(error))
        return []
      }
    }
  }
  return reader
}

/** @throws what is neither a refusal nor a failure of the ERP */
function reasonOf(error: unknown): string {
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    return `not read within ${sourceMs / 1000} s: narrow the time`
  }
  if (error instanceof ToolError) return `${error.code}: ${error.message}`
  if (!isErpError(error)) throw error
  // The answer fences the reasons as a whole.
  return `${error.code}: ${error.message}`
}
