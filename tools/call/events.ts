/** What observers of tool calls learn: the facts of a call as one event, without its texts. */
import { hash } from 'node:crypto'
import type { Prepared } from './prepare.ts'
import type { Caller } from './caller.ts'
import { callerKey } from './caller-key.ts'
import type { ContextParts, RunFacts } from './run-facts.ts'
import { isRecord } from '../schema/json.ts'
import type { ToolError } from '../failure/errors.ts'
import { operations } from '../operations.ts'
import type { CallEffect } from '../operations.ts'
import type { ToolEvent, ToolResult } from './result.ts'
import type { ToolSession } from './session.ts'
import { traceId } from './tracing.ts'
import type { SpanFacts } from './tracing.ts'
import type { CallFacts, ChangeIntent } from './audit-gate.ts'
import type { AddedTargets } from './write/change-intents.ts'

/**
 * The facts of a call that are known before it runs. A call that was not understood counts as the
 * change that it could have been.
 */
export function callFacts({
  tool,
  action,
  effect
}: Pick<Prepared, 'tool' | 'action' | 'effect'>): CallFacts {
  const couldChange =
    action === undefined
      ? tool.scope !== 'read'
      : action.possible.some(name => !operations[name].readOnlyAllowed)
  return {
    tool: tool.name,
    ...(action?.name === undefined ? {} : { action: action.name }),
    ...(action?.reveals === true ? { reveals: true } : {}),
    ...(effect === undefined
      ? couldChange
        ? { changes: true }
        : {}
      : { letters: effect.letters, changes: !effect.readOnlyAllowed })
  }
}

/** What of an event names the caller. */
export function callerFacts({
  principal,
  method,
  client,
  tokenId,
  ...rest
}: Caller): Pick<ToolEvent, 'user' | 'identity' | 'method' | 'client' | 'tokenId' | 'erpUser'> {
  return {
    user: principal.name,
    identity: callerKey({ principal, method, ...rest }),
    method,
    ...(client === undefined ? {} : { client }),
    ...(tokenId === undefined ? {} : { tokenId }),
    ...(principal.erpUser === undefined ? {} : { erpUser: principal.erpUser })
  }
}

function outcomeOf(result: ToolResult, code: string | undefined): ToolEvent['outcome'] {
  return eventOutcome(result.kind === 'error' ? code : undefined)
}

/** The outcome that the code of a failure means; undefined stands for none. */
function eventOutcome(code: string | undefined): ToolEvent['outcome'] {
  if (code === undefined) return 'ok'
  if (code.startsWith('BLOCKED_') || code.startsWith('APPROVAL_') || code === 'AUDIT_UNAVAILABLE') {
    return 'blocked'
  }
  return code === 'OUTCOME_UNKNOWN' ? 'unknown' : 'error'
}

/** Caller, action, objects and outcome of a call; never the text of an argument. */
export function eventOf(
  prepared: Prepared,
  caller: Caller,
  { result, facts }: { result: ToolResult; facts: RunFacts }
): Omit<ToolEvent, 'ms' | 'system'> {
  const { args, effect } = prepared
  const object = joined(objectsOf(args, facts))
  const code =
    result.kind === 'error'
      ? result.code
      : result.kind === 'confirm'
        ? 'CONFIRMATION_ASKED'
        : undefined
  const data: Readonly<Record<string, unknown>> =
    'data' in result && isRecord(result.data) ? result.data : {}
  const transport = joined([data['transport'] ?? args['transport'], ...(facts.requests ?? [])])
  const packageNames = joined([...(facts.packages ?? [])])
  const sql =
    effect?.letters.includes('Q') === true
      ? (args['sql'] ??
        JSON.stringify([args['table'], args['columns'], args['where'], args['orderBy']]))
      : undefined
  return {
    ...callFacts(prepared),
    operation: effect?.operations.join('+') ?? 'none',
    outcome: outcomeOf(result, code),
    ...(code === undefined ? {} : { code }),
    ...(typeof data['setting'] === 'string' ? { rule: data['setting'] } : {}),
    ...callerFacts(caller),
    ...(object === '' ? {} : { object }),
    ...(packageNames === '' ? {} : { package: packageNames }),
    ...(transport === '' ? {} : { transport }),
    ...(facts.tables === undefined ? {} : { tables: facts.tables }),
    ...(typeof data['rowCount'] === 'number' ? { rows: data['rowCount'] } : {}),
    ...(typeof sql === 'string' ? { sqlHash: hash('sha256', sql).slice(0, 16) } : {}),
    ...(facts.intents?.id === undefined ? {} : { intent: facts.intents.id }),
    ...approvalFacts(args, facts),
    ...erpFacts(facts)
  }
}

function approvalFacts(
  { approval: named }: Readonly<Record<string, unknown>>,
  { approval = typeof named === 'string' ? named : undefined }: RunFacts
): Pick<ToolEvent, 'approval'> {
  return approval === undefined ? {} : { approval }
}

/** What joins a call with logs of the ERP. */
function erpFacts({ ids }: RunFacts): Pick<ToolEvent, 'erpCallId' | 'erpRequests'> {
  const erpRequests = ids?.sent
  return ids === undefined || erpRequests === undefined ? {} : { erpCallId: ids.call, erpRequests }
}

