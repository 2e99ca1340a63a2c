/** Gives inline declarations in SELECT the types of the columns. */
import { createRequire } from 'node:module'
import { BasicTypes, Expressions } from '@abaplint/core'
import type { AbstractType, Nodes } from '@abaplint/core'
import type { Input } from '../../../grammar/sql/faults.ts'
import { hostValueOf, typeOfChain } from '../../../grammar/sql/host-values.ts'
import { registryCatalog } from '../../../grammar/sql/registry-catalog.ts'
import { createContext } from '../../../sql/emit/context.ts'
import { emitQuery } from '../../../sql/emit/query.ts'
import { Scope } from '../../../sql/emit/scope.ts'
import { SqlError } from '../../../sql/errors.ts'
import { parseAbapSql } from '../../../sql/parse/query.ts'
import type { SqlType } from '../../../sql/types.ts'
import type { Column } from '../../../types.ts'
import { DYNAMIC_MARK, piecesOf, statementOf } from './text.ts'

interface SelectSyntax {
  handleInto(node: Nodes.ExpressionNode, input: Input, ...more: unknown[]): unknown
}
interface WithSyntax {
  runSyntax(node: Nodes.StatementNode, input: Input): void
}
interface InlineSyntax {
  runSyntax(node: Nodes.ExpressionNode, input: Input, type?: AbstractType): void
}

const require = createRequire(import.meta.url)
const syntax = '@abaplint/core/build/src/abap/5_syntax'

/**
 * Gives inline declarations in SELECT, and those of calculated dates, the types that the sandbox's
 * own analysis of the statement finds, where abaplint leaves them void: aggregates, CASE, joins of
 * views, common table expressions.
 */
export function installInference(): void {
  const select = (require(`${syntax}/expressions/select.js`) as { Select: SelectSyntax }).Select
  const inline = (require(`${syntax}/expressions/inline_data.js`) as { InlineData: InlineSyntax })
    .InlineData
  const common = (require(`${syntax}/statements/with.js`) as { With: { prototype: WithSyntax } })
    .With
  let current: Nodes.ExpressionNode | Nodes.StatementNode | undefined
  let withStatement: Nodes.StatementNode | undefined

  const handleInto = select.handleInto
  select.handleInto = function (node, input, ...more) {
    current = withStatement ?? node
    try {
      return handleInto.call(select, node, input, ...more)
    } finally {
      current = undefined
    }
  }
  const runWith = common.prototype.runSyntax
  common.prototype.runSyntax = function (node, input) {
    withStatement = node
    try {
      runWith.call(this, node, input)
    } finally {
      withStatement = undefined
    }
  }
  const move = (require(`${syntax}/statements/move.js`) as { Move: { prototype: WithSyntax } }).Move
  let calculated = false
  const runMove = move.prototype.runSyntax
  move.prototype.runSyntax = function (node, input) {
    calculated =
      node
        .findDirectExpression(Expressions.Source)
        ?.findDirectExpression(Expressions.ArithOperator) !== undefined
    try {
      runMove.call(this, node, input)
    } finally {
      calculated = false
    }
  }
  const runInline = inline.runSyntax
  inline.runSyntax = (node, input, type) => {
    // Calculating with dates and times gives a number.
    const isNumber =
      calculated && (type instanceof BasicTypes.DateType || type instanceof BasicTypes.TimeType)
    const better = isNumber
      ? BasicTypes.IntegerType.get()
      : current !== undefined && isVoid(type)
        ? inferred(current, node, input)
        : undefined
    runInline.call(inline, node, input, better ?? type)
  }
}

function isVoid(type: AbstractType | undefined): boolean {
  if (type instanceof BasicTypes.TableType) return isVoid(type.getRowType())
  if (type instanceof BasicTypes.StructureType) {
    return type.getComponents().some(component => isVoid(component.type))
  }
  return type === undefined || type instanceof BasicTypes.VoidType
}

function inferred(
  statement: Nodes.ExpressionNode | Nodes.StatementNode,
  inline: Nodes.ExpressionNode,
  input: Input
): AbstractType | undefined {
  const columns = columnsOf(statement, input)
  if (columns === undefined) return undefined
  const list = statement.findFirstExpression(Expressions.SQLIntoList)
  if (list !== undefined) {
    const index = list
      .findDirectExpressions(Expressions.SQLTarget)
      .findIndex(target => target.findFirstExpression(Expressions.InlineData) === inline)
    return columns[index] === undefined ? undefined : abapType(columns[index])
  }
  const table = statement.findFirstExpression(Expressions.SQLIntoTable) !== undefined
  if (!table && columns.length === 1 && columns[0] !== undefined) return abapType(columns[0])
  const row = new BasicTypes.StructureType(
    columns.map(column => ({ name: column.name, type: abapType(column) }))
  )
  return table
    ? new BasicTypes.TableType(
        row,
        { withHeader: false, keyType: BasicTypes.TableKeyType.empty },
        undefined
      )
    : row
}

function columnsOf(
  statement: Nodes.ExpressionNode | Nodes.StatementNode,
  input: Input
): readonly Column[] | undefined {
  const { sql, hosts } = statementOf(piecesOf(statement, { isVariable: () => false }))
  // Dynamic conditions have no influence on the types.
  const text = sql.replaceAll(new RegExp(`${DYNAMIC_MARK}\\d+c${DYNAMIC_MARK}`, 'g'), '1 = 1')
  if (text.includes(DYNAMIC_MARK)) return undefined
  try {
    const values = hosts.map((host, index) =>
      hostValueOf(
        typeOfChain([host.node.concatTokens(), ...host.components].join('-'), input) ??
          input.scope.findVariable(host.node.getFirstToken().getStr())?.getType(),
        `itab${index}`
      )
    )
    return emitQuery(
      parseAbapSql(text),
      new Scope(
        createContext({ catalog: registryCatalog(input.scope.getRegistry()), hosts: values })
      )
    ).columns
  } catch (error) {
    if (error instanceof SqlError) return undefined
    throw error
  }
}

function packedType(digits: number, decimals: number): AbstractType {
  return new BasicTypes.PackedType(Math.min(16, Math.floor(digits / 2) + 1), Math.min(14, decimals))
}

/** The ABAP type of a column; an unknown type becomes a string, which accepts every value. */
function abapType(column: SqlType): AbstractType {
  const length = Math.max(1, column.length)
  switch (column.type) {
    case 'NUMC':
      return new BasicTypes.NumericType(length)
    case 'DATS':
    case 'DATN':
      return new BasicTypes.DateType()
    case 'TIMS':
    case 'TIMN':
      return new BasicTypes.TimeType()
    case 'INT1':
    case 'INT2':
    case 'INT4':
      return BasicTypes.IntegerType.get()
    case 'INT8':
      return new BasicTypes.Integer8Type()
    case 'DEC':
    case 'CURR':
    case 'QUAN':
    case 'DF16_DEC':
    case 'DF34_DEC':
      return packedType(length, column.decimals)
    case 'FLTP':
      return new BasicTypes.FloatType()
    case 'D16N':
    case 'D34N':
      return new BasicTypes.DecFloat34Type()
    case 'RAW':
      return new BasicTypes.HexType(length)
    case 'RSTR':
      return BasicTypes.XStringType.get()
    case 'STRG':
    case 'SSTR':
    case '':
      return BasicTypes.StringType.get()
    default:
      return new BasicTypes.CharacterType(length)
  }
}
