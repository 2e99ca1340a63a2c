/** Asks the methods of a behavior that permit operations, as EML without IN LOCAL MODE does. */
import { callHandler, unsupported } from './behaviors.ts'
import type { Declared, Definition, Entity, Handler, Parameters } from './behaviors.ts'
import type { Context } from './statement.ts'
import * as rows from './rows.ts'
import type { Components } from './rows.ts'

export interface Asked {
  /** Undefined for an operation that has no instance yet. */
  readonly key?: Components
  /** `create`, `update`, `delete`, `action` or `assoc`. */
  readonly operation: string
  /** The action or the association. */
  readonly action?: string
}

/** Why an operation is not permitted: a cause of FAILED; undefined where it is. */
export async function refusal(
  entity: Entity,
  asked: Asked,
  context: Context
): Promise<number | undefined> {
  if (context.request.local) return undefined
  if (!(await isAuthorized(entity, asked, context))) return rows.CAUSES.unauthorized
  const features = declaredOf(entity.definition, asked)?.features ?? 'none'
  if (features === 'none' || (features === 'instance' && asked.key === undefined)) return undefined
  const kind = features === 'global' ? 'globalfeatures' : 'features'
  const flag = await ask(entity, kind, { asked, context })
  return flag === undefined || rows.isOn(flag) ? rows.CAUSES.disabled : undefined
}

/**
 * The fields that the behavior pool does not make read-only for the instance: a change of others is
 * ignored without a message (ABENBDL_FIELD_CHAR).
 */
export async function changeable(
  entity: Entity,
  fields: readonly string[],
  { key, context }: { key: Components; context: Context }
): Promise<string[]> {
  if (context.request.local) return [...fields]
  const found: string[] = []
  for (const name of fields) {
    if (entity.definition.controlled.includes(name.toUpperCase())) {
      const asked = { key, operation: 'field', action: name }
      const flag = await ask(entity, 'features', { asked, context })
      if (flag === undefined || flag.get() === READ_ONLY) continue
    }
    found.push(name)
  }
  return found
}

const READ_ONLY = '02'

/** What the definition declares for an operation. */
export function declaredOf(definition: Definition, asked: Asked): Declared | undefined {
  const { operation, action } = asked
  if (operation === 'action') return definition.actions.find(({ name }) => name === action)
  if (operation === 'assoc') return definition.associations.find(({ name }) => name === action)
  return definition.operations.find(({ name }) => name === operation.toUpperCase())
}

/** Whether the methods permit the operation; one that is not declared permits everything. */
async function isAuthorized(entity: Entity, asked: Asked, context: Context): Promise<boolean> {
  const { authorization } = entity.definition
  if (authorization === 'none') return true
  if (authorization === 'dependent') {
    const { master, key } = await masterOf(entity, asked.key ?? {}, context)
    return await isAuthorized(master, { key, operation: 'update' }, context)
  }
  const global = authorization !== 'instance'
  const instance = authorization !== 'global' && asked.key !== undefined
  const permits = async (kind: string): Promise<boolean> => {
    const flag = await ask(entity, kind, { asked, context })
    return flag !== undefined && !rows.isOn(flag)
  }
  if (global && !(await permits('globalauthorization'))) return false
  return !instance || (await permits('authorization'))
}

/**
 * The instance whose authorization holds for an instance below it: its update, as the documentation
 * has it (help.sap.com, ABENBDL_AUTHORIZATION).
 */
async function masterOf(
  entity: Entity,
  key: Components,
  context: Context
): Promise<{ master: Entity; key: Components }> {
  const { definition } = entity
  const parent = definition.relations.find(({ kind }) => kind === 'parent')
  if (parent === undefined) {
    return unsupported(`the authorization of ${definition.name} without an association to a parent`)
  }
  const { relation, entity: above } = context.behaviors.target(entity, parent.name)
  const managed = context.behaviors.of(entity).kind === 'managed'
  const values = managed ? ((await context.buffer.read(entity, key)) ?? key) : key
  const parentKey = joined(relation.on, values, definition)
  return above.definition.authorization === 'dependent'
    ? await masterOf(above, parentKey, context)
    : { master: above, key: parentKey }
}

/** The fields of a target that an association sets equal to fields of its source. */
export function joined(
  on: readonly (readonly [string, string])[],
  values: Components,
  { name }: Definition
): Components {
  const draft = values[rows.DRAFT]
  const fields = on.map(([own, other]) => {
    const value = values[own.toLowerCase()]
    if (value === undefined) unsupported(`an association of ${name} by ${own}, which is no key`)
    return [other.toLowerCase(), value] as const
  })
  // drafts belong to drafts
  return Object.fromEntries([...fields, ...(draft === undefined ? [] : [[rows.DRAFT, draft]])])
}

/** The answer for the operation; undefined where the method has put the instance into FAILED. */
async function ask(
  entity: Entity,
  kind: string,
  { asked, context }: { asked: Asked; context: Context }
): Promise<rows.AbapValue | undefined> {
  const handler = context.behaviors.handler(entity, kind)
  if (handler === undefined) {
    const what = kind.includes('features') ? 'feature control' : 'authorization'
    return unsupported(`the ${what} of ${entity.definition.name} without a method for it`)
  }
  const answer = await callHandler(entity, handler, parameters => {
    request(parameters, handler, asked)
    const { key } = asked
    if (key === undefined || handler.keys === '') return
    rows.append(parameters[handler.keys.toLowerCase()], row => {
      for (const name of entity.definition.keys) {
        if (key[name] !== undefined) row[name]?.set(key[name])
      }
    })
  })
  rows.mergeResponse(answer.failed, context.request.failed)
  rows.mergeResponse(answer.reported, context.request.reported)
  if (rows.isFilled(answer.failed)) return undefined
  const result = answer[handler.result.toLowerCase()]
  const lines = kind.startsWith('global') ? [result] : rows.rowsOf(result)
  const found = lines.map(line => rows.flagOf(rows.componentsOf(line), asked))
  return found.find(flag => flag !== undefined && flag.get() !== '00') ?? found[0] ?? ALLOWED
}

const ALLOWED = { get: () => '00' } as rows.AbapValue

function request(parameters: Parameters, handler: Handler, asked: Asked): void {
  rows.flagOf(rows.componentsOf(parameters[handler.request.toLowerCase()]), asked)?.set('01')
}
