/** The debug listener: waits for a process of a user that stops at a breakpoint. */
import type { Sender, RequestTimeout } from './debugger.ts'
import { base, subTypeOf } from './debugger.ts'
import type { ErpRequest } from '../../request.ts'
import type { DebugIdentity, Debuggee } from '../../wire/diagnose/debugger.ts'
import { readDebuggees } from '../../wire/diagnose/debugger.ts'
import type { ErpReader } from '../../erp.ts'
import { ErpError, isErpError } from '../../errors.ts'

/**
 * Waits up to `seconds` until processes stop; empty where none does. The wait changes nothing, so it
 * can be cancelled. A listener of another program of the same user stays.
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
      remedy: 'End that debugger (its listener), then repeat the call; it was not stopped.',
      cause
    }
  )
}

/**
 * Whether a listener of this user exists, of any program: a process that starts earlier would not
 * stop.
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
  { identity, timeoutMs }: { identity: DebugIdentity } & RequestTimeout
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
