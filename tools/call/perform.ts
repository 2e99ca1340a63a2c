/** Performs one call: time budget, confirmation, failure words, and the event for the observers. */
import type { ClientLink } from './client-link.ts'
import { boundAnswer, limitsOfCall } from './answers/size.ts'
import type { ApprovalCheck } from '../approval/access.ts'
import { CallApproval } from '../approval/call-approval.ts'
import { runConfirmed } from './confirmation.ts'
import type { ConfirmationGuard } from './confirmation-guard.ts'
import { createContext } from './create-context.ts'
import type { RunFacts } from './run-facts.ts'
import type { ProgressStep, ToolContext } from './context.ts'
import type { Action, BoundCall } from '../define.ts'
import { ToolError } from '../failure/errors.ts'
import { undoWords } from '../journal/undo-words.ts'
import { endStaging, isRecovery, isStaged, openStaging } from '../change-sets/run-staged.ts'
import type { Staging } from '../change-sets/staging.ts'
import { callFacts, eventOf, spanFacts, notifyObservers } from './events.ts'
import { explainFailure } from '../failure/explain.ts'
import { withOfferedWays } from '../failure/release-gaps.ts'
import { failureResult } from '../failure/result.ts'
import type { CallEffect } from '../operations.ts'
import { assertClientPermits } from '../policy/client-gate.ts'
import type { Prepared } from './prepare.ts'
import type { ToolResult } from './result.ts'
import type { ToolSession } from './session.ts'
import { markErpText } from '../failure/prose.ts'
import { traceId } from './tracing.ts'
import type { Trace } from './tracing.ts'

/** What one request of the protocol gives to its call. */
export interface RunIo {
  readonly signal: AbortSignal
  readonly progress?: (step: ProgressStep) => void
  readonly requestId?: string
  readonly client?: ClientLink
  readonly trace?: Trace
  /** Time budget in place of the action's, for a caller who waits and needs no handle. */
  readonly timeoutMs?: number
}

/** Runs the call and informs the observers once; never throws. */
export async function perform(
  prepared: Prepared,
  session: ToolSession,
  io: RunIo
): Promise<ToolResult> {
  const started = performance.now()
  const facts: RunFacts = {}
  const span = session.tracer?.begin(`tools/call ${prepared.tool.name}`, {
    kind: 'INTERNAL',
    parent: io.trace
  })
  const trace = span?.trace ?? io.trace
  const outcome = await outcomeOf(prepared, {
    session,
    io: { ...io, ...(trace === undefined ? {} : { trace }) },
    facts
  })
  const recorded =
    (await facts.recorder?.end(outcome)) ??
    withLimits(outcome, prepared, session.journal !== undefined)
  const result = withoutSecrets(recorded, session)
  const event = {
    ...eventOf(prepared, session.caller, { result, facts }),
    ms: performance.now() - started,
    ...(io.requestId === undefined ? {} : { requestId: io.requestId }),
    ...(trace === undefined ? {} : { traceId: traceId(trace) }),
    ...haltDuring(session, facts)
  }
  span?.end(spanFacts(event))
  notifyObservers(session, event)
  return result
}

/** The audit tells a change that a halt let finish from one that it missed. */
function haltDuring(
  { halt, system, caller }: ToolSession,
  { sent }: RunFacts
): { readonly duringHalt?: string } {
  const isChange = sent !== undefined && sent.done !== 'none'
  const duringHalt = isChange ? halt?.haltOf({ system, caller, changes: true }) : undefined
  return duringHalt === undefined ? {} : { duringHalt }
}

/** A dry run says what an undo of the change would leave different. */
function withLimits(
  result: ToolResult,
  { outcome, args }: Prepared,
  isRecorded: boolean
): ToolResult {
  if (args['dryRun'] !== true || (result.kind !== 'text' && result.kind !== 'data')) return result
  const sends = 'call' in outcome ? outcome.call.sends : undefined
  const limits = undoWords(sends ?? [], isRecorded)
  if (limits === undefined) return result
  const text = `${result.text}\nThe change ${limits}.`
  if (result.kind === 'data') return { ...result, text, data: { ...result.data, undo: limits } }
  const { quoted: _quoted, ...plain } = result
  return { ...plain, text }
}

/** Lines of a source that an error shows keep every character. */
function withoutSecrets(result: ToolResult, { redact }: Pick<ToolSession, 'redact'>): ToolResult {
  if (redact === undefined || result.kind !== 'error' || result.verbatim !== undefined) {
    return result
  }
  const text = redact(result.text)
  return text === result.text
    ? result
    : {
        ...result,
        text,
        ...(result.data === undefined ? {} : { data: cleanData(result.data, redact) })
      }
}

function cleanData(data: object, redact: (text: string) => string): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [
      name,
      typeof value === 'string' ? redact(value) : value
    ])
  )
}

async function outcomeOf(prepared: Prepared, running: Running): Promise<ToolResult> {
  const { outcome } = prepared
  if ('error' in outcome) return failureResult(await asOffered(outcome.error, running))
  if (!('call' in outcome)) throw new TypeError('a handle is collected, not run')
  const {
    session,
    io: { client }
  } = running
  return await runConfirmed({ prepared, session, client }, outcome.call, (call, guard) =>
    startApproved(prepared, call, { ...running, guard })
  )
}

