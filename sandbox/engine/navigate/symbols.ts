/** Resolves the name at a position to a repository object or a declaration. */
import { Expressions, Objects, Position, Statements } from '@abaplint/core'
import type { Identifier, IObject, ISpaghettiScopeNode } from '@abaplint/core'
import { suppliedParameter } from './callees.ts'
import { cdsTokens } from '../check/cds-tokens.ts'
import { cursorAt } from './cursor.ts'
import type { Cursor } from './cursor.ts'
import { declarationAt, nameIn } from './declarations.ts'
import { objectId, parseFileName } from '../files.ts'
import { rootMethod } from './hierarchy.ts'
import { programsInView } from '../includes.ts'
import { NAMED_TYPES } from '../object-kinds.ts'
import type { Repository } from '../repository.ts'
import { isSamePosition, declarationPositionOf } from './declaration-positions.ts'
import type { DeclarationPosition } from './declaration-positions.ts'
import { scopeOwners } from './owners.ts'

/** What a name in a source stands for. */
export type SymbolTarget =
  | { readonly kind: 'object'; readonly id: string }
  | { readonly kind: 'function'; readonly name: string; readonly file: string }
  | { readonly kind: 'declared'; readonly spot: DeclarationPosition }

/**
 * Resolves the name at a place (row 1-based, column 0-based); undefined where there is none or
 * nothing is known of it.
 */
export function symbolAt(
  repository: Repository,
  file: string,
  row: number,
  column: number
): SymbolTarget | undefined {
  const id = objectId(file)
  repository.refresh([id, ...programsInView(repository, id)])
  const abap = repository.abapFile(file)
  if (abap === undefined) return inOtherSource(repository, file, row, column)
  const cursor = cursorAt(abap, row, column)
  if (cursor === undefined) return undefined
  return (
    byStatement(repository, cursor) ??
    byArgument(repository, cursor) ??
    byScope(repository, file, cursor) ??
    byDeclaration(repository, file, cursor) ??
    byName(repository, cursor)
  )
}

function byStatement(
  repository: Repository,
  { statement, token, segment }: Cursor
): SymbolTarget | undefined {
  const kind = statement.get()
  const isIn = (
    expression:
      | typeof Expressions.FunctionName
      | typeof Expressions.IncludeName
      | typeof Expressions.MessageClass
  ) => statement.findAllExpressions(expression).some(node => node.getTokens().includes(token))
  if (kind instanceof Statements.CallFunction && isIn(Expressions.FunctionName)) {
    return functionSymbol(repository, segment.text)
  }
  if (isIn(Expressions.IncludeName)) return includeSymbol(repository, segment.text)
  if (isIn(Expressions.MessageClass)) return objectSymbol(repository, 'MSAG', segment.text)
  return undefined
}

/** The function module of this name with the file of its source. */
export function functionSymbol(repository: Repository, name: string): SymbolTarget | undefined {
  const wanted = name.toUpperCase()
  for (const group of repository.registry.getObjectsByType('FUGR')) {
    if (!(group instanceof Objects.FunctionGroup) || group.getModule(wanted) === undefined) continue
    const part = wanted.replaceAll('/', '#').toLowerCase()
    const file = repository
      .filesOf(`FUGR ${group.getName()}`)
      .find(entry => parseFileName(entry)?.part === part)
    if (file !== undefined) return { kind: 'function', name: wanted, file }
  }
  return undefined
}

function includeSymbol(repository: Repository, name: string): SymbolTarget | undefined {
  const program = objectSymbol(repository, 'PROG', name)
  if (program !== undefined) return program
  const wanted = name.replaceAll('/', '#').toLowerCase()
  for (const group of repository.registry.getObjectsByType('FUGR')) {
    const file = repository
      .filesOf(`FUGR ${group.getName()}`)
      .find(entry => parseFileName(entry)?.part === wanted)
    if (file !== undefined) return { kind: 'declared', spot: { file, row: 1, column: 0, name: '' } }
  }
  return undefined
}

function objectSymbol(
  repository: Repository,
  type: string,
  name: string
): SymbolTarget | undefined {
  const object = repository.registry.getObject(type, name)
  return object === undefined ? undefined : { kind: 'object', id: `${type} ${object.getName()}` }
}

function byArgument(repository: Repository, cursor: Cursor): SymbolTarget | undefined {
  const spot = suppliedParameter(repository, cursor)
  return spot === undefined ? undefined : { kind: 'declared', spot }
}

function byScope(repository: Repository, file: string, cursor: Cursor): SymbolTarget | undefined {
  for (const object of scopeOwners(repository, file)) {
    const scopes = repository.scopes(object)
    const start = cursor.token.getStart()
    let node: ISpaghettiScopeNode | undefined = scopes?.lookupPosition(
      new Position(start.getRow(), start.getCol()),
      file
    )
    for (; node !== undefined; node = node.getParent()) {
      const found = referenceIn(repository, node, cursor)
      if (found !== undefined) return found
    }
  }
  return undefined
}

function referenceIn(
  repository: Repository,
  node: ISpaghettiScopeNode,
  { file, token, segment }: Cursor
): SymbolTarget | undefined {
  const found: Identifier[] = []
  for (const { position, resolved } of node.getData().references) {
    if (resolved === undefined || position.getFilename() !== file.getFilename()) continue
    if (position.getStart().equals(token.getStart())) found.push(resolved)
  }
  const named = found.filter(
    identifier => unescaped(identifier.getName()) === segment.text.toUpperCase()
  )
  // `DATA(x) = NEW zcl( )`: the type is inferred where the class stands; the class is the
  // target.
  const best =
    named.find(identifier => !isAt(identifier, token.getStart())) ??
    named[0] ??
    found.find(identifier => !isAt(identifier, token.getStart()))
  return best === undefined ? undefined : symbolOf(repository, best)
}

