/** Translates SELECT and the statements that change rows to calls of the runner. */
import { BasicTypes, Expressions, Nodes } from '@abaplint/core'
import { Chunk } from '@abaplint/transpiler'
import type traversals from '@abaplint/transpiler/build/src/traversal.js'
import uniqueIdentifier from '@abaplint/transpiler/build/src/unique_identifier.js'
import { strictModeOf } from '../../../grammar/sql/strict-mode.ts'
import { piecesOf, statementOf } from './text.ts'
import type { Statement } from './text.ts'

export type Traversal = InstanceType<typeof traversals.Traversal>

/** Code of one call of the runner's database services. */
export function call(service: string, parts: Readonly<Record<string, string | undefined>>): string {
  const members = Object.entries(parts).flatMap(([name, code]) =>
    code === undefined ? [] : [`${JSON.stringify(name)}: ${code}`]
  )
  return `abap.sandbox.${service}({${members.join(', ')}})`
}

/** `sql` and `values` of the request. */
export function statementParts(
  node: Nodes.StatementNode | Nodes.ExpressionNode,
  traversal: Traversal
): Record<string, string> {
  const pieces = piecesOf(node, { isVariable: source => isVariable(source, traversal) })
  return { ...codeOf(statementOf(pieces), traversal), ...modeParts(node) }
}

/** `strict`: how values are converted to the types of columns. */
function modeParts(node: Nodes.StatementNode | Nodes.ExpressionNode): { strict?: string } {
  return strictModeOf(node) > 0 ? { strict: 'true' } : {}
}

export function codeOf(statement: Statement, traversal: Traversal): Record<string, string> {
  return {
    sql: JSON.stringify(statement.sql),
    values: `[${statement.hosts.map(host => hostCode(host.node, traversal) + host.components.map(name => `.get().${name}`).join('')).join(', ')}]`
  }
}

function isVariable(source: Nodes.ExpressionNode, traversal: Traversal): boolean {
  const token = source.getFirstToken()
  return traversal.findCurrentScopeByToken(token)?.findVariable(token.getStr()) !== undefined
}

function hostCode(node: Nodes.ExpressionNode, traversal: Traversal): string {
  if (node.get() instanceof Expressions.Dynamic) {
    const inner =
      node.findFirstExpression(Expressions.FieldChain) ??
      node.findFirstExpression(Expressions.Constant)
    if (inner === undefined) throw new Error(`the dynamic clause ${node.concatTokens()}`)
    return traversal.traverse(inner).getCode()
  }
  if (node.get() instanceof Expressions.SimpleFieldChain2) return simpleChain(node, traversal)
  return traversal.traverse(node).getCode()
}

/**
 * `structure-component` in a column list; the transpiler knows that expression only there, and as
 * text.
 */
function simpleChain(node: Nodes.ExpressionNode, traversal: Traversal): string {
  const [name, ...components] = node.concatTokens().split('-')
  const token = node.getFirstToken()
  const variable = traversal.findCurrentScopeByToken(token)?.findVariable(name ?? '')
  return (
    traversal.prefixAndName(token, variable?.getFilename()) +
    components.map(component => `.get().${component.toLowerCase()}`).join('')
  )
}

/** Where the rows go: the parts `into`, `form`, `corresponding` and `appending`. */
export function targetParts(
  node: Nodes.StatementNode | Nodes.ExpressionNode,
  traversal: Traversal
): Record<string, string | undefined> {
  const table = node.findFirstExpression(Expressions.SQLIntoTable)
  const structure = node.findFirstExpression(Expressions.SQLIntoStructure)
  const list = node.findFirstExpression(Expressions.SQLIntoList)
  const clause = table ?? structure ?? list
  if (clause === undefined) return { form: '"none"' }
  const targets = clause
    .findDirectExpressions(Expressions.SQLTarget)
    .map(target => targetCode(target, traversal))
  const words = clause
    .getTokens()
    .slice(0, 3)
    .map(token => token.getStr().toUpperCase())
  return {
    into: `[${targets.join(', ')}]`,
    form: table !== undefined ? '"table"' : structure !== undefined ? '"row"' : '"list"',
    corresponding: words.includes('CORRESPONDING') ? 'true' : undefined,
    appending: words[0] === 'APPENDING' ? 'true' : undefined
  }
}

