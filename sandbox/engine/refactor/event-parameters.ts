/**
 * Finds everything that changes with the name of an event parameter: its handlers declare it again,
 * and RAISE EVENT passes it by name.
 */
import { ABAPObject, Expressions, Position, Statements } from '@abaplint/core'
import type { Nodes } from '@abaplint/core'
import type { FileRange } from '../../types.ts'
import { objectId } from '../files.ts'
import { segmentsOf } from '../navigate/cursor.ts'
import { isSamePosition } from '../navigate/declaration-positions.ts'
import type { DeclarationPosition } from '../navigate/declaration-positions.ts'
import { nameIn } from '../navigate/declarations.ts'
import type { Declaration } from '../navigate/declarations.ts'
import { findDefinition } from '../navigate/members.ts'
import type { TypeDefinition } from '../navigate/members.ts'
import { owningObjects } from '../navigate/owners.ts'
import { scopesAt } from '../navigate/scopes.ts'
import { wordsFor } from '../navigate/uses-declared.ts'
import { EngineError } from '../protocol.ts'
import type { Repository } from '../repository.ts'

/** An event parameter: its declarations, the event's own first, and the places that pass it. */
export interface EventParameter {
  readonly declarations: readonly DeclarationPosition[]
  readonly passed: readonly FileRange[]
}

/** The statement that declares an event. */
interface EventDeclaration {
  readonly file: string
  readonly statement: Nodes.StatementNode
}

const MAX_DEPTH = 100

/**
 * The event parameter that a declaration belongs to; undefined for any other declaration.
 * @throws EngineError INVALID for SENDER, which no event declares
 */
export function eventParameter(
  repository: Repository,
  spot: DeclarationPosition,
  { kind, owner, statement }: Declaration
): EventParameter | undefined {
  if (kind !== 'parameter' || owner === undefined) return undefined
  const named =
    statement.get() instanceof Statements.Events
      ? { of: owner, event: nameIn(statement, Expressions.EventName) }
      : handledEvent(statement)
  if (named === undefined) return undefined
  const event = eventOf(repository, { ...named, file: spot.file, at: statement })
  const declared =
    event === undefined || repository.isLibrary(objectId(event.file))
      ? undefined
      : declaredIn(event.file, event.statement, spot.name)
  if (event === undefined || declared === undefined) {
    throw new EngineError(
      'INVALID',
      `"${spot.name}" is not declared by the event ${named.event} and cannot be renamed.`
    )
  }
  return search(repository, { event: spotOf(event), declared })
}

/** `FOR EVENT event OF class` of a handler. */
function handledEvent(
  statement: Nodes.StatementNode
): { readonly of: string; readonly event: string } | undefined {
  const handler = statement.findFirstExpression(Expressions.EventHandler)
  const of = handler?.findDirectExpression(Expressions.ClassName)?.concatTokens().toUpperCase()
  const event = handler?.findDirectExpression(Expressions.EventName)?.concatTokens().toUpperCase()
  return of === undefined || event === undefined ? undefined : { of, event }
}

interface NamedEvent {
  /** The class or interface whose event it is, or that inherits it. */
  readonly of: string
  readonly event: string
  readonly file: string
  readonly at: Nodes.StatementNode
}

/** The event of this name as a class sees it: its own, an inherited one, or by an alias. */
function eventOf(
  repository: Repository,
  { of, event, file, at }: NamedEvent
): EventDeclaration | undefined {
  const start = at.getFirstToken().getStart()
  const position = new Position(start.getRow(), start.getCol())
  const [scope] = scopesAt(repository, owningObjects(repository, file), { file, position })
  let [current, name]: [string | undefined, string] = [of, event]
  for (let depth = 0; current !== undefined && depth < MAX_DEPTH; depth++) {
    const [, home, component] = /^(.+)~(.+)$/.exec(name) ?? []
    if (home !== undefined && component !== undefined) [current, name] = [home, component]
    const definition = findDefinition(repository, scope, current)
    if (definition === undefined) return undefined
    const own = declarationOf(repository, definition, name)
    if (own !== undefined) return own
    const alias = definition.getAliases().find(one => one.getName().toUpperCase() === name)
    if (alias !== undefined) name = alias.getComponent().toUpperCase()
    else current = definition.getSuperClass()
  }
  return undefined
}

