/** Replaces stretches of a text by others. */

/** UTF-16 offsets; `end` is behind the last character that goes. */
export interface Insertion {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** @param splices in the order of their places, none over another */
export function spliced(source: string, splices: readonly Insertion[]): string {
  let result = ''
  let at = 0
  for (const { start, end, text } of splices) {
    result += source.slice(at, start) + text
    at = end
  }
  return result + source.slice(at)
}
