/** Behavior definitions and behavior pools of the running program. */
import { currentRuntime, type AbapClass, type AbapMethod, type AbapObject } from '../abap.ts'
import { RunAborted } from '../alerts.ts'
import type { AbapStructure, AbapValue } from '../values.ts'

export interface Declared {
  readonly name: string
  readonly isInternal: boolean
  readonly features: 'none' | 'instance' | 'global'
  readonly precheck: boolean
}
export interface Action extends Declared {
  readonly isStatic: boolean
  readonly isFunction: boolean
  readonly isFactory: boolean
  readonly result?: string
  readonly isDraft: boolean
  /** A draft action that calls a method too. */
  readonly additional: boolean
  /** The determinations and validations of a determine action. */
  readonly runs?: readonly Run[]
}
export interface Run {
  readonly kind: Trigger['kind']
  /** Empty for the entity of the action. */
  readonly entity: string
  readonly name: string
  readonly always: boolean
}
export interface Trigger {
  readonly kind: 'determination' | 'validation'
  readonly name: string
  readonly on: 'modify' | 'save'
  readonly operations: readonly string[]
  readonly fields: readonly string[]
}
/** An association within the definition: pairs of own field and field of the target. */
export interface Relation {
  readonly name: string
  readonly kind: 'composition' | 'parent' | 'other'
  readonly target: string
  readonly on?: readonly (readonly [string, string])[]
}
export type Joined = Relation & Required<Pick<Relation, 'on'>>
export interface Definition {
  readonly name: string
  readonly alias: string
  readonly pool: string
  readonly table?: string
  readonly draft: boolean
  readonly draftTable?: string
  readonly keys: readonly string[]
  readonly operations: readonly Declared[]
  readonly associations: readonly (Declared & { readonly creates: boolean })[]
  readonly relations: readonly Relation[]
  readonly actions: readonly Action[]
  readonly triggers: readonly Trigger[]
  readonly events: readonly { readonly name: string }[]
  readonly readonly: readonly string[]
  readonly numbered: readonly string[]
  readonly mandatory: readonly string[]
  readonly controlled: readonly string[]
  readonly earlyNumbering: boolean
  readonly lateNumbering: boolean
  readonly save: 'managed' | 'additional' | 'unmanaged'
  readonly fullData: boolean
  readonly authorization: 'none' | 'instance' | 'global' | 'both' | 'dependent'
  readonly mapping: readonly (readonly [string, string])[]
  readonly projection?: Projection
}
/** What an entity of a projection stands for: pairs of the own name and the one below. */
export interface Projection {
  readonly behavior: string
  readonly entity: string
  readonly names: readonly (readonly [string, string])[]
  readonly actions: readonly (readonly [string, string])[]
  readonly augmented: readonly string[]
}
export interface Entity {
  readonly definition: Definition
  /** Tables of the behavior below, by operation. */
  readonly below?: Readonly<Record<string, (() => AbapValue) | undefined>>
  readonly instance?: () => AbapStructure
  readonly row?: () => AbapStructure
  /** A row of the entity itself. */
  readonly view?: () => AbapStructure
  readonly draftRow?: () => AbapStructure
}
export interface Behavior {
  readonly name: string
  readonly kind: 'managed' | 'unmanaged' | 'projection' | 'other'
  readonly unsupported: readonly string[]
  readonly entities: readonly Entity[]
  /** What a statement of EML without these targets would fill. */
  readonly responses?: Readonly<
    Partial<Record<'failed' | 'mapped' | 'reported', () => AbapStructure>>
  >
}
export interface Handler {
  readonly kind: string
  readonly class: string
  readonly method: string
  readonly entity: string
  readonly operation: string
  readonly keys: string
  readonly request: string
  readonly result: string
  readonly full: string
  readonly link: string
}
export interface Pool {
  readonly pool: string
  readonly behavior: string
  readonly handlers: readonly Handler[]
  readonly savers: readonly string[]
}

/** Ends the run with the name of what is not run. */
export function unsupported(what: string): never {
  throw new RunAborted({
    kind: 'unsupported',
    title: `Not supported by the sandbox runtime: ${what}`,
    details: [],
    stack: new Error('unsupported').stack ?? ''
  })
}

export class Behaviors {
  readonly #definitions = new Map<string, Behavior>()
  readonly #pools = new Map<string, Pool>()

  define(behavior: Behavior): void {
    this.#definitions.set(behavior.name, behavior)
  }

  addPool(pool: Pool): void {
    this.#pools.set(pool.pool, pool)
  }

