/** Verifies files of the audit against their keys and anchors. */
import { auditLinesOf, memberOf, objectOf, readLines } from './lines.ts'
import type { AuditReport } from './report.ts'
import { AuditVerifier } from './verifier.ts'
import type { Anchor, VerifyOptions } from './verifier.ts'

export interface VerifyFilesOptions extends VerifyOptions {
  /** The files are logs with lines of other kinds between those of the audit. */
  readonly isLog?: boolean
}

/** @param files in the order in which they were written */
export async function verifyFiles(
  files: readonly string[],
  { isLog, ...options }: VerifyFilesOptions
): Promise<AuditReport> {
  const verifier = new AuditVerifier(options)
  const lines = readLines(files)
  for await (const line of isLog === true ? auditLinesOf(lines) : lines) {
    verifier.add(line)
    if (verifier.isFull) break
  }
  return verifier.end()
}

/** The anchors of a file of them, or of a log that has them among other lines. */
export async function readAnchors(files: readonly string[]): Promise<Anchor[]> {
  const anchors: Anchor[] = []
  for await (const { bytes } of readLines(files)) {
    const anchor = (memberOf(bytes, 'anchor') ?? objectOf(bytes)) as Partial<Anchor> | undefined
    const { writer, seq, mac, time } = anchor ?? {}
    if (typeof writer !== 'string' || typeof seq !== 'number') continue
    if (typeof mac === 'string' && typeof time === 'string') {
      anchors.push({ writer, seq, mac, time })
    }
  }
  return anchors
}
