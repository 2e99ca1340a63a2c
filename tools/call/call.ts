import type { ClientLink } from './client-link.ts'
import { mergeArgs } from '../schema/coerce.ts'
import { isRecord } from '../schema/json.ts'
import { runConfirmed } from './confirmation.ts'
import type { Permit } from './confirmation.ts'
import { createContext } from './create-context.ts'
import type { RunFacts } from './create-context.ts'
import type { ProgressStep } from './context.ts'
import type { Action, BoundCall, Tool } from '../define.ts'
import { refusalError, ToolError } from '../failure/errors.ts'
import { callFacts, eventOf, spanFacts, notifyObservers } from './events.ts'
import { explained, fullName } from '../failure/explain.ts'
import { failureResult } from '../failure/result.ts'
import { featureError } from '../catalog/features.ts'
import { helpCall } from '../catalog/help.ts'
import { normalise } from '../schema/normalise.ts'
import { effectOf } from '../operations.ts'
import type { CallEffect } from '../operations.ts'
import type { ToolResult } from './result.ts'
import type { ToolSession } from './session.ts'
import { explainProblems } from '../schema/problems.ts'
import { ofErp } from '../failure/prose.ts'
import { isHandle } from './long-calls.ts'
import { asMissingFeature } from '../failure/release-gaps.ts'
import { traceId } from './tracing.ts'
import type { Trace } from './tracing.ts'

export interface RunIo {
  readonly signal: AbortSignal
  readonly progress?: (step: ProgressStep) => void
  readonly requestId?: string
  readonly client?: ClientLink
  readonly trace?: Trace
}

/** A call that was found, understood and decided; nothing has been sent yet. */
export interface Prepared {
  readonly tool: Tool
  readonly action: Action | undefined
  readonly args: Readonly<Record<string, unknown>>
  readonly effect: CallEffect | undefined
  /** True where the call certainly changes nothing at the ERP. */
  readonly readsOnly: boolean
  readonly long: boolean
  /** The handle of a confirmation, as the caller gave it. */
  readonly confirm?: string
  /** `handle`: nothing is started, a call that still goes on is looked after. */
  readonly outcome:
    { readonly call: BoundCall } | { readonly error: ToolError } | { readonly handle: string }
}

/**
 * Finds, normalises, checks and decides a call; pure.
 * Throws ToolError TOOL_UNKNOWN and INSUFFICIENT_SCOPE, which belong to the protocol; every other
 * refusal is in `outcome`.
 */
export function prepare(
  session: Pick<ToolSession, 'caller' | 'registry' | 'policy'>,
  name: string,
  args: unknown
): Prepared {
  const { caller, registry, policy } = session
  const tool = registry.get(name)
  if (tool === undefined) throw unknownTool(session, name)
  const { name: toolName, scope } = tool
  // Who may not call the tool at all learns nothing about its arguments.
  const missing = caller.scopes.has(scope)
    ? undefined
    : policy.decide(effectOf({ tool: toolName, scope }, []), undefined, caller)
  if (missing !== undefined && !missing.allow) throw refusalError(missing)
  const failed = (error: ToolError, at: Partial<Prepared> = {}): Prepared => ({
    tool,
    action: undefined,
    args: {},
    effect: undefined,
    readsOnly: true,
    long: false,
    ...at,
    outcome: { error }
  })
  const given = unfold(tool, args)
  if (given instanceof ToolError) return failed(given)
  const help = isRecord(given) ? helpCall(tool, given, registry) : undefined
  if (help !== undefined) {
    return {
      tool,
      action: help.action,
      args: {},
      effect: effectOf({ tool: toolName, scope }, help.call.operations),
      readsOnly: true,
      long: false,
      outcome: help
    }
  }
  const { cursor } = isRecord(given) ? given : {}
  if (isHandle(cursor)) {
    return {
      tool,
      action: undefined,
      args: {},
      effect: undefined,
      readsOnly: true,
      long: true,
      outcome: { handle: cursor }
    }
  }
  const { confirm, rest } = splitConfirm(given)
  const understood = normalise(tool, rest, registry.options)
  if ('error' in understood) return failed(understood.error)
  const { action } = understood
  const clean =
    confirm === undefined || action.properties['confirm'] === undefined
      ? understood.args
      : { ...understood.args, confirm }
  const bound = action.bind(clean)
  if ('problems' in bound) {
    return failed(explainProblems(tool, action, bound.problems), { action, args: clean })
  }
  const effect = effectOf(
    { tool: toolName, scope, ...(action.name === undefined ? {} : { action: action.name }) },
    bound.call.operations
  )
  const absent = [tool.feature, ...action.features].find(
    feature => feature !== undefined && registry.feature(feature) === 'absent'
  )
  if (absent !== undefined) {
    return failed(
      asMissingFeature(
        featureError(absent, fullName(toolName, action.name)),
        action.gap,
        registry.options.isMissing
      ),
      { action, args: clean, effect }
    )
  }
  const decision = policy.decide(effect, undefined, caller)
  if (!decision.allow) {
    if (decision.code === 'INSUFFICIENT_SCOPE') throw refusalError(decision)
    return failed(refusalError(decision), { action, args: clean, effect })
  }
  return {
    tool,
    action,
    args: clean,
    effect,
    readsOnly: effect.readOnlyAllowed,
    long: bound.call.long === true,
    ...(confirm === undefined ? {} : { confirm }),
    outcome: bound
  }
}

function unfold(tool: Tool, args: unknown): unknown {
  try {
    return mergeArgs(tool.properties, args)
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    return error
  }
}

/**
 * The operator may want a confirmation of every change, those of actions included that know of
 * none.
 */
