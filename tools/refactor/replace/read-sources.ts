/** Reads all sources of an object. */
import { objectType } from '../../../erp-client/index.ts'
import type { ObjectRef, Source } from '../../../erp-client/index.ts'
import type { ToolContext } from '../../call/context.ts'
import { readIfThere, readPart } from '../../objects/sources.ts'

/**
 * The newest sources of all parts that the object has. A function group is left to its modules and
 * includes: its own source consists of the statements that the ERP generates for them.
 */
export async function readSources(context: ToolContext, ref: ObjectRef): Promise<Source[]> {
  if (ref.type === 'FUGR') return []
  const [first, ...rest] = Object.keys(objectType(ref.type)?.parts ?? {})
  const main = await readPart(context, { ref, part: first })
  const includes = main.metadata?.includes ?? []
  const sources = [main]
  for (const part of rest) {
    const isNamed = includes.length === 0 || includes.some(include => include.part === part)
    const source = isNamed ? await readIfThere(context, { ref, part }, true) : undefined
    if (source !== undefined) sources.push(source)
  }
  return sources
}