/** A change that needs an approval waits, and leaves with it. */
async function startApproved(
  prepared: Prepared,
  bound: BoundCall,
  running: Running
): Promise<ToolResult> {
  const { session, facts, guard } = running
  const { readsOnly, args } = prepared
  const isFree = readsOnly || args['dryRun'] === true || isStaged(prepared) || isRecovery(prepared)
  if (session.approval === undefined || isFree) {
    return await start(prepared, bound, running)
  }
  const approval = new CallApproval({ access: session.approval, prepared, bound, session, facts })
  const held: BoundCall = {
    ...bound,
    start: async context => await approval.run(context, bound.start)
  }
  return await start(prepared, held, { ...running, approval, guard: approval.guard(guard) })
}

/** What the ERP lacks was known before the call; which other ways it has is known to the ERP. */
async function asOffered(error: ToolError, { session, io }: Running): Promise<unknown> {
  if (error.code !== 'NOT_SUPPORTED_BY_RELEASE') return error
  const ask = async () =>
    await withOfferedWays(error, { erp: session.erp().reader, signal: io.signal })
  return await ask().catch(() => error)
}

interface Running {
  readonly session: ToolSession
  readonly io: RunIo
  readonly facts: RunFacts
  readonly guard?: ConfirmationGuard | undefined
  readonly approval?: ApprovalCheck | undefined
}

async function start(prepared: Prepared, bound: BoundCall, running: Running): Promise<ToolResult> {
  const { session, io, facts, guard, approval } = running
  const { effect, action } = prepared
  if (effect === undefined || action === undefined) {
    throw new TypeError('a bound call without its action')
  }
  const { staging, failure } = await stagingOf(session, prepared)
  if (failure !== undefined) return failure
  const budget = timeBudget(io.signal, io.timeoutMs ?? action.timeoutMs)
  const context = createContext({
    session,
    limits: limitsOfCall(session.limits, prepared.args),
    effect,
    args: prepared.args,
    facts,
    signal: budget.signal,
    progress: io.progress,
    client: io.client,
    ...{ trace: io.trace, requestId: io.requestId },
    guard,
    approval,
    staging
  })
  try {
    session.audit?.assertReady(callFacts(prepared), session.caller)
    await assertClientPermits(session.client, effect, () => session.erp().reader)
    const done = await endStaging(staging, prepared, await bound.start(context))
    const result = boundAnswer(done, context.limits.bytes)
    return facts.fromErp === true ? markErpText(result) : result
  } catch (error) {
    const failed = boundAnswer(
      await failureOf(error, { context, session, facts, action, effect, prepared }),
      context.limits.bytes
    )
    // Ends the requests that are still under way: nothing waits for them, and they hold connections.
    budget.cancel()
    return facts.fromErp === true ? markErpText(failed) : failed
  } finally {
    budget.end()
  }
}

/** The change set that the call names, or why it may not: nothing has been sent. */
async function stagingOf(
  session: ToolSession,
  prepared: Prepared
): Promise<{ readonly staging?: Staging | undefined; readonly failure?: ToolResult }> {
  try {
    return { staging: await openStaging(session, prepared) }
  } catch (error) {
    return { failure: failureResult(error) }
  }
}

interface Failed {
  readonly context: ToolContext
  readonly session: ToolSession
  readonly facts: RunFacts
  readonly prepared: Prepared
  readonly action: Action
  readonly effect: CallEffect
}

async function failureOf(error: unknown, of: Failed): Promise<ToolResult> {
  const { context, session, facts, prepared, action, effect } = of
  // A call that changes no repository object leaves none that can be compared afterwards.
  const done = effect.repository === 'none' ? undefined : (facts.sent?.done ?? 'none')
  const changes = done === undefined ? facts.lent === true : done !== 'none'
  const reason = await explainFailure(error, {
    context,
    args: prepared.args,
    action,
    isMissing: session.registry.options.isMissing,
    changes
  })
  return failureResult(reason, { signal: context.signal, log: session.log, changes, done })
}

interface TimeBudget {
  readonly signal: AbortSignal
  cancel(): void
  end(): void
}

/** A signal that aborts with the caller's, or when the time of the action is over. */
function timeBudget(caller: AbortSignal, ms: number): TimeBudget {
  const budget = new AbortController()
  const timer = setTimeout(() => budget.abort(timeOut(ms)), ms)
  const cancel = () => {
    clearTimeout(timer)
    budget.abort(new ToolError('TOOL_CANCELLED', 'The call was cancelled by its caller.'))
  }
  if (caller.aborted) cancel()
  caller.addEventListener('abort', cancel, { once: true })
  return {
    signal: budget.signal,
    cancel,
    end() {
      clearTimeout(timer)
      caller.removeEventListener('abort', cancel)
    }
  }
}

function timeOut(ms: number): ToolError {
  return new ToolError(
    'TOOL_TIMEOUT',
    `The call took longer than ${ms / 1000} seconds and was stopped.`,
    {
      remedy: 'Narrow the request, or try again when the ERP is less busy.'
    }
  )
}
