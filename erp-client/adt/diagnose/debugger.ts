/** The debugger: attaches to a stopped process and reads, resumes or terminates it. */
import type { ChangeOperation } from '../../operations.ts'
import { ErpError, isErpError } from '../../errors.ts'
import {
  childrenBody,
  readChildren,
  readStack,
  readState,
  readVariables,
  variablesBody
} from '../../wire/diagnose/debugger.ts'
import type {
  ChildVariable,
  DebugIdentity,
  DebugState,
  StackFrame,
  Variable
} from '../../wire/diagnose/debugger.ts'
import type { ErpRequest, ErpResponse } from '../../request.ts'

export const base = '/sap/bc/adt/debugger'
const dataType = (name: string) =>
  `application/vnd.sap.as+xml; charset=UTF-8; dataname=com.sap.adt.debugger.${name}`

/** A sender of changing requests: the writer, or the session of an attached debugger. */
export interface Sender {
  request(request: ErpRequest, signal?: AbortSignal): Promise<ErpResponse>
}

export interface RequestTimeout {
  readonly timeoutMs?: number | undefined
}

/** Attaches to a waiting process; the functions below then control it, in this session. */
export async function attach(
  session: Sender,
  {
    identity,
    debuggeeId,
    timeoutMs
  }: { identity: DebugIdentity; debuggeeId: string } & RequestTimeout
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

type DebuggerMethod = ChangeOperation extends infer Name
  ? Name extends `debugger.${infer Method}`
    ? Method
    : never
  : never

interface Call extends RequestTimeout {
  readonly method: DebuggerMethod
  readonly query?: ErpRequest['query']
  readonly body?: string
  readonly type?: string
}

async function call(
  session: Sender,
  { method, query, body, type, timeoutMs }: Call
): Promise<ErpResponse> {
  const operation = `debugger.${method}` as const
  return await session.request({
    operation,
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

/** The call stack of the process, innermost first. Older releases have another path. */
export async function readCalls(
  session: Sender,
  { timeoutMs }: RequestTimeout = {}
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
 * Chooses the frame whose variables are read next; the process stays where it is. Older releases
 * have another path.
 */
export async function selectFrame(
  session: Sender,
  { position, path }: Pick<StackFrame, 'position' | 'path'>,
  { timeoutMs }: RequestTimeout = {}
): Promise<void> {
  if (path === undefined) {
    await call(session, { method: 'setStackPosition', query: { position }, timeoutMs })
    return
  }
  await session.request({
    operation: 'debugger.frame',
    effect: 'none',
    method: 'PUT',
    path,
    timeoutMs
  })
}

/**
 * Variables by the names that are visible in the program, e.g. `LV_COUNT`, `LS_ROW-ID`,
 * `LT_TAB[1]`; unknown names are missing.
 */
export async function readValues(
  session: Sender,
  { ids, timeoutMs }: { ids: readonly string[] } & RequestTimeout
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

/**
 * Gives a variable of the chosen frame another value, as text. The ERP refuses what the type of the
 * variable does not take.
 */
export async function setValue(
  session: Sender,
  { name, value, timeoutMs }: { name: string; value: string } & RequestTimeout
): Promise<void> {
  await call(session, {
    method: 'setVariableValue',
    query: { variableName: name },
    body: value,
    type: 'text/plain; charset=utf-8',
    timeoutMs
  })
}

/** Components of structures and objects; `@LOCALS` and `@PARAMETERS` are parents too. */
export async function readComponents(
  session: Sender,
  { parents, timeoutMs }: { parents: readonly string[] } & RequestTimeout
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

/**
 * How the process goes on: to the next statement (into calls or over them), to the caller, to a line
 * of a source (`…/source/main#start=24`), or until it stops by itself. A run to a line without its
 * address would let the process go, although the ERP answers with a refusal.
 */
export type DebugStep =
  | { readonly kind: 'into' | 'over' | 'return' | 'continue' }
  | { readonly kind: 'line'; readonly uri: string }

const stepMethods = {
  into: 'stepInto',
  over: 'stepOver',
  return: 'stepReturn',
  continue: 'stepContinue',
  line: 'stepRunToLine'
} as const satisfies Readonly<Record<DebugStep['kind'], DebuggerMethod>>

/** Takes one step. @returns the state at the next stop; undefined once the process has ended */
export async function stepDebuggee(
  session: Sender,
  step: DebugStep,
  { timeoutMs }: RequestTimeout = {}
): Promise<DebugState | undefined> {
  const query = step.kind === 'line' ? { uri: step.uri } : {}
  try {
    const state = readState(
      (await call(session, { method: stepMethods[step.kind], query, timeoutMs })).text
    )
    return state.canStep ? state : undefined
  } catch (error) {
    if (isDebuggeeOver(error)) return undefined
    throw error
  }
}

/** Resumes the process. @returns the state at its next stop; undefined once it has ended */
export async function resumeDebuggee(
  session: Sender,
  timeout: RequestTimeout = {}
): Promise<DebugState | undefined> {
  return await stepDebuggee(session, { kind: 'continue' }, timeout)
}

/** Terminates the process. */
export async function terminate(
  session: Sender,
  { timeoutMs }: RequestTimeout = {}
): Promise<void> {
  try {
    await call(session, { method: 'terminateDebuggee', timeoutMs })
  } catch (error) {
    if (!isDebuggeeOver(error)) throw error
  }
}

const endSubTypes = /^(?:debuggeeEnded|terminateDebuggee|noSessionAttached|invalidDebuggee)$/i
const endClasses = /^CX_TPDA(?:PI_DEBUGGEE_ENDED|_SYS_COMM_DBGSESSIONEND|_SYS_COMM_SLAVENOTCONN)$/i

/**
 * The ERP reports the end of a process as an exception: by its subtype, or by the class of an
 * earlier exception of the chain.
 */
export function isDebuggeeOver(error: unknown): boolean {
  return (
    isErpError(error) &&
    (endSubTypes.test(subTypeOf(error)) ||
      Object.entries(error.properties).some(
        ([key, value]) => /^previous\d*ExceptionClassName$/.test(key) && endClasses.test(value)
      ))
  )
}

/** Subtype of an exception of the debugger. */
export function subTypeOf(error: ErpError): string {
  return error.properties['com.sap.adt.communicationFramework.subType'] ?? ''
}
