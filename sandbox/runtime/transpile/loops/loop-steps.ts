/** Adds LOOP … STEP and dynamic conditions of LOOP to the transpiler. */
import { Expressions, type Nodes } from '@abaplint/core'
import { Chunk } from '@abaplint/transpiler'
import statements from '@abaplint/transpiler/build/src/statements/index.js'
import { conditionCode, isDynamic, type Traversal } from '../tables/dynamic.ts'

type Transpile = (node: Nodes.StatementNode, traversal: Traversal) => Chunk

/** The transpiler leaves the addition out: its loop gets the rows from the runner instead. */
export function installLoopSteps(): void {
  const prototype = statements.LoopTranspiler.prototype as unknown as { transpile: Transpile }
  const original = prototype.transpile
  prototype.transpile = function (node, traversal) {
    const chunk = withCondition(original.call(this, node, traversal), node, traversal)
    const step = node.findExpressionAfterToken('STEP')
    return step === undefined ? chunk : withStep(chunk, { node, step, traversal })
  }
}

/** The transpiler evaluates a dynamic condition as code, which no program may. */
function withCondition(chunk: Chunk, node: Nodes.StatementNode, traversal: Traversal): Chunk {
  const dynamic = node.findExpressionAfterToken('WHERE')
  if (!isDynamic(dynamic)) return chunk
  const code = chunk
    .getCode()
    .replace(
      /dynamicWhere: \{condition: [^]*?catch \{\}\}\}/,
      () => `where: ${conditionCode(dynamic, traversal)}`
    )
  return new Chunk().append(code, node, traversal)
}

interface Loop {
  readonly node: Nodes.StatementNode
  readonly step: Nodes.ExpressionNode
  readonly traversal: Traversal
}

function withStep(chunk: Chunk, { node, step, traversal }: Loop): Chunk {
  const source = node.findDirectExpression(Expressions.LoopSource)?.getFirstChild()
  const code = chunk.getCode()
  const [begin, table] = ['abap.statements.loop(', traversal.traverse(source).getCode()]
  const at = code.indexOf(begin + table)
  if (at < 0) throw new Error('LOOP … STEP over this source')
  const rest = code.slice(at + begin.length + table.length)
  const passes = `step: ${traversal.traverse(step).getCode()}`
  const options = rest.startsWith(',{') ? `,{${passes},${rest.slice(2)}` : `,{${passes}}${rest}`
  const replaced = `${code.slice(0, at)}abap.sandbox.loopStep(${table}${options}`
  return new Chunk().append(replaced, node, traversal)
}
