/** How objects are enhanced: implementations with their code, and places where more may stand. */
import type { ErpReader } from '../../erp.ts'
import { isErpError } from '../../errors.ts'
import { objectUri, partUri } from '../../objects.ts'
import type { ObjectRef } from '../../objects.ts'
import { readImplementations, readOptions } from '../../wire/document/enhancements.ts'
import type {
  EnhancementImplementation,
  EnhancementOption
} from '../../wire/document/enhancements.ts'
import { mainPrograms } from '../main-program.ts'

const type = (name: string) => `application/vnd.sap.adt.${name}+xml`
const implementationTypes = [
  type('enhancements.v3'),
  type('enhancements.v2'),
  type('enhancements')
].join(', ')

export interface Enhancements {
  readonly implementations: readonly EnhancementImplementation[]
  /** The program that was named for an include, which is enhanced within it. */
  readonly program?: string | undefined
}

/**
 * Enhancement implementations of an object with a source. The code of an include is enhanced within
 * a program: without it the ERP answers nothing.
 */
export async function readEnhancements(
  erp: ErpReader,
  { ref }: { ref: ObjectRef },
  signal?: AbortSignal
): Promise<Enhancements> {
  const [program] = await mainPrograms(erp, { ref }, signal)
  const ask = async (ending: string) =>
    await erp.request(
      {
        operation: 'enhancements.read',
        effect: 'none',
        method: 'GET',
        path: `${partUri(ref)}${ending}`,
        query: { context: program },
        accept: implementationTypes
      },
      signal
    )
  const { text } = await either(
    async () => await ask('/enhancements'),
    async () => await ask('/enhancements/elements')
  )
  return { implementations: readImplementations(text), program }
}

/** The path without `/elements` is that of older releases. */
async function either<T>(first: () => Promise<T>, second: () => Promise<T>): Promise<T> {
  try {
    return await first()
  } catch (error) {
    if (!isErpError(error, 'ERP_NOT_FOUND', 'ERP_UNSUPPORTED')) throw error
    return await second()
  }
}

/** Places where an object may be enhanced; undefined where the release does not name them. */
export async function readEnhancementOptions(
  erp: ErpReader,
  { ref }: { ref: ObjectRef },
  signal?: AbortSignal
): Promise<EnhancementOption[] | undefined> {
  try {
    const { text } = await erp.request(
      {
        operation: 'enhancements.options',
        effect: 'none',
        method: 'GET',
        path: `${objectUri(ref)}/enhancements/options`,
        accept: type('enhancementoptions.v2')
      },
      signal
    )
    return readOptions(text)
  } catch (error) {
    if (isErpError(error, 'ERP_NOT_FOUND', 'ERP_UNSUPPORTED', 'ERP_NOT_ACCEPTABLE')) {
      return undefined
    }
    throw error
  }
}
