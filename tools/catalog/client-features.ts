/** Which actions of a tool are offered in this configuration and on this system. */
import type { FeatureState } from '../call/context.ts'
import type { Action, Tool } from '../define.ts'
import { operations } from '../operations.ts'
import type { Expert, Operation } from '../operations.ts'

/** What decides it: the expert modes of the operator, and the features of the system. */
export interface Offer {
  readonly expert: ReadonlySet<Expert>
  readonly features: ReadonlyMap<string, FeatureState>
}

/**
 * The tool without the actions that are switched off or that this system lacks, and without the
 * arguments that only they take. Calls of these actions are still understood, and refused with the
 * setting that decides.
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

/** By the first operation, which needs the least; the policy decides about the others at the call. */
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
