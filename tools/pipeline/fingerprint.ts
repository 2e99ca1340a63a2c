/** Fingerprints of findings, which lines that are inserted above do not change. */
import { createHash } from 'node:crypto'

export interface Marked {
  readonly rule: string
  readonly object: string
  readonly part: string
  readonly text: string
  /** The line of the source that the finding is about. */
  readonly source: string
}

const length = 20

/**
 * One fingerprint for each finding: of its rule, its object, its text and the code of its line, and
 * of how many equal ones stand before it.
 */
export function fingerprints(findings: readonly Marked[]): string[] {
  const seen = new Map<string, number>()
  return findings.map(({ rule, object, part, text, source }) => {
    const code = source.trim().replace(/\s+/g, ' ').toLowerCase()
    const key = JSON.stringify([rule, object, part, withoutNumbers(text), code])
    const index = seen.get(key) ?? 0
    seen.set(key, index + 1)
    const hash = createHash('sha256').update(key).digest('hex').slice(0, length)
    return `${hash}:${index + 1}`
  })
}

/** Messages such as `see line 12` move with the lines. */
function withoutNumbers(text: string): string {
  return text.replace(/\bline \d+/gi, 'line')
}
