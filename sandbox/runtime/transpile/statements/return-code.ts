/** Methods and function modules that end without an exception set `sy-subrc` to 0. */
import { Expressions, ScopeType, type Nodes } from '@abaplint/core'
import { Chunk } from '@abaplint/transpiler'
import type { Traversal } from '../tables/dynamic.ts'

type Transpile = (node: Nodes.StatementNode, traversal: Traversal) => Chunk

const SUCCESS = 'abap.builtin.sy.get().subrc.set(0);\n'

/** The end of a method, as the transpiler makes it for methods with classic exceptions alone. */
interface EndOfMethod {
  setSubrc(scope: Scope | undefined): string
}
type Scope = NonNullable<ReturnType<Traversal['findCurrentScopeByToken']>>

export function succeedAtEnd(end: { prototype: object }): void {
  ;(end.prototype as EndOfMethod).setSubrc = scope => (isMethod(scope) ? SUCCESS : '')
}

/** Classes of the kernel that stand behind statements: those set the return code themselves. */
const KERNEL = /^kernel_/i

function isMethod(scope: Scope | undefined): boolean {
  if (scope?.getIdentifier().stype !== ScopeType.Method) return false
  const owner = scope.getParent()?.getIdentifier().sname ?? ''
  return !KERNEL.test(owner) || scope.getIdentifier().sname.includes('~')
}

/** RETURN, and what leaves a method as RETURN does. */
export function leave(original: Transpile): Transpile {
  return (node, traversal) => {
    const result = original(node, traversal)
    if (!isMethod(traversal.findCurrentScopeByToken(node.getFirstToken()))) return result
    const code = result.getCode().replace(/^return\b/m, `${SUCCESS}return`)
    return new Chunk().append(code, node, traversal)
  }
}

/** The call of a function module; with EXCEPTIONS the transpiler sets the return code itself. */
export function callFunction(original: Transpile): Transpile {
  return (node, traversal) => {
    const result = original(node, traversal)
    const isHandled = node.findFirstExpression(Expressions.ParameterListExceptions) !== undefined
    return isHandled || /\bIN UPDATE TASK\b/i.test(node.concatTokens())
      ? result
      : result.appendString(`\n${SUCCESS}`)
  }
}
