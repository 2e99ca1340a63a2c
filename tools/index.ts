/** What the other layers use of the tools, and the list of tools itself. */
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

export { userToken } from './call/caller.ts'
export type { Caller, Grant, Principal, Scope } from './call/caller.ts'
export { callerAt } from './call/grants.ts'
export { callerKey } from './call/caller-key.ts'
export { silentClient } from './call/client-link.ts'
export type { ClientLink, ClientQuestion, LogLevel } from './call/client-link.ts'
export type { Confirmation, ConfirmMode } from './call/confirmation-guard.ts'
export type {
  ChangeTarget,
  FeatureState,
  Limits,
  Log,
  OtherRead,
  ProgressStep,
  Recheck,
  ToolContext
} from './call/context.ts'
export { action, defineActions, defineTool } from './define.ts'
export type { Action, ActionDefinition, Annotations, OperationChoice, Tool } from './define.ts'
export { ToolError } from './failure/errors.ts'
export { callerFacts, scopeEvent, notifyObservers } from './call/events.ts'
export type { HaltedCall, HaltGate } from './call/write/halt-gate.ts'
export { createClientGate } from './policy/client-gate.ts'
export type { ClientGate } from './policy/client-gate.ts'
export type { AuditGate, CallFacts, ChangeIntent } from './call/audit-gate.ts'
export { operations } from './operations.ts'
export type { CallEffect, Expert, Operation, OperationName } from './operations.ts'
export { createPolicy } from './policy/decide.ts'
export type { Decision, Policy, PolicyOptions, Refusal, Target } from './policy/decide.ts'
export { prepare } from './call/prepare.ts'
export type { Prepared } from './call/prepare.ts'
export { run } from './call/run.ts'
export type { RunIo } from './call/run.ts'
export { createChangeNotices, createRegistry, offers } from './catalog/registry.ts'
export { createFeatureProbe, featureEvidence } from './catalog/feature-probe.ts'
export type { FeatureProbe } from './catalog/feature-probe.ts'
export { prompts } from './catalog/prompts.ts'
export { skillOf } from './catalog/skills.ts'
export type { Prompt, PromptArgument, PromptResult } from './catalog/prompts.ts'
export type {
  Change,
  ChangeNotices,
  Features,
  Registry,
  RegistryOptions,
  ResultForm
} from './catalog/registry.ts'
export type { ToolListing } from './catalog/listing.ts'
export { changeNotice } from './catalog/change-notice.ts'
export { findResource, isTemplate, objectAddress, resources } from './catalog/resources.ts'
export type { Completion, CompletionPlan, Resource } from './catalog/resources.ts'
export type {
  AskResult,
  ConfirmResult,
  ContentPart,
  Quoted,
  ResourceLink,
  ToolEvent,
  ToolResult
} from './call/result.ts'
export { createGitCredentials } from './manage/git-credentials.ts'
export { createKeptCalls } from './call/write/kept-calls.ts'
export type { KeptCalls } from './call/write/kept-calls.ts'
export { approvalItemPattern, approvalRules } from './approval/rules.ts'
export { callAsApprover } from './approval/approver-call.ts'
export type { ApproverArgs } from './approval/approver-call.ts'
export type { ApprovalAccess } from './approval/access.ts'
export { createChangeSetAccess } from './change-sets/access.ts'
export type { ChangeSetAccess } from './change-sets/access.ts'
export type {
  ChangeSets,
  SetAt,
  SetContent,
  SetEnd,
  SetHead,
  SetOutcome,
  SetOwner,
  SetState,
  StagedContent,
  StagedCreation,
  StagedDeletion,
  StoredSet
} from './change-sets/change-sets.ts'
export type {
  AddedItem,
  ApprovalDecision,
  ApprovalItem,
  ApprovalNews,
  ApprovalQuery,
  ApprovalRequest,
  Approvals,
  ApprovalState
} from './approval/approvals.ts'
export { createJournalAccess } from './journal/access.ts'
export type { JournalAccess } from './journal/access.ts'
export type {
  Journal,
  JournalEntry,
  JournalIntent,
  JournalOutcome,
  JournalQuery,
  JournalStep,
  OpenEntry,
  RecordedEntry,
  RecordedStep,
  StateBefore,
  StepEnd
} from './journal/journal.ts'
export type {
  Twin,
  TwinInput,
  TwinObject,
  TwinRead,
  TwinVerdict,
  TwinWanted
} from './change-sets/twin/twin.ts'
export { createLongCalls } from './call/long-calls.ts'
export type { LongCalls, SharedResults } from './call/long-calls.ts'
export { createTokenSigner } from './call/tokens/token-signer.ts'
export { createIdentityQuota } from './call/identity-quota.ts'
export type { IdentityQuota, IdentityQuotaOptions } from './call/identity-quota.ts'
export { createUsedTokens } from './call/tokens/used-tokens.ts'
export type { TokenUse, UsedTokens } from './call/tokens/used-tokens.ts'
export type { TokenSigner } from './call/tokens/token-signer.ts'
export type { OtherSystems, ToolSession } from './call/session.ts'
export { systemNotPermitted } from './call/other-systems.ts'
export { Choice } from './schema/choice.ts'
export { callTrace, traceOf, tracedReader } from './call/tracing.ts'
export type { Span, SpanFacts, Trace, Tracer, Tracing } from './call/tracing.ts'

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
