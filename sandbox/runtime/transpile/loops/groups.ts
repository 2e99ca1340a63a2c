/** Adds LOOP AT … GROUP BY and LOOP AT GROUP to the transpiler. */
import { createRequire } from 'node:module'
import {
  BasicTypes,
  Expressions,
  Nodes,
  Statements,
  Structures,
  type AbstractType
} from '@abaplint/core'
import { Chunk } from '@abaplint/transpiler'
import statements from '@abaplint/transpiler/build/src/statements/index.js'
import structures from '@abaplint/transpiler/build/src/structures/index.js'
import type traversals from '@abaplint/transpiler/build/src/traversal.js'
import uniqueIdentifier from '@abaplint/transpiler/build/src/unique_identifier.js'

type Traversal = InstanceType<typeof traversals.Traversal>
type Transpile = (node: Nodes.StructureNode, traversal: Traversal) => Chunk
interface Input {
  readonly filename: string
  readonly scope: { findVariable(name: string): { getType(): AbstractType } | undefined }
}
interface Typing {
  runSyntax(node: Nodes.ExpressionNode, input: Input, type?: AbstractType): AbstractType | undefined
}
interface StatementSyntax {
  prototype: { runSyntax(node: Nodes.StatementNode, input: Input): void }
}

const require = createRequire(import.meta.url)
const syntax = '@abaplint/core/build/src/abap/5_syntax'
function expression(file: string, name: string): Typing {
  return (require(`${syntax}/expressions/${file}.js`) as Record<string, Typing>)[name] as Typing
}

/**
 * LOOP AT … GROUP BY and LOOP AT GROUP: abaplint leaves their types void, and the transpiler
 * refuses them.
 */
export function installGroups(): void {
  installTypes()
  const original = structures.LoopTranspiler.prototype.transpile as Transpile
  structures.LoopTranspiler.prototype.transpile = function (
    node: Nodes.StructureNode,
    traversal: Traversal
  ) {
    const head = node.findDirectStatement(Statements.Loop)
    if (head === undefined || (groupBy(head) === undefined && !isGroupLoop(head))) {
      return original.call(this, node, traversal)
    }
    return transpileLoop(node, head, traversal)
  }
}

function groupBy(loop: Nodes.StatementNode): Nodes.ExpressionNode | undefined {
  return loop.findDirectExpression(Expressions.LoopGroupBy)
}

function isGroupLoop(loop: Nodes.StatementNode): boolean {
  return (
    loop.getTokens()[2]?.getStr().toUpperCase() === 'GROUP' &&
    loop.getTokens().length > 3 &&
    loop.findDirectTokenByText('GROUP') !== undefined &&
    loop.getChildren()[2] instanceof Nodes.TokenNode
  )
}

/** The variable that stands for the group: the group's own, else that of the loop. */
function groupName(loop: Nodes.StatementNode): string {
  const own = groupBy(loop)?.findDirectExpression(Expressions.LoopGroupByTarget)
  const target =
    own?.findFirstExpression(Expressions.FieldSymbol) ??
    own?.findFirstExpression(Expressions.TargetField) ??
    own?.findFirstExpression(Expressions.Target)
  const loopTarget = loop.findDirectExpression(Expressions.LoopTarget)
  const fallback =
    loopTarget?.findFirstExpression(Expressions.FieldSymbol) ??
    loopTarget?.findFirstExpression(Expressions.TargetField) ??
    loopTarget?.findFirstExpression(Expressions.Target)
  return (target ?? fallback)?.concatTokens().toLowerCase() ?? ''
}

/** The types of the rows of groups, by file and variable. */
const rows = new Map<string, AbstractType>()

export const rowTypeOf = (file: string, group: string) => rows.get(`${file} ${group.toLowerCase()}`)

function installTypes(): void {
  const loop = (require(`${syntax}/statements/loop.js`) as { Loop: StatementSyntax }).Loop
  const grouping = expression('loop_group_by', 'LoopGroupBy')
  const source = expression('source', 'Source')
  const runLoop = loop.prototype.runSyntax
  loop.prototype.runSyntax = function (node, input) {
    const loopSource = node.findDirectExpression(Expressions.LoopSource)?.getFirstChild()
    let row: AbstractType | undefined
    if (isGroupLoop(node)) {
      row = rowTypeOf(input.filename, loopSource?.concatTokens() ?? '')
      memberTypes(node, input, row)
    } else {
      runLoop.call(this, node, input)
      if (groupBy(node) === undefined || !(loopSource instanceof Nodes.ExpressionNode)) return
      const table = source.runSyntax(loopSource, input)
      row = table instanceof BasicTypes.TableType ? table.getRowType() : undefined
    }
    const group = groupBy(node)
    if (group !== undefined && isGroupLoop(node)) grouping.runSyntax(group, input)
    if (group !== undefined && row !== undefined) {
      rows.set(`${input.filename} ${groupName(node)}`, row)
    }
  }
  grouping.runSyntax = (node, input) => groupTypes(node, input, source)
}

