/** The lines of one person in files of the audit, whatever their size. */
import { auditLinesOf, objectOf, readLines } from '../../audit/verify/lines.ts'
import type { Place } from '../../audit/verify/lines.ts'

export interface AuditLine {
  readonly place: Place
  readonly line: Readonly<Record<string, unknown>>
}

export interface AuditFiles {
  readonly files: readonly string[]
  /** The files are logs of the bridge. */
  readonly isLog: boolean
}

/** Lines that are no JSON are passed over: `audit verify` names them. */
export async function* auditLines({ files, isLog }: AuditFiles): AsyncGenerator<AuditLine> {
  const lines = readLines(files)
  for await (const { bytes, place } of isLog ? auditLinesOf(lines) : lines) {
    const line = objectOf(bytes)
    if (line !== undefined) yield { place, line }
  }
}

/** Whom the line names; two identities may have one name. */
export function identityOf(line: AuditLine['line']): string | undefined {
  const { identity, user } = line
  if (typeof identity === 'string') return identity
  return typeof user === 'string' ? user : undefined
}

/** The identities that the text means as identity, user or ERP user of a line. */
export async function identitiesIn(files: AuditFiles, text: string): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  for await (const { line } of auditLines(files)) {
    const identity = identityOf(line)
    const names = [identity, line['user'], line['erpUser']]
    if (identity !== undefined && names.includes(text)) found.add(identity)
  }
  return found
}