/** What a call is about to change: all that it names, or what was added since the last intent. */
export function intentOf(
  { session, effect, args = {}, requestId, trace, facts: { ids } }: ContextParts,
  { intent, isFirst, ...added }: AddedTargets
): ChangeIntent {
  const { tool, action, letters } = effect
  const object = joined(isFirst ? objectsOf(args, added) : [...added.objects])
  const packageNames = joined([...added.packages])
  const transport = joined([isFirst ? args['transport'] : undefined, ...added.requests])
  return {
    intent,
    system: session.system,
    tool,
    ...(action === undefined ? {} : { action }),
    letters,
    changes: true,
    operation: effect.operations.join('+'),
    ...callerFacts(session.caller),
    ...(object === '' ? {} : { object }),
    ...(packageNames === '' ? {} : { package: packageNames }),
    ...(transport === '' ? {} : { transport }),
    ...(requestId === undefined ? {} : { requestId }),
    ...(ids === undefined ? {} : { erpCallId: ids.call }),
    ...(trace === undefined ? {} : { traceId: traceId(trace) })
  }
}

/** A read of a call at another system than the one of its address. */
export function otherSystemEvent(
  caller: Caller,
  { tool, action, operations: names, letters }: CallEffect,
  { facts, code }: { readonly facts: RunFacts; readonly code: string | undefined }
): Omit<ToolEvent, 'ms' | 'system'> {
  return {
    tool,
    ...(action === undefined ? {} : { action }),
    operation: names.join('+'),
    letters,
    changes: false,
    outcome: eventOutcome(code),
    ...(code === undefined ? {} : { code }),
    ...callerFacts(caller),
    object: joined([...(facts.objects ?? [])]),
    ...(facts.tables === undefined ? {} : { tables: facts.tables }),
    ...erpFacts(facts)
  }
}

/** A call that was refused before it was prepared, because the caller lacks a scope. */
export function scopeEvent(
  caller: Caller,
  tool: string,
  { code, details }: ToolError
): Omit<ToolEvent, 'system'> {
  return {
    tool: tool.slice(0, 40),
    operation: 'none',
    outcome: 'blocked',
    code,
    rule: `scope ${details.missingScope ?? ''}`,
    ...callerFacts(caller),
    ms: 0
  }
}

const mostListed = 1000
const longestText = 200

/** Each text once. The audit must name every object of a call that changed many. */
function joined(texts: readonly unknown[]): string {
  const given = texts.filter(text => typeof text === 'string' && text !== '')
  if (given.length < 2) return String(given[0] ?? '').slice(0, longestText)
  const all = [...new Set(given)]
  const listed = all.slice(0, mostListed).map(text => String(text).slice(0, longestText))
  return [
    ...listed,
    ...(all.length > mostListed ? [`and ${all.length - mostListed} more`] : [])
  ].join(', ')
}

/**
 * What the call is about: what it was to change, and what its arguments name beside that. An
 * address never shows its credentials.
 */
function objectsOf(args: Readonly<Record<string, unknown>>, facts: RunFacts): string[] {
  const { objects, items, repository } = args
  const one = ({ type, name, table, approval }: Readonly<Record<string, unknown>>) =>
    [type, name, table, approval].filter(word => typeof word === 'string').join(' ')
  const list = Array.isArray(objects) ? objects : Array.isArray(items) ? items : [args]
  const changed = [...(facts.objects ?? [])]
  const known = new Set(changed.map(words => words.split(' ')[1]))
  const isKnown = ({ name }: Readonly<Record<string, unknown>>) =>
    typeof name === 'string' && known.has(name)
  const named = list.flatMap(item => (isRecord(item) && !isKnown(item) ? [one(item)] : []))
  return [
    ...(typeof repository === 'string' ? [repository.replace(/\/\/[^/]*@/, '//')] : []),
    ...named,
    ...changed
  ]
}

/** The facts of a call for its span: nothing that identifies the caller. */
export function spanFacts({
  tool,
  action,
  operation,
  outcome,
  code,
  object,
  erpCallId
}: Omit<ToolEvent, 'system'>): SpanFacts {
  const attributes = {
    'mcp.method.name': 'tools/call',
    'gen_ai.tool.name': tool,
    'erp_bridge.operation': operation,
    'erp_bridge.outcome': outcome,
    ...(action === undefined ? {} : { 'erp_bridge.action': action }),
    ...(object === undefined ? {} : { 'erp_bridge.object': object.slice(0, longestText) }),
    ...(erpCallId === undefined ? {} : { 'erp_bridge.erp.call_id': erpCallId })
  }
  return { attributes, ...(outcome === 'ok' ? {} : { error: code ?? outcome }) }
}

export function notifyObservers(
  session: Pick<ToolSession, 'observers' | 'log' | 'system' | 'logon'>,
  facts: Omit<ToolEvent, 'system' | 'logon'>
): void {
  const { system, logon } = session
  const event = { system, ...(logon === undefined ? {} : { logon }), ...facts }
  for (const observer of session.observers) {
    try {
      observer(event)
    } catch (error) {
      logFailure(session.log, { err: error, tool: event.tool })
    }
  }
}

/** A failing observer must not change the result of the call, even if the log fails too. */
function logFailure(log: ToolSession['log'], facts: object): void {
  try {
    log.error(facts, 'an observer of tool calls failed')
  } catch {}
}
