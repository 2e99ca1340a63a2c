/** External breakpoints of a user. */
import { base } from './debugger.ts'
import type { Sender, RequestTimeout } from './debugger.ts'
import { memoize } from '../../cache/memoize.ts'
import type { Breakpoint, BreakpointOptions, DebugIdentity } from '../../wire/diagnose/debugger.ts'
import { breakpointsBody, readBreakpoints } from '../../wire/diagnose/debugger.ts'
import { cacheOf } from '../../cache/erp-cache.ts'
import type { ErpReader } from '../../erp.ts'

/** Adds external breakpoints. A refused one is in the result, with the reason. */
export async function setBreakpoints(
  erp: Sender,
  args: { identity: DebugIdentity; requested: readonly BreakpointOptions[] } & RequestTimeout,
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

/** The external breakpoints that the ERP lists; many releases list none. */
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

/** Deletes one breakpoint by its id at the ERP. */
export async function deleteBreakpoint(
  erp: Sender,
  { identity, id, timeoutMs }: { identity: DebugIdentity; id: string } & RequestTimeout
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
 * The breakpoints that this client has set for its user's terminal, by id: many releases do not
 * list them.
 */
export async function localBreakpoints(erp: ErpReader): Promise<Map<string, Breakpoint>> {
  return await memoize(
    cacheOf(erp),
    'breakpoints set here',
    async () => new Map<string, Breakpoint>()
  )
}
