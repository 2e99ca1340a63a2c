/** Resolves method calls: the called method, its parameters and the uses of those by name. */
import { ABAPObject, Position, ReferenceType } from '@abaplint/core'
import type { Identifier, ISpaghettiScopeNode, Nodes, Token } from '@abaplint/core'
import { cursorAt } from './cursor.ts'
import type { Cursor } from './cursor.ts'
import { declarationAt } from './declarations.ts'
import { objectId } from '../files.ts'
import { findClass, superclasses } from './hierarchy.ts'
import { programsInView } from '../includes.ts'
import type { Repository } from '../repository.ts'
import { declarationPositionOf } from './declaration-positions.ts'
import type { DeclarationPosition } from './declaration-positions.ts'
import type { Use } from './uses.ts'

type Statement = Nodes.StatementNode

/** For `method( name = … )`: where the parameter is declared that the cursor stands on. */
export function suppliedParameter(
  repository: Repository,
  { file, statement, token }: Cursor
): DeclarationPosition | undefined {
  const tokens = statement.getTokens()
  const at = tokens.indexOf(token)
  if (tokens[at + 1]?.getStr() !== '=') return undefined
  const callee = calleeBefore(repository, file.getFilename(), tokens, at)
  return callee === undefined ? undefined : parameterOf(repository, callee, nameOf(token))
}

/** The method whose parentheses are open at a token, or that the statement calls without any. */
function calleeBefore(
  repository: Repository,
  file: string,
  tokens: readonly Token[],
  at: number
): DeclarationPosition | undefined {
  let depth = 0
  for (let index = at - 1; index > 0; index--) {
    const text = tokens[index]?.getStr()
    if (text === ')') depth++
    if (text === '(' && depth-- === 0) return calleeAt(repository, file, tokens[index - 1])
  }
  for (let index = at - 1; index >= 0; index--) {
    const found = calleeAt(repository, file, tokens[index])
    if (found !== undefined) return found
  }
  return undefined
}

/** The method that a token calls: by its name, or by the class it makes an object of. */
export function calleeAt(
  repository: Repository,
  file: string,
  token: Token | undefined
): DeclarationPosition | undefined {
  if (token === undefined) return undefined
  const id = objectId(file)
  const mains = programsInView(repository, id)
  for (const owner of mains.length > 0 ? mains : [id]) {
    const object = repository.object(owner)
    if (!(object instanceof ABAPObject)) continue
    const position = new Position(token.getRow(), token.getStart().getCol())
    let node: ISpaghettiScopeNode | undefined = repository
      .scopes(object)
      ?.lookupPosition(position, file)
    for (; node !== undefined; node = node.getParent()) {
      for (const { position: place, resolved, referenceType } of node.getData().references) {
        if (
          resolved === undefined ||
          place.getFilename() !== file ||
          !place.getStart().equals(token.getStart())
        ) {
          continue
        }
        if (referenceType === ReferenceType.MethodReference) return declarationPositionOf(resolved)
        if (referenceType === ReferenceType.ConstructorReference) {
          return constructorOf(repository, resolved)
        }
      }
    }
  }
  return undefined
}

/** The constructor that makes objects of a class: its own or the nearest inherited one. */
export function constructorOf(
  repository: Repository,
  type: Identifier
): DeclarationPosition | undefined {
  const found = findClass(repository, objectId(type.getFilename()), type.getName())
  if (found === undefined) return undefined
  for (const { info } of [found, ...superclasses(repository, found)]) {
    const method = info.methods.find(entry => entry.name.toUpperCase() === 'CONSTRUCTOR')
    if (method !== undefined) return declarationPositionOf(method.identifier)
  }
  return undefined
}

function parameterOf(
  repository: Repository,
  method: DeclarationPosition,
  name: string
): DeclarationPosition | undefined {
  const abap = repository.abapFile(method.file)
  const owner = abap === undefined ? undefined : declarationAt(abap, method)
  if (abap === undefined || owner?.owner === undefined) return undefined
  const info =
    abap.getInfo().getClassDefinitionByName(owner.owner) ??
    abap.getInfo().getInterfaceDefinitionByName(owner.owner)
  const declared = info?.methods.find(entry => entry.name.toUpperCase() === method.name)
  const parameter = declared?.parameters.find(
    entry => entry.name.toUpperCase().replace('!', '') === name
  )
  return parameter === undefined ? undefined : declarationPositionOf(parameter.identifier)
}

/** The method that declares a parameter. */
export function methodOfParameter(
  repository: Repository,
  parameter: DeclarationPosition
): DeclarationPosition | undefined {
  const abap = repository.abapFile(parameter.file)
  const declaration = abap === undefined ? undefined : declarationAt(abap, parameter)
  if (abap === undefined || declaration?.kind !== 'parameter' || declaration.owner === undefined) {
    return undefined
  }
  const info =
    abap.getInfo().getClassDefinitionByName(declaration.owner) ??
    abap.getInfo().getInterfaceDefinitionByName(declaration.owner)
  const method = info?.methods.find(entry =>
    entry.parameters.some(
      each =>
        each.identifier.getStart().getRow() === parameter.row &&
        each.name.toUpperCase().replace('!', '') === parameter.name &&
        declaration.statement.getTokens().includes(entry.identifier.getToken())
    )
  )
  return method === undefined ? undefined : declarationPositionOf(method.identifier)
}

/** Where the calls of a method supply a parameter by its name. */
export function suppliedUses(repository: Repository, calls: readonly Use[], name: string): Use[] {
  return calls.flatMap(({ range }) => {
    const abap = repository.abapFile(range.file)
    const cursor =
      abap === undefined ? undefined : cursorAt(abap, range.startRow, range.startColumn)
    return cursor === undefined
      ? []
      : suppliedIn(cursor.statement, cursor.token, name).map(token => {
          const row = token.getRow()
          const endColumn = token.getEnd().getCol() - 1
          const startColumn = endColumn - name.length
          return { range: { file: range.file, startRow: row, startColumn, endRow: row, endColumn } }
        })
  })
}

function suppliedIn(statement: Statement, callee: Token, name: string): Token[] {
  const tokens = statement.getTokens()
  const start = tokens.indexOf(callee) + 1
  const wanted = tokens[start]?.getStr() === '(' ? 1 : 0
  const found: Token[] = []
  let depth = 0
  for (let at = start; at < tokens.length; at++) {
    const token = tokens[at]
    const text = token?.getStr()
    if (text === '(') depth++
    if (text === ')' && --depth <= 0 && wanted === 1) break
    if (
      token !== undefined &&
      depth === wanted &&
      nameOf(token) === name &&
      tokens[at + 1]?.getStr() === '='
    ) {
      found.push(token)
    }
  }
  return found
}

/** The name that a token writes, without the escape sign. */
function nameOf(token: Token): string {
  return token.getStr().replace(/^!/, '').toUpperCase()
}
