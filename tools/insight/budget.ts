/** A part of an answer: in full, or as one line where the size limit is reached. */
export interface Section {
  readonly full: string
  readonly brief: string
}

/** Bytes of an answer of ERPContext that names none. */
export const defaultBytes = 12_000
/** The same for a package, of which many objects are of less interest. */
export const packageBytes = 6000

const reserve = 160

function codeLimit(bytes: number): SizeLimit {
  return { bytes, remedy: 'narrow by method or depth, or raise maxBytes' }
}

export interface Packed {
  readonly text: string
  readonly shortened: number
  readonly omitted: number
}

/** The size of an answer, and what to do where it does not suffice. */
export interface SizeLimit {
  readonly bytes: number
  readonly remedy: string
}

/**
 * Head and sections in at most so many bytes. The first sections are shown in full as long as every
 * later one can still be named; where not even the names fit, the rest is counted.
 */
export function pack(
  head: readonly string[],
  sections: readonly Section[],
  limit: number | SizeLimit
): Packed {
  const { bytes, remedy } = typeof limit === 'number' ? codeLimit(limit) : limit
  const size = (text: string) => Buffer.byteLength(text) + 1
  const lines: string[] = []
  let left = bytes - reserve
  for (const line of head) {
    if (size(line) > left) break
    lines.push(line)
    left -= size(line)
  }
  let briefs = sections.reduce((sum, { brief }) => sum + size(brief), 0)
  let shortened = 0
  let omitted = 0
  for (const { full, brief } of sections) {
    briefs -= size(brief)
    if (size(full) + Math.min(briefs, left / 2) <= left) {
      lines.push(full)
      left -= size(full)
    } else if (size(brief) <= left) {
      lines.push(brief)
      left -= size(brief)
      if (brief !== full) shortened += 1
    } else {
      omitted += 1
    }
  }
  const notes = [
    ...(shortened === 0 ? [] : [`${shortened} only named`]),
    ...(omitted === 0 ? [] : [`${omitted} left out`])
  ]
  if (notes.length > 0) {
    lines.push(`(${notes.join(', ')} to keep within ${bytes} bytes: ${remedy})`)
  }
  return { text: lines.join('\n'), shortened, omitted }
}
