/** Classes of exceptions, and the classic exceptions of methods. */
import { BasicTypes, Expressions, Nodes } from '@abaplint/core'
import { internal, typing } from '../parser-internals.ts'
import type { SyntaxInput, Token, Typing } from '../parser-internals.ts'
import { after, report } from '../typed-statements.ts'
import { objectsIn } from './scope.ts'
import type { MethodLike } from './scope.ts'

type Statement = Nodes.StatementNode

const MAX_DEPTH = 100

export function installExceptions(): void {
  after('catch', 'Catch', (node, input) => {
    for (const name of node.findDirectExpressions(Expressions.ClassName)) {
      checkClass(name.getFirstToken(), input)
    }
  })
  after('raise', 'Raise', checkRaise)
  checkRaising()
  checkReceived()
}

/** Whether the class inherits from CX_ROOT; undefined where a class above it is not here. */
function isException(name: string, input: SyntaxInput): boolean | undefined {
  const { scope } = objectsIn(input)
  let at: string | undefined = name
  for (let depth = 0; at !== undefined && depth < MAX_DEPTH; depth++) {
    if (at.toUpperCase() === 'CX_ROOT') return true
    const definition = scope.findClassDefinition(at)
    if (definition === undefined) return undefined
    at = definition.getSuperClass()
  }
  return at === undefined ? false : undefined
}

function checkClass(token: Token, input: SyntaxInput, name = token.getStr()): void {
  if (isException(name, input) !== false) return
  const text = `"${name.toUpperCase()}" is no exception class: it is not a subclass of CX_ROOT.`
  report(input, token, text)
}

function checkRaise(node: Statement, input: SyntaxInput): void {
  const name = node.findDirectExpression(Expressions.ClassName)?.getFirstToken()
  if (name !== undefined) checkClass(name, input)
  const raised = node.findExpressionAfterToken('EXCEPTION')
  const kind = raised?.get()
  const isValue = kind instanceof Expressions.Source || kind instanceof Expressions.SimpleSource2
  if (raised !== undefined && isValue) {
    const quiet = { ...input, issues: [] }
    const type = typing<Typing>('source', 'Source').runSyntax(raised, quiet)
    if (type instanceof BasicTypes.ObjectReferenceType) {
      checkClass(raised.getFirstToken(), input, type.getIdentifierName())
    }
  }
  const classic = node.findDirectExpression(Expressions.ExceptionName)?.getFirstToken()
  if (classic !== undefined) checkClassic(classic, input)
}

interface Place {
  getEnclosingMethodName(): string | undefined
  getEnclosingClassName(): string | undefined
}
interface Methods {
  searchMethodName(definition: unknown, name: string): { readonly method?: MethodLike }
}

/** `RAISE e` in a method whose interface has no such exception. */
function checkClassic(token: Token, input: SyntaxInput): void {
  const place = input.scope as unknown as Place
  const [owner, name] = [place.getEnclosingClassName(), place.getEnclosingMethodName()]
  const { scope, helper } = objectsIn(input)
  const definition = owner === undefined ? undefined : scope.findClassDefinition(owner)
  if (definition === undefined || name === undefined) return
  const { method } = (helper as unknown as Methods).searchMethodName(definition, name)
  if (method !== undefined) checkDeclared(token, method, input)
}

function checkDeclared(token: Token, method: MethodLike, input: SyntaxInput): void {
  // a redefinition has the exceptions of what it redefines
  if (method.isRedefinition()) return
  const name = token.getStr().toUpperCase()
  if (method.getExceptions().some(each => each.toUpperCase() === name)) return
  const text = `The exception "${name}" is not declared in the interface of the method "${method.getName().toUpperCase()}".`
  report(input, token, text)
}

interface Definition {
  checkRaisingParameter(node: Statement, input: SyntaxInput): void
}

/** The classes behind RAISING. */
function checkRaising(): void {
  const { prototype } = internal<{ MethodDefinition: { readonly prototype: Definition } }>(
    'types/method_definition'
  ).MethodDefinition
  const original = prototype.checkRaisingParameter
  prototype.checkRaisingParameter = function (node, input) {
    original.call(this, node, input)
    const raising = node.findDirectExpression(Expressions.MethodDefRaising)
    for (const name of raising?.findAllExpressions(Expressions.ClassName) ?? []) {
      checkClass(name.getFirstToken(), input)
    }
  }
}

interface Parameters {
  runSyntax(node: Nodes.ExpressionNode, input: SyntaxInput, method: unknown): void
}

/** EXCEPTIONS of a call: each is in the interface of the method. */
function checkReceived(): void {
  const { prototype } = internal<{ MethodParameters: { readonly prototype: Parameters } }>(
    '5_syntax/expressions/method_parameters'
  ).MethodParameters
  const original = prototype.runSyntax
  prototype.runSyntax = function (node, input, method) {
    original.call(this, node, input, method)
    if (typeof method !== 'object' || method === null || !('getExceptions' in method)) return
    const list = node.findDirectExpression(Expressions.ParameterListExceptions)
    for (const each of list?.findDirectExpressions(Expressions.ParameterException) ?? []) {
      const name = each.getFirstToken()
      if (!/^(?:OTHERS|ERROR_MESSAGE)$/i.test(name.getStr())) {
        checkDeclared(name, method as unknown as MethodLike, input)
      }
    }
  }
}
