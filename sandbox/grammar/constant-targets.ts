/** Constants, importing parameters and FINAL variables are no targets: nothing writes to them. */
import { Expressions, Nodes } from '@abaplint/core'
import { objectsIn } from './classes/scope.ts'
import { typing } from './parser-internals.ts'
import type { SyntaxInput, Typing } from './parser-internals.ts'
import { report } from './typed-statements.ts'

interface Variable {
  getMeta(): readonly string[]
  getFilename(): string
}

const BUILT_IN = '_builtin.prog.abap'

export function installConstantTargets(): void {
  const target = typing<Typing>('target', 'Target')
  const original = target.runSyntax
  target.runSyntax = function (node, input, ...more) {
    const before = input.issues.length
    const type = original.call(target, node, input, ...more)
    if (input.issues.length === before && node instanceof Nodes.ExpressionNode) {
      if (!tables.has(node)) checkTarget(node, input)
    }
    return type
  }
  permitTables()
  noteFinals()
}

/** Variables that FINAL( ) declares. */
const finals = new WeakSet<object>()

function noteFinals(): void {
  const inline = typing<Typing>('inline_data', 'InlineData')
  const original = inline.runSyntax
  inline.runSyntax = function (node, input, ...more) {
    original.call(inline, node, input, ...more)
    const field = node.findFirstExpression(Expressions.TargetField)
    if (field === undefined || node.getFirstToken().getStr().toUpperCase() !== 'FINAL') return
    const variable = input.scope.findVariable(field.concatTokens())
    if (variable !== undefined) finals.add(variable)
  }
}

/** What is passed to a TABLES parameter: the function module decides whether it is changed. */
const tables = new WeakSet<Nodes.ExpressionNode>()

function permitTables(): void {
  const parameters = typing<Typing>('function_parameters', 'FunctionParameters')
  const original = parameters.runSyntax
  parameters.runSyntax = function (node, input, ...more) {
    const passed = node.findExpressionAfterToken('TABLES')
    for (const each of passed?.findDirectExpressions(Expressions.ParameterT) ?? []) {
      const target = each.findDirectExpression(Expressions.Target)
      if (target !== undefined) tables.add(target)
    }
    return original.call(parameters, node, input, ...more)
  }
}

function checkTarget(node: Nodes.ExpressionNode, input: SyntaxInput): void {
  const [first, arrow, attribute, ...rest] = node.getChildren()
  if (first === undefined) return
  const isStatic = first.get() instanceof Expressions.ClassName
  const behind = isStatic ? rest : node.getChildren().slice(1)
  // what a reference points to has a changeability of its own
  if (behind.some(each => isReference(each))) return
  const found = isStatic
    ? constantOf(first.getFirstToken().getStr(), attribute?.getFirstToken().getStr(), input)
    : variable(first, input)
  if (found === undefined) return
  if (!found.getMeta().includes('read_only') && !finals.has(found)) return
  if (found.getFilename() === BUILT_IN || (isStatic && arrow?.concatTokens() !== '=>')) return
  report(input, node.getFirstToken(), `"${node.concatTokens()}" cannot be modified, it is readonly`)
}

function isReference(child: Nodes.ExpressionNode | Nodes.TokenNode): boolean {
  return child.get() instanceof Expressions.Dereference || child.concatTokens() === '->'
}

function variable(
  first: Nodes.ExpressionNode | Nodes.TokenNode,
  input: SyntaxInput
): Variable | undefined {
  if (!(first.get() instanceof Expressions.TargetField)) return undefined
  return input.scope.findVariable(first.getFirstToken().getStr()) as Variable | undefined
}

function constantOf(
  owner: string,
  name: string | undefined,
  input: SyntaxInput
): Variable | undefined {
  const { scope, helper } = objectsIn(input)
  const definition = scope.findObjectDefinition(owner)
  if (definition === undefined || name === undefined) return undefined
  return helper.searchConstantName(definition, name) as Variable | undefined
}