/** The statement by which the class or interface itself declares the event. */
function declarationOf(
  repository: Repository,
  definition: TypeDefinition,
  name: string
): EventDeclaration | undefined {
  const file = definition.getFilename()
  let owner = ''
  for (const statement of repository.abapFile(file)?.getStatements() ?? []) {
    const kind = statement.get()
    if (kind instanceof Statements.ClassDefinition) {
      owner = nameIn(statement, Expressions.ClassName)
    } else if (kind instanceof Statements.Interface) {
      owner = nameIn(statement, Expressions.InterfaceName)
    }
    const isIt =
      kind instanceof Statements.Events &&
      owner === definition.getName().toUpperCase() &&
      nameIn(statement, Expressions.EventName) === name
    if (isIt) return { file, statement }
  }
  return undefined
}

/** Where the name of the event stands. */
function spotOf({ file, statement }: EventDeclaration): DeclarationPosition {
  const token = statement.findFirstExpression(Expressions.EventName)?.getFirstToken()
  return {
    file,
    row: token?.getRow() ?? 0,
    column: (token?.getStart().getCol() ?? 1) - 1,
    name: nameIn(statement, Expressions.EventName)
  }
}

/** The parameter of this name that a statement declares. */
function declaredIn(
  file: string,
  statement: Nodes.StatementNode,
  name: string
): DeclarationPosition | undefined {
  return statement
    .findAllExpressions(Expressions.MethodParamName)
    .flatMap(found => rangesOf(file, found, name))
    .map(({ startRow: row, startColumn: column }) => ({ file, row, column, name }))[0]
}

interface Meant {
  readonly event: DeclarationPosition
  readonly declared: DeclarationPosition
}

function search(repository: Repository, { event, declared }: Meant): EventParameter {
  const home = objectId(event.file)
  const words = wordsFor(repository, event)
  const others = [...repository.dependencies.mentioning(words)].filter(
    id => id !== home && !repository.isLibrary(id)
  )
  const found = { declarations: [declared], passed: [] as FileRange[] }
  for (const id of [home, ...others]) {
    repository.refresh([id])
    const object = repository.object(id)
    if (!(object instanceof ABAPObject)) continue
    for (const file of object.getABAPFiles()) {
      inFile(repository, file.getFilename(), { event, name: declared.name, found })
    }
  }
  return found
}

interface Search {
  readonly event: DeclarationPosition
  readonly name: string
  readonly found: { readonly declarations: DeclarationPosition[]; readonly passed: FileRange[] }
}

/** Handlers and RAISE EVENT statements of one file. */
function inFile(repository: Repository, file: string, { event, name, found }: Search): void {
  const isMeant = (named: Omit<NamedEvent, 'file'>) => {
    const meant = eventOf(repository, { ...named, file })
    return meant !== undefined && isSamePosition(spotOf(meant), event)
  }
  let current = ''
  for (const at of repository.abapFile(file)?.getStatements() ?? []) {
    const statement = at.get()
    if (statement instanceof Statements.ClassImplementation) {
      current = nameIn(at, Expressions.ClassName)
    }
    const handled = statement instanceof Statements.MethodDef ? handledEvent(at) : undefined
    if (handled !== undefined && isMeant({ ...handled, at })) {
      const handler = declaredIn(file, at, name)
      if (handler !== undefined) found.declarations.push(handler)
    }
    if (statement instanceof Statements.RaiseEvent) {
      const raised = { of: current, event: nameIn(at, Expressions.EventName), at }
      if (isMeant(raised)) found.passed.push(...passedIn(file, at, name))
    }
  }
}

/** The parameter before the equals sign of `EXPORTING`; calls among the values have their own. */
function passedIn(file: string, statement: Nodes.StatementNode, name: string): FileRange[] {
  const list = statement.findFirstExpression(Expressions.ParameterListS)
  return (list?.findDirectExpressions(Expressions.ParameterS) ?? []).flatMap(one => {
    const parameter = one.findDirectExpression(Expressions.ParameterName)
    return parameter === undefined ? [] : rangesOf(file, parameter, name)
  })
}

/** The name without its escape sign. */
function rangesOf(file: string, found: Nodes.ExpressionNode, name: string): FileRange[] {
  const token = found.getFirstToken()
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
}
