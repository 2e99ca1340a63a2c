/** Which actions of a tool are offered in this configuration and on this system. */
import type { FeatureState } from '../call/context.ts'
import type { Action, Tool } from '../define.ts'
import { effectOf, operations } from '../operations.ts'
import type { CallEffect, Expert, Operation } from '../operations.ts'

/**
 * What decides it: the expert modes and the rules of the operator, and the features of the system.
 */
export interface Offer {
  readonly expert: ReadonlySet<Expert>
  readonly features: ReadonlyMap<string, FeatureState>
  /** Whether the operator permits the effect to any caller; every effect if left out. */
  readonly permits?: ((effect: CallEffect) => boolean) | undefined
}

/**
 * The tool without the actions that are switched off, blocked or lacking on this system, and without the
 * arguments that only they take. Calls of these actions are still understood, and refused with the
 * setting that decides.
 */
export function offeredTool(tool: Tool, offer: Offer): Tool {
  const actions = new Map([...tool.actions].filter(([, action]) => isOffered(tool, action, offer)))
  if (actions.size === tool.actions.size) return tool
  const taken = new Set([...actions.values()].flatMap(({ properties }) => Object.keys(properties)))
  const properties = Object.entries(tool.input.properties).flatMap(([key, schema]) => {
    if (key === 'action') return [[key, { ...schema, enum: [...actions.keys()] }] as const]
    return taken.has(key) ? [[key, schema] as const] : []
  })
  return { ...tool, actions, input: { ...tool.input, properties: Object.fromEntries(properties) } }
}

/**
 * The expert mode is that of the first operation, which needs the least. An action stays while one of
 * its operations is permitted: a dry run only reads.
 */
function isOffered(
  { name, scope }: Tool,
  { name: action, possible, features: needed }: Action,
  { expert, features, permits }: Offer
): boolean {
  const [plain] = possible
  const ability = plain === undefined ? undefined : (operations[plain] as Operation).expert
  const of = { tool: name, scope, ...(action === undefined ? {} : { action }) }
  return (
    (ability === undefined || expert.has(ability)) &&
    needed.every(feature => features.get(feature) !== 'absent') &&
    (permits === undefined || possible.some(operation => permits(effectOf(of, [operation]))))
  )
}
