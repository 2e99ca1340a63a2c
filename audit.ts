/**
 * The audit: one structured line for each call that has to be recorded. Names, numbers and outcomes, never sources, values or secrets.
 * Where a file takes it and cannot, what must be recorded does not happen.
 */
import { randomUUID } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { ToolError } from './tools/index.ts'
import type { AuditGate, CallFacts, Log, ToolEvent } from './tools/index.ts'

export type AuditLevel = 'changes' | 'data' | 'all'

export interface AuditOptions {
  readonly log: Log
  /** `changes`; with queries, dumps, traces, debugging and refusals (`data`); or every call. */
  readonly level: AuditLevel
  /** Appended to; the log takes the lines where it is left out. */
  readonly file?: string | undefined
}

/** A log-on that was refused: never the credential, only its fingerprint. */
export interface RefusedLogOn { readonly method: string, readonly reason: string, readonly token?: string | undefined, readonly address?: string | undefined, readonly requestId?: string | undefined }

export interface Audit extends AuditGate {
  /** An observer of tool calls. */
  readonly observe: (event: ToolEvent) => void
  readonly logOnRefused: (facts: RefusedLogOn) => void
}

function assertWritable (file: string): void {
  try {
    appendFileSync(file, '', { mode: 0o600 })
  } catch (cause) {
    throw new Error(`--audit-file (ERP_AUDIT_FILE): ${file} cannot be written (${(cause as NodeJS.ErrnoException).code ?? 'no reason given'}); give a file in a folder that exists and may be written`, { cause })
  }
}

/** These show data of the runtime although they only read. */
const revealing = /^(?:dump|trace|debug_run|amdp_run|sql_trace|set_breakpoint|trace_start)s?$/

function mustRecord (level: AuditLevel, { changes, letters = '', action = '' }: CallFacts): boolean {
  return level === 'all' || changes === true || (level === 'data' && (letters.includes('Q') || revealing.test(action)))
}

/** @throws Error that names the setting, where the file cannot be appended to: a bridge that shall record must not start without */
export function createAudit ({ log, level, file }: AuditOptions): Audit {
  const replica = `${hostname()}/${randomUUID().slice(0, 8)}`
  if (file !== undefined) assertWritable(file)
  let broken: unknown
  const append = (line: object): void => {
    if (file === undefined) return
    try {
      appendFileSync(file, `${JSON.stringify(line)}\n`, { mode: 0o600 })
      broken = undefined
    } catch (error) {
      broken = error
      log.error({ err: error, file }, 'the audit file cannot be written; what it must record is refused from now on')
    }
  }
  const write = (kind: string, facts: object, isGood: boolean): void => {
    const line = { kind, ...facts, replica }
    append({ time: new Date().toISOString(), ...line })
    if (file !== undefined) return
    if (isGood) log.info({ audit: line }, 'audit')
    else log.warn({ audit: line }, 'audit')
  }
  return {
    observe ({ ms, ...event }) {
      const facts = { ...event, ms: Math.round(ms * 10) / 10 }
      const isRefusal = level !== 'changes' && (event.outcome === 'blocked' || event.code === 'INSUFFICIENT_SCOPE')
      if (isRefusal || mustRecord(level, event)) write('call', facts, event.outcome === 'ok')
      else if (event.outcome === 'ok') log.info({ call: facts }, 'tool call')
      else log.warn({ call: facts }, 'tool call')
    },
    logOnRefused (facts) {
      if (level !== 'changes') write('log-on', { outcome: 'refused', ...facts }, false)
    },
    assertReady (facts) {
      if (file === undefined || !mustRecord(level, facts)) return
      try {
        // An empty append shows a missing folder, lost rights and a closed disk; a full one shows at the line itself.
        appendFileSync(file, '', { mode: 0o600 })
        if (broken !== undefined) appendFileSync(file, `${JSON.stringify({ time: new Date().toISOString(), kind: 'resumed', replica })}\n`)
        broken = undefined
      } catch (cause) {
        throw new ToolError('AUDIT_UNAVAILABLE', 'This call must be recorded, and the audit cannot be written.', { remedy: 'Nothing was sent. The operator has to make the file of --audit-file writable.', setting: '--audit-file', outcome: 'failed', cause })
      }
    }
  }
}
