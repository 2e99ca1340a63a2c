/**
 * The audit: one structured line for each call that has to be recorded. Names, numbers and
 * outcomes, never sources, values or secrets. Where a file takes it and cannot, what must be
 * recorded does not happen.
 */
import { randomUUID } from 'node:crypto'
import { appendFileSync, statfsSync, statSync } from 'node:fs'
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
  /** Takes secrets out of a line for the file. */
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
}

/** Free space below which a line may no longer fit, with those of all calls that go on. */
const leastFree = 1024 * 1024

/** An empty append fails for a missing folder and lost rights; the free space shows a full disk. */
function assertRoom(file: string): void {
  appendFileSync(file, '', { mode: 0o600 })
  if (freeBytes(file) < leastFree) {
    throw Object.assign(new Error('the disk is full'), { code: 'ENOSPC' })
  }
}

function freeBytes(file: string): number {
  try {
    const { blocks, bavail, bsize } = statfsSync(file)
    // Pipes and file systems without a size report 0 blocks.
    return blocks === 0 ? Infinity : bavail * bsize
  } catch {
    return Infinity
  }
}

function assertWritable(file: string, line: string): void {
  try {
    assertRoom(file)
    // A device or a pipe shows by a line only whether it takes any.
    if (!statSync(file).isFile()) appendFileSync(file, line)
  } catch (cause) {
    throw new Error(
      `--audit-file (ERP_AUDIT_FILE): ${file} cannot be written (${(cause as NodeJS.ErrnoException).code ?? 'no reason given'}); give a file in a folder that exists and may be written`,
      { cause }
    )
  }
}

function mustRecord(level: AuditLevel, { changes, letters = '', reveals }: CallFacts): boolean {
  return (
    level === 'all' ||
    changes === true ||
    (level === 'data' && (letters.includes('Q') || reveals === true))
  )
}

interface AuditFile {
  append(line: object): void
  assertReady(again: object): void
}

/**
 * Lines that could not be written wait for the next attempt. Until then every call that must be
 * recorded is refused, so there are few.
 */
const mostWaiting = 1000

function openFile(
  file: string,
  { log, redactLine = line => line }: Omit<AuditOptions, 'level' | 'file'>
): AuditFile {
  const waiting: string[] = []
  let broken = false
  const append = (line: object): void => {
    if (waiting.length < mostWaiting) waiting.push(redactLine(`${JSON.stringify(line)}\n`))
    try {
      for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
        // The one before may have been written in part.
        appendFileSync(file, broken ? `\n${next}` : next, { mode: 0o600 })
        broken = false
        waiting.shift()
      }
    } catch (error) {
      broken = true
      log.error(
        { err: error, file },
        'the audit file cannot be written; what it must record is refused from now on'
      )
    }
  }
  return {
    append,
    assertReady(again) {
      assertRoom(file)
      if (!broken) return
      append(again)
      if (waiting.length > 0) throw new Error('the audit file cannot be written')
    }
  }
}

/**
 * @throws Error that names the setting, where the file cannot be appended to: a bridge that shall
 * record must not start without
 */
export function createAudit({ log, level, file, redactLine }: AuditOptions): Audit {
  const replica = `${hostname()}/${randomUUID().slice(0, 8)}`
  const stamped = (line: object) => ({ time: new Date().toISOString(), ...line, replica })
  if (file !== undefined) assertWritable(file, `${JSON.stringify(stamped({ kind: 'started' }))}\n`)
  const auditFile = file === undefined ? undefined : openFile(file, { log, redactLine })
  const auditLog = unmuted(log)
  const write = (kind: string, facts: object, isGood: boolean): void => {
    if (auditFile !== undefined) {
      auditFile.append(stamped({ kind, ...facts }))
      return
    }
    const line = { kind, ...facts, replica }
    if (isGood) auditLog.info({ audit: line }, 'audit')
    else auditLog.warn({ audit: line }, 'audit')
  }
  return {
    observe(event) {
      const { ms, reveals: _reveals, ...rest } = event
      const facts = { ...rest, ms: Math.round(ms * 10) / 10 }
      const isRefusal =
        level !== 'changes' && (event.outcome === 'blocked' || event.code === 'INSUFFICIENT_SCOPE')
      const isRecorded =
        isRefusal || mustRecord(level, event) || (level === 'data' && event.tables !== undefined)
      // That it could not be recorded cannot be recorded either.
      if (isRecorded && (event.code !== 'AUDIT_UNAVAILABLE' || auditFile === undefined)) {
        write('call', facts, event.outcome === 'ok')
      } else if (event.outcome === 'ok') log.info({ call: facts }, 'tool call')
      else log.warn({ call: facts }, 'tool call')
    },
    logOnRefused(facts) {
      if (level !== 'changes') write('log-on', { outcome: 'refused', ...facts }, false)
    },
    assertReady(facts) {
      if (!mustRecord(level, facts)) return
      try {
        if (auditFile !== undefined) auditFile.assertReady(stamped({ kind: 'resumed' }))
        else assertLog(log)
      } catch (cause) {
        const [what, how] =
          file === undefined
            ? [
                'the log, which takes the audit,',
                'make room where the log goes, or give a file with --audit-file'
              ]
            : ['the audit', 'make the file of --audit-file writable']
        throw new ToolError(
          'AUDIT_UNAVAILABLE',
          `This call must be recorded, and ${what} cannot be written.`,
          {
            remedy: `Nothing was sent. The operator has to ${how}.`,
            setting: '--audit-file',
            outcome: 'failed',
            cause
          }
        )
      }
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

/** A log that failed is tried once more: only that shows whether it takes lines again. */
function assertLog(log: Log): void {
  const { failure } = log as Partial<FullLog>
  const cause = failure?.()
  if (cause === undefined) return
  log.error({ err: cause }, 'the log could not be written; what it must record is refused')
  if (failure?.() !== undefined) throw new Error('the log cannot be written', { cause })
}
