/** Finds the token at a position and splits qualified names into their segments. */
import { Comment } from '@abaplint/core'
import type { ABAPFile, Nodes, Token } from '@abaplint/core'

/**
 * A token under the cursor. For a qualified name (`zif_x~run`) the segment is the part the cursor
 * is in.
 */
export interface Cursor {
  readonly file: ABAPFile
  readonly statement: Nodes.StatementNode
  readonly token: Token
  readonly segment: Segment
}

/** Part of a token between `~`; columns 0-based, end exclusive. */
export interface Segment {
  readonly text: string
  readonly column: number
  readonly endColumn: number
}

/**
 * What stands at a place (row 1-based, column 0-based), or ends there; undefined between tokens and
 * in comments.
 */
export function cursorAt(file: ABAPFile, row: number, column: number): Cursor | undefined {
  let touching: Cursor | undefined
  for (const statement of file.getStatements()) {
    if (statement.get() instanceof Comment || statement.getLastToken().getRow() < row) continue
    if (statement.getFirstToken().getRow() > row) break
    for (const token of statement.getTokens()) {
      const [start, end] = [token.getStart().getCol() - 1, token.getEnd().getCol() - 1]
      if (token.getRow() !== row || column < start || column > end) continue
      const found = { file, statement, token, segment: segmentAt(token, column) }
      if (column < end) return found
      if (/\w$/.test(token.getStr())) touching = found
    }
  }
  return touching
}

export function segmentAt(token: Token, column: number): Segment {
  const segments = segmentsOf(token)
  return (
    segments.find(segment => column < segment.endColumn) ??
    segments.at(-1) ?? { text: '', column, endColumn: column }
  )
}

/** `!iv_x` and `zif~m` name what stands after the sign. */
export function segmentsOf(token: Token): Segment[] {
  const [text, start] = [token.getStr(), token.getStart().getCol() - 1]
  const segments: Segment[] = []
  for (const match of text.matchAll(/[^~!'`]+/g)) {
    segments.push({
      text: match[0],
      column: start + match.index,
      endColumn: start + match.index + match[0].length
    })
  }
  return segments
}
