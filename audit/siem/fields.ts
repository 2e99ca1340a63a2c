/** The table of audit fields: what each is, and its names in the formats of security monitoring. */
import type { RefusedLogOn } from '../../audit.ts'
import type { ToolEvent } from '../../tools/index.ts'
import type { Seal } from '../chain.ts'

export interface FieldRow {
  readonly means: string
  /** How its values are written; a value of another kind is no value of this field. */
  readonly kind: 'text' | 'number' | 'flag' | 'list'
  /** Path in the Elastic Common Schema; left out where `ecs.ts` derives several from it. */
  readonly ecs?: string
  /** Key of the Common Event Format; left out where `cef.ts` derives it. */
  readonly cef?: string
  /** Of the custom key `cs1` and others. */
  readonly label?: string
  /** Characters that the format permits for this key. */
  readonly most?: number
}

/** Of a halt, and of the lines that begin and end chains and times without a file. */
type OtherField =
  | 'kind'
  | 'time'
  | 'replica'
  | 'halt'
  | 'since'
  | 'by'
  | 'haltedIdentity'
  | 'person'
  | 'news'
  | 'attempts'
  | 'status'
  | 'writes'
  | 'contact'
  | 'key'
  | 'after'
  | 'dropped'
  | 'mac'

export type AuditField =
  Exclude<keyof ToolEvent, 'reveals'> | keyof RefusedLogOn | Exclude<keyof Seal, 'at'> | OtherField

type Names = Omit<FieldRow, 'means' | 'kind'>
const text = (means: string, names: Names): FieldRow => ({ means, kind: 'text', ...names })
const number = (means: string, names: Names): FieldRow => ({ means, kind: 'number', ...names })
const flag = (means: string, names: Names): FieldRow => ({ means, kind: 'flag', ...names })
const list = (means: string, names: Names): FieldRow => ({ means, kind: 'list', ...names })

