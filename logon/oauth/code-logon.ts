/**
 * The log-on with an authorization code (RFC 6749, RFC 7636, RFC 8252). The form for a service key:
 * arc-mcp/arc-1 `src/adt/oauth.ts` and abapify/adt-cli `packages/adt-auth/src/plugins/service-key.ts`
 * (code with PKCE); SAP/open-ux-tools `packages/axios-extension/src/auth/uaa.ts` (code, refresh token).
 * All three come back to `http://localhost` with any port, and each to another path.
 */
import { createHash, randomBytes } from 'node:crypto'
import { createOAuthClient } from '../../cloud/oauth-client.ts'
import type { UserToken } from '../../cloud/oauth-client.ts'
import { proxyOf } from '../../cloud/outbound.ts'
import { ErpError, isErpError } from '../../erp-client/index.ts'
import { browserAnswer } from '../browser-answer.ts'
import type { BrowserOptions } from '../browser-answer.ts'
import type { Target } from '../exchange.ts'
import type { AuthorizationServer } from './authorization-server.ts'

export interface CodeLogonOptions extends BrowserOptions {
  readonly server: AuthorizationServer
  readonly target: Pick<Target, 'caFile' | 'proxy'>
}

/** @throws ErpError ERP_LOGON_FAILED with the reason */
export async function tokensByCode(options: CodeLogonOptions): Promise<UserToken> {
  const { server, target, learn } = options
  const verifier = randomBytes(32).toString('base64url')
  learn([verifier])
  const { answer, plainUrl } = await browserAnswer(options, {
    ...{ wanted: ['code', 'error'], nonceParameter: 'state', host: 'localhost' },
    addressFor: ({ plainUrl, nonce }) => authorizeAddress(server, { plainUrl, nonce, verifier })
  })
  const code = codeOf(answer, server.title)
  learn([code])
  const client = createOAuthClient(server.client, outboundOf(server.title, target))
  try {
    const tokens = await client
      .grant({
        grant_type: 'authorization_code',
        code,
        redirect_uri: plainUrl,
        code_verifier: verifier
      })
      .catch(explain)
    learn(secretsOf(tokens))
    return tokens
  } finally {
    await client.close()
  }
}

export function secretsOf({ value, refresh }: UserToken): string[] {
  return refresh === undefined ? [value] : [value, refresh]
}

export function outboundOf(title: string, { caFile, proxy }: Pick<Target, 'caFile' | 'proxy'>) {
  return { title, caFile, proxy: proxyOf(proxy) }
}

interface Request {
  readonly plainUrl: string
  readonly nonce: string
  readonly verifier: string
}

function authorizeAddress(
  { authorizeUrl, client, scope }: AuthorizationServer,
  { plainUrl, nonce, verifier }: Request
): string {
  const address = new URL(authorizeUrl)
  const parameters = {
    response_type: 'code',
    client_id: client.clientId,
    redirect_uri: plainUrl,
    ...(scope === undefined ? {} : { scope }),
    state: nonce,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256'
  }
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value)
  return address.href
}

const codeForm = /^[\x21-\x7e]{1,8192}$/

function codeOf(answer: URLSearchParams, title: string): string {
  const [code, error] = [answer.get('code') ?? '', answer.get('error') ?? '']
  if (error === '' && codeForm.test(code)) return code
  const why = /^[a-z_]{1,40}$/.test(error) ? error : 'no usable code'
  throw new ErpError(
    'ERP_LOGON_FAILED',
    `The authorization service of ${title} refused the log-on (${why})`,
    { outcome: 'failed', remedy: remedies[why] ?? 'Start erp-bridge login again.' }
  )
}

const remedies: Readonly<Record<string, string>> = {
  access_denied: 'Log on again, as a user who may use this system.',
  invalid_scope:
    'The user has no role collection there: assign one, for the identity provider that was used.',
  unauthorized_client:
    'The client may not use authorization codes: use a service key of the ABAP environment itself.'
}

/** The client's own words are about the tokens of callers. */
function explain(error: unknown): never {
  if (isErpError(error) && error.properties['error'] === 'invalid_grant') {
    throw new ErpError('ERP_LOGON_FAILED', error.message, {
      outcome: 'failed',
      remedy: 'A code is good once and for a short time: start erp-bridge login again.',
      cause: error
    })
  }
  throw error
}