function splitConfirm(args: unknown): { confirm?: string; rest: unknown } {
  if (!isRecord(args)) return { rest: args }
  const { confirm, ...rest } = args
  return typeof confirm === 'string' && confirm !== '' ? { confirm, rest } : { rest: args }
}

/** Runs a prepared call within its time budget and tells the observers once; never throws. */
export async function run(
  prepared: Prepared,
  session: ToolSession,
  io: RunIo
): Promise<ToolResult> {
  if ('handle' in prepared.outcome) {
    return await collect(prepared.tool, prepared.outcome.handle, { session, io })
  }
  const { running, caller } = session
  if (!prepared.long || running === undefined) return await perform(prepared, session, io)
  // Once the client has a handle, its connection and what it wants to watch are no longer those of
  // the call.
  const own = new AbortController()
  const pass = () => own.abort(io.signal.reason)
  if (io.signal.aborted) pass()
  io.signal.addEventListener('abort', pass, { once: true })
  let watched = true
  const progress = io.progress
  const start = async (call: Prepared) =>
    await perform(call, session, {
      ...io,
      signal: own.signal,
      ...(progress === undefined
        ? {}
        : {
            progress: step => {
              if (watched) progress(step)
            }
          })
    })
  const release = () => {
    watched = false
    io.signal.removeEventListener('abort', pass)
  }
  const action = prepared.action?.name
  const again = prepared.readsOnly
    ? { ...prepared.args, ...(action === undefined ? {} : { action }) }
    : undefined
  try {
    return await running.orHandle(
      { caller, tool: prepared.tool.name, again },
      async () => await start(prepared),
      release
    )
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    return await start({ ...prepared, outcome: { error } })
  } finally {
    release()
  }
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

async function collect(
  tool: Tool,
  handle: string,
  { session, io }: { session: ToolSession; io: RunIo }
): Promise<ToolResult> {
  try {
    const found = await session.running?.collect(handle, session.caller, tool.name)
    if (found === undefined) {
      throw new ToolError('TOOL_HANDLE_UNKNOWN', 'No calls are kept here.', {
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

async function perform(prepared: Prepared, session: ToolSession, io: RunIo): Promise<ToolResult> {
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
  const result = withoutSecrets(outcome, session)
  const event = {
    ...eventOf(prepared, session.caller, { result, facts }),
    ms: performance.now() - started,
    ...(io.requestId === undefined ? {} : { requestId: io.requestId }),
    ...(trace === undefined ? {} : { traceId: traceId(trace) })
  }
  span?.end(spanFacts(event))
  notifyObservers(session, event)
  return result
}

async function outcomeOf(prepared: Prepared, running: Running): Promise<ToolResult> {
  const { outcome } = prepared
  if ('error' in outcome) return failureResult(outcome.error)
  if (!('call' in outcome)) throw new TypeError('a handle is collected, not run')
  const {
    session,
    io: { client }
  } = running
  return await runConfirmed({ prepared, session, client }, outcome.call, (call, permit) =>
    start(prepared, call, { ...running, permit })
  )
}

interface Running {
  readonly session: ToolSession
  readonly io: RunIo
  readonly facts: RunFacts
  readonly permit?: Permit | undefined
}

async function start(prepared: Prepared, bound: BoundCall, running: Running): Promise<ToolResult> {
  const { session, io, facts, permit } = running
  const { effect, action } = prepared
  if (effect === undefined || action === undefined) {
    throw new TypeError('a bound call without its action')
  }
  const budget = new AbortController()
  const cancel = () =>
    budget.abort(new ToolError('TOOL_CANCELLED', 'The call was cancelled by its caller.'))
  const timer = setTimeout(() => budget.abort(timeOut(action)), action.timeoutMs)
  if (io.signal.aborted) cancel()
  io.signal.addEventListener('abort', cancel, { once: true })
  const context = createContext({
    session,
    effect,
    facts,
    signal: budget.signal,
    progress: io.progress,
    client: io.client,
    trace: io.trace,
    permit
  })
  try {
    session.audit?.assertReady(callFacts(prepared))
    const result = await bound.start(context)
    return facts.fromErp === true ? ofErp(result) : result
  } catch (error) {
    // What is no change of the repository has no object that could be looked at afterwards.
    const done = effect.repository === 'none' ? undefined : (facts.sent?.done ?? 'none')
    const changes = done === undefined ? facts.lent === true : done !== 'none'
    const reason = await explained(error, {
      context,
      args: prepared.args,
      action,
      isMissing: session.registry.options.isMissing,
      changes
    })
    const failure = failureResult(reason, {
      signal: budget.signal,
      log: session.log,
      changes,
      done
    })
    const failed = facts.fromErp === true ? ofErp(failure) : failure
    // what it asked for beside that is of no use any more, and would keep its place at the ERP
    cancel()
    return failed
  } finally {
    clearTimeout(timer)
    io.signal.removeEventListener('abort', cancel)
  }
}

function timeOut(action: Action): ToolError {
  return new ToolError(
    'TOOL_TIMEOUT',
    `The call took longer than ${action.timeoutMs / 1000} seconds and was stopped.`,
    {
      remedy: 'Narrow the request, or try again when the ERP is less busy.'
    }
  )
}

function unknownTool(
  { registry, caller }: Pick<ToolSession, 'caller' | 'registry'>,
  name: string
): ToolError {
  const near = registry.near(name)
  return new ToolError(
    'TOOL_UNKNOWN',
    `There is no tool named ${JSON.stringify(name.slice(0, 80))}.`,
    {
      remedy:
        near === undefined
          ? `The tools are: ${registry
              .visible(caller)
              .map(tool => tool.name)
              .join(', ')}.`
          : `Did you mean ${near}?`
    }
  )
}
