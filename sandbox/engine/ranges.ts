/** Converts positions of the parser to source ranges and builds messages for them. */
import { Nodes } from '@abaplint/core'
import type { Issue, Position, Token } from '@abaplint/core'
import type { FileMessage, FileRange } from '../types.ts'

/** A range between two positions of the parser (columns there begin at 1). */
export function rangeBetween(file: string, start: Position, end: Position): FileRange {
  return {
    file,
    startRow: start.getRow(),
    startColumn: start.getCol() - 1,
    endRow: end.getRow(),
    endColumn: end.getCol() - 1
  }
}

export function rangeOfToken(file: string, token: Token): FileRange {
  return rangeBetween(file, token.getStart(), token.getEnd())
}

/** From the first character of a statement to its period, both included. */
export function rangeOfNode(
  file: string,
  node: Nodes.StatementNode | Nodes.ExpressionNode | Nodes.StructureNode
): FileRange {
  return rangeBetween(file, node.getFirstToken().getStart(), node.getLastToken().getEnd())
}

/**
 * Rows and columns that exist: the parser uses positions outside of the file for "the end" and for
 * what macros made.
 */
export function clamp(range: FileRange, text: string): FileRange {
  const lines = text.split('\n')
  const startRow = Math.min(Math.max(range.startRow, 1), lines.length)
  const startColumn = Math.min(Math.max(range.startColumn, 0), widthOf(lines, startRow))
  const endRow = Math.min(Math.max(range.endRow, startRow), lines.length)
  const least = endRow === startRow ? startColumn : 0
  const endColumn = Math.min(
    Math.max(range.endColumn, least),
    Math.max(least, widthOf(lines, endRow))
  )
  return { file: range.file, startRow, startColumn, endRow, endColumn }
}

function widthOf(lines: readonly string[], row: number): number {
  const line = lines[row - 1] ?? ''
  return line.endsWith('\r') ? line.length - 1 : line.length
}

export function rangeOfIssue(issue: Issue): FileRange {
  return rangeBetween(issue.getFilename(), issue.getStart(), issue.getEnd())
}

/** The whole first line, for messages about a source as such. */
export function firstLine(file: string): FileRange {
  return { file, startRow: 1, startColumn: 0, endRow: 1, endColumn: 0 }
}

export function error(range: FileRange, rule: string, text: string): FileMessage {
  return { ...range, severity: 'E', rule, text }
}
