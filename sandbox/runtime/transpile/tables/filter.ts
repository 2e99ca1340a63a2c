/** FILTER … IN … with TABLE_LINE, on both sides of a comparison. */
import { Expressions, type Nodes } from '@abaplint/core'
import { Chunk } from '@abaplint/transpiler'
import filters from '@abaplint/transpiler/build/src/expressions/filter_body.js'
import type { Traversal } from './dynamic.ts'

type Parts = readonly [
  target: string,
  source: string,
  filterSource: string,
  where: Nodes.ExpressionNode,
  except: boolean,
  body: Nodes.ExpressionNode,
  traversal: Traversal
]

interface Filter {
  transpileIn(...parts: Parts): Chunk
  filterOperand(source: Nodes.ExpressionNode, traversal: Traversal, row: string): string
  transpileInCompare(
    node: Nodes.ExpressionNode,
    traversal: Traversal,
    row: string,
    filterRow: string
  ): string
}

const TABLE_LINE = 'TABLE_LINE'

/** The key before IN is one of the table that is filtered: its rows are read in the order of the key. */
function keyOfSource(body: Nodes.ExpressionNode): string | undefined {
  const words = body.getChildren().map(child => child.concatTokens().toUpperCase())
  const [key, table] = [words.indexOf('KEY'), words.indexOf('IN')]
  return key < 0 || key > table ? undefined : words[key + 1]?.toLowerCase()
}

/** The transpiler looks for a component of this name. */
export function installFilter(): void {
  const prototype = filters.FilterBodyTranspiler.prototype as unknown as Filter
  const { filterOperand, transpileIn, transpileInCompare } = prototype
  prototype.transpileIn = function (...parts) {
    const [, source, , , , body] = parts
    const chunk = transpileIn.apply(this, parts)
    const key = keyOfSource(body)
    if (key === undefined) return chunk
    // the transpiler takes every key for one of the filter table
    const name = JSON.stringify(key)
    const code = chunk.getCode().replace(`, {usingKey: ${name}}))`, '))')
    const loop = `abap.statements.loop(${source}`
    return new Chunk().appendString(code.replace(`${loop})`, () => `${loop}, {usingKey: ${name}})`))
  }
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
