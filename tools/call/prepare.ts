/**
 * The first half of a call: finds the tool, normalises and checks the arguments, decides by the
 * policy.
 */
import { isRecord } from '../schema/json.ts'
import { mergeArgs } from '../schema/coerce.ts'
import type { Action, BoundCall, Tool } from '../define.ts'
import { badArguments, refusalError, ToolError } from '../failure/errors.ts'
import { asMissingFeature } from '../failure/release-gaps.ts'
import { featureError } from '../catalog/features.ts'
import { helpCall } from '../catalog/help.ts'
import { normalise } from '../schema/normalise.ts'
import { effectOf } from '../operations.ts'
import type { CallEffect } from '../operations.ts'
import type { ToolSession } from './session.ts'
import { explainProblems } from '../schema/problems.ts'
import { ownArgs } from './write/kept-calls.ts'
import { isHandle } from './long-calls.ts'
import { stagingRefusal } from '../change-sets/refusal.ts'

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
  /**
   * `handle`: the call starts nothing and collects the result of a long call. `resume`: it goes on
   * with a kept call, whose arguments are prepared with `args` over them.
   */
  readonly outcome:
    | { readonly call: BoundCall }
    | { readonly error: ToolError }
    | { readonly handle: string }
    | { readonly resume: string }
}

type DecisionContext = Pick<ToolSession, 'caller' | 'registry' | 'policy'>

/**
 * Finds, normalises, checks and decides a call; pure.
 * Throws ToolError TOOL_UNKNOWN and INSUFFICIENT_SCOPE, which the protocol answers; every other
 * refusal is in `outcome`.
 */
export function prepare(session: DecisionContext, name: string, args: unknown): Prepared {
  const tool = findTool(session, name)
  assertScope(session, tool)
  const given = merged(tool, args)
  if (given instanceof ToolError) return refused(tool, given)
  return (
    prepareHelp(session, tool, given) ??
    prepareHandle(tool, given) ??
    prepareResume(tool, given) ??
    prepareAction(session, tool, given)
  )
}

function findTool({ registry, caller }: DecisionContext, name: string): Tool {
  const tool = registry.get(name)
  if (tool !== undefined) return tool
  const near = registry.near(name)
  throw new ToolError(
    'TOOL_UNKNOWN',
    `There is no tool named ${JSON.stringify(name.slice(0, 80))}.`,
    {
      remedy:
        near === undefined
          ? `The tools are: ${registry
              .visible(caller)
              .map(visible => visible.name)
              .join(', ')}.`
          : `Did you mean ${near}?`
    }
  )
}

/** A caller without the scope of the tool gets no error about its arguments. */
function assertScope({ caller, policy }: DecisionContext, { name, scope }: Tool): void {
  if (caller.scopes.has(scope)) return
  const decision = policy.decide(effectOf({ tool: name, scope }, []), undefined, caller)
  if (!decision.allow) throw refusalError(decision)
}

function merged(tool: Tool, args: unknown): unknown {
  try {
    return mergeArgs(tool.properties, args)
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    return error
  }
}

/** A refusal, with what was understood of the call before it. */
function refused(tool: Tool, error: ToolError, understood: Partial<Prepared> = {}): Prepared {
  return { ...reading(tool), ...understood, outcome: { error } }
}

function reading(tool: Tool): Omit<Prepared, 'outcome'> {
  return {
    tool,
    action: undefined,
    args: {},
    effect: undefined,
    readsOnly: true,
    long: false
  }
}

function prepareHelp(
  { registry }: DecisionContext,
  tool: Tool,
  given: unknown
): Prepared | undefined {
  const help = isRecord(given) ? helpCall(tool, given, registry) : undefined
  if (help === undefined) return undefined
  const { name, scope } = tool
  return {
    ...reading(tool),
    action: help.action,
    effect: effectOf({ tool: name, scope }, help.call.operations),
    outcome: help
  }
}

function prepareHandle(tool: Tool, given: unknown): Prepared | undefined {
  const { cursor } = isRecord(given) ? given : {}
  return isHandle(cursor)
    ? { ...reading(tool), long: true, outcome: { handle: cursor } }
    : undefined
}

function prepareResume(tool: Tool, given: unknown): Prepared | undefined {
  if (!isRecord(given) || tool.properties['resume'] === undefined) return undefined
  const { resume, items, ...args } = given
  if (typeof resume !== 'string' || resume === '' || items !== undefined) return undefined
  const others = Object.keys(args).filter(name => name !== 'action' && !ownArgs.has(name))
  if (others.length > 0) {
    return refused(
      tool,
      badArguments(
        `\`resume\` goes on with a batch as it was sent, so ${others.join(', ')} cannot be given.`,
        'Give resume alone, or with activate or dryRun.'
      )
    )
  }
  return { ...reading(tool), args, long: true, outcome: { resume: resume.trim() } }
}

function prepareAction(session: DecisionContext, tool: Tool, given: unknown): Prepared {
  const { confirm, rest } = splitConfirm(given)
  const understood = normalise(tool, rest, session.registry.options)
  if ('error' in understood) return refused(tool, understood.error)
  const { action } = understood
  const args =
    confirm === undefined || action.properties['confirm'] === undefined
      ? understood.args
      : { ...understood.args, confirm }
  const bound = action.bind(args)
  if ('problems' in bound) {
    return refused(tool, explainProblems(tool, action, bound.problems), { action, args })
  }
  const effect = effectOfCall(tool, action, bound.call)
  const refusal =
    missingFeature(session, tool, action) ??
    policyRefusal(session, effect) ??
    stagingRefusal(action, args)
  if (refusal !== undefined) return refused(tool, refusal, { action, args, effect })
  return {
    tool,
    action,
    args,
    effect,
    readsOnly: effect.readOnlyAllowed,
    long: bound.call.long === true,
    ...(confirm === undefined ? {} : { confirm }),
    outcome: bound
  }
}

/**
 * Takes `confirm` out of the arguments: the operator may demand a confirmation of actions that have
 * no such argument.
 */
function splitConfirm(args: unknown): { confirm?: string; rest: unknown } {
  if (!isRecord(args)) return { rest: args }
  const { confirm, ...rest } = args
  return typeof confirm === 'string' && confirm !== '' ? { confirm, rest } : { rest: args }
}

function effectOfCall(tool: Tool, action: Action, call: BoundCall): CallEffect {
  return effectOf(
    {
      tool: tool.name,
      scope: tool.scope,
      ...(action.name === undefined ? {} : { action: action.name })
    },
    call.operations
  )
}

function missingFeature(
  { registry }: DecisionContext,
  { name, feature }: Tool,
  action: Action
): ToolError | undefined {
  const absent = [feature, ...action.features].find(
    needed => needed !== undefined && registry.feature(needed) === 'absent'
  )
  if (absent === undefined) return undefined
  const what = action.name === undefined ? name : `${name} ${action.name}`
  return asMissingFeature(featureError(absent, what), action.gap, registry.options.isMissing)
}

function policyRefusal(
  { policy, caller }: DecisionContext,
  effect: CallEffect
): ToolError | undefined {
  const decision = policy.decide(effect, undefined, caller)
  if (decision.allow) return undefined
  const refusal = refusalError(decision)
  if (decision.code === 'INSUFFICIENT_SCOPE') throw refusal
  return refusal
}
