/** Rules of INSERT, UPDATE, MODIFY and DELETE for tables of the database. */
import { BasicTypes, Expressions } from '@abaplint/core'
import type { AbstractType, Nodes } from '@abaplint/core'
import { piecesOf, placedStatementOf } from '../../runtime/transpile/open-sql/text.ts'
import type { Relation } from '../../sql/catalog.ts'
import { createContext } from '../../sql/emit/context.ts'
import { emitter } from '../../sql/emit/query.ts'
import { Scope } from '../../sql/emit/scope.ts'
import { SqlError } from '../../sql/errors.ts'
import { parseWhere } from '../../sql/parse/query.ts'
import { rulesOf } from '../../sql/rules/index.ts'
import type { Token } from '../parser-internals.ts'
import { checkAfterTyping } from './after-typing.ts'
import { report, reporting, warn } from './faults.ts'
import type { Input } from './faults.ts'
import { hostValueOf, typeOfChain } from './host-values.ts'
import { registryCatalog } from './registry-catalog.ts'
import { strictModeOf } from './strict-mode.ts'

type Statement = Nodes.StatementNode

const CHANGES = [
  ['insert_database', 'InsertDatabase'],
  ['update_database', 'UpdateDatabase'],
  ['modify_database', 'ModifyDatabase'],
  ['delete_database', 'DeleteDatabase']
] as const

export function installChangeRules(): void {
  checkAfterTyping(CHANGES, (node, input) => {
    reporting(node, input, () => {
      checkChange(node, input)
    })
  })
}

function checkChange(node: Statement, input: Input): void {
  const table = node.findFirstExpression(Expressions.DatabaseTable)
  if (table === undefined || table.findDirectExpression(Expressions.Dynamic) !== undefined) return
  const name = table.concatTokens().replaceAll(' ', '')
  // `DELETE itab`: an internal table of the name hides the table of the database
  if (input.scope.findVariable(name)?.getType() instanceof BasicTypes.TableType) return
  const relation = registryCatalog(input.scope.getRegistry()).find(name)
  if (relation === undefined) return
  if (relation.definition !== undefined) {
    report(input, table.getFirstToken(), `"${name.toUpperCase()}" is a view and cannot be changed.`)
    return
  }
  const fault = workArea(node, table, input) ?? assignments(node, relation)
  if (fault !== undefined) report(input, fault.token, fault.text)
  else condition(node, relation, input)
}

interface Fault {
  readonly token: Token
  readonly text: string
}

/** FROM takes one row, and FROM TABLE rows. */
function workArea(node: Statement, table: Nodes.ExpressionNode, input: Input): Fault | undefined {
  const isSet = node.findFirstExpression(Expressions.SQLFieldAndValue) !== undefined
  const source = [Expressions.SQLSource, Expressions.SQLSourceSimple]
    .flatMap(kind => node.findDirectExpressions(kind as typeof Expressions.SQLSource))
    .find(each => each.getFirstToken().getStart().isAfter(table.getFirstToken().getStart()))
  if (source === undefined || isSet) return undefined
  const type = typeOfChain(source.concatTokens(), input)
  const rows = node.findDirectTokenByText('TABLE') !== undefined
  const token = source.getFirstToken()
  if (rows ? isNoTable(type) : type instanceof BasicTypes.TableType) {
    const text = rows
      ? `FROM TABLE needs an internal table, and "${source.concatTokens()}" is none.`
      : `"${source.concatTokens()}" is an internal table: FROM TABLE is needed.`
    return { token, text }
  }
  return !rows && type !== undefined && isNumber(type)
    ? { token, text: `The work area "${source.concatTokens()}" is not long enough.` }
    : undefined
}

const ELEMENTARY: readonly { readonly prototype: object }[] = [
  BasicTypes.IntegerType,
  BasicTypes.Integer8Type,
  BasicTypes.PackedType,
  BasicTypes.FloatType,
  BasicTypes.StringType
]

const isNumber = (type: AbstractType): boolean =>
  ELEMENTARY.some(({ prototype }) => Object.prototype.isPrototypeOf.call(prototype, type))

const isNoTable = (type: AbstractType | undefined): boolean =>
  type !== undefined && (type instanceof BasicTypes.StructureType || isNumber(type))

/** In strict mode the assignments behind SET are separated by commas; a column stands once. */
function assignments(node: Statement, { shape }: Relation): Fault | undefined {
  const level = strictModeOf(node)
  const isListed = node.findDirectTokenByText(',') !== undefined
  const strict = level >= 740 || isListed
  const seen = new Set<string>()
  let open = false
  for (const child of node.getChildren()) {
    const token = child.getFirstToken()
    if (token.getStr() === ',') open = false
    if (!(child.get() instanceof Expressions.SQLFieldAndValue)) continue
    const column = token.getStr().toUpperCase()
    if (strict && open) {
      return { token, text: `"${column}" is invalid here: "," is expected in strict mode.` }
    }
    if (strict && seen.has(column)) {
      return { token, text: `The column "${column}" stands twice behind SET.` }
    }
    const variable = strict ? unescaped(child as Nodes.ExpressionNode, shape.columns) : undefined
    if (variable !== undefined) return variable
    seen.add(column)
    open = true
  }
  return undefined
}

function unescaped(
  set: Nodes.ExpressionNode,
  columns: Relation['shape']['columns']
): Fault | undefined {
  for (const source of set.findAllExpressions(Expressions.SQLSource)) {
    const token = source.getFirstToken()
    const text = source.concatTokens().toUpperCase()
    const isName = /^[A-Z_]\w*(-\w+)*$/.test(text)
    if (!isName || columns.some(({ name }) => name.toUpperCase() === text)) continue
    return { token, text: `The variable "${text}" must be escaped with @ in strict mode.` }
  }
  return undefined
}

function condition(node: Statement, relation: Relation, input: Input): void {
  const where = node.findDirectExpression(Expressions.SQLCond)
  if (where === undefined) return
  const names = new Set(relation.shape.columns.map(column => column.name.toUpperCase()))
  const pieces = piecesOf(where, {
    isVariable: source => {
      const name = source.getFirstToken().getStr()
      return !names.has(name.toUpperCase()) && input.scope.findVariable(name) !== undefined
    }
  })
  const { sql, hosts } = placedStatementOf(pieces.filter(piece => piece.kind !== 'dynamic'))
  const values = hosts.map((host, index) =>
    hostValueOf(
      typeOfChain([host.node.concatTokens(), ...host.components].join('-'), input),
      `itab${index}`
    )
  )
  const options = {
    level: strictModeOf(node),
    dynamic: false,
    clientSpecified: /CLIENT SPECIFIED/i.test(node.concatTokens()),
    named: undefined,
    warn: (warning: SqlError) => {
      warn(warning, where, input)
    }
  }
  const context = createContext({
    catalog: registryCatalog(input.scope.getRegistry()),
    hosts: values,
    rules: rulesOf(options)
  })
  const scope = new Scope(context)
  const { name, columns } = relation.shape
  scope.add({ alias: name, sql: name, columns, associations: [], optional: false })
  reporting(where, input, () => {
    emitter.condition(parsed(sql), scope)
  })
}

function parsed(sql: string): ReturnType<typeof parseWhere> {
  try {
    return parseWhere(sql)
  } catch (error) {
    if (!(error instanceof SqlError)) throw error
    return { kind: 'always' }
  }
}
