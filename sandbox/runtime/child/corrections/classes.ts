/** Completes loaded classes: implementations under other names, optional methods and constants. */
import { isAbsent } from './absent.ts'
import { currentRuntime, type AbapClass, type AbapMethod } from '../abap.ts'
import { isBroken } from '../broken.ts'

interface Parameter {
  readonly parm_kind?: string
  type?(): unknown
}
interface Method {
  readonly alias_for?: string
  readonly parameters?: Readonly<Record<string, Parameter>>
}
interface Attribute {
  readonly is_constant?: string
  readonly is_class?: string
}
interface Described extends AbapClass {
  readonly prototype: Record<string, AbapMethod | undefined>
  readonly METHODS?: Readonly<Record<string, Method & { readonly visibility?: string }>>
  readonly ATTRIBUTES?: Readonly<Record<string, Attribute>>
  readonly IMPLEMENTED_INTERFACES?: readonly string[]
  readonly INTERNAL_TYPE?: string
  /** Methods of an interface that need no implementation, and what a call of them does. */
  readonly DEFAULTS?: Readonly<Record<string, 'ignore' | 'fail'>>
}

/**
 * Completes the classes that were loaded: what was implemented under another name, what needs no
 * implementation, what nothing may change.
 */
export function completeClasses(): void {
  for (const entry of Object.values(currentRuntime().Classes)) {
    const type = entry as Described | undefined
    if (type === undefined) continue
    linkAliases(type)
    addDefaults(type)
    protectConstants(type)
  }
}

/**
 * Constants of an interface are members of the interface and of every class that has it, under the
 * name of both.
 */
function protectConstants(type: Described): void {
  const constants = (of: Described | undefined): string[] =>
    Object.entries(of?.ATTRIBUTES ?? {}).flatMap(
      ([name, { is_constant: fixed, is_class: shared }]) =>
        fixed === 'X' && shared === 'X' ? [memberName(name)] : []
    )
  const prefix = type.INTERNAL_TYPE === 'INTF' ? `${localName(type.INTERNAL_NAME ?? '')}$` : ''
  for (const name of constants(type)) constant(type[prefix + name])
  for (const name of type.IMPLEMENTED_INTERFACES ?? []) {
    for (const member of constants(interfaceOf(name, type))) {
      constant(type[`${localName(name)}$${member}`])
    }
  }
}

/** Local interfaces are registered as `CLAS-ZCL_X-LIF_Y`. */
function localName(name: string): string {
  return memberName(name.replace(/^(?:CLAS|PROG|FUGR)-.*-/, ''))
}

function interfaceOf(name: string, { INTERNAL_NAME: user = '' }: Described): Described | undefined {
  const { Classes } = currentRuntime()
  const found = Classes[user.replace(/[^-]*$/, name)] ?? Classes[name]
  return isBroken(found) ? undefined : (found as Described | undefined)
}

/** `ZIF_X~DO` → `zif_x$do`, the name in generated code. */
function memberName(name: string): string {
  return name.toLowerCase().replaceAll('~', '$').replaceAll('/', '$')
}

/** A method may be implemented under its alias: subclasses and callers use its own name. */
function linkAliases({ METHODS, prototype }: Described): void {
  for (const [name, { alias_for: target }] of Object.entries(METHODS ?? {})) {
    if (target === undefined || prototype === undefined) continue
    const [alias, own] = [memberName(name), memberName(target)]
    const implementation = Object.hasOwn(prototype, alias) ? prototype[alias] : undefined
    if (implementation === undefined || Object.hasOwn(prototype, own)) continue
    prototype[own] = implementation
    prototype[alias] = function (this: Record<string, AbapMethod>, input) {
      return (this[own] ?? implementation).call(this, input)
    }
  }
}

const defaults = new WeakSet<object>()

/** Whether a method stands for one that the class leaves out. */
export const isDefault = (method: object): boolean => defaults.has(method)

function addDefaults(user: Described): void {
  const { prototype } = user
  for (const name of user.IMPLEMENTED_INTERFACES ?? []) {
    const type = interfaceOf(name, user)
    for (const [method, kind] of Object.entries(type?.DEFAULTS ?? {})) {
      const own = `${localName(name)}$${method.toLowerCase()}`
      if (prototype[own] === undefined) {
        const made = kind === 'fail' ? failing : ignoring(type?.METHODS?.[method])
        prototype[own] = made
        defaults.add(made)
      }
    }
  }
}

function failing(): Promise<never> {
  const Illegal = currentRuntime().Classes.CX_SY_DYN_CALL_ILLEGAL_METHOD
  if (Illegal === undefined) throw new Error('a method that has no implementation')
  throw new Illegal()
}

/** A method that is passed over returns what is initial. */
function ignoring(method: Method | undefined): AbapMethod {
  const returning = Object.values(method?.parameters ?? {}).find(
    parameter => parameter.parm_kind === 'R'
  )
  return () => Promise.resolve(returning?.type?.())
}

const CHANGES = ['set', 'clear', 'append', 'insertIndex', 'deleteIndex']

/** Makes a value immutable, also by field symbols and references. */
export function constant(value: unknown): void {
  if (typeof value !== 'object' || value === null || isAbsent(value)) return
  for (const name of CHANGES) {
    if (name in value) {
      Object.defineProperty(value, name, { value: refuseChange, configurable: true })
    }
  }
  for (const part of parts(value)) constant(part)
}

/** The opposite: a declaration that is reached again sets its value again. */
export function variable(value: unknown): void {
  if (typeof value !== 'object' || value === null || isAbsent(value)) return
  for (const name of CHANGES) Reflect.deleteProperty(value, name)
  for (const part of parts(value)) variable(part)
}

function parts(value: object): unknown[] {
  const { Structure } = currentRuntime().types as unknown as {
    Structure: new () => { get(): object }
  }
  return value instanceof Structure ? Object.values(value.get()) : []
}

function refuseChange(): never {
  throw new Error('MOVE_TO_LIT_NOTALLOWED_NODATA')
}
