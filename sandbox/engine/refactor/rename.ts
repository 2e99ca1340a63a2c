import { ABAPObject, Expressions, Position, Statements } from '@abaplint/core'
import type { Nodes } from '@abaplint/core'
import type { FileEdit, FileRange, FileRename } from '../../types.ts'
import type { PlaceRequest } from '../navigate/complete.ts'
import { scopesAt } from '../navigate/scopes.ts'
import { segmentsOf } from '../navigate/cursor.ts'
import { adtKind, declarationAt, nameIn } from '../navigate/declarations.ts'
import type { Declaration } from '../navigate/declarations.ts'
import { objectId } from '../files.ts'
import { rootMethod } from '../navigate/hierarchy.ts'
import { enterProgram } from '../includes.ts'
import { allMembers, findDefinition } from '../navigate/members.ts'
import { EngineError } from '../protocol.ts'
import type { Repository } from '../repository.ts'
import { rangeOfSpot, sameSpot, spotOf } from '../navigate/spots.ts'
import type { Spot } from '../navigate/spots.ts'
import { symbolAt } from '../navigate/symbols.ts'
import { owningObjects } from '../navigate/owners.ts'
import { usesOfDeclared } from '../navigate/uses-declared.ts'

const NAME = /^(?:[a-z_]\w*|<[a-z_]\w*>)$/i
const MAX_NAME = 30

/**
 * The edits of all sources that give another name to what stands at a place. Rejects what would not
 * work with INVALID.
 */
export function rename(
  repository: Repository,
  { file, row, column, overlay, main, newName }: PlaceRequest & { readonly newName: string }
): FileRename {
  enterProgram(repository, { file, overlay, main })
  const meaning = symbolAt(repository, file, row, column)
  if (meaning === undefined) {
    throw new EngineError('NOT_FOUND', 'There is nothing at this place that could be renamed.')
  }
  if (meaning.kind !== 'declared') {
    throw new EngineError(
      'INVALID',
      'A repository object cannot be renamed in a source; create it under the new name.'
    )
  }
  const { spot } = meaning
  const abap = repository.abapFile(spot.file)
  const declaration = abap === undefined ? undefined : declarationAt(abap, spot)
  if (declaration === undefined || repository.isLibrary(objectId(spot.file))) {
    throw new EngineError('INVALID', `"${spot.name}" cannot be renamed.`)
  }
  refuseKind(spot, declaration)
  refuseName(repository, spot, declaration, newName)
  const ranges = [
    rangeOfSpot(spot),
    ...usesOfDeclared(repository, [spot]).map(use => use.range),
    ...partners(repository, spot, declaration)
  ]
  return {
    oldName: spot.name,
    newName,
    kind: adtKind(declaration, spot.file),
    edits: editsOf(repository, ranges, { spot, newName })
  }
}

/**
 * Handlers repeat the parameters of an event in declarations of their own, which would have to
 * change with it.
 */
function refuseKind(spot: Spot, { kind, statement }: Declaration): void {
  const ofEvent =
    statement.get() instanceof Statements.Events ||
    statement.findFirstExpression(Expressions.EventHandler) !== undefined
  if (kind !== 'parameter' || !ofEvent) return
  throw new EngineError(
    'INVALID',
    `"${spot.name}" is a parameter of an event, whose handlers declare it again: ` +
      'it cannot be renamed. Change the event, its handlers and RAISE EVENT by edits.'
  )
}

function refuseName(
  repository: Repository,
  spot: Spot,
  { kind, owner }: Declaration,
  newName: string
): void {
  if (!NAME.test(newName) || newName.length > MAX_NAME) {
    throw new EngineError('INVALID', `"${newName}" is not a valid name.`)
  }
  if (spot.name.startsWith('<') !== newName.startsWith('<')) {
    throw new EngineError(
      'INVALID',
      'Names of field symbols, and only those, stand in angle brackets.'
    )
  }
  if (newName.toUpperCase() === spot.name) {
    throw new EngineError('INVALID', 'The new name is the old one.')
  }
  const place = { file: spot.file, position: new Position(spot.row, spot.column + 1) }
  const taken = scopesAt(repository, owningObjects(repository, spot.file), place).some(scope => {
    const definition = owner === undefined ? undefined : findDefinition(repository, scope, owner)
    const isMember =
      definition !== undefined && kind !== 'parameter' && kind !== 'class' && kind !== 'interface'
    return isMember
      ? allMembers(repository, scope, definition).some(
          member => member.name === newName.toUpperCase()
        )
      : (scope.findVariable(newName) ??
          scope.findType(newName) ??
          scope.findFormDefinition(newName)) !== undefined
  })
  if (taken) throw new EngineError('INVALID', `The name "${newName}" is taken already.`)
}

/**
 * Places that carry the name without using what it stands for: METHOD, REDEFINITION, ALIASES, CLASS
 * … IMPLEMENTATION.
 */
function partners(
  repository: Repository,
  spot: Spot,
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
          ...[...repository.freshness.mentioning([spot.name])].filter(
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
function preferred({ file, name }: Spot, statement: Declaration['statement']): FileRange[] {
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

interface Wanted {
  readonly spot: Spot
  readonly kind: Declaration['kind']
  readonly owner: string
}

function inFile(repository: Repository, file: string, wanted: Wanted): FileRange[] {
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
      wanted.kind === 'class'
        ? namesClass(node)
        : namesMember(repository, node, { ...wanted, file, current })
    if (expression !== undefined) {
      found.push(...segmentsIn(file, node, expression, wanted.spot.name))
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
  { file, current, spot, owner }: Wanted & { readonly file: string; readonly current: string }
): Named | undefined {
  const statement = node.get()
  if (statement instanceof Statements.MethodImplementation) {
    const name = nameIn(node, Expressions.MethodName)
    const isOurs =
      name === `${owner}~${spot.name}` ||
      (name === spot.name && isSameMethod(repository, file, { current, spot, owner }))
    return isOurs ? Expressions.MethodName : undefined
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
  { file, spot }: { readonly file: string; readonly spot: Spot }
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
  return root !== undefined && sameSpot(root, spot)
}

/** A METHOD implements the method when its class declares it or redefines it. */
function isSameMethod(
  repository: Repository,
  file: string,
  { current, spot, owner }: { current: string; spot: Spot; owner: string }
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
              ? rootMethod(repository, spotOf(method.identifier))
              : undefined
          return root !== undefined && sameSpot(root, spot)
        }) === true
  )
}

type NameOf =
  typeof Expressions.ClassName | typeof Expressions.MethodName | typeof Expressions.Field

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

/** One edit for every place that really says the old name: aliases say another one. */
function editsOf(
  repository: Repository,
  ranges: readonly FileRange[],
  { spot, newName }: { spot: Spot; newName: string }
): FileEdit[] {
  const edits = new Map<string, FileEdit>()
  for (const range of ranges) {
    const line = (repository.text(range.file) ?? '').split('\n')[range.startRow - 1] ?? ''
    const end = range.startColumn + spot.name.length
    const oldText = line.slice(range.startColumn, end)
    if (oldText.toUpperCase() !== spot.name || repository.isLibrary(objectId(range.file))) continue
    edits.set(`${range.file}:${range.startRow}:${range.startColumn}`, {
      ...range,
      endColumn: end,
      oldText,
      newText: newName
    })
  }
  return [...edits.values()].toSorted(
    (a, b) =>
      a.file.localeCompare(b.file) || a.startRow - b.startRow || a.startColumn - b.startColumn
  )
}
