/** The ERP user of a caller, from the token or the user mapping. */
import { ErpError } from '../../erp-client/index.ts'
import type { Caller, Log } from '../../tools/index.ts'
import { watchFile } from '../auth/watched-file.ts'
import { assertUniqueNames } from '../../config/json-text.ts'

export interface ErpUsers {
  /** @throws ErpError ERP_USER_NOT_PROPAGABLE for a caller without an ERP user, with the reason */
  of(caller: Caller): string
  close(): void
}

export interface ErpUsersOptions {
  /** A JSON object or the path of a file with one: user name in the token → ERP user. */
  readonly mapping: string | undefined
  readonly log: Log
  onChange(): void
}

/** @throws Error for a mapping that is not readable or not valid */
export async function createErpUsers({
  mapping,
  log,
  onChange
}: ErpUsersOptions): Promise<ErpUsers> {
  // What checks names comes with what makes certificates, which is large and needed with
  // propagation only.
  const [{ assertPropagable }, { createUserMapping }] = await Promise.all([
    import('../../erp-client/pki/principal.ts'),
    import('../../erp-client/pki/user-mapping.ts')
  ])
  const file =
    mapping === undefined || isInline(mapping)
      ? undefined
      : watchFile({
          path: mapping,
          parse: text => inFileWords(() => createUserMapping(withUniqueUsers(text))),
          log,
          onChange
        })
  const fixed = file === undefined ? createUserMapping(withUniqueUsers(mapping)) : undefined
  return {
    of({ principal: { erpUser, login } }) {
      if (erpUser !== undefined) {
        assertPropagable(erpUser)
        return erpUser
      }
      const map = fixed ?? file?.value()
      if (login === undefined || map === undefined) {
        throw new ErpError('ERP_USER_NOT_PROPAGABLE', 'this credential names no user')
      }
      return map(login)
    },
    close: () => file?.close()
  }
}

/**
 * The same text.
 * @throws Error where a user has two entries, of which a parser would silently take the later one
 */
export function withUniqueUsers<T extends string | undefined>(mapping: T): T {
  try {
    if (mapping !== undefined) assertUniqueNames(mapping)
    return mapping
  } catch (cause) {
    throw new Error(`the user mapping ${(cause as Error).message}; give each user one entry`, {
      cause
    })
  }
}

function isInline(mapping: string): boolean {
  return mapping.trimStart().startsWith('{')
}

/** The words of an error so that they continue "the file …". */
function inFileWords<T>(run: () => T): T {
  try {
    return run()
  } catch (cause) {
    throw new Error((cause as Error).message.replace(/^the user mapping /, ''), { cause })
  }
}
