/** The public interface of the ERP client. */

export { activate, listInactive } from './adt/activation.ts'
export type { ActivationResult } from './adt/activation.ts'
export { changeSource } from './adt/change.ts'
export type { ChangeGuard, ChangeResult, ChangeSourceArgs } from './adt/change.ts'
export { createConnectionLimiter } from './http/connection-limiter.ts'
export type { ConnectionLimiter } from './http/connection-limiter.ts'
export { checkSyntax } from './adt/checks/syntax.ts'
export type { SyntaxArgs, UnsavedPart } from './adt/checks/syntax.ts'
export { comparableAway } from './wire/document/comparable.ts'
export { readActiveText, readComparableDocument } from './adt/comparable.ts'
export { checkClientCertificate, checkLogon, checkTicketCommand } from './logon/checks.ts'
export { othersMayRead } from './others-may-read.ts'
export type { ClientIdentity } from './pki/client-identity.ts'
export {
  changeDocument,
  changeObjectFields,
  readDocument,
  readObjectFields
} from './adt/document/documents.ts'
export type { ChangeDocumentArgs, DocumentChange, FieldsChange } from './adt/document/documents.ts'
export { changeOperations, changeRow, restorable } from './operations.ts'
export type { ChangeOperation, ChangeRow, UndoWay } from './operations.ts'
export { readOperations } from './reading-operations.ts'
export type { ReadOperation, ReadRow } from './reading-operations.ts'
export { createErp } from './erp.ts'
export type { Erp, ErpReader, ErpSession, ErpSystem, ErpWriter } from './erp.ts'
export { ErpError, errorTable, isErpError, withRemedy } from './errors.ts'
export type { ErpErrorCode, ErpErrorFacts } from './errors.ts'
export {
  isDebuggeeOver,
  attach,
  resumeDebuggee,
  selectFrame,
  setValue,
  stepDebuggee,
  readCalls,
  readComponents,
  readValues,
  terminate
} from './adt/diagnose/debugger.ts'
export type { DebugStep, Sender } from './adt/diagnose/debugger.ts'
export { deleteWatchpoint, setWatchpoint } from './adt/diagnose/watchpoints.ts'
export type { Watchpoint } from './wire/diagnose/watchpoints.ts'
export type {
  Breakpoint,
  BreakpointOptions,
  ChildVariable,
  DebugIdentity,
  DebugState,
  Debuggee,
  StackFrame,
  Variable
} from './wire/diagnose/debugger.ts'
export {
  awaitAmdp,
  continueAmdp,
  startAmdp,
  stopAmdp,
  syncAmdpBreakpoints
} from './adt/diagnose/amdp.ts'
export type { AmdpEvent, AmdpFrame, AmdpVariable } from './adt/diagnose/amdp.ts'
export { formatSource } from './adt/format.ts'
export type { ErpExchange, ExchangeIdentity, ExchangeObserver } from './http/exchanges.ts'
export { RequestIds } from './correlation/request-ids.ts'
export { assertLocksKept, changeInTurn, probeLock } from './adt/locks.ts'
export { cacheMetrics } from './cache/erp-cache.ts'
export { assertPackage, assertTransport, isLocalPackage } from './adt/names.ts'
export { readEnhancementOptions, readEnhancements } from './adt/document/enhancements.ts'
export type { Enhancements } from './adt/document/enhancements.ts'
export type {
  EnhancementImplementation,
  EnhancementOption,
  SourcePlugin
} from './wire/document/enhancements.ts'
export { findDefinition, findReferences, readSnippets } from './adt/navigation.ts'
export type { DefinitionArgs, ReferencesArgs } from './adt/navigation.ts'
export {
  listGctsEndpoints,
  listGctsRepositories,
  readGctsBranches,
  readGctsHistory,
  readGctsObjects,
  readGctsRepository,
  readGctsSystem
} from './adt/git/gcts.ts'
export {
  linkRepository,
  listRepositories,
  pullRepository,
  pushRepository,
  readStaging,
  switchBranch,
  unlinkRepository
} from './adt/git/abapgit.ts'
export {
  assertName,
  codesWith,
  objectOfUri,
  objectType,
  objectTypes,
  objectUri,
  partUri
} from './objects.ts'
export type {
  Ability,
  CreateFacts,
  CreatePart,
  ObjectPlace,
  ObjectRef,
  ObjectTypeRow
} from './objects.ts'
export { previewTable, runSql } from './adt/query.ts'
export { longestQueryWord } from './wire/query-lines.ts'
export { fixAddress, fixEdits, proposeFixes } from './adt/quick-fixes.ts'
export type { FixEdit, FixPlace, QuickFix } from './adt/quick-fixes.ts'
export {
  changePackage,
  executeRefactoring,
  planExtractMethod,
  planRename
} from './adt/refactoring.ts'
export type { RenameArgs } from './adt/refactoring.ts'
export { createStatementsOf } from './adt/create-statements.ts'
export type { CreateStatement } from './adt/create-statements.ts'
export { readReleaseStates, setReleaseState } from './adt/release-state.ts'
export type { ReleaseStates } from './adt/release-state.ts'
export { runClass, runProgram } from './adt/checks/run.ts'
export { groupContents, packageContents, searchObjects, searchSource } from './adt/search.ts'
export { generate, planGeneration } from './adt/services/generators.ts'
export type { GenerateArgs, Generator } from './adt/services/generators.ts'
export type { GeneratedObject } from './wire/services/generators.ts'
export { publishBinding, readBinding } from './adt/services/services.ts'
export type { ServiceBinding, StatusMessage } from './adt/services/services.ts'
export { readServiceDetails, readServiceModel } from './adt/services/service-metadata.ts'
export type {
  PublishedService,
  ServiceEntity,
  ServiceModel,
  ServiceNavigation
} from './adt/services/service-metadata.ts'
export { hasDraft, madeFrom, readSource, sourceHash } from './adt/source.ts'
export type { Source, SourceArgs } from './adt/source.ts'
export { readMetadata, readOutline, resolveOwner, resolvePackage } from './adt/structure.ts'
export {
  probeTransportNeed,
  readDiscovery,
  readRelease as readBasisRelease,
  readRepositoryKey,
  readSystem
} from './adt/system.ts'
export type { Discovery, SystemComponent, SystemInfo } from './adt/system.ts'
export { changeTexts, readTexts } from './adt/text-elements.ts'
export type { TextKind, TextsChange } from './adt/text-elements.ts'
export {
  addTransportTask,
  changeTransportOwner,
  deleteTransport,
  removeTransportEntry
} from './adt/transports/change.ts'
export {
  addTransportEntry,
  changeTransportAttribute,
  changeTransportTarget,
  changeTransportText,
  checkTransport,
  classifyTask,
  compressTransport
} from './adt/transports/edit.ts'
export { findTransports } from './adt/transports/find.ts'
export type { FoundTransports, TransportQuery, TransportSource } from './adt/transports/find.ts'
export { releaseTransport } from './adt/transports/release.ts'
export type { AttributeAction, CheckMessage } from './wire/transports/edits.ts'
export { listAppFiles, listApps, readAppFile, writeAppFile } from './adt/services/ui5.ts'
export type { Ui5App, Ui5File } from './adt/services/ui5.ts'
export { runUnitTests } from './adt/checks/unit.ts'
export { listVersions, readVersion } from './adt/versions.ts'
export type { Comparison, Documents, FieldDifference } from './wire/document/compare.ts'
export {
  editFieldsAway as editFields,
  fieldsFault,
  mergeFields,
  newFieldsFault,
  readFields
} from './wire/document/fields.ts'
export type { EditedFields } from './wire/document/fields.ts'
export { fieldTypes } from './wire/document/rows.ts'
export type { Fields } from './wire/document/values.ts'
export {
  cdsElementInfo,
  completeAt,
  documentationAt,
  elementInfoAt,
  plainText,
  typeHierarchy
} from './adt/assist.ts'
export type { At, ElementInfo, HierarchyEntry, Proposal } from './adt/assist.ts'
export { listAtcVariants, readAtcDefault, readAtcDocumentation, runAtc } from './adt/checks/atc.ts'
export type { AtcFinding, AtcResult } from './adt/checks/atc.ts'
export { readCoverage } from './adt/checks/coverage.ts'
export type { CoverageNode, Covered } from './adt/checks/coverage.ts'
export { describeAt, describeObject } from './adt/describe.ts'
export type { Description, Fact, Facts } from './adt/describe.ts'
export {
  listDumps,
  listGatewayErrors,
  listSystemMessages,
  readDump,
  readGatewayError,
  readSqlTraceState
} from './adt/diagnose/runtime.ts'
export type { Dump, DumpHead, FeedEntry, SqlTraceState } from './adt/diagnose/runtime.ts'
export {
  listTraceRequests,
  listTraces,
  readTraceDb,
  readTraceHits,
  startTrace,
  stopTrace
} from './adt/diagnose/traces.ts'
export type { TraceHead, TraceRequest, TraceOptions } from './adt/diagnose/traces.ts'
export { codePointEscape, visible } from './adt/visible.ts'
export type { ReleaseMessage, ReleaseQuestion, ReleaseReport } from './wire/transports/release.ts'
export type {
  Transport,
  TransportAttribute,
  TransportEntry,
  TransportTask
} from './wire/transports.ts'
export type { Finding, InactiveObject } from './wire/checks/findings.ts'
export type { SyntaxResult } from './wire/checks/checks.ts'
export type {
  RiskLevel,
  UnitAlert,
  UnitClass,
  UnitMethod,
  UnitResult,
  UnitTotals
} from './wire/checks/unit.ts'
export { unitResult } from './wire/checks/unit.ts'
export type { TransportNeed, TransportRequest } from './wire/transport-check.ts'
export type { TableColumn, TableResult } from './wire/table.ts'
export type { RefactoringPlan, RenamePlan, TextEdit, TouchedObject } from './wire/refactoring.ts'
export type { ObjectHit, SourceHit } from './wire/search.ts'
export type { Metadata } from './wire/metadata.ts'
export type { OutlineNode, Range } from './wire/outline.ts'
export type { Place } from './wire/places.ts'
export type { Reference, Snippet } from './wire/usages.ts'
export { isActiveVersion, isKeptVersion } from './wire/versions.ts'
export type { ObjectVersion } from './wire/versions.ts'
export type { VersionOptions } from './adt/structure.ts'
export type { LockFacts, Recheck } from './adt/locks.ts'
export type {
  ErpReadRequest,
  ChangeSubject,
  ErpChangeRequest,
  ErpRequest,
  ErpResponse,
  RequestEffect
} from './request.ts'
export type * from './options.ts'
export { createPlainRequests } from './logon/plain-requests.ts'
export type { PlainAnswer, PlainRequests } from './logon/plain-requests.ts'
export { createCacheSpace } from './cache/cache-space.ts'
export type { CacheSpace } from './cache/cache-space.ts'
export type { CreateArgs, CreatedArgs } from './adt/create.ts'
export { compareCreated, createObject } from './adt/create.ts'
export { deleteObject } from './adt/delete.ts'
export { awaitDebuggee, isListening, stopListening } from './adt/diagnose/listener.ts'
export {
  deleteBreakpoint,
  listBreakpoints,
  setBreakpoints,
  localBreakpoints
} from './adt/diagnose/breakpoints.ts'
export type { GitObject, GitRepository, GitStaging, GitCredentials } from './wire/git/abapgit.ts'
export { stagedDocument } from './wire/git/abapgit.ts'
export type { GctsBranch, GctsObject, GctsRepository, GctsStep } from './wire/git/gcts.ts'
export type { TransportFilter } from './adt/transports/read.ts'
export {
  listTransports,
  readTransport,
  transportOfObject,
  transportValues
} from './adt/transports/read.ts'
export type { CreateTransportRequestArgs } from './adt/transports/create.ts'
export { createTransportRequest } from './adt/transports/create.ts'
export {
  cloneGctsRepository,
  commitGctsObjects,
  createGctsRepository,
  deleteGctsRepository,
  pullGctsRepository,
  saveGctsCredentials,
  switchGctsBranch
} from './adt/git/gcts-changes.ts'
export type { DbAccess, TraceHit } from './wire/diagnose/traces.ts'