/** In the order in which lines have them. */
export const auditFields: Readonly<Record<AuditField, FieldRow>> = {
  time: text('when the line was written, UTC', { ecs: '@timestamp', cef: 'rt' }),
  kind: text('call, intent, log-on, halt and others', { ecs: 'erp_bridge.kind', cef: 'cat' }),
  system: text('name of the ERP system', {
    ecs: 'erp_bridge.system',
    cef: 'cs1',
    label: 'ErpSystem'
  }),
  logon: text('how the bridge logs on there', { ecs: 'erp_bridge.logon', cef: 'ErpBridgeLogon' }),
  tool: text('tool', { ecs: 'erp_bridge.tool', cef: 'ErpBridgeTool' }),
  action: text('action of the tool', { ecs: 'erp_bridge.action', cef: 'act', most: 63 }),
  operation: text('operations of the call', {
    ecs: 'erp_bridge.operation',
    cef: 'cs6',
    label: 'Operation'
  }),
  outcome: text('`ok`, `blocked`, `error`, `unknown`, or `refused` for a log-on', {
    ecs: 'erp_bridge.outcome',
    cef: 'outcome',
    most: 63
  }),
  code: text('code of the failure or refusal', { ecs: 'error.code', cef: 'ErpBridgeCode' }),
  ms: number('duration', { cef: 'cn2', label: 'Milliseconds' }),
  letters: text('letters of the operations', {
    ecs: 'erp_bridge.letters',
    cef: 'ErpBridgeLetters'
  }),
  changes: flag('whether the call may change the ERP', {
    ecs: 'erp_bridge.changes',
    cef: 'ErpBridgeChanges'
  }),
  rule: text('setting or scope that refused', { ecs: 'rule.name', cef: 'ErpBridgeRule' }),
  user: text('who called', { ecs: 'user.name', cef: 'suser', most: 1023 }),
  identity: text('tells callers of one name apart', { ecs: 'user.id', cef: 'suid', most: 1023 }),
  method: text('how the caller logged on at the bridge', {
    ecs: 'erp_bridge.method',
    cef: 'ErpBridgeMethod'
  }),
  client: text('program that the credential was issued to', {
    ecs: 'erp_bridge.client',
    cef: 'ErpBridgeClient'
  }),
  tokenId: text('fingerprint of the credential', {
    ecs: 'erp_bridge.token_id',
    cef: 'ErpBridgeTokenId'
  }),
  token: text('fingerprint of a refused credential', {
    ecs: 'erp_bridge.token',
    cef: 'ErpBridgeToken'
  }),
  erpUser: text('user at the ERP', { ecs: 'user.effective.name', cef: 'duser', most: 1023 }),
  address: text('address of the client', { ecs: 'source.address' }),
  reason: text('why a log-on was refused, or a halt began', {
    ecs: 'event.reason',
    cef: 'reason',
    most: 1023
  }),
  object: text('objects', { ecs: 'erp_bridge.object', cef: 'cs2', label: 'Object' }),
  package: text('packages', { ecs: 'erp_bridge.package', cef: 'cs5', label: 'Package' }),
  transport: text('transport requests', {
    ecs: 'erp_bridge.transport',
    cef: 'cs4',
    label: 'TransportRequest'
  }),
  tables: list('tables that were read', { ecs: 'erp_bridge.tables', cef: 'ErpBridgeTables' }),
  rows: number('rows that were read', { ecs: 'erp_bridge.rows', cef: 'cn1', label: 'Rows' }),
  sqlHash: text('fingerprint of the query', {
    ecs: 'erp_bridge.sql_hash',
    cef: 'ErpBridgeSqlHash'
  }),
  requestId: text('id of the request to the bridge', {
    ecs: 'http.request.id',
    cef: 'externalId',
    most: 40
  }),
  erpCallId: text('beginning of the ids of its requests at the ERP', {
    ecs: 'erp_bridge.erp_call_id',
    cef: 'cs3',
    label: 'ErpCallId'
  }),
  erpRequests: list('HTTP requests at the ERP by endpoint', {
    ecs: 'erp_bridge.erp_requests',
    cef: 'ErpBridgeErpRequests'
  }),
  traceId: text('id of the W3C trace', { ecs: 'trace.id', cef: 'ErpBridgeTraceId' }),
  intent: text('joins the lines before and after a change', {
    ecs: 'erp_bridge.intent',
    cef: 'ErpBridgeIntent'
  }),
  approval: text('change that waits for an approval, was decided about, or ran with one', {
    ecs: 'erp_bridge.approval',
    cef: 'ErpBridgeApproval'
  }),
  news: text('what became of that change: waiting, approved, rejected or expired', {
    ecs: 'erp_bridge.news',
    cef: 'ErpBridgeNews'
  }),
  attempts: number('requests with a message of the web hook', {
    ecs: 'erp_bridge.attempts',
    cef: 'ErpBridgeAttempts'
  }),
  status: number('last answer of its receiver', {
    ecs: 'http.response.status_code',
    cef: 'ErpBridgeStatus'
  }),
  duringHalt: text('halt during which a change ran to completion', {
    ecs: 'erp_bridge.during_halt',
    cef: 'ErpBridgeDuringHalt'
  }),
  halt: text('id of the halt', { ecs: 'erp_bridge.halt', cef: 'ErpBridgeHalt' }),
  since: text('begin of the halt, or the last line of the file before', {
    ecs: 'erp_bridge.since',
    cef: 'ErpBridgeSince'
  }),
  by: text('who halted, as stated', { ecs: 'erp_bridge.by', cef: 'ErpBridgeBy' }),
  haltedIdentity: text('whom the halt concerns', {
    ecs: 'erp_bridge.halted_identity',
    cef: 'ErpBridgeHaltedIdentity'
  }),
  person: text('pseudonym whose key was deleted', {
    ecs: 'erp_bridge.person',
    cef: 'ErpBridgePerson'
  }),
  writes: flag('whether the halt concerns changes alone', {
    ecs: 'erp_bridge.writes',
    cef: 'ErpBridgeWrites'
  }),
  contact: text('whom refused callers ask', { ecs: 'erp_bridge.contact', cef: 'ErpBridgeContact' }),
  dropped: number('lines that were lost', { ecs: 'erp_bridge.dropped', cef: 'ErpBridgeDropped' }),
  replica: text('host and process of the bridge', {
    ecs: 'service.node.name',
    cef: 'ErpBridgeReplica'
  }),
  key: text('id of the key of the chain', { ecs: 'erp_bridge.key', cef: 'ErpBridgeKey' }),
  after: list('ends of earlier chains', { ecs: 'erp_bridge.after', cef: 'ErpBridgeAfter' }),
  writer: text('chain of the line', { ecs: 'erp_bridge.writer', cef: 'ErpBridgeWriter' }),
  seq: number('number of the line in its chain', {
    ecs: 'event.sequence',
    cef: 'ErpBridgeSequence'
  }),
  prev: text('MAC of the line before', { ecs: 'erp_bridge.prev', cef: 'ErpBridgePrev' }),
  mac: text('MAC of the line', { ecs: 'erp_bridge.mac', cef: 'ErpBridgeMac' })
}

