/** Compares the columns of a SELECT with the data objects that it fills. */
import { BasicTypes, Expressions } from '@abaplint/core'
import type { AbstractType, Nodes } from '@abaplint/core'
import { internal, typing } from './parser-internals.ts'
import type { SyntaxInput, Token, Typing } from './parser-internals.ts'

type Node = Nodes.ExpressionNode
interface Field {
  readonly code: string
  readonly as: string
}
interface Select extends Typing {
  handleInto(node: Node, input: SyntaxInput, ...more: [readonly Field[], unknown[], Node]): unknown
  buildDatabaseSourceInfos(from: Node, sources: unknown[]): unknown
  findFieldType(code: string, sources: unknown, scope: unknown): AbstractType | undefined
}
interface IssueMaker {
  syntaxIssue(input: SyntaxInput, token: Token, text: string): SyntaxInput['issues'][number]
}
interface Column {
  readonly name: string
  /** Undefined where the type is not known. */
  readonly kind: Kind | undefined
}
type Kind = 'characters' | 'number' | 'bytes' | 'none'

const { syntaxIssue } = internal<IssueMaker>('5_syntax/_syntax_input')
const { StructureType, TableType } = BasicTypes

export function installSelectTargets(): void {
  const select = typing<Select>('select', 'Select')
  const original = select.handleInto
  select.handleInto = function (node, input, ...more) {
    const [fields, sources, from] = more
    const before = input.issues.length
    const into = original.call(select, node, input, ...more)
    if (input.issues.length > before || fields.some(each => each.code.includes('('))) return into
    const infos = select.buildDatabaseSourceInfos(from, sources)
    const typeOf = (code: string) => select.findFieldType(code, infos, input.scope)
    checkTargets(node, input, { fields, typeOf })
    return into
  }
}

interface Result {
  readonly fields: readonly Field[]
  typeOf(code: string): AbstractType | undefined
}

function checkTargets(node: Node, input: SyntaxInput, { fields, typeOf }: Result): void {
  const columns = fields.map(({ code, as }) => {
    const type = /^[\w/]+(~[\w/]+)?$/.test(code) ? typeOf(code) : undefined
    const name = (as === '' ? code.replace(/^.*~/, '') : as).toUpperCase()
    return { name, kind: type === undefined ? undefined : kindOf(type) }
  })
  const list = node.findDirectExpression(Expressions.SQLIntoList)
  if (list !== undefined) {
    for (const [at, each] of list.findDirectExpressions(Expressions.SQLTarget).entries()) {
      checkOne(columns[at], targetOf(each, input), input)
    }
    return
  }
  const into =
    node.findDirectExpression(Expressions.SQLIntoTable) ??
    node.findDirectExpression(Expressions.SQLIntoStructure)
  const target = targetOf(into?.findDirectExpression(Expressions.SQLTarget), input)
  if (target === undefined || fields.some(each => !/^[\w/~@ ]+$/.test(each.code))) return
  if (into?.findDirectTokenByText('CORRESPONDING') === undefined) {
    checkInOrder(columns, target, input)
  } else checkByName(columns, target, input)
}

interface Target {
  readonly name: string
  readonly token: Token
  /** The type of what one row is written to. */
  readonly type: AbstractType
}

/** Undefined for inline declarations, and for types that are not known. */
function targetOf(node: Node | undefined, input: SyntaxInput): Target | undefined {
  const target = node?.findDirectExpression(Expressions.Target)
  if (target?.findFirstExpression(Expressions.InlineData) !== undefined) return undefined
  if (target === undefined) return undefined
  // a second look at the target must not report again
  const quiet = { ...input, issues: [] }
  const type = typing<Typing>('target', 'Target').runSyntax(target, quiet) as
    AbstractType | undefined
  if (type === undefined) return undefined
  const row = type instanceof TableType ? type.getRowType() : type
  return { name: target.concatTokens().toUpperCase(), token: target.getFirstToken(), type: row }
}

/** The first column fills the first component, and so on; an elementary target takes one column. */
function checkInOrder(columns: readonly Column[], target: Target, input: SyntaxInput): void {
  if (!(target.type instanceof StructureType)) {
    if (columns.length === 1) checkOne(columns[0], target, input)
    return
  }
  const components = target.type.getComponents()
  if (components.some(({ type }) => type instanceof StructureType)) return
  if (target.type.containsVoid()) return
  if (components.length < columns.length) {
    const text = `The work area (or internal table) "${target.name}" is not long enough.`
    input.issues.push(syntaxIssue(input, target.token, text))
    return
  }
  for (const [at, column] of columns.entries()) {
    const component = components[at]
    if (component !== undefined) checkOne(column, { ...target, ...component }, input)
  }
}

function checkByName(columns: readonly Column[], target: Target, input: SyntaxInput): void {
  if (!(target.type instanceof StructureType)) return
  for (const column of columns) {
    const type = target.type.getComponentByName(column.name)
    if (type !== undefined) checkOne(column, { ...target, name: column.name, type }, input)
  }
}

function checkOne(
  column: Column | undefined,
  target: Target | undefined,
  input: SyntaxInput
): void {
  if (column?.kind === undefined || target === undefined) return
  const kind = kindOf(target.type)
  if (kind === undefined || kind === column.kind) return
  const text = `The type of the database column and the type of "${target.name.toUpperCase()}" are not compatible.`
  input.issues.push(syntaxIssue(input, target.token, text))
}

const KINDS: readonly (readonly [Kind, readonly { readonly prototype: object }[]])[] = [
  [
    'characters',
    [
      BasicTypes.CharacterType,
      BasicTypes.NumericType,
      BasicTypes.StringType,
      BasicTypes.DateType,
      BasicTypes.TimeType
    ]
  ],
  [
    'number',
    [
      BasicTypes.IntegerType,
      BasicTypes.Integer8Type,
      BasicTypes.PackedType,
      BasicTypes.FloatType,
      BasicTypes.DecFloatType,
      BasicTypes.DecFloat16Type,
      BasicTypes.DecFloat34Type
    ]
  ],
  ['bytes', [BasicTypes.HexType, BasicTypes.XStringType]],
  ['none', [TableType]]
]

/** Undefined for generic and unknown types, and for references, which take large objects. */
function kindOf(type: AbstractType): Kind | undefined {
  return KINDS.find(([, classes]) =>
    classes.some(({ prototype }) => Object.prototype.isPrototypeOf.call(prototype, type))
  )?.[0]
}
