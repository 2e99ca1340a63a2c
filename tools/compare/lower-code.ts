/** ABAP in lower case, except for literals, text in templates, and comments. */
import { regions } from '../abap/regions.ts'

/** ABAP ignores case outside of literals and comments. */
export function lowerCode(text: string): string {
  let result = ''
  for (const { kind, start, end } of regions(text)) {
    const piece = text.slice(start, end)
    result += kind === 'code' ? piece.toLowerCase() : piece
  }
  return result
}
