/** Attributes of objects and classes that are named at run time, as far as they are visible. */
import { currentRuntime, type AbapClass, type AbapObject } from '../abap.ts'
import { isBroken } from '../broken.ts'
import type { Declaration } from '../descriptions/declaration.ts'

interface Attribute {
  readonly visibility?: string
  readonly is_class?: string
}

interface Described {
  readonly INTERNAL_NAME?: string
  readonly INTERNAL_TYPE?: string
  readonly ATTRIBUTES?: Readonly<Record<string, Attribute>>
  readonly DESCRIPTION?: Declaration
  readonly IMPLEMENTED_INTERFACES?: readonly string[]
  readonly [member: string]: unknown
}

/** Where a statement stands: names of classes are looked up, and visibility is judged, from there. */
export interface Place {
  /** What the names of local classes begin with: `CLAS-ZCL_X-`. */
  readonly program: string
  /** The class of the method; left out in other procedures. */
  readonly within?: string
}

/** A class or interface by its name: a local one, a global one, or by its absolute name. */
export function classNamed(name: string, { program }: Place): AbapClass | undefined {
  const { Classes } = currentRuntime()
  const text = name.trim().toUpperCase()
  const [, of, absolute] = /^\\(?:PROGRAM=(\S+?)\\)?(?:CLASS|INTERFACE)=(\S+)$/.exec(text) ?? []
  if (absolute === undefined) return Classes[program + text] ?? Classes[text]
  return of === undefined ? Classes[absolute] : Classes[`PROG-${of}-${absolute}`]
}

/** The class and its superclasses, from below; a class with errors says so by itself. */
function lineOf(type: unknown): Described[] {
  const found: Described[] = []
  for (
    let at: unknown = type;
    typeof at === 'function' && at !== Function.prototype;
    at = Object.getPrototypeOf(at)
  ) {
    if (isBroken(at) || Object.hasOwn(at, 'INTERNAL_NAME')) found.push(at as unknown as Described)
    if (isBroken(at)) break
  }
  return found
}

interface Found {
  readonly owner: Described
  readonly name: string
  readonly attribute: Attribute
  readonly visibility: string
  /** How many classes stand below the owner. */
  readonly distance: number
}

function declared(type: unknown, name: string): Found | undefined {
  for (const [distance, owner] of lineOf(type).entries()) {
    const own = ownAttribute(owner, name)
    if (own !== undefined) {
      return { owner, name, attribute: own, visibility: own.visibility ?? 'U', distance }
    }
    const [target, visibility = 'U'] = owner.DESCRIPTION?.aliases?.[name] ?? []
    const aliased = target === undefined ? undefined : declared(owner, target)
    if (aliased !== undefined) {
      return { ...aliased, visibility, distance: distance + aliased.distance }
    }
  }
  return undefined
}

function ownAttribute(owner: Described, name: string): Attribute | undefined {
  const { ATTRIBUTES = {} } = owner
  if (!Object.hasOwn(owner, 'ATTRIBUTES')) return undefined
  if (Object.hasOwn(ATTRIBUTES, name)) return ATTRIBUTES[name]
  return undefined
}

function isVisible({ owner, visibility }: Found, place: Place): boolean {
  if (visibility === 'U') return true
  const context = place.within === undefined ? undefined : classNamed(place.within, place)
  if (context === undefined) return false
  const line = lineOf(context)
  if (line[0] === owner || (visibility === 'O' && line.includes(owner))) return true
  // a local class may be named a friend in a statement of its own, which no declaration shows
  if (owner.INTERNAL_NAME !== undefined && place.program.endsWith(`-${owner.INTERNAL_NAME}-`)) {
    return true
  }
  return isFriend(owner, line)
}

