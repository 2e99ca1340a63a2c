/**
 * Lists the components of classes and interfaces, inherited ones included, with their signatures.
 */
import { Objects, Visibility } from '@abaplint/core'
import type {
  IClassDefinition,
  IInterfaceDefinition,
  IMethodDefinition,
  ISpaghettiScopeNode,
  TypedIdentifier
} from '@abaplint/core'
import type { FileProposal } from '../../types.ts'
import type { Repository } from '../repository.ts'

/** A class or interface with its types resolved. */
export type TypeDefinition = IClassDefinition | IInterfaceDefinition

/** A component as it is seen from some place. */
export interface Member {
  readonly name: string
  readonly kind: FileProposal['kind']
  readonly isStatic: boolean
  readonly visibility: 'public' | 'protected' | 'private'
  readonly owner: string
  readonly inherited: boolean
  readonly method?: IMethodDefinition
  readonly typed?: TypedIdentifier
}

const MAX_DEPTH = 100

/** The class or interface of this name as seen from a scope: a local one, else the global one. */
export function findDefinition(
  repository: Repository,
  scope: ISpaghettiScopeNode | undefined,
  name: string
): TypeDefinition | undefined {
  const local = scope?.findClassDefinition(name) ?? scope?.findInterfaceDefinition(name)
  if (local !== undefined) return local
  for (const type of ['CLAS', 'INTF']) {
    const object = repository.registry.getObject(type, name)
    if (object instanceof Objects.Class || object instanceof Objects.Interface) {
      return object.getDefinition()
    }
  }
  return undefined
}

/**
 * All components of a class or interface, own ones first, then those of its interfaces and of the
 * classes above it.
 */
export function allMembers(
  repository: Repository,
  scope: ISpaghettiScopeNode | undefined,
  definition: TypeDefinition
): Member[] {
  const members: Member[] = []
  const visibilityNameOf = new Set<string>()
  let current: TypeDefinition | undefined = definition
  for (let depth = 0; current !== undefined && depth < MAX_DEPTH; depth++) {
    for (const member of ownMembers(repository, scope, current)) {
      // A redefinition hides what it redefines, and private components of a superclass are not seen
      // at all.
      if (visibilityNameOf.has(member.name) || (depth > 0 && member.visibility === 'private')) {
        continue
      }
      visibilityNameOf.add(member.name)
      members.push({ ...member, inherited: depth > 0 })
    }
    const above: string | undefined = current.getSuperClass()
    current = above === undefined ? undefined : findDefinition(repository, scope, above)
  }
  return members
}

function ownMembers(
  repository: Repository,
  scope: ISpaghettiScopeNode | undefined,
  definition: TypeDefinition
): Member[] {
  const members = declaredMembers(definition, '')
  for (const { name } of definition.getImplementing()) {
    const found = findDefinition(repository, scope, name)
    if (found !== undefined) members.push(...interfaceMembers(repository, scope, found))
  }
  return members
}

/**
 * Components of an interface carry its name in a class, those of interfaces it includes carry
 * theirs.
 */
function interfaceMembers(
  repository: Repository,
  scope: ISpaghettiScopeNode | undefined,
  definition: TypeDefinition,
  depth = 0
): Member[] {
  const members = declaredMembers(definition, `${definition.getName().toUpperCase()}~`)
  if (depth > MAX_DEPTH) return members
  for (const { name } of definition.getImplementing()) {
    const found = findDefinition(repository, scope, name)
    if (found !== undefined) members.push(...interfaceMembers(repository, scope, found, depth + 1))
  }
  return members
}

type Common = (name: string, visibility: Visibility) => Omit<Member, 'kind' | 'isStatic'>

function declaredMembers(definition: TypeDefinition, prefix: string): Member[] {
  const owner = definition.getName().toUpperCase()
  const common: Common = (name, visibility) => ({
    name: prefix + name.toUpperCase().replace('!', ''),
    owner,
    inherited: false,
    visibility: visibilityNameOf(visibility)
  })
  return [
    ...declaredMethods(definition, common),
    ...declaredData(definition, common),
    ...declaredNames(definition, common)
  ]
}

function declaredMethods(definition: TypeDefinition, common: Common): Member[] {
  return [...definition.getMethodDefinitions().getAll()].map(method => ({
    ...common(method.getName(), method.getVisibility()),
    kind: 'method',
    isStatic: method.isStatic(),
    method
  }))
}

function declaredData(definition: TypeDefinition, common: Common): Member[] {
  const attributes = definition.getAttributes()
  const groups = [
    { kind: 'attribute', isStatic: false, all: attributes.getInstance() },
    { kind: 'attribute', isStatic: true, all: attributes.getStatic() },
    { kind: 'constant', isStatic: true, all: attributes.getConstants() }
  ] as const
  return groups.flatMap(({ kind, isStatic, all }) =>
    all.map(typed => ({
      ...common(typed.getName(), typed.getVisibility()),
      kind,
      isStatic,
      typed
    }))
  )
}

/** Types, events and aliases. */
function declaredNames(definition: TypeDefinition, common: Common): Member[] {
  const types = definition
    .getTypeDefinitions()
    .getAll()
    .map(({ type, visibility }): Member => ({
      ...common(type.getName(), visibility),
      kind: 'type',
      isStatic: true,
      typed: type
    }))
  const events = definition.getEvents().map((event): Member => ({
    ...common(event.getName(), Visibility.Public),
    kind: 'event',
    isStatic: event.isStatic()
  }))
  const aliases = definition.getAliases().map((alias): Member => ({
    ...common(alias.getName(), alias.getVisibility()),
    kind: 'method',
    isStatic: false
  }))
  return [...types, ...events, ...aliases]
}

function visibilityNameOf(visibility: Visibility): Member['visibility'] {
  return visibility === Visibility.Private
    ? 'private'
    : visibility === Visibility.Protected
      ? 'protected'
      : 'public'
}

/** A readable signature: `run( amount TYPE i ) RETURNING result TYPE string`. */
export function signatureOf(method: IMethodDefinition): string {
  const parameters = method.getParameters()
  const list = (label: string, entries: readonly TypedIdentifier[]) =>
    entries.length === 0 ? '' : `${label} ${entries.map(describe).join(' ')}`
  const returning = parameters.getReturning()
  return [
    list('IMPORTING', parameters.getImporting()),
    list('EXPORTING', parameters.getExporting()),
    list('CHANGING', parameters.getChanging()),
    returning === undefined ? '' : `RETURNING ${describe(returning)}`,
    method.getRaising().length === 0 ? '' : `RAISING ${method.getRaising().join(' ').toUpperCase()}`
  ]
    .filter(text => text !== '')
    .join(' ')
}

function describe(parameter: TypedIdentifier): string {
  return `${parameter.getName().replace('!', '').toLowerCase()} TYPE ${typeText(parameter)}`
}

/** The name of a type as it was given, else what it is made of. */
export function typeText(typed: TypedIdentifier): string {
  const type = typed.getType()
  return (type.getQualifiedName() ?? type.getDDICName() ?? type.toText(0))
    .replaceAll('```', '')
    .toLowerCase()
}
