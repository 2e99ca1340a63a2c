/**
 * The functions that a child's process exposes to its realm: they accept and return texts and
 * numbers alone.
 */
import { appendFileSync, readSync, writeFileSync, writeSync } from 'node:fs'
import { getHeapStatistics } from 'node:v8'
import type { Host } from '../child/bridge.ts'
import type { Job } from '../child/job.ts'
import { compress, digest } from './bytes.ts'
import { openRows } from './rows.ts'

const COMMANDS = 0
const EVENTS = 3
const MEGABYTE = 1024 * 1024
const ENCODINGS = new Set(['utf8', 'latin1', 'hex', 'base64', 'utf16le'])

export interface HostOptions {
  readonly job: Job
  readonly document: string
  compile(index: number): () => Promise<void>
  exit(code: number): never
}

export function createHost({ job, document, compile, exit }: HostOptions): Host {
  const rows = openRows(job.database, changes => {
    writeFileSync(job.changes, changes)
  })
  const { crypto, performance, setTimeout } = globalThis
  const fatal = new TextDecoder('utf-8', { fatal: true })
  const encoding = (name: string): BufferEncoding => {
    if (!ENCODINGS.has(name)) throw new Error(`the encoding ${name} is not supported`)
    return name as BufferEncoding
  }
  return {
    job: () => document,
    send: line => {
      write(`${line}\n`)
    },
    ask: () => readLine(),
    note: line => {
      appendFileSync(job.counters.file, `${line}\n`)
    },
    compile: index => compile(Number(index)),
    sql: (how, statement, values) => rows.run(how, String(statement), String(values)),
    transaction: how => rows.end(how),
    convert: (text, from, to) => Buffer.from(String(text), encoding(from)).toString(encoding(to)),
    byteLength: text => Buffer.byteLength(String(text)),
    digest: (algorithm, bytes, key) =>
      digest(String(algorithm), String(bytes), key === undefined ? undefined : String(key)),
    compress: (how, bytes) => compress(String(how), String(bytes)),
    isUtf8(bytes) {
      try {
        fatal.decode(Buffer.from(String(bytes), 'latin1'))
        return true
      } catch {
        return false
      }
    },
    random: () => crypto.getRandomValues(new Int32Array(1))[0] ?? 0,
    uuid: () => crypto.randomUUID(),
    now: () => performance.now(),
    heap: () => getHeapStatistics().used_heap_size / MEGABYTE,
    setTimer(milliseconds, then) {
      setTimeout(() => {
        then()
      }, Number(milliseconds))
    },
    exit
  }
}

/** Blocks the process until the parent has written a line; its end is the end of the program. */
function readLine(): string {
  const byte = Buffer.alloc(1)
  const bytes: number[] = []
  for (;;) {
    try {
      if (readSync(COMMANDS, byte, 0, 1, null) === 0) throw new Error('the debugger is gone')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
      continue
    }
    if (byte[0] === 10) return Buffer.from(bytes).toString()
    bytes.push(byte[0] ?? 0)
  }
}

/** Synchronous, so that events before an endless loop reach the parent process. */
function write(line: string): void {
  const bytes = Buffer.from(line)
  for (let written = 0; written < bytes.length;) {
    try {
      written += writeSync(EVENTS, bytes, written)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
    }
  }
}
