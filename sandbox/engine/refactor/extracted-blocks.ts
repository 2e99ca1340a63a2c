/** The blocks around and inside of statements that are to be extracted. */
import { Statements } from '@abaplint/core'
import { endRowOf, refuse, rowOf, wordsOf, isComment } from './selected-statements.ts'
import type { SelectedStatements } from './selected-statements.ts'

export interface Blocks {
  /** First row of the outermost loop around the selection; undefined outside of loops. */
  readonly loopRow: number | undefined
  /** Last row of that loop. */
  readonly loopEndRow: number | undefined
  /** Exception classes that a TRY around the selection catches. */
  readonly caught: readonly string[]
}

const closers: Readonly<Record<string, string>> = {
  IF: 'ENDIF',
  CASE: 'ENDCASE',
  LOOP: 'ENDLOOP',
  DO: 'ENDDO',
  WHILE: 'ENDWHILE',
  TRY: 'ENDTRY',
  SELECT: 'ENDSELECT',
  AT: 'ENDAT',
  PROVIDE: 'ENDPROVIDE'
}
const loops: ReadonlySet<string> = new Set(['LOOP', 'DO', 'WHILE', 'SELECT', 'PROVIDE'])
const middles: ReadonlySet<string> = new Set(['ELSE', 'ELSEIF', 'WHEN', 'CATCH', 'CLEANUP'])
const leaving: ReadonlySet<string> = new Set(['EXIT', 'CONTINUE', 'CHECK'])

type Node = SelectedStatements['method'][number]

interface Block {
  readonly word: string
  readonly row: number
}

function openedBy(node: Node): string | undefined {
  const [word = ''] = wordsOf(node)
  if (word === 'SELECT') return node.get() instanceof Statements.SelectLoop ? word : undefined
  if (word === 'CALL' || !Object.hasOwn(closers, word)) return undefined
  return word
}

/** Rejects blocks that are cut, and statements that would leave the new method. */
export function blocksOf(selection: SelectedStatements): Blocks {
  assertWhole(selection)
  const around: Block[] = []
  for (const node of selection.method) {
    if (rowOf(node) >= selection.startRow) break
    const opened = openedBy(node)
    if (opened !== undefined) around.push({ word: opened, row: rowOf(node) })
    else if (Object.values(closers).includes(wordsOf(node)[0] ?? '')) around.pop()
  }
  const loop = around.find(({ word }) => loops.has(word))
  return {
    loopRow: loop?.row,
    loopEndRow: loop === undefined ? undefined : closingRow(selection.method, loop.row),
    caught: around
      .filter(({ word }) => word === 'TRY')
      .flatMap(({ row }) => caughtIn(selection.method, row))
  }
}

function assertWhole({ selected }: SelectedStatements): void {
  const open: string[] = []
  for (const node of selected) {
    const [word = ''] = wordsOf(node)
    const statement = node.get()
    if (statement instanceof Statements.Data || word === 'STATICS') {
      if (word === 'STATICS') throw refuse('STATICS keep their value between calls of this method.')
    }
    if (statement.constructor.name === 'MacroCall' || statement.constructor.name === 'Unknown') {
      throw refuse(`Line ${rowOf(node)} is a macro or cannot be read.`)
    }
    if (word === 'RETURN') throw refuse(`RETURN in line ${rowOf(node)} leaves the method.`)
    if (leaving.has(word) && !open.some(one => loops.has(one)) && wordsOf(node)[1] !== 'FROM') {
      throw refuse(`${word} in line ${rowOf(node)} leaves a block that is not selected.`)
    }
    const opened = openedBy(node)
    if (opened !== undefined) open.push(opened)
    else if (middles.has(word) && open.length === 0) {
      throw refuse(`${word} in line ${rowOf(node)} belongs to a block that is selected in part.`)
    } else if (Object.values(closers).includes(word)) {
      if (closers[open.pop() ?? ''] !== word) {
        throw refuse(`${word} in line ${rowOf(node)} closes a block that is selected in part.`)
      }
    }
  }
  if (open.length > 0) throw refuse(`${open.at(-1) ?? ''} opens a block that is selected in part.`)
}

function closingRow(method: readonly Node[], row: number): number {
  let depth = 0
  for (const node of method) {
    if (rowOf(node) < row) continue
    if (openedBy(node) !== undefined) depth += 1
    else if (Object.values(closers).includes(wordsOf(node)[0] ?? '')) depth -= 1
    if (depth === 0) return endRowOf(node)
  }
  return row
}

/** The exception classes of the CATCH blocks that belong to a TRY. */
function caughtIn(method: readonly Node[], row: number): string[] {
  let depth = 0
  const found: string[] = []
  for (const node of method) {
    if (rowOf(node) < row || isComment(node)) continue
    const words = wordsOf(node)
    if (openedBy(node) !== undefined) depth += 1
    else if (Object.values(closers).includes(words[0] ?? '')) depth -= 1
    else if (depth === 1 && words[0] === 'CATCH') {
      const into = words.indexOf('INTO')
      found.push(
        ...words
          .slice(1, into < 0 ? undefined : into)
          .filter(word => word !== 'BEFORE' && word !== 'UNWIND')
      )
    }
    if (depth === 0) break
  }
  return found.flatMap(name => {
    if (name === 'CX_ROOT') return ['CX_STATIC_CHECK', 'CX_DYNAMIC_CHECK']
    return name === 'CX_NO_CHECK' ? [] : [name]
  })
}
