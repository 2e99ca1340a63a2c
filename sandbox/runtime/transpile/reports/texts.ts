/** Text symbols: TEXT-001 and 'text'(001), from the text pool of the program. */
import { ABAPObject, Expressions, type IObject, type Nodes } from '@abaplint/core'
import { Chunk } from '@abaplint/transpiler'
import constants from '@abaplint/transpiler/build/src/expressions/constant.js'
import type { Traversal } from '../tables/dynamic.ts'

interface Constant {
  readonly addGet: boolean
  handleCharacter(literal: string): string
  transpile(node: Nodes.ExpressionNode, traversal: Traversal): Chunk
}
interface Symbols {
  getTextSymbols(): Readonly<Record<string, { readonly entry: string } | undefined>>
}

export function installTextSymbols(): void {
  // a symbol that the pool has not is blank
  const symbols = ABAPObject.prototype as unknown as Symbols
  const { getTextSymbols } = symbols
  symbols.getTextSymbols = function () {
    return new Proxy(getTextSymbols.call(this), {
      get: (own, key) => own[String(key)] ?? { entry: '' }
    })
  }
  const prototype = constants.ConstantTranspiler.prototype as unknown as Constant
  const original = prototype.transpile
  prototype.transpile = function (node, traversal) {
    const key = node
      .findDirectExpression(Expressions.TextElementString)
      ?.findDirectExpression(Expressions.TextElementKey)
    const text =
      key === undefined ? undefined : symbolOf(traversal.getCurrentObject(), key.concatTokens())
    if (text === undefined || this.addGet) return original.call(this, node, traversal)
    return new Chunk().append(this.handleCharacter(`'${text}'`), node, traversal)
  }

  function symbolOf(object: IObject, key: string): string | undefined {
    if (!(object instanceof ABAPObject)) return undefined
    return getTextSymbols.call(object as unknown as Symbols)[key.toUpperCase()]?.entry
  }
}
