/** The pretty printer: sets the case of keywords and the indentation of ABAP sources. */
import {
  ABAPParser,
  Comment,
  MacroContent,
  MemoryFile,
  Nodes,
  Tokens,
  Unknown,
  Version,
  VirtualPosition,
  versionToABAPRelease
} from '@abaplint/core'
import type { ABAPFile } from '@abaplint/core'
import { parseFileName } from '../files.ts'
import { indents } from './indents.ts'
import { EngineError } from '../protocol.ts'
import type { ReportProgress } from '../repository-state.ts'

export interface FormatRequest {
  readonly file: string
  readonly text: string
  /** How keywords are written; `upper` when not given. */
  readonly keywords?: 'upper' | 'lower' | 'keep'
  /** Whether lines are indented by their blocks; true when not given. */
  readonly indent?: boolean
}

const MAX_CHARACTERS = 2_000_000

/**
 * The pretty printer: keywords in one case, lines indented by their blocks. Identifiers, literals,
 * comments, line ends and what cannot be read stay as they are. Sources that are not ABAP come back
 * unchanged. Fails with INVALID above 2 MB.
 */
export function format(
  { file, text, keywords = 'upper', indent = true }: FormatRequest,
  reportProgress: ReportProgress
): string {
  if (parseFileName(file)?.extension !== 'abap') return text
  if (text.length > MAX_CHARACTERS) {
    throw new EngineError(
      'INVALID',
      `The source is too large to be formatted: ${text.length} characters, the limit is ${MAX_CHARACTERS}.`
    )
  }
  reportProgress([])
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n'
  const plain = text.replaceAll('\r\n', '\n')
  const parsed = new ABAPParser({ release: versionToABAPRelease(Version.v758) }).parse([
    new MemoryFile(file, plain)
  ]).output[0]
  if (parsed === undefined) return text
  const lines = plain.split('\n')
  if (keywords !== 'keep') {
    for (const [row, edits] of keywordEdits(parsed)) recase(lines, row, edits, keywords)
  }
  return (indent ? shifted(lines, indents(parsed)) : lines).join(lineEnd)
}

interface Word {
  readonly column: number
  readonly text: string
}

/**
 * Keywords by row; the parser marks what a name or literal is by matching it with an expression.
 */
function keywordEdits(file: ABAPFile): Map<number, Word[]> {
  const found = new Map<number, Word[]>()
  const collect = (node: Nodes.StatementNode | Nodes.ExpressionNode) => {
    for (const child of node.getChildren()) {
      if (child instanceof Nodes.ExpressionNode) {
        collect(child)
        continue
      }
      if (child instanceof Nodes.TokenNodeRegex || !(child.get() instanceof Tokens.Identifier)) {
        continue
      }
      const [start, text] = [child.getFirstToken().getStart(), child.getFirstToken().getStr()]
      const words = found.get(start.getRow())
      if (words === undefined) found.set(start.getRow(), [{ column: start.getCol() - 1, text }])
      else words.push({ column: start.getCol() - 1, text })
    }
  }
  for (const statement of file.getStatements()) {
    const kind = statement.get()
    if (kind instanceof Unknown || kind instanceof Comment || kind instanceof MacroContent) continue
    if (!(statement.getFirstToken().getStart() instanceof VirtualPosition)) collect(statement)
  }
  return found
}

function recase(
  lines: string[],
  row: number,
  words: readonly Word[],
  keywords: 'upper' | 'lower'
): void {
  let line = lines[row - 1] ?? ''
  for (const { column, text } of words) {
    const written = keywords === 'upper' ? text.toUpperCase() : text.toLowerCase()
    if (line.slice(column, column + text.length) === text) {
      line = line.slice(0, column) + written + line.slice(column + text.length)
    }
  }
  lines[row - 1] = line
}

/**
 * Moves the first line of every statement to its indent and the lines that continue it by as much.
 */
function shifted(lines: readonly string[], places: ReturnType<typeof indents>): string[] {
  const result = [...lines]
  for (const { row, endRow, indent } of places) {
    const first = result[row - 1] ?? ''
    const delta = indent - widthOf(first)
    for (let at = row; at <= endRow; at++) {
      const line = result[at - 1] ?? ''
      if (line.trim() === '' || line.startsWith('*')) continue
      result[at - 1] = ' '.repeat(Math.max(0, widthOf(line) + delta)) + line.trimStart()
    }
  }
  return result
}

function widthOf(line: string): number {
  return line.length - line.trimStart().length
}
