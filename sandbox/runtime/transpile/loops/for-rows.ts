/** Adds FROM, TO, STEP, USING KEY, INDEX INTO and dynamic conditions to FOR … IN. */
import { Expressions, Nodes } from '@abaplint/core'
import { Chunk } from '@abaplint/transpiler'
import reduces from '@abaplint/transpiler/build/src/expressions/reduce_body.js'
import values from '@abaplint/transpiler/build/src/expressions/value_body.js'
import { conditionCode, isDynamic, without, type Traversal } from '../tables/dynamic.ts'

interface ForLoop {
  readonly beforeLoop: readonly string[]
  readonly open: string
}
interface ValueBody {
  buildForChain(nodes: readonly Nodes.ExpressionNode[], ...more: unknown[]): { chunk: Chunk }
}
interface ReduceBody {
  describeFor(node: Nodes.ExpressionNode, ...more: unknown[]): ForLoop
}

/** The transpiler leaves these additions out: its loop gets the rows from the runner instead. */
export function installForRows(): void {
  const value = values.ValueBodyTranspiler.prototype as unknown as ValueBody
  const { buildForChain } = value
  value.buildForChain = function (nodes, ...more) {
    const traversal = more[1] as Traversal
    const loops = nodes.map(node => loopOf(node, traversal))
    const result = buildForChain.call(
      this,
      loops.map(loop => loop.plain),
      ...more
    )
    const changed = loops.reduce(withRows, { code: result.chunk.getCode(), at: 0 })
    return { ...result, chunk: new Chunk(changed.code) }
  }
  const reduce = reduces.ReduceBodyTranspiler.prototype as unknown as ReduceBody
  const { describeFor } = reduce
  reduce.describeFor = function (node, ...more) {
    const loop = loopOf(node, more[1] as Traversal)
    const result = describeFor.call(this, loop.plain, ...more)
    return { ...result, open: withRows({ code: result.open, at: 0 }, loop).code }
  }
}

interface Loop {
  readonly plain: Nodes.ExpressionNode
  /** The code of the table; undefined where the transpiler knows all additions. */
  readonly source: string | undefined
  readonly options: readonly string[]
  readonly index: string | undefined
}

function loopOf(node: Nodes.ExpressionNode, traversal: Traversal): Loop {
  const definition = node.findDirectExpression(Expressions.InlineLoopDefinition)
  const table = definition?.findDirectExpression(Expressions.Source)
  const unwanted = new Set<unknown>()
  const options: string[] = []
  for (const word of ['FROM', 'TO', 'STEP']) {
    const value = node.findExpressionAfterToken(word)
    if (value === undefined) continue
    unwanted.add(wordBefore(node, value)).add(value)
    options.push(`${word.toLowerCase()}: ${traversal.traverse(value).getCode()}`)
  }
  const dynamic = node.getChildren().find(isDynamic)
  if (dynamic !== undefined) {
    options.push(`where: ${conditionCode(dynamic, traversal)}`)
    for (const child of partsAround(node, dynamic)) unwanted.add(child)
  }
  const name = definition?.findDirectExpression(Expressions.SimpleName)
  if (name !== undefined) options.push(`usingKey: ${JSON.stringify(name.concatTokens())}`)
  const into = definition?.findExpressionAfterToken('INTO')
  if (definition === undefined || table === undefined || options.length + (into ? 1 : 0) === 0) {
    return { plain: node, source: undefined, options, index: undefined }
  }
  return {
    plain: plainOf(node, definition, unwanted),
    source: traversal.traverse(table).getCode(),
    options,
    index: into === undefined ? undefined : traversal.traverse(into).getCode()
  }
}

function wordBefore(node: Nodes.ExpressionNode, child: Nodes.ExpressionNode): unknown {
  return node.getChildren()[node.getChildren().indexOf(child) - 1]
}

/** `WHERE ( (name) )` and `WHERE (name)` with their words and parentheses. */
function partsAround(node: Nodes.ExpressionNode, dynamic: Nodes.ExpressionNode): unknown[] {
  const children = node.getChildren()
  const at = children.indexOf(dynamic)
  const isToken = (index: number, text: RegExp): boolean => {
    const child = children[index]
    return child instanceof Nodes.TokenNode && text.test(child.concatTokens())
  }
  const parts: unknown[] = [dynamic]
  let before = at - 1
  if (isToken(before, /^\($/)) {
    parts.push(children[before], children[at + 1])
    before--
  }
  if (isToken(before, /^WHERE$/i)) parts.push(children[before])
  return parts
}

/** FOR and its table, without USING KEY and INDEX INTO. */
function plainOf(
  node: Nodes.ExpressionNode,
  definition: Nodes.ExpressionNode,
  unwanted: ReadonlySet<unknown>
): Nodes.ExpressionNode {
  const children = definition.getChildren()
  const end = children.findIndex(
    child => child instanceof Nodes.ExpressionNode && child.get() instanceof Expressions.Source
  )
  const shorter = without(definition, new Set(children.slice(end + 1)))
  const plain = without(node, unwanted)
  const replaced = plain.getChildren().map(child => (child === definition ? shorter : child))
  plain.setChildren(replaced as Parameters<typeof plain.setChildren>[0])
  return plain
}

interface Position {
  readonly code: string
  readonly at: number
}

function withRows({ code, at }: Position, { source, options, index }: Loop): Position {
  if (source === undefined) return { code, at }
  const call = `abap.statements.loop(${source}`
  const start = code.indexOf(call, at)
  const head = code.lastIndexOf('for await (', start)
  if (start < 0 || head < 0) throw new Error('FOR with these additions')
  const given = index === undefined ? options : [...options, `index: ${index}`]
  const declared = index === undefined ? '' : `const ${index} = new abap.types.Integer();\n`
  const rest = code.slice(start + call.length).replace(/^\s*,\s*\{/, ', ')
  const before = `${code.slice(0, head)}${declared}${code.slice(head, start)}abap.sandbox.loopStep(${source}, {${given.join(', ')}`
  const closed = rest.startsWith(', ') ? rest : `}${rest}`
  return { code: before + closed, at: before.length }
}