export function targetCode(target: Nodes.ExpressionNode, traversal: Traversal): string {
  if (target.getFirstToken().getStr().toUpperCase() === 'NEW') throw new Error('INTO NEW')
  const inner = target.findDirectExpression(Expressions.Target)
  if (inner === undefined) throw new Error(`the target ${target.concatTokens()}`)
  return traversal.traverse(inner).getCode()
}

export function transpileSelect(node: Nodes.StatementNode, traversal: Traversal): Chunk {
  const parts = { ...statementParts(node, traversal), ...targetParts(node, traversal) }
  return new Chunk().append(`await ${call('select', parts)};`, node, traversal)
}

/** The head of SELECT … ENDSELECT. */
export function selectLoopHead(node: Nodes.StatementNode, traversal: Traversal): Chunk {
  const size = node
    .findFirstExpression(Expressions.SQLPackageSize)
    ?.findFirstExpression(Expressions.SQLSource)
  const packageSize =
    size === undefined
      ? undefined
      : hostCode(
          size.findDirectExpression(Expressions.SimpleSource3) ??
            size.findDirectExpression(Expressions.Source) ??
            size,
          traversal
        )
  const target = targetParts(node, traversal)
  const implicit = target.form === '"none"' ? implicitTarget(node, traversal) : undefined
  const parts = {
    ...statementParts(node, traversal),
    ...target,
    ...(implicit === undefined ? {} : { into: `[${implicit}]`, form: '"row"' }),
    packageSize
  }
  const counter = uniqueIdentifier.UniqueIdentifier.get()
  return new Chunk().append(
    `for await (const ${counter} of ${call('selectLoop', parts)}) {\nvoid ${counter};\n`,
    node,
    traversal
  )
}

/** The old form fills the work area that TABLES declared under the table's name. */
function implicitTarget(node: Nodes.StatementNode, traversal: Traversal): string | undefined {
  const token = node.findFirstExpression(Expressions.DatabaseTable)?.getFirstToken()
  if (token === undefined) return undefined
  const variable = traversal.findCurrentScopeByToken(token)?.findVariable(token.getStr())
  return variable === undefined ? undefined : traversal.prefixAndName(token, variable.getFilename())
}

type Change = 'insert' | 'update' | 'modify' | 'delete'

/**
 * INSERT, UPDATE, MODIFY and DELETE of a database table; undefined when the statement is about an
 * internal table.
 */
export function transpileChange(
  kind: Change,
  node: Nodes.StatementNode,
  traversal: Traversal
): Chunk | undefined {
  const table = node.findFirstExpression(Expressions.DatabaseTable)
  if (table === undefined || isInternal(table, traversal)) return undefined
  if (node.findFirstExpression(Expressions.DatabaseConnection) !== undefined) {
    throw new Error('a secondary database CONNECTION')
  }
  if (
    node.findFirstExpression(Expressions.Select) !== undefined ||
    node.findFirstExpression(Expressions.SQLIndicators) !== undefined
  ) {
    throw new Error(`${kind.toUpperCase()} FROM a subquery or with INDICATORS`)
  }
  const dynamic = table.findDirectExpression(Expressions.Dynamic)
  const parts: Record<string, string | undefined> = {
    change: JSON.stringify(kind),
    table:
      dynamic === undefined ? JSON.stringify(table.concatTokens()) : hostCode(dynamic, traversal),
    accepting: node.findDirectTokenByText('ACCEPTING') === undefined ? undefined : 'true',
    ...rowParts(node, table, traversal)
  }
  const sets = node.findAllExpressions(Expressions.SQLFieldAndValue)
  const condition = node.findFirstExpression(Expressions.SQLCond)
  const isVariableHere = {
    isVariable: (source: Nodes.ExpressionNode): boolean =>
      isVariable(source, traversal) && !isColumn(source, table, traversal)
  }
  const pieces = [
    ...namedAssignments(node),
    ...sets.flatMap((each, index) => [
      ...(index === 0 ? [] : [{ kind: 'text' as const, text: ',' }]),
      ...piecesOf(each, isVariableHere)
    ]),
    { kind: 'text' as const, text: SEPARATOR },
    ...(condition === undefined ? [] : piecesOf(condition, isVariableHere))
  ]
  const { sql, values } = codeOf(statementOf(pieces), traversal)
  return new Chunk().append(
    `await ${call('change', { ...parts, sql, values, ...modeParts(node) })};`,
    node,
    traversal
  )
}

