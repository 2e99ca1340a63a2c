/** Classes and interfaces with what the transpiler writes of them. */
import { currentRuntime, type AbapClass } from '../abap.ts'
import { isBroken } from '../broken.ts'
import type { Declaration } from './declaration.ts'

export interface Attribute {
  readonly visibility: string
  readonly is_class?: string
  readonly is_constant?: string
  type(): unknown
}

export interface Parameter {
  readonly is_optional?: string
  readonly parm_kind?: string
  type(): unknown
}

export interface Method {
  readonly visibility: string
  readonly is_class?: string
  readonly alias_for?: string
  readonly exceptions?: readonly string[]
  readonly parameters?: Readonly<Record<string, Parameter>>
}

/** A class or interface with what the transpiler writes of it. */
export type Described = AbapClass & {
  readonly INTERNAL_TYPE?: string
  readonly STATIC_SUPER?: Described
  readonly IMPLEMENTED_INTERFACES?: readonly string[]
  readonly ATTRIBUTES?: Readonly<Record<string, Attribute>>
  readonly METHODS?: Readonly<Record<string, Method>>
  readonly DESCRIPTION?: Declaration
}

export function describedClass(name: string): Described | undefined {
  const found = currentRuntime().Classes[name.trim().toUpperCase()]
  return found === undefined || isBroken(found) ? undefined : (found as unknown as Described)
}

/** The class and its superclasses, itself first. */
export function lineOf(type: Described): Described[] {
  const line: Described[] = []
  let current: Described | null | undefined = type
  while (typeof current === 'function' && !line.includes(current)) {
    line.push(current)
    current = current.STATIC_SUPER
  }
  return line
}

/** A local class is kept as `CLAS-OWNER-NAME`. */
export function localName(name: string): string {
  return /^(?:CLAS|PROG|FUGR|INTF)-.+-([^-]+)$/.exec(name)?.[1] ?? name
}

/** The key of a class or interface by its name: a local one where there is no global one. */
export function keyOf(name: string): string {
  const wanted = name.trim().toUpperCase()
  const { Classes: classes } = currentRuntime()
  if (classes[wanted] !== undefined) return wanted
  const local = Object.keys(classes).filter(key => key !== wanted && localName(key) === wanted)
  return local[0] ?? ''
}