/** Gives the loop's target the type of the group's rows. */
function memberTypes(loop: Nodes.StatementNode, input: Input, row: AbstractType | undefined): void {
  const target = loop.findDirectExpression(Expressions.LoopTarget)
  const type =
    row !== undefined && target?.concatTokens().toUpperCase().startsWith('REFERENCE') === true
      ? new BasicTypes.DataReference(row)
      : row
  const field = target?.findDirectExpression(Expressions.Target)
  const inline = field?.findDirectExpression(Expressions.InlineData)
  if (inline !== undefined) {
    expression('inline_data', 'InlineData').runSyntax(
      inline,
      input,
      type ?? BasicTypes.VoidType.get('the rows of this group')
    )
  } else if (field !== undefined) expression('target', 'Target').runSyntax(field, input)
  const symbol = target?.findDirectExpression(Expressions.FSTarget)
  if (symbol !== undefined) {
    expression('fstarget', 'FSTarget').runSyntax(
      symbol,
      input,
      type ?? BasicTypes.VoidType.get('the rows of this group')
    )
  }
  const condition = loop.findDirectExpression(Expressions.ComponentCond)
  if (condition !== undefined) {
    expression('component_cond', 'ComponentCond').runSyntax(condition, input, row)
  }
}

function groupTypes(node: Nodes.ExpressionNode, input: Input, source: Typing): undefined {
  const [single] = node.findDirectExpressions(Expressions.Source)
  const components = node.findDirectExpressions(Expressions.LoopGroupByComponent).map(component => {
    const value = component.findFirstExpression(Expressions.Source)
    return {
      name: keyName(component).toUpperCase(),
      type:
        (value === undefined ? BasicTypes.IntegerType.get() : source.runSyntax(value, input)) ??
        BasicTypes.VoidType.get('this group key')
    }
  })
  const type =
    single === undefined
      ? new BasicTypes.StructureType(components)
      : (source.runSyntax(single, input) ?? BasicTypes.VoidType.get('this group key'))
  const target = node.findDirectExpression(Expressions.LoopGroupByTarget)
  const reference =
    target?.concatTokens().toUpperCase().startsWith('REFERENCE') === true
      ? new BasicTypes.DataReference(type)
      : type
  const field = target?.findDirectExpression(Expressions.Target)
  const inline = field?.findDirectExpression(Expressions.InlineData)
  if (inline !== undefined) {
    expression('inline_data', 'InlineData').runSyntax(inline, input, reference)
  } else if (field !== undefined) expression('target', 'Target').runSyntax(field, input)
  const symbol = target?.findDirectExpression(Expressions.FSTarget)
  if (symbol !== undefined) expression('fstarget', 'FSTarget').runSyntax(symbol, input, reference)
}

function keyName(component: Nodes.ExpressionNode): string {
  return component.findFirstExpression(Expressions.ComponentName)?.concatTokens() ?? ''
}

/**
 * JavaScript names of the groups that are open around the place that is being transpiled, by the
 * ABAP name of their variable.
 */
const open = new WeakMap<object, Map<string, string>>()

export const openGroup = (traversal: object, name: string) =>
  open.get(traversal)?.get(name.toLowerCase())

function transpileLoop(
  node: Nodes.StructureNode,
  head: Nodes.StatementNode,
  traversal: Traversal
): Chunk {
  const groups = open.get(traversal) ?? new Map<string, string>()
  open.set(traversal, groups)
  const iteration = iterate(head, groups, traversal)
  const grouping = groupBy(head)
  const result = new Chunk()
  if (grouping === undefined) {
    return appendBody(result.appendChunk(iteration.head).appendString('\n'), node, traversal)
  }
  if (grouping.concatTokens().toUpperCase().includes('REFERENCE INTO')) {
    throw new Error('LOOP … GROUP BY … REFERENCE INTO')
  }
  const [all, group] = [
    uniqueIdentifier.UniqueIdentifier.get(),
    uniqueIdentifier.UniqueIdentifier.get()
  ]
  const keys = keySources(grouping).map(key => traversal.traverse(key).getCode())
  result
    .append(`const ${all} = abap.sandbox.groups(${orderOf(grouping)});\n`, head, traversal)
    .appendChunk(iteration.head)
    .appendString(`\n${all}.add(${iteration.row}, [${keys.join(', ')}]);\n}\n`)
    .append(`for (const ${group} of ${all}.list()) {\n`, head, traversal)
    .appendString(
      iteration.binding.replaceAll(iteration.row, `${group}.first`) +
        '\n' +
        bindKey(grouping, group, traversal)
    )
  const before = groups.get(groupName(head))
  groups.set(groupName(head), group)
  appendBody(result, node, traversal)
  if (before === undefined) groups.delete(groupName(head))
  else groups.set(groupName(head), before)
  return result
}

