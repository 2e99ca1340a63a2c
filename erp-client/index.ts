export { activate, listInactive } from './activation.ts'
export type { ActivationResult, Finding, InactiveObject } from './activation.ts'
export { changeSource, createObject, deleteObject } from './change.ts'
export type {
  ChangeGuard,
  ChangeResult,
  ChangeSourceArgs,
  CreateArgs,
  LockFacts,
  Recheck
} from './change.ts'
export { createBudget } from './budget.ts'
export type { Budget } from './budget.ts'
export { checkSyntax } from './checks.ts'
export type { SyntaxArgs, SyntaxResult, UnsavedPart } from './checks.ts'
export { checkLogon, othersMayRead } from './check-logon.ts'
export { changeDocument, changeObjectFields, readDocument, readObjectFields } from './documents.ts'
export type { ChangeDocumentArgs, DocumentChange, FieldsChange } from './documents.ts'
export { createErp } from './erp.ts'
export type {
  CertificateSource,
  Credential,
  Effect,
  Erp,
  ErpExchange,
  ErpLog,
  ErpOptions,
  ErpReader,
  ErpRequest,
  ErpResponse,
  ErpSession,
  ErpSystem,
  ErpWriter
} from './erp.ts'
export { ErpError, errorTable, isErpError } from './errors.ts'
export type { ErpErrorCode, ErpErrorFacts } from './errors.ts'
export {
  attach,
  awaitDebuggee,
  deleteBreakpoint,
  goOn,
  isListening,
  listBreakpoints,
  readCalls,
  readComponents,
  readValues,
  setBreakpoints,
  setHere,
  stopListening,
  terminate
} from './debugger.ts'
export type {
  Breakpoint,
  BreakpointWish,
  ChildVariable,
  DebugIdentity,
  DebugState,
  Debuggee,
  Sender,
  StackFrame,
  Variable
} from './debugger.ts'
export { awaitAmdp, continueAmdp, startAmdp, stopAmdp, syncAmdpBreakpoints } from './amdp.ts'
export type { AmdpEvent, AmdpFrame, AmdpVariable } from './amdp.ts'
export { formatSource } from './format.ts'
export { assertLocksKept, probeLock } from './locks.ts'
export { cacheFigures, createCacheSpace } from './memory.ts'
export type { CacheSpace } from './memory.ts'
export { assertPackage, assertTransport, isLocalPackage } from './names.ts'
export { findDefinition, findReferences, readSnippets } from './navigation.ts'
export type { DefinitionArgs, Place, Reference, ReferencesArgs, Snippet } from './navigation.ts'
export {
  cloneGctsRepository,
  commitGctsObjects,
  createGctsRepository,
  deleteGctsRepository,
  listGctsEndpoints,
  listGctsRepositories,
  pullGctsRepository,
  readGctsBranches,
  readGctsHistory,
  readGctsObjects,
  readGctsRepository,
  readGctsSystem,
  saveGctsCredentials,
  switchGctsBranch
} from './gcts.ts'
export type { GctsBranch, GctsObject, GctsRepository, GctsStep } from './gcts.ts'
export {
  linkRepository,
  listRepositories,
  pullRepository,
  pushRepository,
  readStaging,
  stagedDocument,
  switchBranch,
  unlinkRepository
} from './git.ts'
export type { GitCredentials, GitObject, GitRepository, GitStaging } from './git.ts'
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
export { previewTable, runSql } from './query.ts'
export { longestQueryWord } from './wire/query-lines.ts'
export type { TableColumn, TableResult } from './query.ts'
export { fixAddress, fixEdits, proposeFixes } from './quick-fixes.ts'
export type { FixEdit, FixPlace, QuickFix } from './quick-fixes.ts'
export { changePackage, executeRename, planRename } from './refactoring.ts'
export type { RenameArgs, RenamePlan, TextEdit, TouchedObject } from './refactoring.ts'
export { readReleaseStates, setReleaseState } from './release-state.ts'
export type { ReleaseStates } from './release-state.ts'
export { runClass, runProgram } from './run.ts'
export { packageContents, searchObjects, searchSource } from './search.ts'
export type { ObjectHit, SourceHit } from './search.ts'
export { generate, planGeneration, publishBinding, readBinding } from './services.ts'
export type {
  GenerateArgs,
  GeneratedObject,
  Generator,
  ServiceBinding,
  StatusMessage
} from './services.ts'
export { readServiceDetails, readServiceModel } from './service-metadata.ts'
export type {
  PublishedService,
  ServiceEntity,
  ServiceModel,
  ServiceNavigation
} from './service-metadata.ts'
export { madeFrom, readSource, sourceHash } from './source.ts'
export type { Source, SourceArgs, VersionWish } from './source.ts'
export { readMetadata, readOutline, resolvePackage } from './structure.ts'
export type { Metadata, OutlineNode, Range } from './structure.ts'
export { probeTransportNeed, readDiscovery, readSystem } from './system.ts'
export type {
  Discovery,
  SystemComponent,
  SystemInfo,
  TransportNeed,
  TransportRequest
} from './system.ts'
export { changeTexts, readTexts } from './text-elements.ts'
export type { TextKind } from './text-elements.ts'
export {
  addTransportTask,
  changeTransportOwner,
  createTransport,
  deleteTransport,
  listTransports,
  readTransport,
  releaseTransport,
  removeTransportEntry,
  transportOfObject,
  transportValues
} from './transports.ts'
export type {
  CreateTransportArgs,
  ReleaseMessage,
  ReleaseReport,
  Transport,
  TransportEntry,
  TransportFilter,
  TransportTask
} from './transports.ts'
export { listAppFiles, listApps, readAppFile, writeAppFile } from './ui5.ts'
export type { Ui5App, Ui5File } from './ui5.ts'
export { runUnitTests } from './unit.ts'
export type { RiskLevel, UnitAlert, UnitClass, UnitMethod, UnitResult, UnitTotals } from './unit.ts'
export { listVersions, readVersion } from './versions.ts'
export type { ObjectVersion } from './versions.ts'
export type { Comparison, Documents, FieldDifference } from './wire/document/compare.ts'
export {
  editFieldsAway as editFields,
  fieldsFault,
  mergeFields,
  newFieldsFault
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
} from './assist.ts'
export type { At, ElementInfo, HierarchyEntry, Proposal } from './assist.ts'
export { listAtcVariants, readAtcDefault, readAtcDocumentation, runAtc } from './atc.ts'
export type { AtcFinding, AtcResult } from './atc.ts'
export { readCoverage } from './coverage.ts'
export type { CoverageNode, Covered } from './coverage.ts'
export { describeAt, describeObject } from './describe.ts'
export type { Description, Fact, Facts } from './describe.ts'
export {
  listDumps,
  listGatewayErrors,
  listSystemMessages,
  readDump,
  readGatewayError,
  readSqlTraceState
} from './runtime.ts'
export type { Dump, DumpHead, FeedEntry, SqlTraceState } from './runtime.ts'
export {
  listTraceRequests,
  listTraces,
  readTraceDb,
  readTraceHits,
  startTrace,
  stopTrace
} from './traces.ts'
export type { DbAccess, TraceHead, TraceHit, TraceRequest, TraceWish } from './traces.ts'
export { codePointEscape, visible } from './visible.ts'