export type AuditLine = Readonly<Record<string, unknown>> & {
  readonly time: string
  readonly kind: string
}

/** Where a line is none of the audit it is undefined. */
export function auditLine(value: Readonly<Record<string, unknown>> | undefined) {
  const { kind, time } = value ?? {}
  const isOne = typeof kind === 'string' && typeof time === 'string' && !isNaN(Date.parse(time))
  return isOne ? (value as AuditLine) : undefined
}

/** More characters of one value say nothing that a search needs; the sealed line has them all. */
const longestValue = 8000

/** The values of a line by the rows of the table, and what the table does not know. */
export function valuesOf(line: AuditLine): {
  readonly known: readonly (readonly [AuditField, FieldRow, string | number | boolean | object])[]
  readonly other: Readonly<Record<string, unknown>>
} {
  const known: [AuditField, FieldRow, string | number | boolean | object][] = []
  const other: [string, unknown][] = []
  for (const [name, value] of Object.entries(line)) {
    const row = Object.hasOwn(auditFields, name) ? auditFields[name as AuditField] : undefined
    const good = row === undefined ? undefined : valueOf(row, value)
    if (row === undefined || good === undefined) other.push([name, value])
    else known.push([name as AuditField, row, good])
  }
  return { known, other: Object.fromEntries(other) }
}

function valueOf(
  { kind }: FieldRow,
  value: unknown
): string | number | boolean | object | undefined {
  if (kind === 'number') return typeof value === 'number' ? value : undefined
  if (kind === 'flag') return typeof value === 'boolean' ? value : undefined
  if (kind === 'list') return typeof value === 'object' && value !== null ? value : undefined
  return typeof value === 'string' ? shortened(value) : undefined
}

/** Cut between characters, and without halves of them. */
export function shortened(value: string, most = longestValue): string {
  const whole = value.toWellFormed()
  return whole.length <= most ? whole : `${whole.slice(0, most - 1).toWellFormed()}…`
}

/** How serious a line is, from 0 to 10. */
export function severityOf({ kind, outcome, changes, dropped }: AuditLine): number {
  if (typeof dropped === 'number' && dropped > 0) return 9
  if (kind === 'halt' || outcome === 'unknown') return 8
  if (outcome === 'blocked' || outcome === 'refused') return 6
  if (outcome === 'error') return 4
  return changes === true || kind === 'resume' || kind === 'erased' ? 3 : 1
}

/** What happened: the tool with its action, or the kind of the line. */
export function titleOf({ kind, tool, action }: AuditLine): string {
  const words = [tool, action].filter(word => typeof word === 'string')
  return words.length === 0 ? kind : words.join(' ')
}
