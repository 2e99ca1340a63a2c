/** Analyses a SELECT query: its columns and sources, or the messages that refuse it. */
import { Expressions, MemoryFile, Objects, Statements } from '@abaplint/core'
import type { Nodes } from '@abaplint/core'
import type { RepositoryFile, SelectAnalysis } from '../../types.ts'
import type { SyntaxRule } from '../check/rules.ts'
import type { Repository } from '../repository.ts'
import { columnsOf } from './columns.ts'
import { at, offsetOf, refuse, topLevel } from './refusals.ts'
import { sourcesOf, unknownFields } from './sql-names.ts'
import type { Source } from './sql-names.ts'
import { statementsOf } from '../check/statements.ts'
import { globalSymbol } from '../navigate/symbols.ts'
import { plainText } from '../wording.ts'

type Message = SelectAnalysis['messages'][number]
type Node = Nodes.StatementNode

const PROGRAM = 'ZZ_ENGINE_SELECT'
const FILE = 'zz_engine_select.prog.abap'
const RULES = new Set(['check_syntax', 'unknown_types'])

/**
 * The shape of a query by the types of the repository, or the messages that refuse it. Rows count
 * from 1, columns from 0.
 */
export function analyzeSelect(
  repository: Repository,
  rules: readonly SyntaxRule[],
  { sql, overlay = [] }: { sql: string; overlay?: readonly RepositoryFile[] }
): SelectAnalysis {
  const text = sql.replaceAll('\r\n', '\n').replace(/\s*\.\s*$/, '')
  const refusal = refuse(text)
  if (refusal !== undefined) return { messages: [refusal], columns: [], tables: [] }
  repository.enter(overlay)
  repository.reportProgress([])
  const frame = parseFrame(repository, `REPORT ${PROGRAM}.\n${withInto(text)}`)
  try {
    const node = frame
      .getABAPFiles()[0]
      ?.getStatements()
      .find(entry => entry.get() instanceof Statements.Select)
    const select = node?.findFirstExpression(Expressions.Select)
    if (node === undefined || select === undefined) {
      return { messages: [at('The query cannot be read.')], columns: [], tables: [] }
    }
    return analyze({ repository, rules, frame, node, select })
  } finally {
    for (const file of [...frame.getFiles()]) repository.registry.removeFile(file)
  }
}

interface Query {
  readonly repository: Repository
  readonly rules: readonly SyntaxRule[]
  readonly frame: Objects.Program
  readonly node: Node
  readonly select: Nodes.ExpressionNode
}

function analyze(query: Query): SelectAnalysis {
  const { repository, node, select } = query
  refreshSources(repository, node)
  const sources = sourcesOf(select, repository.registry)
  const messages = messagesOf(query, sources)
  const columns = messages.length > 0 ? [] : columnsOf(select, sources)
  const tables = node
    .findAllExpressionsMulti([Expressions.DatabaseTable], true)
    .map(table => table.concatTokens().replaceAll(' ', '').toUpperCase())
  return { messages, columns, tables: [...new Set(tables)] }
}

/**
 * Row limits do not affect types but stand where INTO must not: they are replaced by blanks, so
 * that all positions stay the same.
 */
function withInto(text: string): string {
  const [node] = statementsOf(`${text}\n.`)
  const characters = [...text]
  const tokens = node === undefined ? [] : topLevel(node)
  for (const index of tokens.keys()) {
    const words = tokens.slice(index, index + 4).map(entry => entry.getStr().toUpperCase())
    const length =
      words[0] === 'UP' && words[1] === 'TO' && words[3] === 'ROWS'
        ? 4
        : words[0] === 'OFFSET'
          ? 2
          : 0
    for (const gone of tokens.slice(index, index + length)) {
      const start = offsetOf(text, gone.getRow(), gone.getStart().getCol())
      characters.fill(' ', start, start + gone.getStr().length)
    }
  }
  const single = /^\s*SELECT\s+SINGLE\b/i.test(text)
  return `${characters.join('')}\nINTO ${single ? '' : 'TABLE '}@DATA(zz_result).`
}

function parseFrame(repository: Repository, text: string): Objects.Program {
  repository.registry.addDependency(new MemoryFile(FILE, text))
  const program = repository.registry.getObject('PROG', PROGRAM)
  if (!(program instanceof Objects.Program)) throw new Error('the frame of the query is missing')
  const configuration = repository.registry.getConfig()
  program.parse(
    configuration.getRelease(),
    [],
    repository.registry,
    configuration.getLanguageVersion()
  )
  return program
}

function refreshSources(repository: Repository, node: Node): void {
  const names = node
    .findAllExpressionsMulti([Expressions.DatabaseTable], true)
    .map(table => table.concatTokens().replaceAll(' ', ''))
  const ids = names
    .map(name => globalSymbol(repository, name))
    .flatMap(symbol => (symbol?.kind === 'object' ? [symbol.id] : []))
  repository.refresh(ids)
}

/** Missing tables first, then missing fields, then what the rules find: one kind causes the next. */
function messagesOf(query: Query, sources: readonly Source[]): Message[] {
  const { repository, node, select } = query
  const tables = missingTables(repository, sources)
  const fields = tables.length > 0 ? [] : missingFields(repository, node)
  const found = [...tables, ...fields]
  if (found.length > 0) return found
  found.push(...ruleMessages(query))
  const seen = new Set<string>()
  const start = select.getFirstToken().getRow() - 1
  return found.filter(
    ({ row, column, text }) =>
      row >= start &&
      !seen.has(`${row}:${column}`) &&
      Boolean(seen.add(`${row}:${column}`)) &&
      text !== ''
  )
}

function missingTables(repository: Repository, sources: readonly Source[]): Message[] {
  return sources
    .filter(({ table }) => table !== '' && globalSymbol(repository, table) === undefined)
    .map(({ table, token }) =>
      at(
        `The table or view "${table}" does not exist.`,
        token.getRow() - 1,
        token.getStart().getCol() - 1
      )
    )
}

function missingFields(repository: Repository, node: Node): Message[] {
  return unknownFields(node, repository.registry).map(({ token, name, tables }) =>
    at(
      `The field "${name}" does not exist in ${tables.map(table => `"${table}"`).join(', ')}.`,
      token.getRow() - 1,
      token.getStart().getCol() - 1
    )
  )
}

/** The parser has no type for `$parameters.x as y`; the translation of the view has. */
const elementWithoutType = /CDS parser error, unknown source/

function ruleMessages({ repository, rules, frame, node }: Query): Message[] {
  const lastRow = node.getLastToken().getRow() - 1
  return rules
    .filter(({ key }) => RULES.has(key))
    .flatMap(({ rule }) => rule.initialize(repository.registry).run(frame))
    .filter(issue => !elementWithoutType.test(issue.getMessage()))
    .map(issue => {
      const row = issue.getStart().getRow() - 1
      const text = plainText(issue.getMessage())
      const isInFrame = row >= lastRow || row < 1
      return isInFrame ? at(text) : at(text, row, issue.getStart().getCol() - 1)
    })
}