  get(name: string): Behavior | undefined {
    return this.#definitions.get(name)
  }

  /** The definition, or the end of the run where the sandbox cannot run it. */
  find(name: string): Behavior {
    const found = this.#definitions.get(name)
    if (found === undefined) return unsupported(`EML for ${name}: no behavior definition is known`)
    const [first] = found.unsupported
    if (first !== undefined) unsupported(`EML for ${name}: ${first}`)
    if (found.kind === 'other') unsupported(`EML for ${name}: it is neither managed nor unmanaged`)
    return found
  }

  /** The definition that has an entity of the name. */
  withEntity(name: string): Behavior {
    for (const behavior of this.#definitions.values()) {
      if (behavior.entities.some(({ definition }) => definition.name === name)) return behavior
    }
    return unsupported(`EML for ${name}: no behavior definition is known`)
  }

  of(entity: Entity): Behavior {
    for (const behavior of this.#definitions.values()) {
      if (behavior.entities.includes(entity)) return behavior
    }
    return unsupported(`EML for ${entity.definition.name}: no behavior definition is known`)
  }

  /** Where an association of an entity leads to. */
  target(entity: Entity, name: string): { readonly relation: Joined; readonly entity: Entity } {
    const { definition } = entity
    const relation = definition.relations.find(each => each.name === name)
    if (relation?.on === undefined) {
      return unsupported(
        `BY \\${name} of ${definition.name}: its target or its condition is not known in the behavior definition`
      )
    }
    const { target, on } = relation
    return { relation: { ...relation, on }, entity: entityOf(this.of(entity), target) }
  }

  handler(entity: Entity, kind: string, operation = ''): Handler | undefined {
    const { name, pool } = entity.definition
    return this.#pools
      .get(pool)
      ?.handlers.find(
        each => each.kind === kind && each.entity === name && each.operation === operation
      )
  }

  saver(behavior: Behavior): { readonly pool: string; readonly name: string } | undefined {
    for (const entity of behavior.entities) {
      const pool = this.#pools.get(entity.definition.pool)
      const [name] = pool?.savers ?? []
      if (pool !== undefined && name !== undefined) return { pool: pool.pool, name }
    }
    return undefined
  }
}

export function entityOf(behavior: Behavior, name: string): Entity {
  const found = behavior.entities.find(
    ({ definition }) => definition.alias === name || definition.name === name
  )
  return found ?? unsupported(`EML for ${name}: ${behavior.name} has no such entity`)
}

interface Described extends Omit<AbapClass, 'METHODS'> {
  new (): AbapObject
  readonly METHODS?: Readonly<
    Record<
      string,
      { readonly parameters?: Readonly<Record<string, { type(): unknown } | undefined>> }
    >
  >
}

interface LocalObject {
  readonly type: Described
  method(name: string): AbapMethod | undefined
}

/** A local class of a pool, made for one call. */
export async function localObject(pool: string, name: string): Promise<LocalObject> {
  const Local = currentRuntime().Classes[`CLAS-${pool}-${name}`] as unknown as Described | undefined
  if (Local === undefined) return unsupported(`class ${name} of ${pool}: it is not there`)
  const object = await new Local().constructor_()
  return {
    type: Local,
    method(method) {
      const own = object.FRIENDS_ACCESS_INSTANCE?.[method] ?? object[method]
      return typeof own === 'function' ? (own as AbapMethod).bind(object) : undefined
    }
  }
}

export type Parameters = Readonly<Record<string, AbapValue | undefined>>

/** Calls a handler method with parameters of its own types, which `fill` completes. */
export async function callHandler(
  entity: Entity,
  handler: Handler,
  fill: (parameters: Parameters) => void
): Promise<Parameters> {
  const object = await localObject(entity.definition.pool, handler.class)
  return (
    (await callMethod(object, handler.method, fill)) ??
    unsupported(`method ${handler.method}: it is not there`)
  )
}

/** Undefined for a method that the class has not itself, nor inherits. */
export async function callMethod(
  { type, method }: LocalObject,
  name: string,
  fill: (parameters: Parameters) => void = () => {}
): Promise<Parameters | undefined> {
  const declared = type.METHODS?.[name]?.parameters ?? {}
  const parameters = Object.fromEntries(
    Object.entries(declared).map(([parameter, each]) => [
      parameter.toLowerCase(),
      each?.type() as AbapValue | undefined
    ])
  )
  const run = method(name.toLowerCase())
  if (run === undefined) return undefined
  fill(parameters)
  await run(parameters)
  return parameters
}
