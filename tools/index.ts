import type { Tool } from './define.ts'
import { erpActivate } from './erp-activate.ts'
import { erpContext } from './erp-context.ts'
import { erpDiagnose } from './erp-diagnose.ts'
import { erpLint } from './erp-lint.ts'
import { erpManage } from './erp-manage.ts'
import { erpNavigate } from './erp-navigate.ts'
import { erpQuery } from './erp-query.ts'
import { erpRead } from './erp-read.ts'
import { erpSearch } from './erp-search.ts'
import { erpTransport } from './erp-transport.ts'
import { erpWrite } from './erp-write.ts'

export type { Caller, Principal, Scope } from './caller.ts'
export { callerKey } from './caller-key.ts'
export { silentClient } from './client-link.ts'
export type { ClientLink, ClientQuestion, LogLevel } from './client-link.ts'
export type { Confirmation, ConfirmMode } from './confirmation.ts'
export type {
  ChangeTarget,
  FeatureState,
  Limits,
  Log,
  ProgressStep,
  Recheck,
  ToolContext
} from './context.ts'
export { action, defineActions, defineTool } from './define.ts'
export type { Action, ActionDefinition, Annotations, OperationChoice, Tool } from './define.ts'
export { ToolError } from './errors.ts'
export { scopeEvent, tell } from './events.ts'
export type { AuditGate, CallFacts } from './events.ts'
export { operations } from './operations.ts'
export type { Effect, Expert, Operation, OperationName } from './operations.ts'
export { createPolicy } from './policy.ts'
export type { Decision, Policy, PolicyOptions, Refusal, Target } from './policy.ts'
export { prepare, run } from './call.ts'
export type { Prepared, RunIo } from './call.ts'
export { createRegistry } from './registry.ts'
export { createFeatureProbe, featureEvidence } from './probes.ts'
export type { FeatureProbe } from './probes.ts'
export { prompts } from './prompts.ts'
export type { Prompt, PromptArgument, PromptResult } from './prompts.ts'
export type { Change, Features, Registry, RegistryOptions, ToolListing } from './registry.ts'
export {
  changeNotice,
  findResource,
  isTemplate,
  objectAddress,
  offers,
  resources
} from './resources.ts'
export type { Completion, CompletionPlan, Resource } from './resources.ts'
export type {
  AskResult,
  ConfirmResult,
  ContentPart,
  Quoted,
  ResourceLink,
  ToolEvent,
  ToolResult
} from './result.ts'
export { createGitCredentials } from './manage/git-credentials.ts'
export { createRunning } from './running.ts'
export type { Running, SharedResults } from './running.ts'
export { createSealer } from './seal.ts'
export { createShares } from './shares.ts'
export type { Shares, SharesOptions } from './shares.ts'
export { createUsedList } from './used-list.ts'
export type { Use, UsedList } from './used-list.ts'
export type { Sealer } from './seal.ts'
export type { ToolSession } from './session.ts'
export { Choice } from './schema.ts'
export { callTrace, traceOf, tracedReader } from './traced.ts'
export type { Span, SpanFacts, Trace, Tracer, Tracing } from './traced.ts'

/** The tools, in the order clients see them. */
export const tools: readonly Tool[] = [
  erpRead,
  erpSearch,
  erpQuery,
  erpNavigate,
  erpContext,
  erpLint,
  erpDiagnose,
  erpWrite,
  erpActivate,
  erpManage,
  erpTransport
]