/** Who inherits from a friend, or has an interface that is one, is a friend too. */
function isFriend(owner: Described, line: readonly Described[]): boolean {
  const friends = new Set(owner.DESCRIPTION?.friends ?? [])
  const names = line.flatMap(({ INTERNAL_NAME = '', IMPLEMENTED_INTERFACES = [] }) => [
    INTERNAL_NAME,
    ...IMPLEMENTED_INTERFACES
  ])
  return names.some(name => friends.has(name.replace(/^(?:CLAS|PROG|FUGR)-.*-/, '')))
}

/** `ZIF_X~DO` → `zif_x$do`, the name in generated code. */
function memberName(name: string): string {
  return name.toLowerCase().replaceAll(/[~/]/g, '$')
}

/** A static attribute; undefined where there is none that is visible. */
export function staticAttribute(type: unknown, name: string, place: Place): unknown {
  const found = declared(type, name) ?? declared(type, ofInterface(type, name))
  if (found?.attribute.is_class !== 'X' || !isVisible(found, place)) return undefined
  return memberOf(found.owner, found.name)
}

/** Constants of an interface are its members under the name of both. */
function memberOf(owner: Described, name: string): unknown {
  const [plain, both] = [memberName(name), memberName(ofInterface(owner, name))]
  if (Object.hasOwn(owner, both)) return owner[both]
  return Object.hasOwn(owner, plain) ? owner[plain] : undefined
}

function ofInterface(type: unknown, name: string): string {
  const { INTERNAL_NAME = '' } = type as Described
  return `${INTERNAL_NAME.replace(/^(?:CLAS|PROG|FUGR)-.*-/, '')}~${name}`
}

/**
 * An attribute of the object that a reference points to. An interface reference shows the attributes of its
 * interface alone; a class reference those of its static type, then those of the object.
 */
export function attributeOf(reference: object, name: string, place: Place): unknown {
  const object = (reference as { get(): unknown }).get()
  if (typeof object !== 'object' || object === null) return undefined
  const instance = object as AbapObject
  const type = instance.constructor as unknown as Described
  const known = reference === instance.me ? ownType(place) : staticTypeOf(reference, place)
  if (known?.INTERNAL_TYPE === 'INTF') {
    return valueOf(
      instance,
      declared(type, ofInterface(known, name)) ?? ifComponent(type, name),
      place
    )
  }
  const inherited = known !== undefined && lineOf(type).includes(known)
  const first = inherited ? declared(known, name) : undefined
  const levels = inherited ? lineOf(type).indexOf(known) : 0
  const visible = first !== undefined && isVisible(first, place)
  const found = visible ? { ...first, distance: first.distance + levels } : declared(type, name)
  return valueOf(instance, found, place)
}

/** Of an interface that the interface of the reference includes. */
function ifComponent(type: Described, name: string): Found | undefined {
  return name.includes('~') ? declared(type, name) : undefined
}

function ownType(place: Place): Described | undefined {
  return place.within === undefined
    ? undefined
    : (classNamed(place.within, place) as Described | undefined)
}

function staticTypeOf(reference: object, place: Place): Described | undefined {
  const { getQualifiedName } = reference as { getQualifiedName?(): string | undefined }
  const name = getQualifiedName?.call(reference)
  if (name === undefined || name === '') return undefined
  return classNamed(name, place) as Described | undefined
}

function valueOf(instance: AbapObject, found: Found | undefined, place: Place): unknown {
  if (found === undefined || !isVisible(found, place)) return undefined
  const member = memberName(found.name)
  if (found.attribute.is_class === 'X') {
    return memberOf(found.owner, found.name) ?? instance[member]
  }
  if (found.attribute.visibility !== 'I') return instance[member]
  let hidden: Readonly<Record<string, unknown>> | null = instance.FRIENDS_ACCESS_INSTANCE ?? null
  for (let step = 0; step < found.distance; step++) {
    // those of a superclass are inherited
    hidden = hidden === null ? null : (Object.getPrototypeOf(hidden) as typeof hidden)
  }
  return hidden?.[member]
}
