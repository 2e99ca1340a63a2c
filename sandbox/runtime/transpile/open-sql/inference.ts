/** Gives inline declarations in SELECT the types of the columns. */
import { createRequire } from 'node:module'
import {
  BasicTypes,
  Expressions,
  Objects,
  type AbstractType,
  type IRegistry,
  type Nodes
} from '@abaplint/core'
import type { Catalog } from '../../../sql/catalog.ts'
import { createContext } from '../../../sql/emit/context.ts'
import { emitQuery } from '../../../sql/emit/query.ts'
import { Scope, type HostValue } from '../../../sql/emit/scope.ts'
import { SqlError } from '../../../sql/errors.ts'
import { parseAbapSql } from '../../../sql/parse/query.ts'
import { UNKNOWN, type SqlType } from '../../../sql/types.ts'
import type { Column, TableShape } from '../../../types.ts'
import { DYNAMIC_MARK, piecesOf, statementOf } from './text.ts'

interface SyntaxScope {
  getRegistry(): IRegistry
  findVariable(name: string): { getType(): AbstractType } | undefined
}
interface SyntaxInput {
  readonly scope: SyntaxScope
}
interface SelectSyntax {
  handleInto(node: Nodes.ExpressionNode, input: SyntaxInput, ...more: unknown[]): unknown
}
interface WithSyntax {
  runSyntax(node: Nodes.StatementNode, input: SyntaxInput): void
}
interface InlineSyntax {
  runSyntax(node: Nodes.ExpressionNode, input: SyntaxInput, type?: AbstractType): void
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
        ? inferred(current, node, input.scope)
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
  scope: SyntaxScope
): AbstractType | undefined {
  const columns = columnsOf(statement, scope)
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
  scope: SyntaxScope
): readonly Column[] | undefined {
  const { sql, hosts } = statementOf(piecesOf(statement, { isVariable: () => false }))
  // Dynamic conditions have no influence on the types.
  const text = sql.replaceAll(new RegExp(`${DYNAMIC_MARK}\\d+c${DYNAMIC_MARK}`, 'g'), '1 = 1')
  if (text.includes(DYNAMIC_MARK)) return undefined
  try {
    const values = hosts.map((host, index) =>
      hostType(scope.findVariable(host.node.getFirstToken().getStr())?.getType(), `itab${index}`)
    )
    return emitQuery(
      parseAbapSql(text),
      new Scope(createContext({ catalog: registryCatalog(scope.getRegistry()), hosts: values }))
    ).columns
  } catch (error) {
    if (error instanceof SqlError) return undefined
    throw error
  }
}

/** The facts of a variable for the translation: its type, or the columns of an internal table. */
function hostType(type: AbstractType | undefined, table: string): HostValue {
  const row = type instanceof BasicTypes.TableType ? type.getRowType() : undefined
  if (!(row instanceof BasicTypes.StructureType)) {
    return { kind: 'scalar', type: type === undefined ? UNKNOWN : dictionaryType(type), range: [] }
  }
  return {
    kind: 'rows',
    type: UNKNOWN,
    range: [],
    table,
    shape: { name: table, description: '', columns: columnsOfType(row, new Set()) }
  }
}

function columnsOfType(type: BasicTypes.StructureType, keys: ReadonlySet<string>): Column[] {
  return type.getComponents().map(component => ({
    name: component.name.toUpperCase(),
    ...dictionaryType(component.type),
    key: keys.has(component.name),
    description: ''
  }))
}

/** Tables as the repository declares them. */
function registryCatalog(registry: IRegistry): Catalog {
  return {
    names: () => [],
    find(name) {
      const object = registry.getObject('TABL', name.toUpperCase())
      if (!(object instanceof Objects.Table)) return undefined
      const type = object.parseType(registry)
      if (!(type instanceof BasicTypes.StructureType)) return undefined
      const keys = new Set(object.listKeys(registry))
      const shape: TableShape = {
        name: name.toUpperCase(),
        description: '',
        columns: columnsOfType(type, keys)
      }
      return { shape, kind: 'table', parameters: [] }
    }
  }
}

function dictionaryType(type: AbstractType): SqlType {
  if (type instanceof BasicTypes.CharacterType) {
    return { type: 'CHAR', length: type.getLength(), decimals: 0 }
  }
  if (type instanceof BasicTypes.NumericType) {
    return { type: 'NUMC', length: type.getLength(), decimals: 0 }
  }
  if (type instanceof BasicTypes.DateType) return { type: 'DATS', length: 8, decimals: 0 }
  if (type instanceof BasicTypes.TimeType) return { type: 'TIMS', length: 6, decimals: 0 }
  if (type instanceof BasicTypes.Integer8Type) return { type: 'INT8', length: 19, decimals: 0 }
  if (type instanceof BasicTypes.IntegerType) return { type: 'INT4', length: 10, decimals: 0 }
  if (type instanceof BasicTypes.PackedType) {
    return { type: 'DEC', length: type.getLength() * 2 - 1, decimals: type.getDecimals() }
  }
  if (type instanceof BasicTypes.FloatType) return { type: 'FLTP', length: 16, decimals: 16 }
  if (type instanceof BasicTypes.DecFloat34Type) return { type: 'D34N', length: 34, decimals: 0 }
  if (type instanceof BasicTypes.DecFloat16Type) return { type: 'D16N', length: 16, decimals: 0 }
  if (type instanceof BasicTypes.HexType) {
    return { type: 'RAW', length: type.getLength(), decimals: 0 }
  }
  if (type instanceof BasicTypes.XStringType) return { type: 'RSTR', length: 0, decimals: 0 }
  return { type: 'STRG', length: 0, decimals: 0 }
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
