/** Resolves tables and fields in SQL statements and reports unknown fields. */
import { Expressions, Statements } from '@abaplint/core'
import type { ABAPFile, AbstractType, IRegistry, Nodes, Token } from '@abaplint/core'
import type { FileMessage } from '../../types.ts'
import { error, rangeOfToken } from '../ranges.ts'
import { fieldsOf } from '../navigate/types-of.ts'

type Expression = Nodes.ExpressionNode
type Node = Nodes.ExpressionNode | Nodes.StatementNode

/**
 * A table of a FROM clause with its alias or name; `fields` is undefined when its fields are
 * unknown.
 */
export interface Source {
  readonly table: string
  readonly alias: string
  readonly token: Token
  readonly fields: Map<string, AbstractType> | undefined
}

const SELECTS = [Expressions.Select, Expressions.SQLSetOpGroup]
const RULE = 'sql_field'

/**
 * Unknown fields in SQL statements; the parser itself checks the field list only, and gives no
 * exact place.
 */
export function checkSqlFields(file: ABAPFile, registry: IRegistry): FileMessage[] {
  const messages: FileMessage[] = []
  for (const node of file.getStatements()) {
    const statement = node.get()
    const isSql =
      statement instanceof Statements.Select ||
      statement instanceof Statements.SelectLoop ||
      statement instanceof Statements.UpdateDatabase ||
      statement instanceof Statements.DeleteDatabase ||
      statement instanceof Statements.OpenCursor
    if (isSql) {
      messages.push(
        ...unknownFields(node, registry).map(token => describe(file.getFilename(), token))
      )
    }
  }
  return messages
}

function describe(file: string, { token, name, tables }: UnknownField): FileMessage {
  return error(
    rangeOfToken(file, token),
    RULE,
    `The field "${name}" does not exist in ${tables.map(table => `"${table}"`).join(', ')}.`
  )
}

interface UnknownField {
  readonly token: Token
  readonly name: string
  readonly tables: readonly string[]
}

/** Fields of a statement's conditions that no table of its FROM clause has. */
export function unknownFields(node: Node, registry: IRegistry): UnknownField[] {
  const found: UnknownField[] = []
  visit(node, [], { registry, found })
  const components = componentTokens(node)
  return found.filter(({ token }) => !components.has(token))
}

/** `@structure-component`: the parser reads the name after the hyphen as a field. */
function componentTokens(node: Node): Set<Token> {
  const tokens = node.getTokens()
  const isComponentSelector = (before: Token, token: Token) =>
    before.getStr() === '-' && before.getEnd().equals(token.getStart())
  return new Set(
    tokens.filter((token, index) => {
      const before = tokens[index - 1]
      return before !== undefined && isComponentSelector(before, token)
    })
  )
}

interface Search {
  readonly registry: IRegistry
  readonly found: UnknownField[]
}

/** The scope of a subquery is its own tables and those of the surrounding queries. */
function visit(node: Node, outer: readonly Source[], search: Search): void {
  const scope = opensScope(node) ? [...sourcesOf(node, search.registry), ...outer] : outer
  const aliases = opensScope(node) ? resultNames(node) : new Set<string>()
  for (const child of node.getChildren()) {
    if (!isExpression(child)) continue
    const kind = child.get()
    if (kind instanceof Expressions.SQLFrom) {
      visitNested(child, scope, search)
      continue
    }
    // the names in a path are those of the targets of its associations
    if (kind instanceof Expressions.SQLPathForColumn) continue
    if (kind instanceof Expressions.SQLFieldName || kind instanceof Expressions.SQLAliasField) {
      collectUnknown(child, { scope, aliases, found: search.found })
    } else if (kind instanceof Expressions.SQLOrderBy || kind instanceof Expressions.SQLHaving) {
      visitWithAliases(child, { scope, aliases }, search)
    } else visit(child, scope, search)
  }
}

/** Only the join conditions and subqueries of a FROM clause. */
function visitNested(node: Expression, scope: readonly Source[], search: Search): void {
  for (const child of node.findAllExpressionsMulti([
    Expressions.SQLSetOpGroup,
    Expressions.SQLCond
  ])) {
    visit(child, scope, search)
  }
}