function isAt(identifier: Identifier, position: Position): boolean {
  return identifier.getStart().equals(position)
}

function unescaped(name: string): string {
  const upper = name.toUpperCase()
  return upper.startsWith('!') ? upper.slice(1) : upper
}

/**
 * A resolved identifier: a global class or interface is its object, everything else is where it is
 * declared.
 */
export function symbolOf(repository: Repository, identifier: Identifier): SymbolTarget | undefined {
  const spot = declarationPositionOf(identifier)
  if (repository.text(spot.file) === undefined) return undefined
  return declaredSymbol(repository, spot)
}

function declaredSymbol(repository: Repository, spot: DeclarationPosition): SymbolTarget {
  const name = parseFileName(spot.file)
  const abap = repository.abapFile(spot.file)
  if (abap === undefined) return { kind: 'object', id: objectId(spot.file) }
  const declaration = declarationAt(abap, spot)
  const isGlobal =
    name?.part === '' &&
    name.object === spot.name &&
    (declaration?.kind === 'class' || declaration?.kind === 'interface')
  if (isGlobal) return { kind: 'object', id: objectId(spot.file) }
  return {
    kind: 'declared',
    spot: (declaration?.kind === 'method' ? rootMethod(repository, spot) : undefined) ?? spot
  }
}

/** The cursor may stand on the declaration itself, which is no reference to anything. */
function byDeclaration(
  repository: Repository,
  file: string,
  { file: abap, statement, segment, token }: Cursor
): SymbolTarget | undefined {
  const spot: DeclarationPosition = {
    file,
    row: token.getRow(),
    column: segment.column,
    name: segment.text.toUpperCase()
  }
  const kind = statement.get()
  if (
    kind instanceof Statements.ClassImplementation &&
    nameIn(statement, Expressions.ClassName) === spot.name
  ) {
    for (const object of scopeOwners(repository, file)) {
      for (const part of object.getABAPFiles()) {
        const definition = part.getInfo().getClassDefinitionByName(spot.name)
        if (definition !== undefined) {
          return declaredSymbol(repository, declarationPositionOf(definition.identifier))
        }
      }
    }
  }
  if (kind instanceof Statements.FunctionModule) return functionSymbol(repository, spot.name)
  for (const object of scopeOwners(repository, file)) {
    const names = repository.scopes(object)?.lookupPosition(token.getStart(), file)
    const local = names?.findVariable(spot.name) ?? names?.findType(spot.name)
    if (local !== undefined && isSamePosition(declarationPositionOf(local), spot)) {
      return declaredSymbol(repository, spot)
    }
  }
  return declarationNames(abap, spot) ? declaredSymbol(repository, spot) : undefined
}

function declarationNames(abap: Cursor['file'], spot: DeclarationPosition): boolean {
  const declaration = declarationAt(abap, spot)
  if (declaration === undefined) return false
  const declares = declaration.statement.findAllExpressionsMulti(
    [
      Expressions.MethodName,
      Expressions.EventName,
      Expressions.DefinitionName,
      Expressions.NamespaceSimpleName,
      Expressions.FormName,
      Expressions.MethodParamName,
      Expressions.ClassName,
      Expressions.InterfaceName,
      Expressions.SimpleName
    ],
    true
  )
  return (
    declares.some(
      node =>
        node.getFirstToken().getRow() === spot.row &&
        node.getFirstToken().getStart().getCol() - 1 <= spot.column &&
        spot.column < node.getFirstToken().getEnd().getCol() - 1
    ) && declaration.kind !== 'data'
  )
}

/**
 * Names of dictionary objects are no references for the parser; a component of a structure is not
 * one of them.
 */
function byName(
  repository: Repository,
  { statement, token, segment }: Cursor
): SymbolTarget | undefined {
  const tokens = statement.getTokens()
  const before = tokens[tokens.indexOf(token) - 1]
  if (before !== undefined && ['-', '->', '=>'].includes(before.getStr())) return undefined
  return globalSymbol(repository, segment.text)
}

/** The repository object with this name, if there is one. */
export function globalSymbol(repository: Repository, name: string): SymbolTarget | undefined {
  for (const type of NAMED_TYPES) {
    const symbol = objectSymbol(repository, type, name)
    if (symbol !== undefined) return symbol
  }
  for (const view of repository.registry.getObjectsByType('DDLS')) {
    if (definesEntity(view, name)) return { kind: 'object', id: `DDLS ${view.getName()}` }
  }
  return undefined
}

function definesEntity(object: IObject, name: string): boolean {
  return (
    object instanceof Objects.DataDefinition &&
    [object.getDefinitionName(), object.getSQLViewName()].some(
      other => other?.toUpperCase() === name.toUpperCase()
    )
  )
}

/**
 * CDS sources and the XML of dictionary objects: a name there can only mean a repository object.
 */
function inOtherSource(
  repository: Repository,
  file: string,
  row: number,
  column: number
): SymbolTarget | undefined {
  const text = repository.text(file)
  if (text === undefined) return undefined
  const token = cdsTokens(text).find(
    entry =>
      entry.row === row &&
      entry.column <= column &&
      column <= entry.endColumn &&
      /\w/.test(entry.text)
  )
  return token === undefined ? undefined : globalSymbol(repository, token.text)
}