/** `SET (assignments)`. */
function namedAssignments(node: Nodes.StatementNode) {
  const set = node.findExpressionAfterToken('SET')
  return set?.get() instanceof Expressions.Dynamic
    ? [{ kind: 'dynamic' as const, node: set, role: 'source' as const }]
    : []
}

/** Stands between the assignments and the condition. */
export const SEPARATOR = '\u0002'

function rowParts(
  node: Nodes.StatementNode,
  table: Nodes.ExpressionNode,
  traversal: Traversal
): Record<string, string | undefined> {
  const after = (word: string, isTable = false): string | undefined => {
    const found = node.findExpressionAfterToken(word)
    if (
      found === undefined ||
      found.get() instanceof Expressions.DatabaseTable ||
      !isOperand(found)
    ) {
      return undefined
    }
    const operand =
      found.findDirectExpression(Expressions.Source) ??
      found.findDirectExpression(Expressions.SimpleSource3) ??
      found
    return withTypeOf(table, isTable, traversal, () => traversal.traverse(operand).getCode())
  }
  const rows = after('TABLE', true)
  return rows === undefined ? { row: after('VALUES') ?? after('FROM') } : { rows }
}

/** VALUE #( … ) is of the table's type, behind TABLE a table of its rows. */
function withTypeOf(
  table: Nodes.ExpressionNode,
  isTable: boolean,
  traversal: Traversal,
  traverse: () => string
): string {
  const context = traversal as unknown as { sqlInferredType: unknown }
  const row = traversal.findTable(table.concatTokens().toUpperCase())?.parseType(traversal.reg)
  const options = { withHeader: false, keyType: BasicTypes.TableKeyType.empty }
  context.sqlInferredType =
    isTable && row !== undefined ? new BasicTypes.TableType(row, options, undefined) : row
  try {
    return traverse()
  } finally {
    context.sqlInferredType = undefined
  }
}

function isOperand(node: Nodes.ExpressionNode): boolean {
  return [
    Expressions.SQLSource,
    Expressions.SQLSourceSimple,
    Expressions.Source,
    Expressions.SimpleSource3
  ].some(kind => node.get() instanceof kind)
}

export function operandCode(node: Nodes.ExpressionNode, traversal: Traversal): string {
  return hostCode(
    node.findDirectExpression(Expressions.SimpleSource3) ??
      node.findDirectExpression(Expressions.Source) ??
      node,
    traversal
  )
}

function isInternal(table: Nodes.ExpressionNode, traversal: Traversal): boolean {
  if (table.findDirectExpression(Expressions.Dynamic) !== undefined) return false
  const token = table.getFirstToken()
  return (
    traversal.findCurrentScopeByToken(token)?.findVariable(token.getStr())?.getType() instanceof
    BasicTypes.TableType
  )
}

/** abaplint reads an unknown name in SET as a variable; a column of the table is no variable. */
function isColumn(
  source: Nodes.ExpressionNode,
  table: Nodes.ExpressionNode,
  traversal: Traversal
): boolean {
  const type = traversal.findTable(table.concatTokens().toUpperCase())?.parseType(traversal.reg)
  const name = source.concatTokens()
  return (
    type instanceof BasicTypes.StructureType &&
    type.getComponentByName(name) !== undefined &&
    traversal
      .findCurrentScopeByToken(source.getFirstToken())
      ?.findVariable(name)
      ?.getType() instanceof BasicTypes.VoidType
  )
}
