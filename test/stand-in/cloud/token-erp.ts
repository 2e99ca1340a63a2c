/**
 * An ERP that accepts tokens of one token service, and no certificates: a token opens a security
 * session with `x-sap-security-session: create`, its cookies are the log-on from then on.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TestContext } from 'node:test'
import { createAuthority } from '../../../sandbox/test/helpers/authority.ts'
import { createCertificateErp } from '../../helpers/certificate-erp.ts'
import type { CertificateErp } from '../../helpers/certificate-erp.ts'
import type { TokenService } from './token-service.ts'

export interface TokenErp extends CertificateErp {
  /** Log-ons, by user. */
  readonly logOns: string[]
  /** Why tokens were refused. */
  readonly refused: string[]
  /** Requests that no client may send. */
  readonly faults: string[]
  /** What the system says of log-ons to development tools. */
  announced: unknown
}

/** The ERP looks at no client certificate, and its server needs an authority all the same. */
let unused: ReturnType<typeof createAuthority> | undefined

/** @param client whose tokens are meant for this ERP */
export async function createTokenErp(
  t: TestContext,
  service: Pick<TokenService, 'userOf'>,
  client: string,
  scheme = 'Bearer '
): Promise<TokenErp> {
  const logOns: string[] = []
  const refused: string[] = []
  const faults: string[] = []
  const userOf = ({ headers, url }: IncomingMessage, known: string | undefined) => {
    const { authorization } = headers
    const purpose = headers['x-sap-security-session']
    if (headers['proxy-authorization'] !== undefined) faults.push('a token for a proxy')
    if (authorization === undefined) {
      if (known !== undefined && purpose !== 'use') faults.push(`${String(url)} without use`)
      if (known === undefined && purpose === 'create') faults.push('create without a token')
      return known ?? ''
    }
    if (purpose !== 'create') faults.push(`a token with ${String(purpose)}`)
    if (headers.cookie !== undefined) faults.push('a token with cookies')
    try {
      const user = service.userOf(
        authorization.startsWith(scheme) ? authorization.slice(scheme.length) : '',
        client
      )
      logOns.push(user)
      return user
    } catch (error) {
      refused.push((error as Error).message)
      return ''
    }
  }
  const respond = ({ url }: IncomingMessage, response: ServerResponse) => {
    if (url !== '/.well-known/sap-adt-info') return false
    if (own.announced === undefined) response.writeHead(404).end()
    else response.end(JSON.stringify(own.announced))
    return true
  }
  const { certificate: clientCa } = await (unused ??= createAuthority())
  const erp = await createCertificateErp(t, { clientCa, userOf, open: respond })
  const own: TokenErp = Object.assign(erp, { logOns, refused, faults, announced: undefined })
  return own
}
