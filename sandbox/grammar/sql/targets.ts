/** Compares the columns of a SELECT with the data objects that it fills. */
import { BasicTypes, Expressions } from '@abaplint/core'
import type { AbstractType, Nodes } from '@abaplint/core'
import type { SqlType } from '../../sql/types.ts'
import type { Column } from '../../types.ts'
import { internal, typing } from '../parser-internals.ts'
import type { SyntaxInput, Token, Typing } from '../parser-internals.ts'
import { strictModeOf } from './strict-mode.ts'

type Node = Nodes.ExpressionNode
interface IssueMaker {
  syntaxIssue(input: SyntaxInput, token: Token, text: string): SyntaxInput['issues'][number]
}

const { syntaxIssue } = internal<IssueMaker>('5_syntax/_syntax_input')
const { StructureType, TableType } = BasicTypes

/** The target of the statement, against the columns of its result. */
export function checkTargets(
  statement: Nodes.StatementNode,
  input: SyntaxInput,
  columns: readonly Column[]
): void {
  const select = statement.findDirectExpressions(Expressions.Select).at(-1)
  if (select === undefined) return
  const fault = faultOf(select, input, columns)
  if (fault !== undefined) input.issues.push(syntaxIssue(input, fault.token, fault.text))
}

interface Fault {
  readonly token: Token
  readonly text: string
}

function faultOf(select: Node, input: SyntaxInput, columns: readonly Column[]): Fault | undefined {
  const all = select.findFirstExpression(Expressions.SQLFieldList)?.getFirstToken().getStr() === '*'
  const list = select.findDirectExpression(Expressions.SQLIntoList)
  if (list !== undefined) return all ? listOfAll(list) : inList(list, input, columns)
  const into =
    select.findDirectExpression(Expressions.SQLIntoTable) ??
    select.findDirectExpression(Expressions.SQLIntoStructure)
  const target = targetOf(into?.findDirectExpression(Expressions.SQLTarget), input)
  if (into === undefined || target === undefined) return undefined
  if (into.findDirectTokenByText('CORRESPONDING') !== undefined) {
    return byName(columns, target, { all, strict: isListed(select) })
  }
  return all ? wholeRow(columns, target) : inOrder(columns, target)
}

/** In strict mode an explicit list, and DISTINCT is not used. */
function isListed(select: Node): boolean {
  return strictModeOf(select) >= 740 && select.findDirectTokenByText('DISTINCT') === undefined
}

function listOfAll(list: Node): Fault {
  return { token: list.getFirstToken(), text: '"*" cannot be read into a list of variables.' }
}

