/** The debugger of database procedures (AMDP). */
import { subTypeOf } from './debugger.ts'
import type { RequestTimeout, Sender } from './debugger.ts'
import { ErpError, isErpError } from '../../errors.ts'
import { amdpBreakpointsBody, readAmdpEvents, readAmdpMain } from '../../wire/diagnose/amdp.ts'
import type { AmdpEvent } from '../../wire/diagnose/amdp.ts'

export type { AmdpEvent, AmdpFrame, AmdpVariable } from '../../wire/diagnose/amdp.ts'

const base = '/sap/bc/adt/amdp/debugger/main'
const mainTypes = [4, 3, 2, 1]
  .map(version => `application/vnd.sap.adt.amdp.dbg.main.v${version}+xml`)
  .join(', ')
const pathOf = (main: string) => `${base}/${main}`

/**
 * Starts the debugger for a user. It ends with the session that started it. @returns its id
 *
 * @throws ErpError ERP_BUSY where a session of this user exists and `stopExisting` is false
 */
export async function startAmdp(
  session: Sender,
  { user, stopExisting, timeoutMs }: { user: string; stopExisting: boolean } & RequestTimeout
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
        remedy: 'End it where it was started. If it is no longer in use, takeOver: true ends it.',
        cause: error
      }
    )
  }
}

/** Replaces the breakpoints of the session; an event reports the result. */
export async function syncAmdpBreakpoints(
  session: Sender,
  { main, uris, timeoutMs }: { main: string; uris: readonly string[] } & RequestTimeout
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
 * Waits for the next events of the session. The wait can be cancelled: the next wait delivers what
 * happened meanwhile.
 */
export async function awaitAmdp(
  session: Sender,
  { main, timeoutMs }: { main: string } & RequestTimeout,
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

/** Resumes a procedure; an event reports where it stops next. */
export async function continueAmdp(
  session: Sender,
  { main, debuggeeId, timeoutMs }: { main: string; debuggeeId: string } & RequestTimeout
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

/** Ends the debugger. `hard` also ends the procedures that it holds. */
export async function stopAmdp(
  session: Sender,
  { main, hard, timeoutMs }: { main: string; hard: boolean } & RequestTimeout
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
