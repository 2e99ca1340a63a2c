/** The statements of a method that are to be extracted. */
import { Statements } from '@abaplint/core'
import type { Nodes } from '@abaplint/core'
import { EngineError } from '../protocol.ts'
import type { Repository } from '../repository.ts'

export interface SelectedRows {
  readonly file: string
  /** Rows from 1, both inclusive: whole lines. */
  readonly startRow: number
  readonly endRow: number
}

/** The method around the selected statements. */
export interface SelectedStatements {
  readonly file: string
  readonly lines: readonly string[]
  readonly startRow: number
  readonly endRow: number
  /** All statements of the method, from METHOD to ENDMETHOD. */
  readonly method: readonly Nodes.StatementNode[]
  readonly selected: readonly Nodes.StatementNode[]
  readonly className: string
  readonly methodName: string
}

export const wordsOf = (node: Nodes.StatementNode): string[] =>
  node.concatTokens().toUpperCase().replace(/[.,:]/g, ' ').trim().split(/\s+/)

export const rowOf = (node: Nodes.StatementNode): number => node.getFirstToken().getRow()
export const endRowOf = (node: Nodes.StatementNode): number => node.getLastToken().getRow()

export function refuse(message: string): EngineError {
  return new EngineError('INVALID', `${message} Nothing can be extracted like this.`)
}

/** Rejects lines that are not whole statements of one method. */
export function select(
  repository: Repository,
  { file, startRow, endRow }: SelectedRows
): SelectedStatements {
  const statements = repository.abapFile(file)?.getStatements() ?? []
  let className = ''
  let opened = -1
  for (const [at, node] of statements.entries()) {
    const statement = node.get()
    if (rowOf(node) > startRow) break
    if (statement instanceof Statements.ClassImplementation) className = wordsOf(node)[1] ?? ''
    if (statement instanceof Statements.MethodImplementation) opened = at
    if (statement instanceof Statements.EndMethod) opened = -1
  }
  const closed = statements.findIndex(
    (node, at) => at > opened && node.get() instanceof Statements.EndMethod
  )
  const method = opened < 0 || closed < 0 ? [] : statements.slice(opened, closed + 1)
  const inner = method.slice(1, -1)
  const selected = inner.filter(node => rowOf(node) <= endRow && endRowOf(node) >= startRow)
  const isWhole = selected.every(node => rowOf(node) >= startRow && endRowOf(node) <= endRow)
  const code = selected.filter(node => !isComment(node))
  const [first] = method
  if (first === undefined || endRow > endRowOf(method.at(-1) ?? first)) {
    throw refuse('The lines are not inside of one method.')
  }
  if (code.length === 0) throw refuse('The lines hold no statement.')
  if (!isWhole || sharesLine(inner, selected)) {
    throw refuse('The lines begin or end inside of a statement or a chain.')
  }
  return {
    file,
    lines: (repository.text(file) ?? '').replaceAll('\r\n', '\n').split('\n'),
    startRow,
    endRow,
    method,
    selected: code,
    className,
    methodName: wordsOf(first)[1] ?? ''
  }
}

export const isComment = (node: Nodes.StatementNode): boolean =>
  node.get().constructor.name === 'Comment' || /^["*]/.test(node.getFirstToken().getStr())

function sharesLine(
  all: readonly Nodes.StatementNode[],
  selected: readonly Nodes.StatementNode[]
): boolean {
  const rows = new Set(selected.flatMap(node => [rowOf(node), endRowOf(node)]))
  return all.some(
    node =>
      !selected.includes(node) &&
      !isComment(node) &&
      (rows.has(rowOf(node)) || rows.has(endRowOf(node)))
  )
}
