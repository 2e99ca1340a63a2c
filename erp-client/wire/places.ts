/** Places in sources: URIs with fragments. */
import { objectOfUri } from '../objects.ts'
import type { ObjectRef } from '../objects.ts'

export interface Place {
  readonly ref?: ObjectRef | undefined
  readonly part?: string | undefined
  readonly uri: string
  /** 1-based. */
  readonly line?: number | undefined
  /** 1-based. */
  readonly column?: number | undefined
  readonly adtType?: string | undefined
  readonly name?: string | undefined
}

/** The place that a URI of the ERP names; positions become 1-based. */
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

/** Lines and columns 1-based, the end exclusive. */
export interface TextRange {
  readonly line: number
  readonly column: number
  readonly endLine: number
  readonly endColumn: number
}

/** The 1-based range of a fragment `#start=3,4;end=3,9`; a position is an empty range. */
export function rangeOf(uri: string): TextRange | undefined {
  const [, line, column, endLine, endColumn] =
    /#[^#]*?start=(\d+),(\d+)(?:;end=(\d+),(\d+))?/.exec(uri) ?? []
  if (line === undefined || column === undefined) return undefined
  return {
    line: Number(line),
    column: Number(column) + 1,
    endLine: Number(endLine ?? line),
    endColumn: Number(endColumn ?? column) + 1
  }
}

/** Fragment of a 1-based position or range; the end is exclusive. */
export function fragment(
  start: { readonly line: number; readonly column: number },
  endColumn?: number
): string {
  const from = `#start=${start.line},${start.column - 1}`
  return endColumn === undefined ? from : `${from};end=${start.line},${endColumn - 1}`
}
