/** The second half of a call: runs it, or hands out a handle where it takes too long. */
import { ToolError } from '../failure/errors.ts'
import { markErpText } from '../failure/prose.ts'
import { failureResult } from '../failure/result.ts'
import { settleSets, withSettled } from '../change-sets/settle.ts'
import { perform } from './perform.ts'
import type { RunIo } from './perform.ts'
import { prepare } from './prepare.ts'
import type { Prepared } from './prepare.ts'
import type { ToolResult } from './result.ts'
import type { LongCalls } from './long-calls.ts'
import type { ToolSession } from './session.ts'

export type { RunIo } from './perform.ts'

/** Runs a prepared call within its time budget and informs the observers once; never throws. */
export async function run(
  prepared: Prepared,
  session: ToolSession,
  io: RunIo
): Promise<ToolResult> {
  const learnt = session.audit?.learn?.(session.caller)
  if (learnt !== undefined) await learnt
  const words = await settleSets(
    prepared,
    session,
    async name => await recovered(name, { session, io })
  )
  return withSettled(await runNow(prepared, session, io), words)
}

/** One broken-off change set, as a call of its own. */
async function recovered(name: string, { session, io }: RunContext): Promise<ToolResult> {
  const { progress: _progress, ...own } = io
  const args = { action: 'change_set', changeSet: name, mode: 'recover' }
  try {
    return await perform(prepare(session, 'ERPManage', args), session, own)
  } catch (error) {
    return failureResult(error)
  }
}

async function runNow(prepared: Prepared, session: ToolSession, io: RunIo): Promise<ToolResult> {
  const halted = haltedBy(prepared, session)
  if (halted !== undefined) {
    return await perform({ ...prepared, outcome: { error: halted } }, session, io)
  }
  if ('handle' in prepared.outcome) {
    return await collect(prepared, prepared.outcome.handle, { session, io })
  }
  if ('resume' in prepared.outcome) {
    return await resume(prepared, prepared.outcome.resume, { session, io })
  }
  return prepared.long && session.running !== undefined
    ? await runLong(prepared, session.running, { session, io })
    : await perform(prepared, session, io)
}

/** A call that is refused anyway keeps its own reason. */
function haltedBy({ outcome, effect }: Prepared, session: ToolSession): ToolError | undefined {
  const { halt, system, caller } = session
  if (halt === undefined || 'error' in outcome) return undefined
  try {
    halt.assertMayStart({ system, caller, changes: effect?.readOnlyAllowed === false })
    return undefined
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    return error
  }
}

interface RunContext {
  readonly session: ToolSession
  readonly io: RunIo
}

/** Once the client has a handle, its connection and its progress no longer belong to the call. */
async function runLong(
  prepared: Prepared,
  running: LongCalls,
  { session, io }: RunContext
): Promise<ToolResult> {
  const detached = detachable(io)
  const start = async (call: Prepared) => await perform(call, session, detached.io)
  try {
    return await running.orHandle(
      { caller: session.caller, tool: prepared.tool.name, again: repeatableArgs(prepared) },
      async () => await start(prepared),
      detached.release
    )
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    return await start({ ...prepared, outcome: { error } })
  } finally {
    detached.release()
  }
}

/** The arguments with which another replica may repeat the call; undefined for a change. */
function repeatableArgs({
  readsOnly,
  action,
  args
}: Prepared): Readonly<Record<string, unknown>> | undefined {
  if (!readsOnly) return undefined
  return { ...args, ...(action?.name === undefined ? {} : { action: action.name }) }
}

/** The same `io` until `release`; from then on it neither cancels nor reports progress. */
function detachable(io: RunIo): { readonly io: RunIo; readonly release: () => void } {
  const { signal, progress } = io
  const own = new AbortController()
  const abort = () => own.abort(signal.reason)
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort, { once: true })
  let attached = true
  return {
    io: {
      ...io,
      signal: own.signal,
      ...(progress === undefined
        ? {}
        : {
            progress: step => {
              if (attached) progress(step)
            }
          })
    },
    release: () => {
      attached = false
      signal.removeEventListener('abort', abort)
    }
  }
}

/** Goes on with a kept call under the rights that its caller has now. */
async function resume(
  { tool, args }: Prepared,
  id: string,
  { session, io }: RunContext
): Promise<ToolResult> {
  try {
    const found = await session.kept?.open(id, { caller: session.caller, tool: tool.name })
    if (found === undefined) {
      throw new ToolError('TOOL_RESUME_UNKNOWN', 'This bridge keeps no interrupted calls.', {
        remedy: 'Send all items again: what is done is seen and not done twice.'
      })
    }
    return 'result' in found
      ? markErpText(found.result)
      : await run(
          prepare(session, tool.name, {
            ...found.args,
            ...args,
            action: found.args['action'],
            resume: id
          }),
          session,
          io
        )
  } catch (error) {
    return failureResult(error)
  }
}

async function collect(
  { tool }: Prepared,
  handle: string,
  { session, io }: RunContext
): Promise<ToolResult> {
  try {
    const found = await session.running?.collect(handle, session.caller, tool.name)
    if (found === undefined) {
      throw new ToolError('TOOL_HANDLE_UNKNOWN', 'This bridge keeps no results of long calls.', {
        remedy: 'Repeat the call without `cursor`.'
      })
    }
    return found.kind === 'again'
      ? await run(prepare(session, tool.name, found.args), session, io)
      : found
  } catch (error) {
    return failureResult(error)
  }
}
