/** Records the changes of one call: begun before its first changing request, ended after its last. */
import { changeRow, readRepositoryKey } from '../../erp-client/index.ts'
import type { ErpChangeRequest, ErpReader, ErpRequest, ErpWriter } from '../../erp-client/index.ts'
import { callerKey } from '../call/caller-key.ts'
import type { ToolResult } from '../call/result.ts'
import type { ToolSession } from '../call/session.ts'
import { interceptWriter } from '../call/write/writer-interceptor.ts'
import { wasNotDone } from '../call/write/write-tracker.ts'
import { ToolError } from '../failure/errors.ts'
import { isRecord } from '../schema/json.ts'
import type { JournalAccess } from './access.ts'
import type {
  JournalIntent,
  JournalOutcome,
  JournalStep,
  OpenEntry,
  StepEnd,
  UndoneChanges
} from './journal.ts'
import { overallOutcome } from './outcome.ts'
import { RecordedLimits } from './recorded-limits.ts'
import { hashesAfter, stateKey, stepsOf } from './states.ts'

export interface RecordedCall {
  readonly tool: string
  readonly action?: string | undefined
  readonly args: Readonly<Record<string, unknown>>
}

export interface RecorderParts {
  readonly session: ToolSession
  readonly access: JournalAccess
  readonly call: RecordedCall
  /** Reads the state before a change. */
  readonly erp: () => ErpReader
  /** Known once the call has read what it undoes. */
  readonly undo: () => UndoneChanges | undefined
  /**
   * What has to be done once the entry has begun and before its first request is sent; what it throws
   * refuses that request, and the change is made with an entry only.
   */
  readonly begun?: (() => ((change: string) => Promise<void>) | undefined) | undefined
}

/** Texts of arguments that a reader of the journal sees. */
const longestArgument = 80

/** The recorder of one call. */
export class ChangeRecorder {
  readonly #parts: RecorderParts
  readonly #ends = new Map<number, StepEnd>()
  readonly #known = new Set<string>()
  readonly #limits = new RecordedLimits()
  #open: OpenEntry | undefined
  /** Steps are recorded one request after the other, however many a call sends at once. */
  #turn: Promise<unknown> = Promise.resolve()
  #isMissing = false

  constructor(parts: RecorderParts) {
    this.#parts = parts
  }

  /** The same writer, whose changing requests are recorded before they are sent. */
  watched(writer: ErpWriter): ErpWriter {
    return interceptWriter(writer, async (wanted, send) => {
      if (!isRecorded(wanted)) return await send(wanted)
      const numbers = await this.#inTurn(async () => await this.#record(wanted))
      const note = (outcome: JournalOutcome) => {
        for (const number of numbers) this.#ends.set(number, { outcome })
      }
      try {
        const answer = await send(wanted)
        note('done')
        await this.#noteAfter(wanted, numbers)
        return answer
      } catch (error) {
        note(wasNotDone(error) ? 'nothing' : 'unknown')
        throw error
      }
    })
  }

