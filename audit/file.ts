/**
 * The file of the audit: appended to line by line, opened anew for each, so that it can be rotated
 * by renaming.
 */
import { appendFileSync, closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs'
import type { Stats } from 'node:fs'
import { freeBytes } from '../free-bytes.ts'
import type { Log } from '../tools/index.ts'
import type { Anchors } from './anchors.ts'
import { Chain, sealOf } from './chain.ts'
import type { AuditKey, ChainPlace } from './chain.ts'

export interface AuditFileOptions {
  readonly log: Log
  /** The JSON of a line, with its time and writer, without secrets and line break. */
  readonly textOf: (line: object) => string
  /** Undefined: the lines are not sealed. */
  readonly key: AuditKey | undefined
  readonly anchors: Anchors | undefined
}

export interface AuditFile {
  /** Whether everything so far is written. */
  append(line: object): boolean
  /** Throws where the file cannot be written; `again` is a line for the end of such a time. */
  assertReady(again: object): void
  /** The last line of the chain. */
  close(): void
}

/** Free space below which a line may no longer fit, with those of all calls that go on. */
const leastFree = 1024 * 1024
/**
 * Lines that could not be written wait for the next attempt. Until then every call that must be
 * recorded is refused, so there are few.
 */
const mostWaiting = 1000
/** What a new writer reads of the end of the file. */
const tailBytes = 65_536
const mostNamed = 16
/** Where the time is in each line: `{"time":"2026-11-25T10:00:00.000Z"`. */
const timeAt = 9
const timeLength = 24

/** An empty append fails for a missing folder and lost rights; the free space shows a full disk. */
function assertRoom(file: string): void {
  appendFileSync(file, '', { mode: 0o600 })
  if (freeBytes(file) < leastFree) {
    throw Object.assign(new Error('the disk is full'), { code: 'ENOSPC' })
  }
}

/** @throws Error that names the setting, where the file cannot be appended to */
export function assertWritable(file: string, line: string): void {
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

export function openAuditFile(file: string, options: AuditFileOptions): AuditFile {
  return new OpenFile(file, options)
}

class OpenFile implements AuditFile {
  readonly #file: string
  readonly #options: AuditFileOptions
  readonly #waiting: string[] = []
  #dropped = 0
  #chain: Chain | undefined
  #broken = false
  /** The file as it was after the last line. */
  #known: { readonly ino: number; readonly size: number } | undefined
  /** The time of the last line, as it stands there. */
  #lastTime = ''

  constructor(file: string, options: AuditFileOptions) {
    this.#file = file
    this.#options = options
    this.#renew()
  }

  append(line: object): boolean {
    if (this.#waiting.length < mostWaiting) this.#waiting.push(this.#options.textOf(line))
    else this.#dropped++
    return this.#flush()
  }

  assertReady(again: object): void {
    assertRoom(this.#file)
    if (!this.#broken) return
    const dropped = this.#dropped
    const written = this.append({ ...again, ...(dropped === 0 ? {} : { dropped }) })
    if (!written) throw new Error('the audit file cannot be written')
    this.#dropped = 0
  }

  close(): void {
    if (this.#chain?.isStarted !== true) return
    this.append({ kind: 'ended' })
    this.#options.anchors?.flush()
    this.#renew()
  }

  /** What is recorded after the end of a chain begins another one. */
  #renew(): void {
    const { key } = this.#options
    this.#chain = key && new Chain(key)
    this.#known = undefined
  }

  #flush(): boolean {
    try {
      for (let next = this.#waiting[0]; next !== undefined; next = this.#waiting[0]) {
        this.#write(next)
        this.#waiting.shift()
      }
      return true
    } catch (error) {
      this.#broken = true
      this.#options.log.error(
        { err: error, file: this.#file },
        'the audit file cannot be written; what it must record is refused from now on'
      )
      return false
    }
  }

  #write(text: string): void {
    const handle = openSync(this.#file, 'a', 0o600)
    try {
      const found = fstatSync(handle)
      const isNew = !this.#isKnown(found)
      // The line before may have been written in part, by this process or by one that was killed.
      const { isTorn, ends } = isNew || this.#broken ? this.#tail(found.size) : whole
      const head = [
        ...(isNew ? this.#headOf(ends) : []),
        ...(isTorn && this.#broken ? [{ kind: 'repeated' }] : [])
      ]
      const sealed = this.#chain?.seal([...head.map(this.#options.textOf), text])
      const added = `${isTorn ? '\n' : ''}${(sealed?.lines ?? [text]).join('\n')}\n`
      appendFileSync(handle, added)
      this.#broken = false
      this.#lastTime = text.slice(timeAt, timeAt + timeLength)
      this.#known = { ino: found.ino, size: found.size + Buffer.byteLength(added) }
      sealed?.commit()
    } finally {
      closeSync(handle)
    }
    if (this.#chain !== undefined) this.#options.anchors?.note(this.#chain.end)
  }

  /** Whether the last line went to this very file, which was neither renamed nor emptied since. */
  #isKnown(found: Stats): boolean {
    const known = this.#known
    if (known?.ino !== found.ino) return false
    return !found.isFile() || (found.size > 0 && known.size <= found.size)
  }

  /** The line that a chain has first in each of its files. */
  #headOf(ends: readonly ChainPlace[]): object[] {
    if (this.#chain === undefined) return []
    const { key, isStarted } = this.#chain
    if (isStarted) return [{ kind: 'continued', key: key.id, since: this.#lastTime }]
    return [{ kind: 'started', key: key.id, ...(ends.length === 0 ? {} : { after: ends }) }]
  }

  /** Whether the last line of the file lacks its end, and the newest lines of other writers. */
  #tail(size: number): Tail {
    if (size === 0) return whole
    try {
      const text = readTail(this.#file, size)
      const ends = new Map<string, ChainPlace>()
      for (const line of text.split('\n')) {
        const seal = sealOf(line)
        if (seal === undefined) continue
        const { writer, seq, mac } = seal
        ends.delete(writer)
        ends.set(writer, { writer, seq, mac })
      }
      return { isTorn: !text.endsWith('\n'), ends: [...ends.values()].slice(-mostNamed) }
    } catch {
      return { isTorn: this.#broken, ends: [] }
    }
  }
}

interface Tail {
  readonly isTorn: boolean
  readonly ends: readonly ChainPlace[]
}

const whole: Tail = { isTorn: false, ends: [] }

function readTail(file: string, size: number): string {
  const handle = openSync(file, 'r')
  try {
    const bytes = Buffer.alloc(Math.min(size, tailBytes))
    const read = readSync(handle, bytes, 0, bytes.length, size - bytes.length)
    return bytes.subarray(0, read).toString('latin1')
  } finally {
    closeSync(handle)
  }
}
