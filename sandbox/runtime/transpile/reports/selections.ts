/** Declares parameters and selection criteria, and describes them to the runner. */
import { BasicTypes, Expressions, Nodes } from '@abaplint/core'
import { Chunk } from '@abaplint/transpiler'
import statements from '@abaplint/transpiler/build/src/statements/index.js'
import traversals from '@abaplint/transpiler/build/src/traversal.js'
import type { Traversal } from '../tables/dynamic.ts'
import { addSelection } from './events.ts'

type Declared = ReturnType<typeof declarationOf>

export function installSelections(): void {
  Object.assign(statements.ParameterTranspiler.prototype, { transpile: parameter })
  Object.assign(statements.SelectOptionTranspiler.prototype, { transpile: selectOption })
}

/** PARAMETERS: a variable that has its start value at once, and again before INITIALIZATION. */
function parameter(node: Nodes.StatementNode, traversal: Traversal): Chunk {
  const declared = declarationOf(node, traversal)
  const { name, type } = declared
  const operand = after(node, 'DEFAULT')
  const isChosen = operand === undefined && isFirstOfGroup(node, traversal)
  const start =
    operand === undefined
      ? isChosen
        ? `${name}.set(abap.CharacterFactory.get(1, 'X'));`
        : ''
      : assignment(node, name, { operand, type, traversal })
  return declaration(node, declared, { kind: 'P', start, traversal })
}

/** SELECT-OPTIONS: a table with a header line; DEFAULT is its first row, and stays in the header. */
function selectOption(node: Nodes.StatementNode, traversal: Traversal): Chunk {
  const declared = declarationOf(node, traversal)
  const { name, type } = declared
  const row = type instanceof BasicTypes.TableType ? type.getRowType() : undefined
  const low = row instanceof BasicTypes.StructureType ? row.getComponentByName('LOW') : undefined
  if (low === undefined) throw new Error('SELECT-OPTIONS FOR a dynamic name')
  const from = after(node, 'DEFAULT')
  if (from === undefined) return declaration(node, declared, { kind: 'S', start: '', traversal })
  const to = after(node, 'TO')
  const word = (keyword: string): string | undefined =>
    after(node, keyword)?.concatTokens().toUpperCase()
  const text = (value: string): string => `abap.CharacterFactory.get(2, ${JSON.stringify(value)})`
  const start = [
    `${name}.get().sign.set(${text(word('SIGN') ?? 'I')});`,
    `${name}.get().option.set(${text(word('OPTION') ?? (to === undefined ? 'EQ' : 'BT'))});`,
    assignment(node, `${name}.get().low`, { operand: from, type: low, traversal }),
    to === undefined
      ? ''
      : assignment(node, `${name}.get().high`, { operand: to, type: low, traversal }),
    `abap.statements.append({source: ${name}});`
  ].join('\n')
  return declaration(node, declared, { kind: 'S', start, traversal })
}

function declarationOf(node: Nodes.StatementNode, traversal: Traversal) {
  const written = node.findDirectExpression(Expressions.FieldSub)
  const token = written?.getFirstToken()
  const screenName = written?.concatTokens().replace(/\(.*$/, '') ?? ''
  const found =
    token === undefined
      ? undefined
      : traversal.findCurrentScopeByToken(token)?.findVariable(screenName)
  if (found === undefined) throw new Error(`the declaration of ${screenName}`)
  const { Traversal: Names } = traversals
  const name = Names.prefixVariable(Names.escapeNamespace(found.getName().toLowerCase()) ?? '')
  return { name, type: found.getType(), screenName: screenName.toUpperCase() }
}

interface More {
  readonly kind: 'P' | 'S'
  /** Statements that give the start value. */
  readonly start: string
  readonly traversal: Traversal
}

function declaration(
  node: Nodes.StatementNode,
  { name, type, screenName }: Declared,
  { kind, start, traversal }: More
): Chunk {
  const words = node.concatTokens().replace(/\s+/g, ' ').toUpperCase()
  const group = node.findDirectExpression(Expressions.RadioGroupName)?.concatTokens().toUpperCase()
  const facts = {
    name: screenName,
    kind,
    isObligatory: / OBLIGATORY\b/.test(words),
    isLower: / LOWER CASE\b/.test(words),
    isCheckbox: / AS CHECKBOX\b/.test(words),
    group: group ?? '',
    modif: / MODIF ID (\w+)/.exec(words)?.[1] ?? ''
  }
  const memory = /^[A-Z0-9_/]+$/i.exec(
    node.findExpressionAfterToken('ID')?.concatTokens() ?? ''
  )?.[0]
  const more =
    / MEMORY ID /.test(words) && memory !== undefined ? { memory: memory.toUpperCase() } : {}
  addSelection(
    traversal,
    `{...${JSON.stringify({ ...facts, ...more })}, "field": () => ${name}, "start": () => {${start}}}`
  )
  return new Chunk()
    .append(`let ${name} = ${traversal.toType(type)};\n`, node, traversal)
    .appendString(start)
}

/** The operand behind a keyword of the statement; operands may be named like keywords. */
function after(node: Nodes.StatementNode, keyword: string): Nodes.ExpressionNode | undefined {
  const children = node.getChildren()
  const at = children.findIndex(
    child => child instanceof Nodes.TokenNode && child.concatTokens().toUpperCase() === keyword
  )
  const next = at < 0 ? undefined : children[at + 1]
  return next instanceof Nodes.ExpressionNode ? next : undefined
}

interface Start {
  readonly operand: Nodes.ExpressionNode
  readonly type: object
  readonly traversal: Traversal
}

/** Without LOWER CASE texts are in upper case, as the selection screen gives them. */
function assignment(
  node: Nodes.StatementNode,
  target: string,
  { operand, type, traversal }: Start
): string {
  const code = `${target}.set(${traversal.traverse(operand).getCode()});`
  const isText = type instanceof BasicTypes.CharacterType || type instanceof BasicTypes.StringType
  return isText && !/ LOWER CASE\b/i.test(node.concatTokens())
    ? `${code} ${target}.set(abap.builtin.to_upper({val: ${target}}));`
    : code
}

/** A group of radio buttons in which none is chosen begins with its first. */
function isFirstOfGroup(node: Nodes.StatementNode, traversal: Traversal): boolean {
  const groupOf = (each: Nodes.StatementNode): string | undefined =>
    each.findDirectExpression(Expressions.RadioGroupName)?.concatTokens().toUpperCase()
  const group = groupOf(node)
  if (group === undefined) return false
  const members = traversal
    .getFile()
    .getStatements()
    .filter(each => groupOf(each) === group)
  const isSet = members.some(each => after(each, 'DEFAULT') !== undefined)
  const [first] = members.map(nameToken)
  return (
    !isSet && first !== undefined && nameToken(node)?.getStart().equals(first.getStart()) === true
  )
}

/** Statements of a chain begin with the same word. */
function nameToken(node: Nodes.StatementNode) {
  return node.findDirectExpression(Expressions.FieldSub)?.getFirstToken()
}
