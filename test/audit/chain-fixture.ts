/** Audit files with chains, made as the bridge makes them, and their verification. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createAnchors } from '../../audit/anchors.ts'
import { auditKeyOf } from '../../audit/chain.ts'
import { openAuditFile } from '../../audit/file.ts'
import type { AuditFile } from '../../audit/file.ts'
import type { AuditReport, FindingKind } from '../../audit/verify/report.ts'
import { readAnchors, verifyFiles } from '../../audit/verify/verify-files.ts'
import type { VerifyFilesOptions } from '../../audit/verify/verify-files.ts'

export const stateKey = 'a state key for tests'
const log = { debug() {}, info() {}, warn() {}, error() {} }

/** A writer of its own, as each process has one. */
export function writerOf(
  file: string,
  { key = stateKey, anchors = '', at = { minute: 0 } } = {}
): AuditFile {
  return openAuditFile(file, {
    log,
    textOf: line =>
      JSON.stringify({ time: `2026-11-25T10:0${at.minute}:00.000Z`, ...line, replica: 'h/1' }),
    key: key === '' ? undefined : auditKeyOf(key),
    anchors: anchors === '' ? undefined : createAnchors({ log, file: anchors, inLog: false })
  })
}

export const call = (object: string) => ({ kind: 'call', tool: 'ERPWrite', object, user: 'ada' })

export const linesIn = (file: string): string[] =>
  readFileSync(file, 'utf8').split('\n').slice(0, -1)

/** A file with these writers' lines in turns: `number` of each, and their ends. */
export function fileOf(folder: string, name: string, number: number, writers = 2): string {
  const file = join(folder, name)
  const open = Array.from({ length: writers }, () => writerOf(file))
  for (let at = 0; at < number; at++) {
    for (const [index, writer] of open.entries()) writer.append(call(`PROG Z${index}_${at}`))
  }
  for (const writer of open) writer.close()
  return file
}

type Given = Omit<VerifyFilesOptions, 'keys' | 'anchors'> & {
  readonly keys?: readonly string[]
  readonly anchors?: string
}

export async function verified(
  files: string | readonly string[],
  given: Given = {}
): Promise<AuditReport> {
  const { keys = [stateKey], anchors, ...options } = given
  return await verifyFiles(typeof files === 'string' ? [files] : files, {
    ...options,
    keys: keys.map(auditKeyOf),
    anchors: anchors === undefined ? [] : await readAnchors([anchors])
  })
}

/** Line and kind of each finding. */
export function found({ findings }: AuditReport): [number, FindingKind][] {
  return findings.map(({ line, kind }) => [line, kind])
}

export function rewritten(file: string, lines: readonly string[]): string {
  writeFileSync(`${file}.changed`, lines.length === 0 ? '' : `${lines.join('\n')}\n`)
  return `${file}.changed`
}
