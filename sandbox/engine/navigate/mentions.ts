/** Finds the tokens of an ABAP statement that mention a repository object or function module. */
import { Comment, Expressions, Nodes, Statements } from '@abaplint/core'
import type { Token } from '@abaplint/core'
import { segmentsOf } from './cursor.ts'
import { abapNames } from './name-spaces.ts'
import type { NameSpace } from './name-spaces.ts'

/** A repository object or function module, looked for by its name in upper case. */
export interface Named {
  readonly name: string
  /** Its type; `FUNC` for a function module. */
  readonly type: string
}

/** A token that contains the name, and where in it; columns 0-based, end exclusive. */
export interface Mention {
  readonly token: Token
  readonly column: number
  readonly endColumn: number
}

/** How a statement mentions and declares a name. */
export interface NameOccurrences {
  /** Mentions in the role of a repository object's name. */
  readonly mentions: readonly Mention[]
  /** Whether the statement gives the name to something local. */
  readonly declares: boolean
}

type Statement = Nodes.StatementNode
type Child = ReturnType<Statement['getChildren']>[number]

/**
 * Expressions in which a name can only be that of a repository object (or of something local that
 * hides it).
 */
const NAMING = new Map<unknown, NameSpace>([
  [Expressions.ClassName, abapNames.class],
  [Expressions.SuperClassName, abapNames.class],
  [Expressions.InterfaceName, abapNames.class],
  [Expressions.TypeName, abapNames.type],
  [Expressions.DatabaseTable, abapNames.source],
  [Expressions.IncludeName, abapNames.program],
  [Expressions.MessageClass, abapNames.messages],
  [Expressions.SQLFromSource, abapNames.source]
])

/** Expressions that give a name to something local. */
const DECLARING = new Set<unknown>([
  Expressions.DefinitionName,
  Expressions.NamespaceSimpleName,
  Expressions.SimpleName,
  Expressions.MethodParamName,
  Expressions.FormParamName,
  Expressions.FieldSymbol,
  Expressions.TargetFieldSymbol,
  Expressions.InlineLoopDefinition,
  Expressions.InlineFieldDefinition,
  Expressions.TargetField,
  Expressions.Field
])

const HEADERS = new Set<unknown>([
  Statements.ClassDefinition,
  Statements.ClassImplementation,
  Statements.Interface,
  Statements.FunctionModule,
  Statements.Report,
  Statements.Program,
  Statements.FunctionPool
])

/** Collects mentions and local declarations of the name in one pass over the statement. */
export function occurrencesOf(node: Statement, named: Named): NameOccurrences {
  const parts: Parts = { tokens: [], naming: [], calling: [], declaring: [] }
  collectParts(node.getChildren(), parts, named.type)
  return { mentions: mentionsIn(node, parts, named), declares: declares(node, parts, named.name) }
}

interface Parts {
  readonly tokens: Token[]
  readonly naming: Token[]
  readonly calling: Token[]
  readonly declaring: Nodes.ExpressionNode[]
}

function collectParts(children: readonly Child[], parts: Parts, type: string): void {
  for (const child of children) {
    if (!(child instanceof Nodes.ExpressionNode)) {
      parts.tokens.push(child.get())
      continue
    }
    const kind = child.get().constructor
    if (NAMING.get(kind)?.has(type) === true) parts.naming.push(child.getFirstToken())
    if (kind === Expressions.FunctionName) parts.calling.push(...child.getTokens())
    if (DECLARING.has(kind)) parts.declaring.push(child)
    collectParts(child.getChildren(), parts, type)
  }
}

function mentionsIn(node: Statement, parts: Parts, { name, type }: Named): Mention[] {
  const found: Mention[] = []
  if (isOwnHeader(node, name)) return found
  for (const token of type === 'FUNC' ? parts.calling : candidates(node, parts, { name, type })) {
    if (!containsName(token, name)) continue
    const segment = segmentsOf(token).find(part => part.text.toUpperCase() === name)
    if (segment !== undefined) {
      found.push({ token, column: segment.column, endColumn: segment.endColumn })
    }
  }
  return found
}

function containsName(token: Token, name: string): boolean {
  const text = token.getStr()
  return text.length >= name.length && text.toUpperCase().includes(name)
}

/**
 * `CLASS zcl_x DEFINITION`, `INTERFACE zif_x`, `REPORT zx`, `FUNCTION z_x` name what they define,
 * not what they use.
 */
function isOwnHeader(node: Statement, name: string): boolean {
  if (!HEADERS.has(node.get().constructor)) return false
  // A class can still inherit from another one in the same statement.
  return node.findFirstExpression(Expressions.SuperClassName)?.concatTokens().toUpperCase() !== name
}

function candidates(node: Statement, { tokens, naming }: Parts, { name, type }: Named): Set<Token> {
  const found = new Set(naming)
  const isTables = node.get() instanceof Statements.Tables && abapNames.source.has(type)
  for (const [index, token] of tokens.entries()) {
    if (!containsName(token, name)) continue
    const before = (distance: number) => tokens[index - distance]?.getStr().toUpperCase()
    // `zif_x~run`, `zcl_x=>c`, and `LIKE ztab-field`, which the parser reads as a chain of fields.
    const next = tokens[index + 1]?.getStr()
    const isSelected = token.getStr().includes('~') || next === '~'
    const isChained = next === '=>'
    const isLike = before(1) === 'LIKE' || before(2) === 'LIKE'
    if (
      isTables ||
      (isSelected && abapNames.selected.has(type)) ||
      (isChained && abapNames.type.has(type)) ||
      (isLike && abapNames.type.has(type))
    ) {
      found.add(token)
    }
  }
  return found
}

function declares(node: Statement, { tokens, declaring }: Parts, name: string): boolean {
  const statement = node.get()
  if (statement instanceof Comment || statement instanceof Statements.Tables) return false
  return (
    declaring.some(inner => inner.concatTokens().replace(/^!/, '').toUpperCase() === name) ||
    ((statement instanceof Statements.ClassDefinition ||
      statement instanceof Statements.Interface) &&
      tokens[1]?.getStr().toUpperCase() === name)
  )
}
