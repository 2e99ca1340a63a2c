/**
 * Anchors: the end of a chain, written to a second place, so that lines which are cut off at the end
 * of the audit are missed.
 */
import { appendFileSync } from 'node:fs'
import type { Log } from '../tools/index.ts'
import type { ChainPlace } from './chain.ts'

export interface AnchorOptions {
  readonly log: Log
  /** Appended to. */
  readonly file?: string | undefined
  /** The log gets them too; left out where the audit itself goes there. */
  readonly inLog: boolean
}

export interface Anchors {
  /** The end after a line; it is written with one of the next lines, or a minute later. */
  note(end: ChainPlace): void
  /** Writes the newest end at once. */
  flush(): void
}

const mostLines = 100
const longestMs = 60_000

/** @throws Error that names the setting, where the file cannot be appended to */
export function createAnchors({ log, file, inLog }: AnchorOptions): Anchors {
  if (file !== undefined) assertWritable(file)
  let newest: ChainPlace | undefined
  let writer: string | undefined
  let lines = 0
  let timer: NodeJS.Timeout | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    if (newest === undefined) return
    writer = newest.writer
    lines = 0
    const anchor = { time: new Date().toISOString(), ...newest }
    try {
      if (file !== undefined) appendFileSync(file, `${JSON.stringify(anchor)}\n`, { mode: 0o600 })
      if (inLog) log.info({ anchor }, 'audit anchor')
      newest = undefined
    } catch (error) {
      log.error({ err: error, file }, 'the file of the audit anchors cannot be written')
      timer = setTimeout(flush, longestMs).unref()
    }
  }
  return {
    note(end) {
      newest = end
      lines++
      // The first line of a chain at once: a chain that is removed as a whole is missed as well.
      if (end.writer !== writer || lines >= mostLines) flush()
      else timer ??= setTimeout(flush, longestMs).unref()
    },
    flush
  }
}

function assertWritable(file: string): void {
  try {
    appendFileSync(file, '', { mode: 0o600 })
  } catch (cause) {
    throw new Error(
      `--audit-anchors (ERP_AUDIT_ANCHORS): ${file} cannot be written (${(cause as NodeJS.ErrnoException).code ?? 'no reason given'}); give a file in a folder that exists and may be written`,
      { cause }
    )
  }
}
