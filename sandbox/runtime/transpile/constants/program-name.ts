/** SY-REPID, which names the program that a statement belongs to. */
import { Nodes, type IObject } from '@abaplint/core'
import { Chunk } from '@abaplint/transpiler'
import chains from '@abaplint/transpiler/build/src/expressions/field_chain.js'

interface Traversal {
  getCurrentObject(): IObject
}
interface FieldChain {
  transpile(node: Nodes.ExpressionNode, traversal: Traversal, ...more: unknown[]): Chunk
}

const REPID = /^(?:sy|syst)-repid$/i
const NAME_LENGTH = 40
/** The name of a pool is filled to this length. */
const POOL_LENGTH = 30

/** Applies to the transpiler of this thread. */
export function nameProgram(): void {
  const prototype = chains.FieldChainTranspiler.prototype as unknown as FieldChain
  const original = prototype.transpile
  prototype.transpile = function (this: FieldChain, node, traversal, ...more) {
    if (!REPID.test(node.concatTokens())) return original.call(this, node, traversal, ...more)
    const name = programOf(traversal.getCurrentObject())
    return new Chunk().appendString(
      `abap.CharacterFactory.get(${NAME_LENGTH}, ${JSON.stringify(name)})`
    )
  }
}

function programOf(object: IObject): string {
  const name = object.getName().toUpperCase()
  if (object.getType() === 'CLAS') return `${name.padEnd(POOL_LENGTH, '=')}CP`
  if (object.getType() === 'INTF') return `${name.padEnd(POOL_LENGTH, '=')}IP`
  return object.getType() === 'FUGR' ? `SAPL${name}` : name
}
