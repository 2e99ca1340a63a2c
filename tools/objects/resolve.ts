/** Resolves the name of an object to exactly one object. */
import {
  assertName,
  codesWith,
  isErpError,
  objectType,
  searchObjects
} from '../../erp-client/index.ts'
import type { ObjectHit, ObjectRef } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { badArguments, ToolError } from '../failure/errors.ts'
import { assertType } from '../catalog/features.ts'
import { stagedObject } from '../change-sets/staged-object.ts'
import { nearest, similar } from '../schema/nearest.ts'
import { errorWords } from '../failure/prose.ts'
import { refWords } from './words.ts'

export interface Naming {
  readonly type?: string | undefined
  readonly name: string
  readonly group?: string | undefined
}

/**
 * The object that a naming means. Sends nothing where type and name say it all; else one search by
 * the exact name, and a refusal that lists the candidates where it is not one object. `wanted`
 * limits the possible types.
 */
export async function resolveObject(
  context: ToolContext,
  naming: Naming,
  wanted?: (type: string) => boolean
): Promise<ObjectRef> {
  const ref = await resolve(context, naming, wanted)
  assertType(context.features, ref.type)
  return ref
}

async function resolve(
  context: ToolContext,
  naming: Naming,
  wanted: ((type: string) => boolean) | undefined
): Promise<ObjectRef> {
  const { type, name, group } = naming
  const row = type === undefined ? undefined : objectType(type)
  if (type !== undefined && row === undefined) throw unknownType(type)
  const needsGroup = row?.path.includes('{group}') === true
  if (row !== undefined && (!needsGroup || group !== undefined)) {
    const ref = { type: row.code, name, ...(needsGroup && group !== undefined ? { group } : {}) }
    assertName(ref)
    return ref
  }
  const staged = stagedObject(context, naming, wanted)
  if (staged !== undefined) return staged
  if (/[*?%]/.test(name)) {
    throw badArguments(
      `\`name\` must be one object, not the pattern ${JSON.stringify(name.slice(0, 60))}.`,
      'Find the object with ERPSearch first.'
    )
  }
  if (!/^[\p{L}\p{N}_/$#%&<>=-]+$/u.test(name)) {
    throw badArguments(
      `\`name\` is ${JSON.stringify(name.slice(0, 60))}, which is no object name.`,
      'Find the object with ERPSearch first.'
    )
  }
  if (!context.may('search')) {
    throw badArguments(
      needsGroup ? '`group` is missing.' : '`type` is missing.',
      'It cannot be looked up here because searching is not permitted.'
    )
  }
  return await lookUp(context, { row: row?.adtType, naming, wanted })
}

function unknownType(type: string): ToolError {
  const codes = codesWith('search')
  const near = nearest(type, codes)
  return badArguments(
    `There is no object type ${JSON.stringify(type.slice(0, 40))}.`,
    near === undefined ? `The types are ${codes.join(', ')}.` : `Did you mean ${near}?`
  )
}

interface LookUp {
  readonly row: string | undefined
  readonly naming: Naming
  readonly wanted: ((type: string) => boolean) | undefined
}

async function lookUp(context: ToolContext, { row, naming, wanted }: LookUp): Promise<ObjectRef> {
  const { name, type, group } = naming
  const hits = await searchObjects(
    context.erp,
    { query: name, type: row, maxResults: 50 },
    context.signal
  )
  const exact = hits.filter(({ ref }) => ref.name === name && objectType(ref.type) !== undefined)
  const candidates = exact.filter(
    ({ ref }) =>
      (type === undefined || ref.type === type) &&
      (group === undefined || ref.group === undefined || ref.group === group) &&
      (wanted?.(ref.type) ?? true)
  )
  const different = [...new Map(candidates.map(hit => [refWords(hit.ref), hit])).values()]
  const [only] = different
  if (only !== undefined && different.length === 1) return only.ref
  if (different.length > 1) {
    throw new ToolError(
      'TOOL_AMBIGUOUS_OBJECT',
      `${name} is several objects: ${different.map(hitWords).join('; ')}.`,
      {
        remedy: 'Give `type` to say which one.',
        data: { candidates: different.map(({ ref }) => ref) }
      }
    )
  }
  throw await notFound(context, naming, exact)
}

async function notFound(
  context: ToolContext,
  { name, type }: Naming,
  others: readonly ObjectHit[]
): Promise<ToolError> {
  const what = [type, name].filter(word => word !== undefined).join(' ')
  if (others.length > 0) {
    return new ToolError(
      'ERP_NOT_FOUND',
      `There is no ${what} that this call can use; there is ${others.map(hitWords).join('; ')}.`,
      { remedy: 'Check `type`.' }
    )
  }
  const hits = await similarObjects(context, name)
  return new ToolError('ERP_NOT_FOUND', `There is no ${what}.`, {
    remedy:
      hits.length === 0
        ? 'Find the object with ERPSearch; * stands for any characters.'
        : `Similar names: ${hits.map(hitWords).join('; ')}.`
  })
}

/** Objects with nearly this name: a typing error at its end first, then one at its beginning. */
async function similarObjects(context: ToolContext, name: string): Promise<ObjectHit[]> {
  const half = Math.ceil(name.length / 2)
  const queries = [`${name.slice(0, Math.max(4, name.length - 3))}*`, `*${name.slice(half)}`]
  for (const query of name.length < 6 ? queries.slice(0, 1) : queries) {
    const found = await searchObjects(context.erp, { query, maxResults: 50 }, context.signal)
    const near = similar(
      name,
      found.map(({ ref }) => ref.name),
      5
    )
    if (near.length > 0) {
      return near.flatMap(one => found.find(({ ref }) => ref.name === one) ?? [])
    }
  }
  return []
}

/**
 * An object that the ERP did not find where it is expected by its type: what there is of this name,
 * or of a similar one.
 */
export async function explainMissing(
  context: ToolContext,
  error: unknown,
  args: Readonly<Record<string, unknown>>
): Promise<unknown> {
  const { type, name, transport } = args
  if (!isErpError(error, 'ERP_NOT_FOUND') || error.status !== 404 || context.signal.aborted) {
    return error
  }
  const request =
    typeof transport === 'string' ? transport : type === 'TRANSPORT' ? name : undefined
  if (request !== undefined && (name === undefined || type === 'TRANSPORT')) {
    return new ToolError('ERP_NOT_FOUND', errorWords(error), {
      remedy:
        'ERPTransport list shows open requests, with user * those of all users, with status released the others.',
      cause: error
    })
  }
  const row = typeof type === 'string' ? objectType(type) : undefined
  if (row === undefined || typeof name !== 'string' || !context.may('search')) return error
  try {
    const hits = await searchObjects(context.erp, { query: name, maxResults: 50 }, context.signal)
    const exact = hits.filter(({ ref }) => ref.name === name && objectType(ref.type) !== undefined)
    // the object is there: what is missing is something of it, which the ERP's own words name
    return exact.some(({ ref }) => ref.type === row.code)
      ? error
      : await notFound(context, { type: row.code, name }, exact)
  } catch {
    return error
  }
}

function hitWords({ ref, package: packageName }: ObjectHit): string {
  return `${refWords(ref)}${packageName === undefined ? '' : ` in ${packageName}`}`
}
