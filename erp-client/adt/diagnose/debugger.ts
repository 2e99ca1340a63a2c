import { ErpError, isErpError } from '../../errors.ts'
import type { ErpReader } from '../../erp.ts'
import { cacheOf } from '../../cache/erp-cache.ts'
import {
  breakpointsBody,
  childrenBody,
  readBreakpoints,
  readChildren,
  readDebuggees,
  readStack,
  readState,
  readVariables,
  variablesBody
} from '../../wire/diagnose/debugger.ts'
import type {
  Breakpoint,
  BreakpointOptions,
  ChildVariable,
  DebugIdentity,
  DebugState,
  Debuggee,
  StackFrame,
  Variable
} from '../../wire/diagnose/debugger.ts'
import type { ErpRequest, ErpResponse } from '../../request.ts'
import { memoize } from '../../cache/memoize.ts'

export type {
  Breakpoint,
  BreakpointOptions,
  ChildVariable,
  DebugIdentity,
  DebugState,
  Debuggee,
  StackFrame,
  Variable
} from '../../wire/diagnose/debugger.ts'

const base = '/sap/bc/adt/debugger'
const dataType = (name: string) =>
  `application/vnd.sap.as+xml; charset=UTF-8; dataname=com.sap.adt.debugger.${name}`

/**
 * Whoever sends changing requests: the writer, or the one session that an attached debugger lives
 * in.
 */
export interface Sender {
  request(request: ErpRequest, signal?: AbortSignal): Promise<ErpResponse>
}

interface Patience {
  readonly timeoutMs?: number | undefined
}

/**
 * Sets external breakpoints beside those that are there. A refused one is in the answer, with the
 * reason.
 */
export async function setBreakpoints(
  erp: Sender,
  args: { identity: DebugIdentity; requested: readonly BreakpointOptions[] } & Patience,
  signal?: AbortSignal
): Promise<Breakpoint[]> {
  const { identity, requested, timeoutMs } = args
  const { text } = await erp.request(
    {
      operation: 'debugger.set',
      effect: 'change',
      method: 'POST',
      path: `${base}/breakpoints`,
      accept: 'application/xml',
      contentType: 'application/xml',
      body: breakpointsBody(identity, requested),
      timeoutMs
    },
    signal
  )
  return readBreakpoints(text)
}

/** The external breakpoints that the ERP tells of; many releases tell of none, whatever is set. */
export async function listBreakpoints(
  erp: ErpReader,
  { identity }: { identity: DebugIdentity },
  signal?: AbortSignal
): Promise<Breakpoint[]> {
  const { text } = await erp.request(
    {
      operation: 'debugger.list',
      effect: 'none',
      method: 'GET',
      path: `${base}/breakpoints`,
      query: { scope: 'external', ...identity },
      accept: 'application/xml'
    },
    signal
  )
  return readBreakpoints(text)
}

/** Deletes one breakpoint by the ERP's id of it. */
export async function deleteBreakpoint(
  erp: Sender,
  { identity, id, timeoutMs }: { identity: DebugIdentity; id: string } & Patience
): Promise<void> {
  await erp.request({
    operation: 'debugger.delete',
    effect: 'change',
    method: 'DELETE',
    path: `${base}/breakpoints/${encodeURIComponent(id)}`,
    query: { scope: 'external', ...identity },
    accept: 'application/xml',
    timeoutMs
  })
}

/**
 * Waits until a process stops, `seconds` long at the most; none where nobody did. Waiting by itself
 * changes nothing, so it can be cancelled. Where another program of the same user listens already,
 * that one is left alone.
 *
 * @throws ErpError ERP_BUSY where another program of this user debugs
 */
export async function awaitDebuggee(
  erp: ErpReader,
  { identity, seconds }: { identity: DebugIdentity; seconds: number },
  signal?: AbortSignal
): Promise<Debuggee[]> {
  const request: ErpRequest & { effect: 'none' } = {
    operation: 'debugger.listen',
    effect: 'none',
    method: 'POST',
    path: `${base}/listeners`,
    query: { ...identity, timeout: seconds, checkConflict: true, isNotifiedOnConflict: true },
    accept: 'application/vnd.sap.as+xml, application/*;q=0.8',
    headers: { 'sap-cancel-on-close': 'true' },
    timeoutMs: (seconds + 5) * 1000
  }
  try {
    const { text } = await erp.request(request, signal)
    return /<(?:\w+:)?exception\b/.test(text.slice(0, 500))
      ? conflicting(text)
      : readDebuggees(text)
  } catch (error) {
    throw isErpError(error) && /^conflict/.test(subTypeOf(error))
      ? conflict(error.properties['ideUser'], error)
      : error
  }
}

/** Some releases report the conflict with status 200. */
function conflicting(text: string): never {
  throw conflict(/key="ideUser">([^<]*)</.exec(text)?.[1], undefined)
}

function conflict(owner: string | undefined, cause: unknown): ErpError {
  return new ErpError(
    'ERP_BUSY',
    `Another program${owner === undefined || owner === '' ? '' : ` of ${owner}`} already debugs for this user`,
    {
      outcome: 'failed',
      remedy: 'End that debugger (its listener), then repeat the call; it was left alone.',
      cause
    }
  )
}

/**
 * Whether a listener of this user, whichever program's, is there: a program that begins too early
 * would not stop.
 */
