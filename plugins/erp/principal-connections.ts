/** The certificates of callers under principal propagation: each one names its ERP user. */
import type { ErpOptions } from '../../erp-client/index.ts'
import type { ErpConnections } from '../../systems/erp-connections.ts'
import { createCallerConnections } from './caller-connections.ts'
import type { CallerResources } from './caller-connections.ts'
import { createIssuer } from './certificate-issuer.ts'
import type { IssuerOptions } from './certificate-issuer.ts'
import { createErpUsers } from './users.ts'

export interface PropagationOptions extends IssuerOptions {
  readonly erp: Omit<ErpOptions, 'credential'>
  /** A JSON object or the path of a file with one: user name in the token → ERP user. */
  readonly mapping?: string | undefined
}

export interface PrincipalResources extends CallerResources {
  /** Called for each new certificate. */
  readonly onIssued: () => void
}

/** @throws Error for files that cannot be read or used */
export async function createPrincipals(
  { erp, mapping, ...issuer }: PropagationOptions,
  { onIssued, ...resources }: PrincipalResources
): Promise<ErpConnections> {
  const { log } = resources
  let changed = () => {}
  const users = await createErpUsers({
    mapping,
    log,
    onChange: () => {
      changed()
    }
  })
  const certificatesOf = await createIssuer(issuer, { log, onIssued }).catch((error: unknown) => {
    users.close()
    throw error
  })
  return createCallerConnections(
    erp,
    {
      userOf: caller => users.of(caller),
      knowsErpUser: true,
      optionsOf: ({ user }, newest) => ({
        credential: {
          kind: 'issued',
          user,
          certificates: certificatesOf(user, () => newest().until)
        }
      }),
      onChange: listener => {
        changed = listener
      },
      close: () => {
        users.close()
      }
    },
    resources
  )
}
