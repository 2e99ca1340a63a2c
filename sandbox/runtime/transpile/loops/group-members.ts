/** FOR … IN GROUP over the group of a LOOP around it: abaplint and the transpiler know FOR GROUPS alone. */
import { createRequire } from 'node:module'
import { BasicTypes, Expressions, type AbstractType, type Nodes } from '@abaplint/core'
import { Chunk } from '@abaplint/transpiler'
import reduces from '@abaplint/transpiler/build/src/expressions/reduce_body.js'
import values from '@abaplint/transpiler/build/src/expressions/value_body.js'
import type traversals from '@abaplint/transpiler/build/src/traversal.js'
import { openGroup, rowTypeOf } from './groups.ts'

type Traversal = InstanceType<typeof traversals.Traversal>
interface Typing {
  runSyntax(
    node: Nodes.ExpressionNode,
    input: { readonly filename: string },
    ...more: unknown[]
  ): AbstractType | undefined
}
interface ValueBody {
  buildForChain(nodes: readonly Nodes.ExpressionNode[], ...more: unknown[]): { chunk: Chunk }
}
interface ReduceBody {
  describeFor(node: Nodes.ExpressionNode, ...more: unknown[]): { readonly open: string }
}

const require = createRequire(import.meta.url)
const syntax = '@abaplint/core/build/src/abap/5_syntax/expressions'
function expression(file: string, name: string): Typing {
  return (require(`${syntax}/${file}.js`) as Record<string, Typing>)[name] as Typing
}

export function installGroupMembers(): void {
  installTypes()
  const value = values.ValueBodyTranspiler.prototype as unknown as ValueBody
  const { buildForChain } = value
  value.buildForChain = function (nodes, ...more) {
    const result = buildForChain.call(this, nodes, ...more)
    const code = nodes.reduce(
      (whole, node) => overMembers(whole, node, more[1] as Traversal),
      result.chunk.getCode()
    )
    return { ...result, chunk: new Chunk(code) }
  }
  const reduce = reduces.ReduceBodyTranspiler.prototype as unknown as ReduceBody
  const { describeFor } = reduce
  reduce.describeFor = function (node, ...more) {
    const result = describeFor.call(this, node, ...more)
    return { ...result, open: overMembers(result.open, node, more[1] as Traversal) }
  }
}

/** The group that a FOR is over. */
function groupOf(definition: Nodes.ExpressionNode | undefined): Nodes.ExpressionNode | undefined {
  return definition?.findDirectTokenByText('GROUP') === undefined
    ? undefined
    : definition.findDirectExpression(Expressions.Source)
}

/** Gives the variable of FOR the type of the rows in the group, where abaplint takes that of the key. */
function installTypes(): void {
  const loop = expression('inline_loop_definition', 'InlineLoopDefinition')
  const source = expression('source', 'Source')
  const define = loop.runSyntax
  loop.runSyntax = (node, input, ...more) => {
    const group = groupOf(node)
    const row = group && rowTypeOf(input.filename, group.concatTokens())
    if (row === undefined) return define.call(loop, node, input, ...more)
    const run = source.runSyntax
    source.runSyntax = (each, ...rest) => {
      const type = run.call(source, each, ...rest)
      return each === group ? tableOf(row) : type
    }
    try {
      return define.call(loop, node, input, ...more)
    } finally {
      source.runSyntax = run
    }
  }
}

function tableOf(row: AbstractType): AbstractType {
  return new BasicTypes.TableType(row, {
    withHeader: false,
    keyType: BasicTypes.TableKeyType.default
  })
}

function overMembers(code: string, node: Nodes.ExpressionNode, traversal: Traversal): string {
  const definition = node.findDirectExpression(Expressions.InlineLoopDefinition)
  const source = groupOf(definition)
  const group = source && openGroup(traversal, source.concatTokens())
  if (source === undefined || group === undefined) return code
  const rows = traversal.traverse(source).getCode()
  return code
    .replace(`abap.statements.loop(${rows}`, () => `abap.statements.loop(${group}.members()`)
    .replace(`abap.sandbox.loopStep(${rows}`, () => `abap.sandbox.loopStep(${group}.members()`)
}
