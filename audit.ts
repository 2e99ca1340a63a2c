/**
 * The audit: one structured line for each call that has to be recorded. Names, numbers and
 * outcomes, never sources, values or secrets. Where a file takes it and cannot, what must be
 * recorded does not happen.
 */
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { createAnchors } from './audit/anchors.ts'
import type { Anchors } from './audit/anchors.ts'
import { auditKeyOf, Chain } from './audit/chain.ts'
import type { AuditKey } from './audit/chain.ts'
import { assertWritable, openAuditFile } from './audit/file.ts'
import { withPseudonyms } from './audit/pseudonymous.ts'
import { createPseudonyms } from './audit/pseudonyms.ts'
import type { PseudonymSource } from './audit/pseudonyms.ts'
import { ToolError } from './tools/index.ts'
import type { AuditGate, CallFacts, Log, ToolEvent } from './tools/index.ts'

export { personNaming } from './audit/pseudonyms.ts'

export type AuditLevel = 'changes' | 'data' | 'all'

export interface AuditOptions {
  readonly log: Log
  /** `changes`; with queries, dumps, traces, debugging and refusals (`data`); or every call. */
  readonly level: AuditLevel
  /** Appended to; the log takes the lines where it is left out. */
  readonly file?: string | undefined
  /** Seals the lines; left out, they have no MAC. */
  readonly stateKey?: string | undefined
  /** The second place of the ends of chains. */
  readonly anchorFile?: string | undefined
  /** The key store: pseudonyms stand in the lines in place of names. */
  readonly persons?: PseudonymSource | undefined
  /** Takes secrets out of a line. */
  readonly redactLine?: ((line: string) => string) | undefined
}

/** A log-on that was refused: never the credential, only its fingerprint. */
export interface RefusedLogOn {
  /** Name of the ERP system that the URL names. */
  readonly system?: string | undefined
  readonly method: string
  readonly reason: string
  readonly token?: string | undefined
  readonly address?: string | undefined
  readonly requestId?: string | undefined
}

export interface Audit extends AuditGate {
  /** An observer of tool calls. */
  readonly observe: (event: ToolEvent) => void
  readonly logOnRefused: (facts: RefusedLogOn) => void
  /** A halt that began or ended; recorded at every level. */
  readonly halted: (kind: 'halt' | 'resume', facts: object) => void
  /** A waiting change expired, or a message about one was sent; recorded at every level. */
  readonly approval: (kind: 'approval-expired' | 'approval-hook', facts: ApprovalFacts) => void
  /** The key of a person was deleted; recorded at every level. */
  readonly erased: (facts: object) => void
  /** The end of the chain; a later line begins another one. */
  readonly close: () => void
}

/** Names no person: the lines of the calls with the same id do. */
export interface ApprovalFacts {
  readonly system: string
  readonly approval: string
  readonly outcome: 'ok' | 'error'
}

function mustRecord(level: AuditLevel, { changes, letters = '', reveals }: CallFacts): boolean {
  return (
    level === 'all' ||
    changes === true ||
    (level === 'data' && (letters.includes('Q') || reveals === true))
  )
}

/**
 * @throws Error that names the setting, where the file cannot be appended to: a bridge that shall
 * record must not start without
 */
export function createAudit(options: AuditOptions): Audit {
  const audit = createNamedAudit(options)
  const { persons: source, log, level } = options
  return source === undefined
    ? audit
    : withPseudonyms(audit, {
        pseudonyms: createPseudonyms({ source, log }),
        mustRecord: facts => mustRecord(level, facts)
      })
}

function createNamedAudit(options: AuditOptions): Audit {
  const { log, level, file } = options
  const places = openPlaces(options)
  const record = (kind: string, facts: object, isGood: boolean): boolean =>
    places.write({ kind, ...facts }, isGood)
  return {
    observe(event) {
      const { ms, reveals: _reveals, ...rest } = event
      const facts = { ...rest, ms: Math.round(ms * 10) / 10 }
      if (isRecorded(level, event) && (file === undefined || isKnownFailure(event))) {
        record('call', facts, event.outcome === 'ok')
      } else if (event.outcome === 'ok') log.info({ call: facts }, 'tool call')
      else log.warn({ call: facts }, 'tool call')
    },
    logOnRefused(facts) {
      if (level !== 'changes') record('log-on', { outcome: 'refused', ...facts }, false)
    },
    halted(kind, facts) {
      record(kind, facts, kind === 'resume')
    },
    approval(kind, facts) {
      record(kind, facts, facts.outcome === 'ok')
    },
    erased(facts) {
      record('erased', facts, true)
    },
    intend(intent) {
      if (!record('intent', intent, true)) {
        throw unavailable(file, { what: 'The change was not sent.' })
      }
    },
    assertReady(facts) {
      if (!mustRecord(level, facts)) return
      try {
        places.assertReady()
      } catch (cause) {
        throw unavailable(file, { what: 'Nothing was sent.', cause })
      }
    },
    close: places.close
  }
}

