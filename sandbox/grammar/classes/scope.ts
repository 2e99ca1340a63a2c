/** What the parser knows of the classes and interfaces that are visible at a place. */
import type { AbstractType } from '@abaplint/core'
import { internal } from '../parser-internals.ts'
import type { SyntaxInput, Token } from '../parser-internals.ts'

export interface Named {
  getName(): string
}
export interface Member extends Named {
  getVisibility(): unknown
  getType(): AbstractType
}
export interface MethodLike extends Named {
  getToken(): Token
  getVisibility(): unknown
  isStatic(): boolean
  isRedefinition(): boolean
  isEventHandler(): boolean
  getEventName(): string | undefined
  getEventClass(): string | undefined
  getExceptions(): readonly string[]
  getRaising(): readonly string[]
  getParameters(): { readonly preferred?: string; getImporting(): readonly Named[] }
}
/** The definition of a class or of an interface. */
export interface ClassLike extends Named {
  getSuperClass(): string | undefined
  getAliases(): readonly Named[]
  /** Undefined while the definition is read. */
  getAttributes(): { getInstance(): readonly Member[] } | undefined
  getTypeDefinitions(): {
    getAll(): readonly { readonly type: Member; readonly visibility: unknown }[]
  }
  getMethodDefinitions(): {
    getAll(): Iterable<MethodLike>
    getByName(name: string): MethodLike | undefined
  }
}
interface ScopeNode {
  getParent(): ScopeNode | undefined
  getIdentifier(): { readonly stype: string; readonly sname: string }
}
interface ClassScope {
  readonly current: ScopeNode | undefined
  isInStaticMethod(): boolean
  findClassDefinition(name: string): ClassLike | undefined
  findInterfaceDefinition(name: string): ClassLike | undefined
  findObjectDefinition(name: string): ClassLike | undefined
}
export interface Helper {
  memberNotVisible(
    visibility: unknown,
    definition: unknown,
    owner: unknown,
    enclosing: string | undefined
  ): string | undefined
  searchAttributeName(definition: unknown, name: string): object | undefined
  searchConstantName(definition: unknown, name: string): object | undefined
  searchEvent(definition: unknown, name: string): unknown
}

export const { Visibility } = internal<{
  Visibility: { readonly Private: unknown; readonly Protected: unknown; readonly Public: unknown }
}>('4_file_information/visibility')

const { ObjectOriented } = internal<{ ObjectOriented: new (scope: unknown) => Helper }>(
  '5_syntax/_object_oriented'
)

export function objectsIn(input: SyntaxInput): {
  readonly scope: ClassScope
  readonly helper: Helper
} {
  const scope = input.scope as unknown as ClassScope
  return { scope, helper: new ObjectOriented(scope) }
}

const PLACES = new Set(['class_definition', 'class_implementation', 'interface'])

/** The class or interface in whose definition or implementation the place is. */
export function enclosing(input: SyntaxInput): string | undefined {
  const { scope } = objectsIn(input)
  for (let at = scope.current; at !== undefined; at = at.getParent()) {
    const { stype, sname } = at.getIdentifier()
    if (PLACES.has(stype)) return sname
  }
  return undefined
}
