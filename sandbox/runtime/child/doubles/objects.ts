/** Test doubles of global interfaces and classes (`CL_ABAP_TESTDOUBLE`). */
import { currentRuntime, type AbapClass } from '../abap.ts'
import { RunAborted } from '../alerts.ts'
import { isBroken } from '../broken.ts'
import type { Declaration } from '../descriptions/declaration.ts'
import { DoubleCall, signatureOf, type Signature } from './calls.ts'
import { createConfiguration, type Configuration, type Handle } from './configurations.ts'

/** What the kernel's classes call; a configuration is a number. */
export interface ObjectDoubles {
  create(name: string): object
  configure(double: unknown): number
  /** The configuration of a number. */
  of(id: number): Configuration
  /** One sentence for each expectation that the calls did not meet. */
  unmet(double: unknown): string[]
}

interface Doubled {
  readonly name: string
  readonly configurations: Configuration[]
  /** The configuration that the next call records. */
  pending: Configuration | undefined
}

interface DescribedClass extends AbapClass {
  readonly prototype: Record<string, unknown>
  readonly INTERNAL_TYPE?: string
  readonly METHODS?: Readonly<Record<string, Signature & { readonly visibility?: string }>>
  readonly ATTRIBUTES?: Readonly<Record<string, { readonly is_class?: string; type(): unknown }>>
  readonly IMPLEMENTED_INTERFACES?: readonly string[]
  readonly DESCRIPTION?: Declaration
}

export function createObjectDoubles(): ObjectDoubles {
  const doubles = new WeakMap<object, Doubled>()
  const configurations = new Map<number, Configuration>()
  const stateOf = (double: unknown): Doubled => {
    const state = typeof double === 'object' && double !== null ? doubles.get(double) : undefined
    return state ?? refuse('a call of an object that is no test double')
  }
  return {
    create(name) {
      const found = typeOf(name)
      const state: Doubled = { name, configurations: [], pending: undefined }
      const double = instanceOf(found, (method, handle) => answer(state, method, handle))
      doubles.set(double, state)
      return double
    },
    configure(double) {
      const state = stateOf(double)
      state.pending = createConfiguration()
      configurations.set(configurations.size + 1, state.pending)
      return configurations.size
    },
    of: id => configurations.get(Number(id)) ?? refuse('a configuration of a test double'),
    unmet: double =>
      stateOf(double).configurations.flatMap(one => {
        const { method, expected, calls } = one
        return expected === undefined || expected === calls
          ? []
          : [`${method}: expected ${expected} calls, actual ${calls}`]
      })
  }
}

function refuse(what: string): never {
  throw new RunAborted({
    kind: 'unsupported',
    title: `Not supported by the sandbox runtime: ${what}`,
    details: [],
    stack: new Error('refused').stack ?? ''
  })
}

function typeOf(name: string): DescribedClass {
  const found = currentRuntime().Classes[name.trim().toUpperCase()]
  if (found === undefined || isBroken(found)) {
    return refuse(`a test double of ${name}, which is no global interface or class without errors`)
  }
  const type = found as DescribedClass
  if (type.DESCRIPTION?.kind === 'F') {
    throw new RunAborted({
      kind: 'exception',
      title: `The class ${name.trim().toUpperCase()} is final: it has no test doubles`,
      details: [],
      stack: new Error('final').stack ?? ''
    })
  }
  return type
}

/** The first call after its configuration is recorded; every other one is answered. */
async function answer(state: Doubled, method: string, handle: Handle): Promise<unknown> {
  const { pending } = state
  if (pending === undefined) {
    const matching: Configuration[] = []
    for (const one of state.configurations) {
      if (one.method === method && (await one.matches(handle.call))) matching.push(one)
    }
    // When all are used up the last one goes on.
    const found = matching.find(({ calls, times }) => calls < times) ?? matching.at(-1)
    return found === undefined ? handle.call.returning() : await found.answer(handle)
  }
  const wrong = pending.record(method, handle.call)
  if (wrong !== undefined) refuse(`${wrong} of ${state.name}, method ${method}, in a test double`)
  state.pending = undefined
  state.configurations.push(pending)
  return handle.call.returning()
}