export async function isListening(
  erp: Sender,
  { identity }: { identity: DebugIdentity },
  signal?: AbortSignal
): Promise<boolean> {
  try {
    const { text } = await erp.request(
      {
        operation: 'debugger.listening',
        effect: 'none',
        method: 'GET',
        path: `${base}/listeners`,
        query: { ...identity, ideId: '', checkConflict: true },
        accept: 'application/xml, application/*;q=0.8'
      },
      signal
    )
    return text.trim() !== ''
  } catch (error) {
    if (isErpError(error) && /^conflict/.test(subTypeOf(error))) return true
    throw error
  }
}

/** Ends the listener; its wait returns. */
export async function stopListening(
  erp: Sender,
  { identity, timeoutMs }: { identity: DebugIdentity } & Patience
): Promise<void> {
  await erp.request({
    operation: 'debugger.unlisten',
    effect: 'change',
    method: 'DELETE',
    path: `${base}/listeners`,
    query: { ...identity, checkConflict: false, notifyConflict: true },
    timeoutMs
  })
}

/**
 * Takes hold of a waiting process. From now on it belongs to this session, and so does everything
 * below.
 */
export async function attach(
  session: Sender,
  { identity, debuggeeId, timeoutMs }: { identity: DebugIdentity; debuggeeId: string } & Patience
): Promise<DebugState> {
  const { debuggingMode, requestUser } = identity
  return readState(
    (
      await call(session, {
        method: 'attach',
        query: { debuggeeId, dynproDebugging: true, debuggingMode, requestUser },
        timeoutMs
      })
    ).text
  )
}

interface Call extends Patience {
  readonly method: string
  readonly query?: ErpRequest['query']
  readonly body?: string
  readonly type?: string
}

async function call(
  session: Sender,
  { method, query, body, type, timeoutMs }: Call
): Promise<ErpResponse> {
  return await session.request({
    operation: `debugger.${method}`,
    effect: 'change',
    method: 'POST',
    path: base,
    query: { method, ...query },
    accept: type ?? 'application/xml',
    contentType: type,
    body,
    timeoutMs
  })
}

/** The calls of the process, innermost first. Older releases have another address for them. */
export async function readCalls(
  session: Sender,
  { timeoutMs }: Patience = {}
): Promise<StackFrame[]> {
  const query = { emode: '_', semanticURIs: true }
  try {
    const { text } = await session.request({
      operation: 'debugger.stack',
      effect: 'none',
      method: 'GET',
      path: `${base}/stack`,
      query: { method: 'getStack', ...query },
      accept: 'application/xml',
      timeoutMs
    })
    return readStack(text)
  } catch (error) {
    if (!isErpError(error, 'ERP_NOT_FOUND', 'ERP_UNSUPPORTED')) throw error
    return readStack((await call(session, { method: 'getStack', query, timeoutMs })).text)
  }
}

/**
 * Values by the names that the program knows, e.g. `LV_COUNT`, `LS_ROW-ID`, `LT_TAB[1]`; what it
 * does not know is missing.
 */
export async function readValues(
  session: Sender,
  { ids, timeoutMs }: { ids: readonly string[] } & Patience
): Promise<Variable[]> {
  return readVariables(
    (
      await call(session, {
        method: 'getVariables',
        body: variablesBody(ids),
        type: dataType('Variables'),
        timeoutMs
      })
    ).text
  )
}

/** The components of structures and objects; `@LOCALS` and `@PARAMETERS` are parents too. */
export async function readComponents(
  session: Sender,
  { parents, timeoutMs }: { parents: readonly string[] } & Patience
): Promise<ChildVariable[]> {
  return readChildren(
    (
      await call(session, {
        method: 'getChildVariables',
        body: childrenBody(parents),
        type: dataType('ChildVariables'),
        timeoutMs
      })
    ).text
  )
}

/** Lets the process go on; undefined once it has ended or is gone, else where it stands now. */
export async function resumeDebuggee(
  session: Sender,
  { timeoutMs }: Patience = {}
): Promise<DebugState | undefined> {
  try {
    const state = readState((await call(session, { method: 'stepContinue', timeoutMs })).text)
    return state.canStep ? state : undefined
  } catch (error) {
    if (isOver(error)) return undefined
    throw error
  }
}

/** Ends the process where it stands. */
export async function terminate(session: Sender, { timeoutMs }: Patience = {}): Promise<void> {
  try {
    await call(session, { method: 'terminateDebuggee', timeoutMs })
  } catch (error) {
    if (!isOver(error)) throw error
  }
}

/** The ERP reports the end of a process as an exception of its own kind. */
function isOver(error: unknown): boolean {
  return (
    isErpError(error) &&
    /^(?:debuggeeEnded|terminateDebuggee|noSessionAttached|invalidDebuggee)$/i.test(
      subTypeOf(error)
    )
  )
}

/** What kind of exception of the debugger it is. */
export function subTypeOf(error: ErpError): string {
  return error.properties['com.sap.adt.communicationFramework.subType'] ?? ''
}

/**
 * The breakpoints that this client has set for its user's terminal, by id: the ERP often does not
 * tell of them.
 */
export async function localBreakpoints(erp: ErpReader): Promise<Map<string, Breakpoint>> {
  return await memoize(
    cacheOf(erp),
    'breakpoints set here',
    async () => new Map<string, Breakpoint>()
  )
}
