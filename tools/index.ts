import type { Tool } from './define.ts'

export type { Caller, Principal, Scope } from './caller.ts'
export type { ChangeTarget, FeatureState, Limits, Log, ProgressStep, Recheck, ToolContext } from './context.ts'
export { action, defineActions, defineTool } from './define.ts'
export type { Action, ActionDefinition, Annotations, OperationChoice, Tool } from './define.ts'
export { ToolError } from './errors.ts'
export { operations } from './operations.ts'
export type { Effect, Expert, Operation, OperationName } from './operations.ts'
export { createPolicy } from './policy.ts'
export type { Decision, Policy, PolicyOptions, Refusal, Target } from './policy.ts'
export { prepare, run } from './call.ts'
export type { Prepared, RunIo } from './call.ts'
export { createRegistry } from './registry.ts'
export type { Features, Registry, RegistryOptions, ToolListing } from './registry.ts'
export type { ToolEvent, ToolResult } from './result.ts'
export type { ToolSession } from './session.ts'
export { Choice } from './schema.ts'

/** The tools, in the order clients see them. */
export const tools: readonly Tool[] = []
