import { subTypeOf } from './debugger.ts'
import type { Sender } from './debugger.ts'
import { ErpError, isErpError } from '../../errors.ts'
import { amdpBreakpointsBody, readAmdpEvents, readAmdpMain } from '../../wire/diagnose/amdp.ts'
import type { AmdpEvent } from '../../wire/diagnose/amdp.ts'

export type { AmdpEvent, AmdpFrame, AmdpVariable } from '../../wire/diagnose/amdp.ts'

const base = '/sap/bc/adt/amdp/debugger/main'
const mainTypes = [4, 3, 2, 1]
  .map(version => `application/vnd.sap.adt.amdp.dbg.main.v${version}+xml`)
  .join(', ')
const pathOf = (main: string) => `${base}/${main}`

interface Bounded {
  readonly timeoutMs?: number | undefined
}

/**
 * Starts the debugger of database procedures for a user; its id. It lives in the session that
 * started it.
 *
 * @throws ErpError ERP_BUSY where a session of this user is there already and `stopExisting` is
 * false
 */
export async function startAmdp(
  session: Sender,
  { user, stopExisting, timeoutMs }: { user: string; stopExisting: boolean } & Bounded
): Promise<string> {
  try {
    const { headers } = await session.request({
      operation: 'amdp.start',
      effect: 'change',
      method: 'POST',
      path: base,
      query: { stopExisting, requestUser: user, cascadeMode: 'NONE' },
      accept: 'application/vnd.sap.adt.amdp.dbg.startmain.v1+xml',
      timeoutMs
    })
    return readAmdpMain(headers['location'] ?? '')
  } catch (error) {
    if (!isErpError(error) || !/LOCKED_BY/.test(subTypeOf(error))) throw error
    throw new ErpError(
      'ERP_BUSY',
      `A debugger of database procedures is at work for ${user} already`,
      {
        outcome: 'failed',
        remedy: 'End it where it was started. If nobody uses it any more, takeOver: true ends it.',
        cause: error
      }
    )
  }
}

/** Replaces the breakpoints of the session; what becomes of them is told as an event. */
export async function syncAmdpBreakpoints(
  session: Sender,
  { main, uris, timeoutMs }: { main: string; uris: readonly string[] } & Bounded
): Promise<void> {
  await session.request({
    operation: 'amdp.breakpoints',
    effect: 'change',
    method: 'POST',
    path: `${pathOf(main)}/breakpoints`,
    contentType: 'application/vnd.sap.adt.amdp.dbg.bpsync.v1+xml',
    body: amdpBreakpointsBody(uris),
    timeoutMs
  })
}

/**
 * Waits until something has happened in the session. Can be cancelled: what happens meanwhile is
 * told the next time.
 */
export async function awaitAmdp(
  session: Sender,
  { main, timeoutMs }: { main: string } & Bounded,
  signal?: AbortSignal
): Promise<AmdpEvent[]> {
  const { text } = await session.request(
    {
      operation: 'amdp.await',
      effect: 'none',
      method: 'GET',
      path: pathOf(main),
      accept: mainTypes,
      timeoutMs
    },
    signal
  )
  return readAmdpEvents(text)
}

/** Lets a procedure go on; where it stands next is told as an event. */
export async function continueAmdp(
  session: Sender,
  { main, debuggeeId, timeoutMs }: { main: string; debuggeeId: string } & Bounded
): Promise<void> {
  await session.request({
    operation: 'amdp.continue',
    effect: 'change',
    method: 'POST',
    path: `${pathOf(main)}/debuggees/${encodeURIComponent(debuggeeId)}`,
    query: { step: 'continue' },
    timeoutMs
  })
}

/** Ends the debugger. `hard`: also the procedures that stand still in it. */
export async function stopAmdp(
  session: Sender,
  { main, hard, timeoutMs }: { main: string; hard: boolean } & Bounded
): Promise<void> {
  await session.request({
    operation: 'amdp.stop',
    effect: 'change',
    method: 'DELETE',
    path: pathOf(main),
    query: { hardStop: hard ? true : undefined },
    timeoutMs
  })
}
