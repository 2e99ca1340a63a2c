/** Finds the uses of declarations: variables, components, types and subroutines. */
import { ABAPObject, ReferenceType } from '@abaplint/core'
import type { ISpaghettiScopeNode } from '@abaplint/core'
import { constructorOf, methodOfParameter, suppliedUses } from './callees.ts'
import { segmentsOf } from './cursor.ts'
import { declarationAt } from './declarations.ts'
import { isTestFile, objectId } from '../files.ts'
import { mainPrograms } from '../includes.ts'
import type { Repository } from '../repository.ts'
import { isSamePosition, declarationPositionOf } from './declaration-positions.ts'
import type { DeclarationPosition } from './declaration-positions.ts'
import type { Use } from './uses.ts'

type NameReference = ReturnType<ISpaghettiScopeNode['getData']>['references'][number]

/** Bounds of a search: in the declaring object, only the files with tests. */
export interface Bounds {
  readonly declaringObject: string
}

/** The components of a class or interface that others can use. */
export function membersOf(object: ABAPObject): DeclarationPosition[] {
  const main = object.getMainABAPFile()
  const info = main?.getInfo()
  const found =
    info?.getClassDefinitionByName(object.getName()) ??
    info?.getInterfaceDefinitionByName(object.getName())
  if (main === undefined || found === undefined) return []
  const named = [
    ...found.methods.filter(method => !method.isRedefinition),
    ...found.attributes,
    ...found.constants,
    ...found.aliases
  ]
  return named.map(member => declarationPositionOf(member.identifier))
}

/** Uses of the symbols declared at these positions: variables, components, types, subroutines. */
export function usesOfDeclared(
  repository: Repository,
  spots: readonly DeclarationPosition[],
  bounds?: Bounds
): Use[] {
  if (spots.length === 0) return []
  const search: Search = {
    repository,
    wanted: new Set(spots.map(keyOf)),
    constructors: spots.some(spot => spot.name === 'CONSTRUCTOR'),
    uses: []
  }
  const { uses } = search
  const candidateIds = [...candidates(repository, spots)].filter(id => !repository.isLibrary(id))
  repository.refresh(candidateIds)
  for (const id of candidateIds) {
    const object = repository.object(id)
    if (!(object instanceof ABAPObject)) continue
    const top = repository.scopes(object)?.getTop()
    if (top !== undefined) collect(top, search)
  }
  for (const spot of spots) {
    const method = methodOfParameter(repository, spot)
    if (method !== undefined) {
      uses.push(...suppliedUses(repository, usesOfDeclared(repository, [method]), spot.name))
    }
  }
  if (bounds === undefined) return uses
  return uses.filter(
    ({ range }) => objectId(range.file) !== bounds.declaringObject || isTestFile(range.file)
  )
}

function keyOf({ file, row, column }: DeclarationPosition): string {
  return `${file}:${row}:${column}`
}

/**
 * The objects to search: dependants that mention the name, the declaring object, and the main
 * programs of both.
 */
function candidates(repository: Repository, spots: readonly DeclarationPosition[]): Set<string> {
  const found = new Set<string>()
  for (const [declaringObject, declared] of Map.groupBy(spots, spot => objectId(spot.file))) {
    const words = new Set(declared.flatMap(spot => wordsFor(repository, spot)))
    const dependants = repository.dependencies.dependants(declaringObject)
    const related = [
      declaringObject,
      ...[...repository.dependencies.mentioning(words)].filter(id => dependants.has(id))
    ]
    for (const id of related) {
      found.add(id)
      for (const main of mainPrograms(repository, id)) found.add(main)
    }
  }
  return found
}

/**
 * Words by which a symbol can be used: its name and aliases, and for a constructor the names of its
 * class and of the subclasses.
 */
export function wordsFor(repository: Repository, spot: DeclarationPosition): string[] {
  const words = [spot.name]
  const abap = repository.abapFile(spot.file)
  const owner = abap === undefined ? undefined : declarationAt(abap, spot)?.owner
  if (owner === undefined) return words
  if (spot.name === 'CONSTRUCTOR') return [...words, owner, ...subclassesOf(repository, owner)]
  const dependants = repository.dependencies.dependants(objectId(spot.file))
  for (const id of repository.dependencies.mentioning([spot.name])) {
    const object = dependants.has(id) ? repository.object(id) : undefined
    if (!(object instanceof ABAPObject)) continue
    for (const file of object.getABAPFiles()) {
      for (const definition of file.getInfo().listClassDefinitions()) {
        for (const alias of definition.aliases) {
          if (alias.component.toUpperCase().endsWith(`~${spot.name}`)) {
            words.push(alias.name.toUpperCase())
          }
        }
      }
    }
  }
  return words
}

/** Names of the classes that inherit from a class, over any number of steps. */
function subclassesOf(repository: Repository, owner: string): string[] {
  const subclasses = new Set<string>()
  const queue = [owner]
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    for (const id of repository.dependencies.mentioning([name])) {
      const object = repository.object(id)
      if (!(object instanceof ABAPObject)) continue
      for (const { superClassName, name: heir } of object
        .getABAPFiles()
        .flatMap(file => [...file.getInfo().listClassDefinitions()])) {
        if (superClassName?.toUpperCase() !== name || subclasses.has(heir.toUpperCase())) continue
        subclasses.add(heir.toUpperCase())
        queue.push(heir.toUpperCase())
      }
    }
  }
  return [...subclasses]
}

/**
 * `METHOD run.` in the class that declares it is no use; the implementation of a method of an
 * interface is one.
 */
function isOwnImplementation(reference: NameReference, declared: DeclarationPosition): boolean {
  return (
    reference.referenceType === ReferenceType.MethodImplementationReference &&
    reference.position.getFilename() === declared.file
  )
}

interface Search {
  readonly repository: Repository
  readonly wanted: ReadonlySet<string>
  /** A constructor is called by making an object. */
  readonly constructors: boolean
  readonly uses: Use[]
}

function collect(node: ISpaghettiScopeNode, search: Search): void {
  for (const reference of node.getData().references) {
    const declared = declaredBy(reference, search)
    if (
      declared === undefined ||
      !search.wanted.has(keyOf(declared)) ||
      isOwnImplementation(reference, declared)
    ) {
      continue
    }
    const use = useOf(reference, declared)
    if (use !== undefined) search.uses.push(use)
  }
  for (const child of node.getChildren()) collect(child, search)
}

function declaredBy(
  { resolved, referenceType }: NameReference,
  { repository, constructors }: Search
): DeclarationPosition | undefined {
  if (resolved === undefined || referenceType === ReferenceType.InferredType) return undefined
  if (referenceType === ReferenceType.ConstructorReference) {
    return constructors ? constructorOf(repository, resolved) : undefined
  }
  return declarationPositionOf(resolved)
}

function useOf(reference: NameReference, declared: DeclarationPosition): Use | undefined {
  const token = reference.position.getToken()
  const [file, row] = [reference.position.getFilename(), token.getRow()]
  const segments = segmentsOf(token)
  // The escape sign of a declaration is no part of the name.
  const isDeclaration = segments.some(({ column }) =>
    isSamePosition({ ...declared, file, row, column }, declared)
  )
  if (isDeclaration) return undefined
  // An alias has a name of its own, which stands in the source alone.
  const segment =
    segments.find(part => part.text.toUpperCase() === declared.name) ?? segments.at(-1)
  if (segment === undefined) return undefined
  return {
    range: {
      file,
      startRow: row,
      startColumn: segment.column,
      endRow: row,
      endColumn: segment.endColumn
    }
  }
}
