/** Reads a chain of names such as `a->b( )-c` and resolves what it leads to. */
import { BasicTypes } from '@abaplint/core'
import type { AbstractType, ISpaghettiScopeNode } from '@abaplint/core'
import { allMembers, findDefinition } from './members.ts'
import type { TypeDefinition } from './members.ts'
import type { Repository } from '../repository.ts'

/**
 * One link of `zcl=>get( )->rows[ 1 ]-name`: its name, how it is written, and the operator before
 * it.
 */
export interface Link {
  readonly name: string
  readonly operator: '->' | '=>' | '-' | ''
  readonly isCall: boolean
  readonly isIndexed: boolean
  /** NEW, CAST, VALUE … directly before the first link. */
  readonly constructor_: string
}

const MAX_LINKS = 50

/** The chain of names that ends a text. */
export function chainAtEnd(text: string): Link[] {
  const links: Link[] = []
  let rest = text
  while (links.length < MAX_LINKS) {
    const isIndexed = rest.endsWith(']')
    const isCall = rest.endsWith(')')
    if (isIndexed || isCall) rest = rest.slice(0, openerOf(rest))
    const [name] = /(?:<?[\w/~#]+>?)$/.exec(rest) ?? ['']
    if (name === '') return links
    rest = rest.slice(0, rest.length - name.length)
    const operator = (['->', '=>', '-'] as const).find(sign => rest.endsWith(sign)) ?? ''
    const constructor_ =
      operator === ''
        ? (/\b(NEW|CAST|VALUE|CONV|REF|EXACT|CORRESPONDING)\s+$/i.exec(rest)?.[1]?.toUpperCase() ??
          '')
        : ''
    links.unshift({ name: name.toUpperCase(), operator, isCall, isIndexed, constructor_ })
    if (operator === '') return links
    rest = rest.slice(0, rest.length - operator.length)
  }
  return links
}

/** Offset of the bracket that the last character closes; 0 when it closes none. */
function openerOf(text: string): number {
  let depth = 0
  for (let at = text.length - 1; at >= 0; at--) {
    if (text[at] === ')' || text[at] === ']') depth++
    if ((text[at] === '(' || text[at] === '[') && --depth === 0) return at
  }
  return 0
}

/** What a chain leads to: a value of some type, or a class named by `=>`. */
export interface ChainTarget {
  readonly type?: AbstractType
  readonly definition?: TypeDefinition
}

export interface ScopeView {
  readonly repository: Repository
  readonly scope: ISpaghettiScopeNode | undefined
  readonly self: TypeDefinition | undefined
}

/**
 * Follows a chain over variables, attributes, method results and components; undefined where its
 * end is not known.
 */
export function resolveChain(
  view: ScopeView,
  links: readonly Link[],
  next: string
): ChainTarget | undefined {
  const [first, ...others] = links
  if (first === undefined) return undefined
  let current = resolveFirst(view, first, others[0]?.operator ?? next)
  for (const link of others) {
    if (current === undefined) return undefined
    current = resolveNext(view, current, link)
  }
  return current
}

function resolveFirst(view: ScopeView, link: Link, next: string): ChainTarget | undefined {
  const { repository, scope, self } = view
  if (link.constructor_ !== '') {
    const definition = findDefinition(repository, scope, link.name)
    if (definition !== undefined) return { definition }
    const type = scope?.findType(link.name)?.getType()
    return type === undefined ? undefined : { type }
  }
  if (next === '=>') return targetOfDefinition(findDefinition(repository, scope, link.name))
  if (link.name === 'ME') return targetOfDefinition(self)
  if (link.name === 'SUPER') return targetOfDefinition(superOf(view))
  if (link.isCall) return self === undefined ? undefined : memberOf(view, self, link)
  const type = scope?.findVariable(link.name)?.getType()
  return type === undefined ? undefined : { type: indexed(type, link) }
}

function targetOfDefinition(definition: TypeDefinition | undefined): ChainTarget | undefined {
  return definition === undefined ? undefined : { definition }
}

function superOf({ repository, scope, self }: ScopeView): TypeDefinition | undefined {
  const name = self?.getSuperClass()
  return name === undefined ? undefined : findDefinition(repository, scope, name)
}

function resolveNext(view: ScopeView, from: ChainTarget, link: Link): ChainTarget | undefined {
  if (link.operator === '-') {
    const component = structureOf(from.type)?.getComponentByName(link.name)
    return component === undefined ? undefined : { type: indexed(component, link) }
  }
  const definition = definitionOf(view, from)
  if (definition !== undefined) return memberOf(view, definition, link)
  const component =
    from.type instanceof BasicTypes.DataReference
      ? structureOf(from.type.getType())?.getComponentByName(link.name)
      : undefined
  return component === undefined ? undefined : { type: indexed(component, link) }
}

function memberOf(
  view: ScopeView,
  definition: TypeDefinition,
  link: Link
): ChainTarget | undefined {
  const found = allMembers(view.repository, view.scope, definition).find(
    member => member.name === link.name || member.name.endsWith(`~${link.name}`)
  )
  const type = link.isCall
    ? found?.method?.getParameters().getReturning()?.getType()
    : found?.typed?.getType()
  return type === undefined ? undefined : { type: indexed(type, link) }
}

function indexed(type: AbstractType, link: Link): AbstractType {
  return link.isIndexed && type instanceof BasicTypes.TableType ? type.getRowType() : type
}

/** The class or interface whose components `->` or `=>` reaches. */
export function definitionOf(
  { repository, scope }: ScopeView,
  { type, definition }: ChainTarget
): TypeDefinition | undefined {
  if (definition !== undefined) return definition
  return type instanceof BasicTypes.ObjectReferenceType
    ? findDefinition(repository, scope, type.getIdentifierName())
    : undefined
}

/** The structure whose components `-` reaches; a table stands for its header line. */
export function structureOf(type: AbstractType | undefined): BasicTypes.StructureType | undefined {
  if (type instanceof BasicTypes.StructureType) return type
  if (type instanceof BasicTypes.TableType) return structureOf(type.getRowType())
  return undefined
}
