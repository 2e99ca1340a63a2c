import type { Place } from '../adt/navigation.ts'
import { objectOfUri } from '../objects.ts'

/** The place a URI of the ERP names; positions become 1-based. */
export function placeOf(uri: string): Place {
  const found = objectOfUri(uri)
  if (found === undefined) return { uri, ...lineOf(uri) }
  const { part, line, column, ...ref } = found
  return { ref, part, uri, line, column }
}

function lineOf(uri: string): { line?: number; column?: number } {
  const [, line, column] = /#[^#]*?start=(\d+)(?:,(\d+))?/.exec(uri) ?? []
  if (line === undefined) return {}
  return { line: Number(line), ...(column === undefined ? {} : { column: Number(column) + 1 }) }
}

/** Fragment of a 1-based position or range; the end is exclusive. */
export function fragment(
  start: { readonly line: number; readonly column: number },
  endColumn?: number
): string {
  const from = `#start=${start.line},${start.column - 1}`
  return endColumn === undefined ? from : `${from};end=${start.line},${endColumn - 1}`
}
