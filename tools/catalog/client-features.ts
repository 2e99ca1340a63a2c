import type { FeatureState } from '../call/context.ts'
import type { Action, Tool } from '../define.ts'
import { operations } from '../operations.ts'
import type { Expert, Operation } from '../operations.ts'

/** What decides which actions are offered. */
export interface Offer {
  readonly expert: ReadonlySet<Expert>
  readonly features: ReadonlyMap<string, FeatureState>
}

/**
 * A tool as it is offered: without the actions that the operator has not switched on or that this
 * system does not have, and without the arguments that only they take. Calls of these actions are
 * still understood, and refused with the setting that decides.
 */
export function offeredTool(tool: Tool, offer: Offer): Tool {
  const actions = new Map([...tool.actions].filter(([, action]) => isOffered(action, offer)))
  if (actions.size === tool.actions.size) return tool
  const taken = new Set([...actions.values()].flatMap(({ properties }) => Object.keys(properties)))
  const properties = Object.entries(tool.input.properties).flatMap(([key, schema]) => {
    if (key === 'action') return [[key, { ...schema, enum: [...actions.keys()] }] as const]
    return taken.has(key) ? [[key, schema] as const] : []
  })
  return { ...tool, actions, input: { ...tool.input, properties: Object.fromEntries(properties) } }
}

/**
 * By the first of its operations, which is the plainest; what more it may do is decided at the
 * call.
 */
function isOffered(
  { possible: [plain], features: needed }: Action,
  { expert, features }: Offer
): boolean {
  const ability = plain === undefined ? undefined : (operations[plain] as Operation).expert
  return (
    (ability === undefined || expert.has(ability)) &&
    needed.every(feature => features.get(feature) !== 'absent')
  )
}
