/**
 * Corrects the grammar and the typing of statements for internal tables: what is named at run time,
 * and values whose types follow from the table.
 */
import { BasicTypes, Expressions, Nodes, Statements } from '@abaplint/core'
import type { AbstractType } from '@abaplint/core'
import { combinators, typing } from '../parser-internals.ts'
import type { Rule, SyntaxInput, Typing } from '../parser-internals.ts'
import { also, analysis } from '../statements.ts'

const { altPrio, optPrio, plus, seq } = combinators

export function installTableStatements(): void {
  also(Statements.Sort, sortByExpression)
  also(Statements.DeleteInternal, deleteByComponents)
  typeSort()
  typeDelete()
}

/** The order in which a table is sorted, as the value of an expression. */
function sortByExpression(): Rule {
  return seq('SORT', Expressions.Target, 'BY', Expressions.Source)
}

/** Components of a key that are named at run time. */
function deleteByComponents(): Rule {
  const name = altPrio(Expressions.Dynamic, Expressions.SimpleName)
  const compared = seq(Expressions.Dynamic, '=', Expressions.Source)
  const key = seq('WITH TABLE KEY', optPrio(seq(name, 'COMPONENTS')), plus(compared))
  return seq('DELETE TABLE', Expressions.Target, key)
}

interface Pools extends SyntaxInput {
  readonly scope: SyntaxInput['scope'] & {
    findTypePoolType(name: string): { getType(): AbstractType } | undefined
  }
}

function typeSort(): void {
  const sort = analysis('sort', 'Sort')
  const original = sort.runSyntax
  sort.runSyntax = function (node, input) {
    original.call(this, node, input)
    const order = (input as Pools).scope.findTypePoolType('ABAP_SORTORDER_TAB')?.getType()
    for (const source of node.findDirectExpressions(Expressions.Source)) {
      typing('source', 'Source').runSyntax(source, input, order)
    }
  }
}

/** DELETE TABLE … FROM: the value has the type of a row. */
function typeDelete(): void {
  const statement = analysis('delete_internal', 'DeleteInternal')
  const original = statement.runSyntax
  statement.runSyntax = function (node, input) {
    const [, table, target] = node.getChildren()
    const from = node.findExpressionAfterToken('FROM')
    const isRow = table?.concatTokens().toUpperCase() === 'TABLE'
    if (isRow && from !== undefined && target instanceof Nodes.ExpressionNode) {
      const quiet = { ...input, issues: [] }
      const type = typing<Typing>('target', 'Target').runSyntax(target, quiet)
      const row = type instanceof BasicTypes.TableType ? type.getRowType() : undefined
      typing('source', 'Source').runSyntax(from, input, row)
    }
    original.call(this, node, input)
  }
}