type Answer = (method: string, handle: Handle) => Promise<unknown>
type Members = Record<string, unknown>

function instanceOf(type: DescribedClass, give: Answer): object {
  const instance = type.INTERNAL_TYPE === 'INTF' ? ofInterface(type) : ofClass(type)
  for (const [name, signature] of methodsOf(type, instance)) {
    instance[memberName(name)] = async (input?: Members) => {
      const call = new DoubleCall(signatureOf(signature), input)
      return await give(name, { call, double: instance, method: name })
    }
  }
  return instance
}

/** A class with the interface alone: `?=` and `CAST` look at what its class implements. */
function ofInterface(type: DescribedClass): Members {
  const { types } = currentRuntime()
  const all = [type, ...interfacesOf(type)]
  const Double = class {
    static readonly INTERNAL_TYPE = 'CLAS'
    static readonly INTERNAL_NAME = `${type.INTERNAL_NAME ?? ''}`
    static readonly IMPLEMENTED_INTERFACES = all.map(({ INTERNAL_NAME: name = '' }) => name)
    static readonly METHODS = {}
    static readonly ATTRIBUTES = {}
  }
  const instance = new Double() as unknown as Members
  const me = new types.ABAPObject()
  me.set(instance)
  instance.me = me
  instance.FRIENDS_ACCESS_INSTANCE = {}
  for (const one of all) {
    const own = memberName(one.INTERNAL_NAME ?? '')
    for (const [name, attribute] of Object.entries(one.ATTRIBUTES ?? {})) {
      const member = `${own}$${memberName(name)}`
      instance[member] = attribute.is_class === 'X' ? one[member] : attribute.type()
    }
  }
  return instance
}

/** A subclass whose constructor of ABAP does not run. */
function ofClass(type: DescribedClass): Members {
  const Double = class extends (type as unknown as new () => object) {}
  return new Double() as unknown as Members
}

function interfacesOf(type: DescribedClass): DescribedClass[] {
  return (type.IMPLEMENTED_INTERFACES ?? [])
    .map(name => currentRuntime().Classes[name])
    .filter(found => found !== undefined && !isBroken(found))
    .map(found => found as DescribedClass)
}

/** The instance methods that calls from outside or from subclasses reach, by ABAP's names. */
function methodsOf(type: DescribedClass, instance: Members): Map<string, Signature> {
  const methods = new Map<string, Signature>()
  const add = (owner: DescribedClass, prefix: string): void => {
    for (const [name, method] of Object.entries(owner.METHODS ?? {})) {
      const isStatic = typeof owner[memberName(name)] === 'function'
      const isFinal = owner.DESCRIPTION?.methods?.[name]?.isFinal === true
      if (name === 'CONSTRUCTOR' || method.visibility === 'I' || isStatic || isFinal) continue
      if (!methods.has(prefix + name)) methods.set(prefix + name, method)
    }
  }
  if (type.INTERNAL_TYPE === 'INTF') add(type, `${type.INTERNAL_NAME ?? ''}~`)
  let current: DescribedClass | null = type
  while (typeof current === 'function') {
    if (current.INTERNAL_TYPE !== 'INTF' && Object.hasOwn(current, 'METHODS')) add(current, '')
    for (const one of interfacesOf(current)) add(one, `${one.INTERNAL_NAME ?? ''}~`)
    current = Object.getPrototypeOf(current) as DescribedClass | null
  }
  if (type.INTERNAL_TYPE !== 'INTF') {
    for (const name of methods.keys()) {
      if (typeof instance[memberName(name)] !== 'function') methods.delete(name)
    }
  }
  return methods
}

/** `ZIF_X~DO` → `zif_x$do`, the name in generated code. */
function memberName(name: string): string {
  return name.toLowerCase().replaceAll('~', '$').replaceAll('/', '$')
}
