/** Who gives a user a code, and which client asks for it: of a service key, or as a system announces. */
import type { OAuthCredentials } from '../../cloud/oauth-client.ts'
import type { ServiceKey } from '../../cloud/service-key.ts'
import { ErpError } from '../../erp-client/index.ts'

export interface AuthorizationServer {
  /** In messages: `the service key`. */
  readonly title: string
  /** With the parameters that it demands beside those of the protocol. */
  readonly authorizeUrl: URL
  readonly client: OAuthCredentials
  /** Undefined where the client of the key has its scopes. */
  readonly scope?: string | undefined
}

/** @throws ErpError ERP_LOGON_FAILED for a key that names no page of a log-on */
export function serverOfKey({ authorizeUrl, client }: ServiceKey): AuthorizationServer {
  if (authorizeUrl?.protocol === 'https:') {
    return { title: 'the service key', authorizeUrl, client }
  }
  throw new ErpError(
    'ERP_LOGON_FAILED',
    'The service key names no address with https for the log-on in the browser (uaa.url)',
    { outcome: 'failed', remedy: 'Create a new service key in the cockpit.' }
  )
}