/** The order of the groups: 1 ascending, -1 descending, 0 as they are found. */
function orderOf(grouping: Nodes.ExpressionNode): number {
  if (grouping.findDirectTokenByText('DESCENDING') !== undefined) return -1
  return grouping.findDirectTokenByText('ASCENDING') === undefined ? 0 : 1
}

/** The transpiler's own loop head, over the members where the loop is over a group. */
function iterate(
  head: Nodes.StatementNode,
  groups: ReadonlyMap<string, string>,
  traversal: Traversal
): { head: Chunk; row: string; binding: string } {
  const loop = new statements.LoopTranspiler()
  const chunk = loop.transpile(head, traversal)
  const code = chunk.getCode()
  const binding = code.slice(code.indexOf('\n') + 1).trim()
  if (!isGroupLoop(head)) return { head: chunk, row: loop.getTarget(), binding }
  const source = head.findDirectExpression(Expressions.LoopSource)?.getFirstChild()
  const group = groups.get(source?.concatTokens().toLowerCase() ?? '')
  if (group === undefined || source === undefined) {
    throw new Error(
      `LOOP AT GROUP ${source?.concatTokens() ?? ''}, which no loop around it groups by`
    )
  }
  const rows = traversal.traverse(source).getCode()
  const replaced = code
    .replace(`abap.statements.loop(${rows}`, () => `abap.statements.loop(${group}.members()`)
    .replace(`abap.sandbox.loopStep(${rows}`, () => `abap.sandbox.loopStep(${group}.members()`)
  return { head: new Chunk().append(replaced, head, traversal), row: loop.getTarget(), binding }
}

function keySources(grouping: Nodes.ExpressionNode): readonly Nodes.ExpressionNode[] {
  const single = grouping.findDirectExpressions(Expressions.Source)
  return single.length > 0
    ? single
    : grouping
        .findDirectExpressions(Expressions.LoopGroupByComponent)
        .flatMap(component => component.findFirstExpression(Expressions.Source) ?? [])
}

/** Code that gives the group's variable its key, or nothing when there is none. */
function bindKey(grouping: Nodes.ExpressionNode, group: string, traversal: Traversal): string {
  const target = grouping.findDirectExpression(Expressions.LoopGroupByTarget)
  const symbol = target?.findFirstExpression(Expressions.FieldSymbol)
  const field = target?.findDirectExpression(Expressions.Target)
  const name = symbol ?? field?.findFirstExpression(Expressions.TargetField)
  if (name === undefined) return ''
  const token = name.getFirstToken()
  const type = traversal
    .findCurrentScopeByToken(token)
    ?.findVariable(name.concatTokens())
    ?.getType()
  if (type === undefined || type instanceof BasicTypes.VoidType) {
    throw new Error(`the type of the group ${name.concatTokens()}`)
  }
  const components = grouping.findDirectExpressions(Expressions.LoopGroupByComponent)
  const parts = components.map(component => {
    const role =
      component.findFirstExpression(Expressions.Source) === undefined
        ? component.getLastToken().getStr().toLowerCase()
        : 'key'
    return [keyName(component).toLowerCase(), role]
  })
  const value = `${group}.key(${traversal.toType(type)}, ${JSON.stringify(parts)})`
  if (symbol !== undefined) return `${traversal.traverse(symbol).getCode()}.assign(${value});\n`
  return field === undefined ? '' : `${traversal.traverse(field).getCode()}.set(${value});\n`
}

function appendBody(result: Chunk, node: Nodes.StructureNode, traversal: Traversal): Chunk {
  const body = node.findDirectStructure(Structures.Body)
  if (body !== undefined) result.appendChunk(traversal.traverse(body))
  return result.appendString('}\n')
}