function inList(list: Node, input: SyntaxInput, columns: readonly Column[]): Fault | undefined {
  for (const [at, each] of list.findDirectExpressions(Expressions.SQLTarget).entries()) {
    const target = targetOf(each, input)
    const fault = target && columns[at] && one(columns[at], target)
    if (fault !== undefined) return fault
  }
  return undefined
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
function inOrder(columns: readonly Column[], target: Target): Fault | undefined {
  if (!(target.type instanceof StructureType)) {
    return columns.length === 1 && columns[0] !== undefined
      ? one(columns[0], target)
      : tooShort(target)
  }
  const components = componentsOf(target.type)
  if (components === undefined) return undefined
  if (components.length < columns.length) return tooShort(target)
  return firstFault(columns, (column, at) => {
    const component = components[at]
    return component === undefined ? undefined : one(column, { ...target, ...component })
  })
}

/** The row is written as it is: it must have the layout of the target. */
function wholeRow(columns: readonly Column[], target: Target): Fault | undefined {
  if (!(target.type instanceof StructureType)) return tooShort(target, columns)
  const components = componentsOf(target.type)
  if (components === undefined) return undefined
  return components.length < columns.length ? tooShort(target) : undefined
}

function firstFault(
  columns: readonly Column[],
  check: (column: Column, at: number) => Fault | undefined
): Fault | undefined {
  for (const [at, column] of columns.entries()) {
    const fault = check(column, at)
    if (fault !== undefined) return fault
  }
  return undefined
}

/** Undefined where the components are not known one by one. */
function componentsOf(
  type: BasicTypes.StructureType
): readonly { readonly name: string; readonly type: AbstractType }[] | undefined {
  const components = type.getComponents().filter(({ asInclude }) => asInclude !== true)
  const isNested = components.some(component => component.type instanceof StructureType)
  return isNested || type.containsVoid() ? undefined : components
}

/** Characters without a length take a whole row as its characters. */
function tooShort({ name, token, type }: Target, row?: readonly Column[]): Fault | undefined {
  const isElementary = NUMBERS.some(([, { prototype }]) => isA(prototype, type))
  if (row !== undefined && !isElementary) return undefined
  if (!(type instanceof StructureType) && kindOf(type) === undefined) return undefined
  return { token, text: `The work area (or internal table) "${name}" is not long enough.` }
}

function byName(
  columns: readonly Column[],
  target: Target,
  { all, strict }: { all: boolean; strict: boolean }
): Fault | undefined {
  const { type: row, name, token } = target
  if (!(row instanceof StructureType)) {
    return kindOf(row) === undefined
      ? undefined
      : { token, text: `CORRESPONDING FIELDS needs a structure, and "${name}" is none.` }
  }
  if (row.containsVoid()) return undefined
  const types = columns.map(column => row.getComponentByName(column.name))
  const missing = columns.find((_column, at) => types[at] === undefined)
  if (types.every(each => each === undefined)) {
    return { token, text: `"${name}" has no component with the name of a selected column.` }
  }
  if (!all && strict && missing !== undefined) {
    return { token, text: `"${name}" has no component with the name "${missing.name}".` }
  }
  return firstFault(columns, (column, at) => {
    const type = types[at]
    return type === undefined ? undefined : one(column, { ...target, name: column.name, type })
  })
}

function one(column: SqlType, target: Target): Fault | undefined {
  const kind = kindOf(target.type)
  const accepted = ASSIGNABLE[column.type]
  if (kind === undefined || accepted === undefined || accepted.includes(kind)) return undefined
  return {
    token: target.token,
    text: `The type of the database column and the type of "${target.name.toUpperCase()}" are not compatible.`
  }
}

type Kind =
  | 'c'
  | 'string'
  | 'n'
  | 'd'
  | 't'
  | 'x'
  | 'xstring'
  | 'number'
  | 'f'
  | 'decfloat'
  | 'utclong'
  | 'table'

interface TypeClass {
  readonly prototype: object
}

const NUMBERS: readonly (readonly [Kind, TypeClass])[] = [
  ['number', BasicTypes.IntegerType],
  ['number', BasicTypes.Integer8Type],
  ['number', BasicTypes.PackedType],
  ['f', BasicTypes.FloatType],
  ['decfloat', BasicTypes.DecFloatType],
  ['decfloat', BasicTypes.DecFloat16Type],
  ['decfloat', BasicTypes.DecFloat34Type]
]

const KINDS: readonly (readonly [Kind, TypeClass])[] = [
  ...NUMBERS,
  ['n', BasicTypes.NumericType],
  ['d', BasicTypes.DateType],
  ['t', BasicTypes.TimeType],
  ['c', BasicTypes.CharacterType],
  ['string', BasicTypes.StringType],
  ['x', BasicTypes.HexType],
  ['xstring', BasicTypes.XStringType],
  ['utclong', BasicTypes.UTCLongType],
  ['table', TableType]
]

/** Undefined for generic and unknown types, and for references, which take large objects. */
function kindOf(type: AbstractType): Kind | undefined {
  return KINDS.find(([, { prototype }]) => isA(prototype, type))?.[0]
}

const isA = (prototype: object, type: AbstractType): boolean =>
  Object.prototype.isPrototypeOf.call(prototype, type)

const CHARACTERS: readonly Kind[] = ['c', 'string']
const NUMERIC: readonly Kind[] = ['number', 'f']
const BYTES: readonly Kind[] = ['x', 'xstring']

/** The assignment rules of the keyword documentation: abenselect_into_conversion. */
const ASSIGNABLE: Readonly<Record<string, readonly Kind[]>> = {
  CHAR: CHARACTERS,
  CLNT: CHARACTERS,
  CUKY: CHARACTERS,
  LANG: CHARACTERS,
  SSTR: CHARACTERS,
  STRG: CHARACTERS,
  UNIT: CHARACTERS,
  ACCP: ['c', 'n'],
  NUMC: ['c', 'n'],
  RAW: BYTES,
  RSTR: BYTES,
  D16N: ['decfloat'],
  D34N: ['decfloat'],
  CURR: NUMERIC,
  DEC: NUMERIC,
  INT1: NUMERIC,
  INT2: NUMERIC,
  INT4: NUMERIC,
  INT8: NUMERIC,
  QUAN: NUMERIC,
  FLTP: ['f'],
  DATS: ['d'],
  DATN: ['d'],
  TIMS: ['t'],
  TIMN: ['t'],
  UTCL: ['utclong']
}
