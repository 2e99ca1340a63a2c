/** FILTER … IN … with TABLE_LINE, on both sides of a comparison. */
import { Expressions, type Nodes } from '@abaplint/core'
import filters from '@abaplint/transpiler/build/src/expressions/filter_body.js'
import type { Traversal } from './dynamic.ts'

interface Filter {
  filterOperand(source: Nodes.ExpressionNode, traversal: Traversal, row: string): string
  transpileInCompare(
    node: Nodes.ExpressionNode,
    traversal: Traversal,
    row: string,
    filterRow: string
  ): string
}

const TABLE_LINE = 'TABLE_LINE'

/** The transpiler looks for a component of this name. */
export function installFilter(): void {
  const prototype = filters.FilterBodyTranspiler.prototype as unknown as Filter
  const { filterOperand, transpileInCompare } = prototype
  prototype.filterOperand = function (source, traversal, row) {
    return source.concatTokens().toUpperCase() === TABLE_LINE
      ? row
      : filterOperand.call(this, source, traversal, row)
  }
  prototype.transpileInCompare = function (node, traversal, row, filterRow) {
    const code = transpileInCompare.call(this, node, traversal, row, filterRow)
    const left = node.findDirectExpression(Expressions.ComponentChainSimple)?.concatTokens()
    return left?.toUpperCase() === TABLE_LINE
      ? code.replaceAll(`${row}.get().table_line`, row)
      : code
  }
}