function isRecorded(level: AuditLevel, event: ToolEvent): boolean {
  const isRefusal =
    level !== 'changes' && (event.outcome === 'blocked' || event.code === 'INSUFFICIENT_SCOPE')
  return isRefusal || mustRecord(level, event) || (level === 'data' && event.tables !== undefined)
}

/**
 * That a call could not be recorded cannot be recorded either, except as the end of one that is
 * recorded.
 */
function isKnownFailure({ code, intent }: ToolEvent): boolean {
  return code !== 'AUDIT_UNAVAILABLE' || intent !== undefined
}

function unavailable(
  file: string | undefined,
  { what, cause }: { readonly what: string; readonly cause?: unknown }
): ToolError {
  const [place, how] =
    file === undefined
      ? [
          'the log, which takes the audit,',
          'make room where the log goes, or give a file with --audit-file'
        ]
      : ['the audit', 'make the file of --audit-file writable']
  return new ToolError(
    'AUDIT_UNAVAILABLE',
    `This call must be recorded, and ${place} cannot be written.`,
    {
      remedy: `${what} The operator has to ${how}.`,
      setting: '--audit-file',
      outcome: 'failed',
      cause
    }
  )
}

/** Where the lines go. */
interface Places {
  /** Whether everything so far is written. */
  write(line: object, isGood: boolean): boolean
  assertReady(): void
  close(): void
}

function openPlaces(options: AuditOptions): Places {
  const { log, file, stateKey, anchorFile, redactLine = line => line } = options
  const replica = `${hostname()}/${randomUUID().slice(0, 8)}`
  const textOf = (line: object) =>
    redactLine(JSON.stringify({ time: new Date().toISOString(), ...line, replica }))
  const key = stateKey === undefined ? undefined : auditKeyOf(stateKey)
  const anchors =
    key && createAnchors({ log: unmuted(log), file: anchorFile, inLog: file !== undefined })
  if (file === undefined) {
    return key === undefined ? plainLog(log, replica) : sealedLog(log, { key, anchors, textOf })
  }
  // Where lines are sealed, what tries a device has to be none.
  assertWritable(file, key === undefined ? `${textOf({ kind: 'started' })}\n` : '\n')
  const open = openAuditFile(file, { log, textOf, key, anchors })
  return {
    write: line => open.append(line),
    assertReady: () => open.assertReady({ kind: 'resumed' }),
    close: () => open.close()
  }
}

function plainLog(log: Log, replica: string): Places {
  const auditLog = unmuted(log)
  return {
    write(line, isGood) {
      const audit = { ...line, replica }
      if (isGood) auditLog.info({ audit }, 'audit')
      else auditLog.warn({ audit }, 'audit')
      return !hasFailed(log)
    },
    assertReady: () => assertLog(log),
    close() {}
  }
}

interface Sealing {
  readonly key: AuditKey
  readonly anchors: Anchors | undefined
  readonly textOf: (line: object) => string
}

/** The log may wrap a line, so that the MAC covers the member `audit` alone. */
function sealedLog(log: Log, { key, anchors, textOf }: Sealing): Places {
  const auditLog = unmuted(log)
  let chain = new Chain(key)
  const write: Places['write'] = (line, isGood) => {
    const head = chain.isStarted ? [] : [textOf({ kind: 'started', key: key.id })]
    const { lines, commit } = chain.seal([...head, textOf(line)])
    commit()
    for (const sealed of lines) {
      const audit: unknown = JSON.parse(sealed)
      if (isGood) auditLog.info({ audit }, 'audit')
      else auditLog.warn({ audit }, 'audit')
    }
    anchors?.note(chain.end)
    return !hasFailed(log)
  }
  return {
    write,
    assertReady: () => assertLog(log),
    close() {
      if (!chain.isStarted) return
      write({ kind: 'ended' }, true)
      anchors?.flush()
      chain = new Chain(key)
    }
  }
}

/** What logs of pino have beside the four levels, and those of the launchers besides. */
interface FullLog extends Log {
  readonly level: string
  child(bindings: object, options: { level: string }): Log
  failure(): unknown
}

/** The same log for lines that no level takes away but `silent`. */
function unmuted(log: Log): Log {
  const full = log as Partial<FullLog>
  return ['warn', 'error', 'fatal'].includes(full.level ?? '')
    ? (full.child?.({}, { level: 'info' }) ?? log)
    : log
}

function hasFailed(log: Log): boolean {
  return (log as Partial<FullLog>).failure?.() !== undefined
}

/** A log that failed is tried once more: only that shows whether it takes lines again. */
function assertLog(log: Log): void {
  const { failure } = log as Partial<FullLog>
  const cause = failure?.()
  if (cause === undefined) return
  log.error({ err: cause }, 'the log could not be written; what it must record is refused')
  if (failure?.() !== undefined) throw new Error('the log cannot be written', { cause })
}
