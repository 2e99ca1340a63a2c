/** Completes the translation of SORT. */
import { BasicTypes, Expressions, type Nodes } from '@abaplint/core'
import { Chunk } from '@abaplint/transpiler'
import { dynamicValue, isDynamic, type Traversal } from '../tables/dynamic.ts'

type Transpile = (node: Nodes.StatementNode, traversal: Traversal) => Chunk

/** A sort order in a table is dropped: it is the value of an expression, or stands in parentheses. */
export function sort(original: Transpile): Transpile {
  return (node, traversal) => {
    const target = node.findDirectExpression(Expressions.Target)
    const order = sortOrder(node, traversal)
    if (target !== undefined && order !== undefined) {
      return new Chunk()
        .append('abap.sandbox.tables.sortBy(', node, traversal)
        .appendChunk(traversal.traverse(target))
        .append(`, ${order});`, node, traversal)
    }
    const text = textOrder(node)
    if (target !== undefined && text !== undefined) {
      return new Chunk()
        .append('abap.sandbox.tables.sortAsText(', node, traversal)
        .appendChunk(traversal.traverse(target))
        .append(`, ${text});`, node, traversal)
    }
    const result = original(node, traversal)
    if (/ BY /i.test(node.concatTokens()) && !result.getCode().includes('by: [')) {
      throw new Error('a sort order in a table')
    }
    return result
  }
}

const ADDITIONS = /^(?:STABLE|ASCENDING|DESCENDING|AS|TEXT)$/

/** AS TEXT and DESCENDING in front of BY hold for the components that have no addition of their own. */
function textOrder(node: Nodes.StatementNode): string | undefined {
  const words = node.concatTokens().replace(/\.$/, '').split(/\s+/).slice(2)
  const upper = words.map(word => word.toUpperCase())
  if (!upper.some((word, index) => word === 'AS' && upper[index + 1] === 'TEXT')) return undefined
  const by = upper.indexOf('BY')
  const before = by < 0 ? upper : upper.slice(0, by)
  const all = { descending: before.includes('DESCENDING'), text: before.includes('TEXT') }
  const order: { component: string; descending: boolean; text: boolean }[] = []
  for (const [index, word] of by < 0 ? [] : words.entries()) {
    const addition = upper[index] ?? ''
    const last = order.at(-1)
    if (index <= by) continue
    if (!ADDITIONS.test(addition)) order.push({ component: word.toLowerCase(), ...all })
    else if (last !== undefined && addition.endsWith('CENDING')) {
      last.descending = addition === 'DESCENDING'
    } else if (last !== undefined && addition === 'TEXT') last.text = true
  }
  if (order.some(({ component }) => !/^[\w-]+$/.test(component))) {
    throw new Error('SORT … AS TEXT by a dynamic name')
  }
  return JSON.stringify(by < 0 ? [{ component: 'table_line', ...all }] : order)
}

function sortOrder(node: Nodes.StatementNode, traversal: Traversal): string | undefined {
  const source = node.findDirectExpression(Expressions.Source)
  if (source !== undefined) return traversal.traverse(source).getCode()
  const order = node.findExpressionAfterToken('BY')
  if (!isDynamic(order)) return undefined
  const token = order.findFirstExpression(Expressions.FieldChain)?.getFirstToken()
  if (token === undefined) return undefined
  const value = dynamicValue(order, traversal)
  const type = traversal.findCurrentScopeByToken(token)?.findVariable(token.getStr())?.getType()
  return type instanceof BasicTypes.TableType ? value : undefined
}
