/** Who uses an object that is to be deleted, by the ERP's where-used list. */
import { findReferences, isErpError, objectType } from '../../erp-client/index.ts'
import type { ObjectRef } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { refWords } from '../objects/words.ts'

/** `unknown`: the look failed. `unavailable`: this type or system has no such list. */
export interface Users {
  readonly names: readonly string[]
  readonly known: 'yes' | 'unknown' | 'unavailable'
}

const shown = 10

/** @param without objects that go with it, whose uses count for nothing */
export async function usersOf(
  context: ToolContext,
  ref: ObjectRef,
  without: readonly ObjectRef[] = []
): Promise<Users> {
  if (objectType(ref.type)?.abilities.has('where-used') !== true) {
    return { names: [], known: 'unavailable' }
  }
  try {
    const { references } = await findReferences(context.erp, { ref }, context.signal)
    const own = new Set([ref, ...without].map(({ type, name }) => `${type} ${name}`))
    const foreign = references.filter(
      ({ isResult, ref: user }) =>
        isResult &&
        (user === undefined || (user.name !== ref.name && !own.has(`${user.type} ${user.name}`)))
    )
    return {
      names: [
        ...new Set(
          foreign.map(({ ref: user, name }) => (user === undefined ? name : refWords(user)))
        )
      ],
      known: 'yes'
    }
  } catch (error) {
    context.signal.throwIfAborted()
    const none = isErpError(error, 'ERP_UNSUPPORTED', 'ERP_NOT_FOUND', 'ERP_NOT_ACCEPTABLE')
    return { names: [], known: none ? 'unavailable' : 'unknown' }
  }
}

export function userWords({ names, known }: Users): string {
  if (known === 'unavailable') return 'Where it is used cannot be looked up for this type.'
  if (known === 'unknown') return 'Where it is used could not be looked up.'
  if (names.length === 0) return 'No static use was found; dynamic calls are not among them.'
  return `It is used by ${names.slice(0, shown).join(', ')}${names.length > shown ? ` and ${names.length - shown} more` : ''}.`
}
