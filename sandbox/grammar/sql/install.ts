/**
 * Checks the statements of ABAP SQL by the rules of the language: those of strict mode, and those
 * that the translation knows, because it knows the columns and their types.
 */
import type { Nodes } from '@abaplint/core'
import { piecesOf, placedStatementOf } from '../../runtime/transpile/open-sql/text.ts'
import { createContext } from '../../sql/emit/context.ts'
import { emitQuery } from '../../sql/emit/query.ts'
import { Scope } from '../../sql/emit/scope.ts'
import { SqlError } from '../../sql/errors.ts'
import { parseAbapSql } from '../../sql/parse/query.ts'
import { rulesOf } from '../../sql/rules/index.ts'
import type { Column } from '../../types.ts'
import { typing } from '../parser-internals.ts'
import type { SyntaxInput, Typing } from '../parser-internals.ts'
import { checkAfterTyping } from './after-typing.ts'
import { installChangeRules } from './changes.ts'
import { clauseFault } from './clauses.ts'
import { report, reporting, warn } from './faults.ts'
import type { Input } from './faults.ts'
import { hostValueOf, typeOfChain } from './host-values.ts'
import { registryCatalog } from './registry-catalog.ts'
import { strictModeOf } from './strict-mode.ts'
import { checkTargets } from './targets.ts'

type Statement = Nodes.StatementNode
interface StrictSelect extends Typing {
  isStrictMode(node: Nodes.ExpressionNode, input: SyntaxInput): boolean
}

const QUERIES = [
  ['select', 'Select'],
  ['select_loop', 'SelectLoop'],
  ['with', 'With'],
  ['with_loop', 'WithLoop'],
  ['open_cursor', 'OpenCursor']
] as const

export function installSqlRules(): void {
  checkAfterTyping(QUERIES, checkQuery)
  installChangeRules()
  const select = typing<StrictSelect>('select', 'Select')
  const isStrict = select.isStrictMode
  select.isStrictMode = (node, input) =>
    isStrict.call(select, node, input) || strictModeOf(node) >= 740
}

function checkQuery(node: Statement, input: Input): void {
  const level = strictModeOf(node)
  const clause = clauseFault(node, level)
  if (clause !== undefined) {
    report(input, clause.token, clause.text)
    return
  }
  reporting(node, input, () => {
    const columns = columnsOf(node, input, level)
    if (columns !== undefined) checkTargets(node, input, columns)
  })
}

/** The columns of the result; undefined where parts of the statement are known at run time only. */
function columnsOf(node: Statement, input: Input, level: number): readonly Column[] | undefined {
  const pieces = piecesOf(node, {
    isVariable: source => input.scope.findVariable(source.getFirstToken().getStr()) !== undefined
  })
  const dynamic = pieces.flatMap(piece => (piece.kind === 'dynamic' ? [piece.role] : []))
  if (dynamic.some(role => role === 'list' || role === 'source')) return undefined
  const { sql, hosts } = placedStatementOf(
    pieces.filter(piece => piece.kind !== 'dynamic' || piece.role === 'condition')
  )
  const unknown = hosts.find(({ node: host }) => isUnknown(host, input))
  if (unknown !== undefined) {
    const token = unknown.node.getFirstToken()
    report(input, token, `"${token.getStr()}" not found, findTop`)
    return undefined
  }
  const values = hosts.map((host, index) =>
    hostValueOf(
      typeOfChain([host.node.concatTokens(), ...host.components].join('-'), input),
      `itab${index}`
    )
  )
  const query = parsed(sql)
  if (query === undefined) return undefined
  const options = {
    level,
    dynamic: dynamic.length > 0,
    clientSpecified: /CLIENT SPECIFIED/i.test(node.concatTokens()),
    warn: (warning: SqlError) => {
      warn(warning, node, input)
    },
    named: /CORRESPONDING FIELDS|@(DATA|FINAL)\(/i.test(node.concatTokens()) ? query : undefined
  }
  const catalog = registryCatalog(input.scope.getRegistry())
  const rules = rulesOf(options)
  return emitQuery(query, new Scope(createContext({ catalog, hosts: values, rules }))).columns
}

/** The parser does not look up each variable of a list of columns. */
function isUnknown(host: Nodes.ExpressionNode, input: Input): boolean {
  const [first, second] = host.getTokens().map(token => token.getStr())
  const isName = /^(<\w+>|[a-z]\w*)$/i.test(first ?? '') && (second === undefined || second === '-')
  return isName && input.scope.findVariable(first ?? '') === undefined
}

/** What the parser of the translation does not read is not judged. */
function parsed(sql: string): ReturnType<typeof parseAbapSql> | undefined {
  try {
    return parseAbapSql(sql)
  } catch (error) {
    if (error instanceof SqlError) return undefined
    throw error
  }
}
