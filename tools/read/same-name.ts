/** Finds objects of other types with the same name. */
import { objectType, objectTypes, searchObjects } from '../../erp-client/index.ts'
import type { ObjectHit } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import type { Naming } from '../objects/resolve.ts'

/** Several types share one name space, e.g. kinds of enhancements: finds the other object. */
export async function findSameName(
  context: ToolContext,
  { type, name }: Naming
): Promise<ObjectHit | undefined> {
  const row = type === undefined ? undefined : objectType(type)
  const family = row?.adtType.split('/')[0] ?? ''
  if (
    row === undefined ||
    objectTypes.filter(({ adtType }) => adtType.startsWith(`${family}/`)).length < 2 ||
    !context.may('search')
  ) {
    return undefined
  }
  const hits = await searchObjects(context.erp, { query: name, maxResults: 20 }, context.signal)
  const others = hits.filter(
    hit =>
      hit.name === name.toUpperCase() &&
      hit.adtType.startsWith(`${family}/`) &&
      hit.ref.type !== row.code
  )
  return others.length === 1 ? others[0] : undefined
}
