import { Comment, Nodes } from '@abaplint/core'
import type { ABAPFile } from '@abaplint/core'
import { sayingOf } from '../navigate/mentions.ts'
import type { Named, Saying } from '../navigate/mentions.ts'

/**
 * What searches find out about a parsed file: once, because neither the file nor its text ever
 * changes.
 */
export interface Findings {
  /** What all statements of the file say of a name. */
  saying(named: Named): Saying
}

const NOTHING: Saying = { mentions: [], declares: false }

/** To be made right after the parse, while the trees of the statements are at hand. */
export function createFindings(file: ABAPFile): Findings {
  const rows = rowsOfStatements(file)
  const sayings = new Map<string, Saying>()
  return {
    saying(named) {
      const key = named.isFunction ? `function ${named.name}` : named.name
      const known = sayings.get(key)
      if (known !== undefined) return known
      const made = sayingIn(statementsOn(file, rows, rowsWith(file.getRaw(), named.name)), named)
      sayings.set(key, made)
      return made
    }
  }
}

function sayingIn(statements: readonly Nodes.StatementNode[], named: Named): Saying {
  if (statements.length === 0) return NOTHING
  const sayings = statements.map(node => sayingOf(node, named))
  return {
    mentions: sayings.flatMap(saying => saying.mentions),
    declares: sayings.some(saying => saying.declares)
  }
}

/**
 * First and last row of every statement, two numbers each, so that nobody has to walk down all
 * trees for a row; comments cover none.
 */
function rowsOfStatements(file: ABAPFile): Int32Array {
  const statements = file.getStatements()
  const rows = new Int32Array(2 * statements.length)
  for (const [index, node] of statements.entries()) {
    const isComment = node.get() instanceof Comment
    rows[2 * index] = (isComment ? undefined : endRow(node, false)) ?? 1
    rows[2 * index + 1] = (isComment ? undefined : endRow(node, true)) ?? 0
  }
  return rows
}

/** Row of the first or the last token below a node; undefined where there is none. */
function endRow(
  node: Nodes.StatementNode | Nodes.ExpressionNode,
  last: boolean
): number | undefined {
  const children = node.getChildren()
  for (let index = 0; index < children.length; index++) {
    const child = children[last ? children.length - 1 - index : index]
    const row =
      child instanceof Nodes.TokenNode
        ? child.get().getRow()
        : child === undefined
          ? undefined
          : endRow(child, last)
    if (row !== undefined) return row
  }
  return undefined
}

function statementsOn(
  file: ABAPFile,
  rows: Int32Array,
  wanted: ReadonlySet<number>
): Nodes.StatementNode[] {
  if (wanted.size === 0) return []
  const covers = (first: number, last: number) => {
    for (let row = first; row <= last; row++) if (wanted.has(row)) return true
    return false
  }
  return file
    .getStatements()
    .filter((_, index) => covers(rows[2 * index] ?? 1, rows[2 * index + 1] ?? 0))
}

/**
 * Rows of a text, counted from 1, in which a name in upper case stands, in any case and as part of
 * whatever.
 */
function rowsWith(text: string, name: string): Set<number> {
  const upper = text.toUpperCase()
  const rows = new Set<number>()
  let row = 1
  let counted = 0
  for (let at = upper.indexOf(name); at >= 0; at = upper.indexOf(name, at + name.length)) {
    for (
      let end = upper.indexOf('\n', counted);
      end >= 0 && end < at;
      end = upper.indexOf('\n', counted)
    ) {
      row++
      counted = end + 1
    }
    rows.add(row)
  }
  return rows
}
