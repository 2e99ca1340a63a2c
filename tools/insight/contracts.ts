/** The public contract of an object, as its source declares it. */
import { isErpError, objectType, readMetadata, searchObjects } from '../../erp-client/index.ts'
import type { ObjectRef } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { inlineProse } from '../failure/prose.ts'
import { readPart } from '../objects/sources.ts'
import { contractText } from '../abap/contract.ts'
import { refWords } from '../objects/words.ts'

export interface Contract {
  readonly ref: ObjectRef
  readonly description: string | undefined
  readonly text: string
}

/** The contract of an object; for one without source its description alone. */
export async function readContract(context: ToolContext, ref: ObjectRef): Promise<Contract> {
  try {
    if (objectType(ref.type)?.abilities.has('source') === true) {
      const source = await readPart(context, { ref })
      return {
        ref,
        description: source.metadata?.description,
        text: await contractText([ref.type, source.text], context.signal)
      }
    }
    return {
      ref,
      description: (await readMetadata(context.erp, { ref }, context.signal)).description,
      text: ''
    }
  } catch (error) {
    if (!isErpError(error)) throw error
    context.signal.throwIfAborted()
    return { ref, description: undefined, text: '' }
  }
}

/**
 * The objects that a name can mean, dictionary types last: a class is what code most likely depends
 * on.
 */
export async function objectsNamed(
  context: ToolContext,
  name: string,
  wanted: (type: string) => boolean
): Promise<ObjectRef[]> {
  const hits = await searchObjects(context.erp, { query: name, maxResults: 10 }, context.signal)
  return hits
    .filter(
      ({ ref, name: found }) =>
        found === name && objectType(ref.type) !== undefined && wanted(ref.type)
    )
    .map(({ ref }) => ref)
}

export function contractTitle({ ref, description }: Contract): string {
  return `${refWords(ref)}${description === undefined || description === '' ? '' : `  ${inlineProse(description)}`}`
}
