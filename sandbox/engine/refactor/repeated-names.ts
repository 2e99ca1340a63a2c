/** Finds the places that repeat a declared name without being a use of what it declares. */
import { ABAPObject, Expressions, Statements } from '@abaplint/core'
import type { Nodes } from '@abaplint/core'
import type { FileRange } from '../../types.ts'
import { objectId } from '../files.ts'
import { segmentsOf } from '../navigate/cursor.ts'
import { nameIn } from '../navigate/declarations.ts'
import type { Declaration } from '../navigate/declarations.ts'
import { rootMethod } from '../navigate/hierarchy.ts'
import { isSamePosition, declarationPositionOf } from '../navigate/declaration-positions.ts'
import type { DeclarationPosition } from '../navigate/declaration-positions.ts'
import type { Repository } from '../repository.ts'

/**
 * Places that carry the name without using what it stands for: METHOD, REDEFINITION, ALIASES, CLASS
 * … IMPLEMENTATION.
 */
export function repeatedNames(
  repository: Repository,
  spot: DeclarationPosition,
  { kind, owner, statement }: Declaration
): FileRange[] {
  if (kind === 'parameter') return preferred(spot, statement)
  if (kind !== 'method' && kind !== 'class') return []
  const home = objectId(spot.file)
  const ids =
    kind === 'class'
      ? [home]
      : [
          home,
          ...[...repository.dependencies.mentioning([spot.name])].filter(
            id => id !== home && !repository.isLibrary(id)
          )
        ]
  return ids.flatMap(id => {
    repository.refresh([id])
    const object = repository.object(id)
    return object instanceof ABAPObject
      ? object
          .getABAPFiles()
          .flatMap(file =>
            inFile(repository, file.getFilename(), { spot, kind, owner: owner ?? '' })
          )
      : []
  })
}

/** `PREFERRED PARAMETER name`, at the end of the declaration of its method. */
function preferred(
  { file, name }: DeclarationPosition,
  statement: Declaration['statement']
): FileRange[] {
  const tokens = statement.getTokens()
  return tokens.flatMap((token, at) => {
    const before = [tokens[at - 2], tokens[at - 1]]
      .map(one => one?.getStr().toUpperCase())
      .join(' ')
    if (before !== 'PREFERRED PARAMETER') return []
    const row = token.getRow()
    return segmentsOf(token)
      .filter(({ text }) => text.toUpperCase() === name)
      .map(({ column, endColumn }) => ({
        file,
        startRow: row,
        startColumn: column,
        endRow: row,
        endColumn
      }))
  })
}

interface RenameTarget {
  readonly spot: DeclarationPosition
  readonly kind: Declaration['kind']
  readonly owner: string
}

function inFile(repository: Repository, file: string, target: RenameTarget): FileRange[] {
  const found: FileRange[] = []
  let current = ''
  for (const node of repository.abapFile(file)?.getStatements() ?? []) {
    const statement = node.get()
    if (
      statement instanceof Statements.ClassDefinition ||
      statement instanceof Statements.ClassImplementation
    ) {
      current = nameIn(node, Expressions.ClassName)
    }
    const expression =
      target.kind === 'class'
        ? namesClass(node)
        : namesMember(repository, node, { ...target, file, current })
    if (expression !== undefined) {
      found.push(...segmentsIn(file, node, expression, target.spot.name))
      // Uses through an alias of the same name change too, so that the alias changes with them.
      if (statement instanceof Statements.Aliases) {
        found.push(...segmentsIn(file, node, Expressions.SimpleName, target.spot.name))
      }
    }
  }
  return found
}

type Named = Parameters<typeof segmentsIn>[2]

/** The expression of a statement that may hold the name of a class. */
function namesClass(node: Nodes.StatementNode): Named | undefined {
  const statement = node.get()
  return statement instanceof Statements.ClassImplementation ||
    statement instanceof Statements.ClassDeferred ||
    statement instanceof Statements.ClassLocalFriends
    ? Expressions.ClassName
    : undefined
}

/** The expression of a statement that holds the name of the member. */
function namesMember(
  repository: Repository,
  node: Nodes.StatementNode,
  { file, current, spot, owner }: RenameTarget & { readonly file: string; readonly current: string }
): Named | undefined {
  const statement = node.get()
  if (statement instanceof Statements.MethodImplementation) {
    const name = nameIn(node, Expressions.MethodName)
    const isImplementation =
      name === `${owner}~${spot.name}` ||
      (name === spot.name && isSameMethod(repository, file, { current, spot, owner }))
    return isImplementation ? Expressions.MethodName : undefined
  }
  if (statement instanceof Statements.MethodDef) {
    return redefines(repository, node, { file, spot }) ? Expressions.MethodName : undefined
  }
  return statement instanceof Statements.Aliases &&
    node.concatTokens().toUpperCase().includes(`FOR ${owner}~${spot.name}`)
    ? Expressions.Field
    : undefined
}

function redefines(
  repository: Repository,
  node: Nodes.StatementNode,
  { file, spot }: { readonly file: string; readonly spot: DeclarationPosition }
): boolean {
  const token = node.findFirstExpression(Expressions.MethodName)?.getFirstToken()
  if (node.findFirstExpression(Expressions.Redefinition) === undefined || token === undefined) {
    return false
  }
  const root = rootMethod(repository, {
    file,
    row: token.getRow(),
    column: token.getStart().getCol() - 1,
    name: spot.name
  })
  return root !== undefined && isSamePosition(root, spot)
}

/** A METHOD implements the method when its class declares it or redefines it. */
function isSameMethod(
  repository: Repository,
  file: string,
  { current, spot, owner }: { current: string; spot: DeclarationPosition; owner: string }
): boolean {
  if (current === owner) return objectId(file) === objectId(spot.file)
  const object = repository.object(objectId(file))
  if (!(object instanceof ABAPObject)) return false
  return object.getABAPFiles().some(
    part =>
      part
        .getInfo()
        .getClassDefinitionByName(current)
        ?.methods.some(method => {
          const root =
            method.isRedefinition && method.name.toUpperCase() === spot.name
              ? rootMethod(repository, declarationPositionOf(method.identifier))
              : undefined
          return root !== undefined && isSamePosition(root, spot)
        }) === true
  )
}

type NameOf =
  | typeof Expressions.ClassName
  | typeof Expressions.MethodName
  | typeof Expressions.Field
  | typeof Expressions.SimpleName

function segmentsIn(
  file: string,
  node: Parameters<typeof nameIn>[0],
  expression: NameOf,
  name: string
): FileRange[] {
  return node.findAllExpressionsMulti([expression], true).flatMap(found => {
    const token = found.getFirstToken()
    const row = token.getRow()
    return segmentsOf(token)
      .filter(segment => segment.text.toUpperCase() === name)
      .map(segment => ({
        file,
        startRow: row,
        startColumn: segment.column,
        endRow: row,
        endColumn: segment.endColumn
      }))
  })
}
