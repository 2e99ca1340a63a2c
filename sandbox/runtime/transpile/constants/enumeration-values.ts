/** Enumerated types with values in a base type: their values, and CONV to the base type. */
import { Expressions, Nodes, Statements } from '@abaplint/core'
import { Chunk } from '@abaplint/transpiler'
import declarations from '@abaplint/transpiler/build/src/statements/data.js'
import sources from '@abaplint/transpiler/build/src/expressions/source.js'
import type traversals from '@abaplint/transpiler/build/src/traversal.js'
import { decodeLiterals } from '../opaque.ts'

type Traversal = InstanceType<typeof traversals.Traversal>
interface Sources {
  transpile(node: Nodes.ExpressionNode, traversal: Traversal, ...more: unknown[]): Chunk
}

/** The names of an enumerated type, the initial one first, and their values in the base type. */
export interface Members {
  readonly names: readonly string[]
  readonly base?: { readonly type: string; readonly values: readonly string[] }
}

/** Undefined for a value that is no literal. */
function literalOf(value: string | undefined): string | undefined {
  const [, initial, number, text] =
    /^VALUE (?:(IS INITIAL)|(-?\d+)|(?:'|`)(.*)(?:'|`))$/is.exec(decodeLiterals(value ?? '')) ?? []
  return initial === undefined ? (number ?? text?.trimEnd()) : ''
}

/** Whether the value of a name, or the base type, is not understood. */
export function isOpenEnumeration(statement: Nodes.StatementNode): boolean {
  const kind = statement.get()
  return kind instanceof Statements.TypeEnum && literalOf(valueIn(statement)) === undefined
}

function valueIn(statement: Nodes.StatementNode): string | undefined {
  return statement.findDirectExpression(Expressions.Value)?.concatTokens()
}

export function membersIn(node: Nodes.StructureNode): Members {
  const statements = node.getChildren().flatMap(child => {
    const isMember =
      child instanceof Nodes.StatementNode &&
      (child.get() instanceof Statements.Type || child.get() instanceof Statements.TypeEnum)
    return isMember ? [child] : []
  })
  const members = statements.map(statement => ({
    name: nameIn(statement),
    value: literalOf(valueIn(statement))
  }))
  if (members.every(({ value }) => value === undefined)) {
    return { names: members.map(({ name }) => name) }
  }
  const begin = node.findDirectStatement(Statements.TypeEnumBegin)
  const type = begin?.findExpressionAfterToken('TYPE')?.concatTokens().toUpperCase() ?? 'I'
  const isInitial = members.some(({ value }) => value === '')
    ? (value?: string) => value === ''
    : (value?: string) => Number(value) === 0
  const sorted = members.toSorted(
    (one, other) => Number(isInitial(other.value)) - Number(isInitial(one.value))
  )
  return {
    names: sorted.map(({ name }) => name),
    base: { type: lastName(type), values: sorted.map(({ value = '' }) => value) }
  }
}

function nameIn(statement: Nodes.StatementNode): string {
  const name = statement.findFirstExpression(Expressions.NamespaceSimpleName)
  return name?.concatTokens().toUpperCase() ?? ''
}

/** `ZIF_X=>BASE` → `BASE`. */
const lastName = (type: string): string => type.replace(/^.*=>/, '')

/** Variables begin with the initial value, which need not stand first. */
function beginInitial(): void {
  const data = declarations.DataTranspiler as unknown as { findEnumDefault(): undefined }
  data.findEnumDefault = () => undefined
}

/** Lets CONV to a named type look at what it converts, where that is a variable or constant. */
export function installBaseTypes(): void {
  beginInitial()
  const prototype = sources.SourceTranspiler.prototype as unknown as Sources
  const { transpile } = prototype
  const types = new WeakMap<Nodes.ExpressionNode, string>()
  prototype.transpile = function (node, traversal, ...more) {
    const operand = node
      .findDirectExpression(Expressions.ConvBody)
      ?.findDirectExpression(Expressions.Source)
    const type = node.findDirectExpression(Expressions.TypeNameOrInfer)?.concatTokens() ?? '#'
    if (operand !== undefined && type !== '#' && isVariable(operand)) {
      types.set(operand, lastName(type.toUpperCase()))
    }
    const chunk = transpile.call(this, node, traversal, ...more)
    const base = types.get(node)
    return base === undefined
      ? chunk
      : new Chunk(`abap.sandbox.enumeratedBase(${chunk.getCode()}, ${JSON.stringify(base)})`)
  }
}

function isVariable(source: Nodes.ExpressionNode): boolean {
  const [only, ...others] = source.getChildren()
  return others.length === 0 && only?.get() instanceof Expressions.FieldChain
}