  /** Begins the entry of the call without a change. */
  async begin(): Promise<void> {
    await this.#inTurn(async () => {
      if (this.#open !== undefined) return
      await this.#settle()
      await this.#store([])
    })
  }

  /** Ends the entry of the call, and names it in the result. */
  async end(result: ToolResult): Promise<ToolResult> {
    if (this.#isMissing) return withLine(result, 'not in the journal', undefined)
    const open = await this.close(result.kind === 'data')
    if (open === undefined) return result
    const limits = this.#limits.words(this.#ends)
    const line = limits === undefined ? '' : `It ${limits}.\n`
    return withLine(result, `${line}change ${open}`, open)
  }

  /**
   * Ends the entry of the call; once.
   * @param isDone whether an undo has restored all that it is about
   * @returns its id; undefined where nothing was recorded
   */
  async close(isDone: boolean): Promise<string | undefined> {
    const open = this.#open
    if (open === undefined) return undefined
    try {
      await open.end(overallOutcome(this.#ends), this.#ends)
      await this.#noteUndone(isDone)
    } catch (error) {
      // What happened is known to the caller; the next start finds it out for the journal.
      this.#parts.session.log.error({ err: error, change: open.id }, 'a change was not ended')
    }
    return open.id
  }

  /** What cannot be read has no hash; the change is made. */
  async #noteAfter(wanted: ErpChangeRequest, numbers: readonly number[]): Promise<void> {
    const hashes = await hashesAfter(wanted, this.#parts.erp()).catch(() => [])
    for (const [index, after] of hashes.entries()) {
      const number = numbers[index]
      if (number !== undefined) this.#ends.set(number, { outcome: 'done', after })
    }
  }

  /** What was undone is marked since the begin; a failed undo can be repeated. */
  async #noteUndone(isDone: boolean): Promise<void> {
    const { access, undo } = this.#parts
    const { changes = [], reopened = [] } = undo() ?? {}
    for (const id of isDone ? reopened : changes) await access.journal.markUndone(id, undefined)
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#turn.then(work)
    this.#turn = mine.catch(() => {})
    return await mine
  }

  async #record(wanted: ErpChangeRequest): Promise<readonly number[]> {
    const { access, erp } = this.#parts
    const { subject } = wanted
    if (this.#open === undefined) await this.#settle()
    const steps = await stepsOf(wanted, { erp: erp(), known: this.#known })
    for (const ref of subject?.refs ?? []) this.#known.add(stateKey(ref, subject?.part))
    try {
      if (this.#isMissing) return []
      const numbers = await this.#store(steps)
      this.#limits.add(steps, numbers)
      return numbers
    } catch (error) {
      const isOptional =
        this.#open === undefined &&
        access.journal.whenFull === 'continue' &&
        this.#parts.begun?.() === undefined
      if (!isOptional || !isUnavailable(error)) throw error
      this.#isMissing = true
      this.#parts.session.log.warn({ err: error }, 'a change is made without the journal')
      return []
    }
  }

  /** The open entry of an object would be judged by the state that this change makes. */
  async #settle(): Promise<void> {
    const { access, erp, session } = this.#parts
    await access.settle(erp(), callerKey(session.caller))
  }

  async #store(steps: readonly JournalStep[]): Promise<readonly number[]> {
    if (this.#open !== undefined) return await this.#open.add(steps)
    const { access, undo } = this.#parts
    this.#open = await access.journal.begin(await this.#intent(), steps)
    const undone = undo()
    if (undone !== undefined) undone.by = this.#open.id
    await this.#parts.begun?.()?.(this.#open.id)
    return steps.map((_step, index) => index + 1)
  }

  async #intent(): Promise<JournalIntent> {
    const { session, call, erp, undo } = this.#parts
    const { caller, system } = session
    return {
      repository: await readRepositoryKey(erp()),
      system,
      identity: callerKey(caller),
      user: caller.principal.name,
      erpUser: caller.principal.erpUser ?? erp().system.user,
      tool: call.tool,
      action: call.action,
      undoes: undo()?.changes.join(' '),
      call: JSON.stringify(shortened(call.args))
    }
  }
}

/** Locks leave the object as it was, and requests of the runtime change no state. */
function isRecorded(wanted: ErpRequest): wanted is ErpChangeRequest {
  if (wanted.effect !== 'change') return false
  const row = changeRow(wanted.operation)
  return row === undefined || row.journal !== false
}

function isUnavailable(error: unknown): boolean {
  return error instanceof ToolError && error.code === 'JOURNAL_UNAVAILABLE'
}

/** Arguments without texts: names, numbers and flags. */
function shortened(value: unknown): unknown {
  if (typeof value === 'string') {
    return value.length > longestArgument || value.includes('\n')
      ? `… ${value.length} characters`
      : value
  }
  if (Array.isArray(value)) return value.map(shortened)
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, of]) => [name, shortened(of)]))
}

/** Both halves of a result name the change. */
function withLine(result: ToolResult, line: string, id: string | undefined): ToolResult {
  if (result.kind === 'ask' || result.kind === 'confirm' || result.kind === 'content') return result
  const text = `${result.text}\n${line}`
  if (result.kind === 'text') {
    const { quoted: _quoted, ...plain } = result
    return { ...plain, text }
  }
  return id === undefined
    ? { ...result, text }
    : { ...result, text, data: { ...result.data, change: id } }
}
