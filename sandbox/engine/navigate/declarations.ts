/** Finds the declaring statement of a name and classifies what it declares. */
import { Expressions, Statements } from '@abaplint/core'
import type { ABAPFile, Nodes } from '@abaplint/core'
import { parseFileName } from '../files.ts'
import type { DeclarationPosition } from './declaration-positions.ts'

/** What a declaration declares, as far as its statement shows. */
export type DeclarationKind =
  | 'class'
  | 'interface'
  | 'method'
  | 'attribute'
  | 'constant'
  | 'type'
  | 'event'
  | 'alias'
  | 'parameter'
  | 'form'
  | 'function'
  | 'data'
  | 'include'
  | 'program'

/** A declaration with the class or interface it belongs to, if any. */
export interface Declaration {
  readonly kind: DeclarationKind
  readonly statement: Nodes.StatementNode
  /** Upper case; undefined outside of classes and interfaces. */
  readonly owner?: string
  readonly ownerIsInterface?: boolean
}

/** The statement that declares what stands at the spot, and what kind of thing that is. */
export function declarationAt(file: ABAPFile, spot: DeclarationPosition): Declaration | undefined {
  let owner: { name: string; isInterface: boolean } | undefined
  for (const statement of file.getStatements()) {
    const kind = statement.get()
    if (kind instanceof Statements.ClassDefinition) {
      owner = { name: nameIn(statement, Expressions.ClassName), isInterface: false }
    }
    if (kind instanceof Statements.Interface) {
      owner = { name: nameIn(statement, Expressions.InterfaceName), isInterface: true }
    }
    if (holds(statement, spot)) {
      const found = kindOf(statement, spot, owner !== undefined)
      return found === undefined
        ? undefined
        : {
            kind: found,
            statement,
            ...(owner === undefined
              ? {}
              : { owner: owner.name, ownerIsInterface: owner.isInterface })
          }
    }
    if (kind instanceof Statements.EndClass || kind instanceof Statements.EndInterface) {
      owner = undefined
    }
  }
  return undefined
}

function holds(statement: Nodes.StatementNode, { row, column }: DeclarationPosition): boolean {
  const [start, end] = [statement.getFirstToken().getStart(), statement.getLastToken().getEnd()]
  const after = row > start.getRow() || (row === start.getRow() && column >= start.getCol() - 1)
  const before = row < end.getRow() || (row === end.getRow() && column < end.getCol() - 1)
  return after && before
}

function kindOf(
  statement: Nodes.StatementNode,
  spot: DeclarationPosition,
  inClass: boolean
): DeclarationKind | undefined {
  const kind = statement.get()
  const name = kind.constructor.name
  if (
    kind instanceof Statements.ClassDefinition ||
    kind instanceof Statements.ClassImplementation
  ) {
    return 'class'
  }
  if (kind instanceof Statements.Interface) return 'interface'
  if (kind instanceof Statements.MethodDef) {
    return isNameToken(statement, spot, Expressions.MethodName) ? 'method' : 'parameter'
  }
  if (kind instanceof Statements.Events) {
    return isNameToken(statement, spot, Expressions.EventName) ? 'event' : 'parameter'
  }
  if (kind instanceof Statements.Aliases) return 'alias'
  if (kind instanceof Statements.Form) {
    return isNameToken(statement, spot, Expressions.FormName) ? 'form' : 'parameter'
  }
  if (kind instanceof Statements.FunctionModule) return 'function'
  if (name.startsWith('Constant')) return 'constant'
  if (name.startsWith('Type') && name !== 'TypePools') return 'type'
  if (inClass && (name.startsWith('Data') || name.startsWith('ClassData'))) return 'attribute'
  return 'data'
}

type NameExpression =
  | typeof Expressions.MethodName
  | typeof Expressions.EventName
  | typeof Expressions.FormName
  | typeof Expressions.ClassName
  | typeof Expressions.InterfaceName

function isNameToken(
  statement: Nodes.StatementNode,
  { row, column }: DeclarationPosition,
  expression: NameExpression
): boolean {
  const token = statement.findFirstExpression(expression)?.getFirstToken()
  return (
    token !== undefined &&
    token.getRow() === row &&
    token.getStart().getCol() - 1 <= column &&
    column < token.getEnd().getCol() - 1
  )
}

/** The upper-case name that an expression of the statement gives; empty when there is none. */
export function nameIn(statement: Nodes.StatementNode, expression: NameExpression): string {
  return statement.findFirstExpression(expression)?.concatTokens().toUpperCase() ?? ''
}

/** The ADT type of a declaration, by the object it stands in. */
export function adtKind(declaration: Declaration, file: string): string {
  const type = parseFileName(file)?.type ?? ''
  const { kind, ownerIsInterface } = declaration
  const inClass = declaration.owner !== undefined && kind !== 'class' && kind !== 'interface'
  const member = inClass
    ? (ownerIsInterface === true ? INTERFACE_MEMBERS : CLASS_MEMBERS)[kind]
    : undefined
  if (member !== undefined) return member
  if (kind === 'class') {
    return type === 'CLAS' ? (isGlobal(declaration, file) ? 'CLAS/OC' : 'CLAS/OCL') : 'PROG/PL'
  }
  if (kind === 'interface') {
    return type === 'INTF' ? 'INTF/OI' : type === 'CLAS' ? 'CLAS/OCN' : 'PROG/PN'
  }
  return OTHERS[kind] ?? 'PROG/PD'
}

function isGlobal({ owner, statement }: Declaration, file: string): boolean {
  const name = owner ?? nameIn(statement, Expressions.ClassName)
  return name === parseFileName(file)?.object
}

const CLASS_MEMBERS: Partial<Record<DeclarationKind, string>> = {
  method: 'CLAS/OM',
  attribute: 'CLAS/OA',
  constant: 'CLAS/OA',
  type: 'CLAS/OT',
  event: 'CLAS/OE',
  alias: 'CLAS/OK'
}
const INTERFACE_MEMBERS: Partial<Record<DeclarationKind, string>> = {
  method: 'INTF/IO',
  attribute: 'INTF/IA',
  constant: 'INTF/IA',
  type: 'INTF/IT',
  event: 'INTF/IE',
  alias: 'INTF/IK'
}
const OTHERS: Partial<Record<DeclarationKind, string>> = {
  form: 'PROG/PU',
  type: 'PROG/PY',
  function: 'FUGR/FF',
  include: 'PROG/I',
  program: 'PROG/P'
}