function visitWithAliases(
  node: Expression,
  { scope, aliases }: { scope: readonly Source[]; aliases: ReadonlySet<string> },
  search: Search
): void {
  for (const child of node.findAllExpressionsMulti(
    [Expressions.SQLFieldName, Expressions.SQLAliasField],
    true
  )) {
    collectUnknown(child, { scope, aliases, found: search.found })
  }
}

function collectUnknown(
  node: Expression,
  {
    scope,
    aliases,
    found
  }: { scope: readonly Source[]; aliases: ReadonlySet<string>; found: UnknownField[] }
): void {
  const token = node.getFirstToken()
  const text = node.concatTokens().replaceAll(' ', '').toUpperCase()
  if (!/^[A-Z/][\w/]*(~[\w/]+)?$/.test(text) || aliases.has(text)) return
  const [prefix, field] = text.includes('~')
    ? [text.slice(0, text.indexOf('~')), text.slice(text.indexOf('~') + 1)]
    : [undefined, text]
  const candidates =
    prefix === undefined
      ? scope
      : scope.filter(source => source.alias === prefix || source.table === prefix)
  if (
    candidates.length === 0 ||
    candidates.some(source => source.fields === undefined || source.fields.has(field))
  ) {
    return
  }
  found.push({ token, name: field, tables: [...new Set(candidates.map(source => source.table))] })
}

function opensScope(node: Node): boolean {
  const kind = node.get()
  return (
    SELECTS.some(select => kind instanceof select) ||
    kind instanceof Statements.UpdateDatabase ||
    kind instanceof Statements.DeleteDatabase
  )
}

/** The tables of the FROM clause of this SELECT, not those of its subqueries. */
export function sourcesOf(node: Node, registry: IRegistry): Source[] {
  const kind = node.get()
  const sources: Source[] = []
  if (kind instanceof Statements.UpdateDatabase || kind instanceof Statements.DeleteDatabase) {
    for (const table of node.findDirectExpressions(Expressions.DatabaseTable)) {
      sources.push(sourceOf(table, undefined, registry))
    }
    return sources
  }
  const from = directly(node, Expressions.SQLFrom)
  for (const source of from?.findAllExpressions(Expressions.SQLFromSource) ?? []) {
    const table = source.findDirectExpression(Expressions.DatabaseTable)
    const alias = source.findDirectExpression(Expressions.SQLAsName)
    // An internal table, the target of a path or a view with parameters: its fields are not checked.
    const isPath = source.findFirstExpression(Expressions.SQLPathForEntity) !== undefined
    if (table === undefined || isPath) {
      sources.push({
        table: '',
        alias: alias?.concatTokens().toUpperCase() ?? '',
        token: source.getFirstToken(),
        fields: undefined
      })
    } else sources.push(sourceOf(table, alias, registry))
  }
  return sources
}

function sourceOf(table: Expression, alias: Expression | undefined, registry: IRegistry): Source {
  const name = table.concatTokens().replaceAll(' ', '').toUpperCase()
  return {
    table: name,
    alias: alias?.concatTokens().toUpperCase() ?? name,
    token: table.getFirstToken(),
    fields: fieldsOf(registry, name)
  }
}

/** Below a node, but not inside of a further SELECT. */
function directly(node: Node, wanted: typeof Expressions.SQLFrom): Expression | undefined {
  for (const child of node.getChildren()) {
    if (!isExpression(child)) continue
    if (child.get() instanceof wanted) return child
    const nested = opensScope(child) ? undefined : directly(child, wanted)
    if (nested !== undefined) return nested
  }
  return undefined
}

function resultNames(node: Node): Set<string> {
  const names = new Set<string>()
  for (const name of node.findAllExpressions(Expressions.SQLAsName)) {
    names.add(name.concatTokens().toUpperCase())
  }
  return names
}

function isExpression(node: unknown): node is Expression {
  return typeof node === 'object' && node !== null && 'findFirstExpression' in node
}
