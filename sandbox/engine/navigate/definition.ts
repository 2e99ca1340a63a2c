/** Finds where a name is declared or implemented. */
import { Expressions, Objects, Statements } from '@abaplint/core'
import type { ABAPFile } from '@abaplint/core'
import type { FileDefinition, FileRange, RepositoryFile } from '../../types.ts'
import { declarationAt, adtKind, nameIn } from './declarations.ts'
import type { Declaration } from './declarations.ts'
import { objectId, parseFileName } from '../files.ts'
import { enterProgram } from '../includes.ts'
import { adtType } from '../object-kinds.ts'
import { firstLine, rangeOfToken } from '../ranges.ts'
import type { Repository } from '../repository.ts'
import { rangeOfDeclaration } from './declaration-positions.ts'
import type { DeclarationPosition } from './declaration-positions.ts'
import { symbolAt } from './symbols.ts'
import type { SymbolTarget } from './symbols.ts'

export interface DefinitionRequest {
  readonly file: string
  readonly row: number
  readonly column: number
  readonly overlay: readonly RepositoryFile[]
  readonly implementation?: boolean
  readonly main?: string | undefined
}

/** Where the name at a place is declared or, on request and if there is one, implemented. */
export function definition(
  repository: Repository,
  request: DefinitionRequest
): FileDefinition | undefined {
  enterProgram(repository, request)
  const meaning = symbolAt(repository, request.file, request.row, request.column)
  return meaning === undefined
    ? undefined
    : placeOf(repository, meaning, request.implementation === true)
}

export function placeOf(
  repository: Repository,
  meaning: SymbolTarget,
  implementation: boolean
): FileDefinition | undefined {
  if (meaning.kind === 'object') return objectPlace(repository, meaning.id, implementation)
  if (meaning.kind === 'function') return functionPlace(repository, meaning.file, meaning.name)
  return spotPlace(repository, meaning.spot, implementation)
}

function objectPlace(
  repository: Repository,
  id: string,
  implementation: boolean
): FileDefinition | undefined {
  const object = repository.object(id)
  if (object === undefined) return undefined
  const common = { kind: kindOf(object), name: object.getName() }
  if (object instanceof Objects.Class || object instanceof Objects.Interface) {
    const main = object.getMainABAPFile()
    const implemented =
      implementation && main !== undefined
        ? main.getInfo().getClassImplementationByName(object.getName())?.identifier
        : undefined
    const identifier = implemented ?? object.getIdentifier()
    if (identifier !== undefined) {
      return { ...rangeOfToken(identifier.getFilename(), identifier.getToken()), ...common }
    }
  }
  const file = mainFile(repository, id)
  return file === undefined ? undefined : { ...firstLine(file), ...common }
}

function kindOf(object: { getType(): string }): string {
  return object instanceof Objects.Program && object.isInclude()
    ? 'PROG/I'
    : adtType(object.getType())
}

/**
 * The file that carries the source of an object: ABAP or CDS before XML, the main part before
 * others.
 */
export function mainFile(repository: Repository, id: string): string | undefined {
  const files = repository.filesOf(id).map(file => ({ file, name: parseFileName(file) }))
  const rank = ({ name }: { name: ReturnType<typeof parseFileName> }) =>
    (name?.extension === 'xml' ? 2 : 0) +
    (name?.part === '' || name?.part.startsWith('sapl') === true ? 0 : 1)
  return files.toSorted((a, b) => rank(a) - rank(b))[0]?.file
}

function functionPlace(repository: Repository, file: string, name: string): FileDefinition {
  const statement = repository
    .abapFile(file)
    ?.getStatements()
    .find(node => node.get() instanceof Statements.FunctionModule)
  const token = statement?.getTokens()[1]
  return {
    ...(token === undefined ? firstLine(file) : rangeOfToken(file, token)),
    kind: 'FUGR/FF',
    name
  }
}

function spotPlace(
  repository: Repository,
  spot: DeclarationPosition,
  implementation: boolean
): FileDefinition {
  const abap = repository.abapFile(spot.file)
  const declaration = abap === undefined ? undefined : declarationAt(abap, spot)
  const implemented =
    implementation && declaration !== undefined
      ? implementationOf(repository, spot, declaration)
      : undefined
  const kind = declaration === undefined ? includeKind(spot.file) : adtKind(declaration, spot.file)
  return {
    ...(implemented ?? rangeOfDeclaration(spot)),
    kind,
    name: spot.name === '' ? (parseFileName(spot.file)?.part.toUpperCase() ?? '') : spot.name
  }
}

function includeKind(file: string): string {
  return parseFileName(file)?.type === 'FUGR' ? 'FUGR/I' : 'PROG/I'
}

/** The METHOD of a method: in its class, or for an interface in a class that implements it. */
function implementationOf(
  repository: Repository,
  spot: DeclarationPosition,
  { kind, owner, ownerIsInterface }: Declaration
): FileRange | undefined {
  if (owner === undefined) return undefined
  if (kind === 'class') {
    return inFiles(
      repository,
      objectId(spot.file),
      file => file.getInfo().getClassImplementationByName(spot.name)?.identifier
    )
  }
  if (kind !== 'method') return undefined
  const own = objectId(spot.file)
  if (ownerIsInterface !== true) return methodIn(repository, own, { owner, method: spot.name })
  const candidates = [
    own,
    ...[...repository.dependencies.mentioning([owner])].filter(
      id => id !== own && !repository.isLibrary(id)
    )
  ]
  for (const id of candidates) {
    repository.refresh([id])
    const found = methodIn(repository, id, { method: `${owner}~${spot.name}` })
    if (found !== undefined) return found
  }
  return undefined
}

function inFiles(
  repository: Repository,
  id: string,
  find: (
    file: ABAPFile
  ) => { getFilename(): string; getToken(): Parameters<typeof rangeOfToken>[1] } | undefined
): FileRange | undefined {
  for (const name of repository.filesOf(id)) {
    const file = repository.abapFile(name)
    const identifier = file === undefined ? undefined : find(file)
    if (identifier !== undefined) {
      return rangeOfToken(identifier.getFilename(), identifier.getToken())
    }
  }
  return undefined
}

function methodIn(
  repository: Repository,
  id: string,
  { owner, method }: { owner?: string; method: string }
): FileRange | undefined {
  for (const name of repository.filesOf(id)) {
    let current = ''
    for (const node of repository.abapFile(name)?.getStatements() ?? []) {
      if (node.get() instanceof Statements.ClassImplementation) {
        current = nameIn(node, Expressions.ClassName)
      }
      if (
        !(node.get() instanceof Statements.MethodImplementation) ||
        nameIn(node, Expressions.MethodName) !== method
      ) {
        continue
      }
      const token = node.findFirstExpression(Expressions.MethodName)?.getFirstToken()
      if (token !== undefined && (owner === undefined || owner === current)) {
        return rangeOfToken(name, token)
      }
    }
  }
  return undefined
}
