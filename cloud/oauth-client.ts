/**
 * One client of an OAuth authorization service (XSUAA, Identity Authentication) and the grants that
 * log-ons need. Evidence: SAP-docs/btp-connectivity,
 * configure-principal-propagation-via-user-exchange-token-39f538a.md (JWT bearer) and
 * calling-the-destination-service-rest-api-84c5d38.md (service token); arc-mcp/arc-1,
 * docs_page/btp-abap-environment.md (user tokens alone reach ADT).
 */
import { request } from 'undici'
import { documentDepth, isRecord, readJson } from '../config/json-text.ts'
import { ErpError } from '../erp-client/index.ts'
import { readJwt } from './jwt-parts.ts'
import { createOutbound } from './outbound.ts'
import type { OutboundOptions } from './outbound.ts'
import type { Token } from './token-cache.ts'

export interface OAuthCredentials {
  readonly clientId: string
  /** Absent where the client has a certificate. */
  readonly secret?: string | undefined
  readonly identity?: { readonly cert: string; readonly key: string } | undefined
  /** The token endpoint; that of mutual TLS where the client has a certificate. */
  readonly tokenUrl: URL
}

export interface UserToken extends Token {
  /** Renews the token of a user who logged on with a browser. */
  readonly refresh?: string | undefined
}

export interface OAuthClient {
  /** The token of the same user for this client (RFC 7523). */
  exchange(assertion: string): Promise<Token>
  /** Of the client itself, for services of the platform; never for an ERP. */
  ofService(more?: Readonly<Record<string, string>>): Promise<Token>
  /**
   * Any other grant of a user.
   * @param former a token of the user; one of another user is refused
   */
  grant(form: Readonly<Record<string, string>>, former?: string): Promise<UserToken>
  /** Ends a refresh token before its time (RFC 7009). */
  revoke(url: URL, token: string): Promise<void>
  close(): Promise<void>
}

/** The value of a header, and nothing that could end it. */
const tokenForm = /^[\x21-\x7e]{1,16384}$/
/** Where a service states no life. */
const usualLifeMs = 300_000
const longestLifeMs = 86_400_000

/** @param title of the service in messages, such as `the service key` */
export function createOAuthClient(
  credentials: OAuthCredentials,
  { title, ...options }: Omit<OutboundOptions, 'identity'> & { readonly title: string }
): OAuthClient {
  const { clientId, secret, identity, tokenUrl } = credentials
  const outbound = createOutbound({
    ...options,
    identity: secret === undefined ? identity : undefined
  })
  const send = async (url: URL, form: Readonly<Record<string, string>>) => {
    const body = new URLSearchParams({
      client_id: clientId,
      ...(secret === undefined ? {} : { client_secret: secret }),
      ...form
    })
    const answer = await request(url, {
      method: 'POST',
      dispatcher: outbound.dispatcher,
      headers: {
        accept: 'application/json',
        'content-type': 'application/x-www-form-urlencoded'
      },
      body: body.toString()
    })
      .then(async ({ statusCode, body: text }) => ({ statusCode, bytes: await text.bytes() }))
      .catch((cause: unknown) => {
        throw unreachable(title, url, cause)
      })
    const said = parse(answer.bytes)
    if (answer.statusCode === 200) return said
    throw refusal(title, answer.statusCode, said)
  }
  const ask = async (form: Readonly<Record<string, string>>): Promise<UserToken> =>
    tokenOf(await send(tokenUrl, form), title)
  return {
    async exchange(assertion) {
      const token = await ask({
        grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
        response_type: 'token',
        token_format: 'jwt',
        assertion
      })
      assertSameUser(token.value, assertion, title)
      return token
    },
    ofService: (more = {}) => ask({ grant_type: 'client_credentials', ...more }),
    async grant(form, former = '') {
      const token = await ask(form)
      assertSameUser(token.value, former, title)
      return token
    },
    async revoke(url, token) {
      await send(url, { token, token_type_hint: 'refresh_token' })
    },
    close: () => outbound.close()
  }
}

function parse(bytes: Uint8Array): Record<string, unknown> {
  try {
    const value = readJson(bytes, documentDepth)
    return isRecord(value) ? value : {}
  } catch {
    return {}
  }
}

function tokenOf(said: Record<string, unknown>, title: string): UserToken {
  const { access_token: value, token_type: type, refresh_token: refresh } = said
  if (
    typeof value !== 'string' ||
    !tokenForm.test(value) ||
    (type !== undefined && !/^bearer$/i.test(String(type)))
  ) {
    throw new ErpError('ERP_LOGON_FAILED', `The token service of ${title} sent no bearer token`, {
      outcome: 'failed',
      remedy: 'Check the address of the token service: another service may answer there.'
    })
  }
  return {
    value,
    until: Date.now() + lifeOf(said['expires_in']),
    ...(typeof refresh === 'string' && tokenForm.test(refresh) ? { refresh } : {})
  }
}

/** Milliseconds; some services send the seconds as a text. */
export function lifeOf(seconds: unknown): number {
  const number = typeof seconds === 'string' ? Number(seconds) : seconds
  if (typeof number !== 'number' || !Number.isFinite(number) || number < 0) return usualLifeMs
  return Math.min(number * 1000, longestLifeMs)
}

/**
 * What a service that mixed up two users would send, or one that answers with a token of the
 * client, must not reach an ERP.
 */
function assertSameUser(token: string, assertion: string, title: string): void {
  const [given, asked] = [readJwt(token)?.payload, readJwt(assertion)?.payload]
  if (given === undefined) return
  const fail = (what: string) =>
    new ErpError('ERP_LOGON_FAILED', `The token service of ${title} sent a token ${what}`, {
      outcome: 'failed',
      remedy: 'It is not used. Check the trust of the subaccount in the identity provider.'
    })
  if (given['grant_type'] === 'client_credentials') throw fail('of a program and of no user')
  for (const claim of ['user_name', 'email']) {
    const [one, other] = [given[claim], asked?.[claim]]
    if (
      typeof one === 'string' &&
      typeof other === 'string' &&
      one.toLowerCase() !== other.toLowerCase()
    ) {
      throw fail('of another user')
    }
  }
}

function unreachable(title: string, { host }: URL, cause: unknown): ErpError {
  const code = (cause as { code?: unknown }).code
  return new ErpError(
    'ERP_UNREACHABLE',
    `The token service of ${title} does not answer at ${host}${typeof code === 'string' ? ` (${code})` : ''}`,
    {
      outcome: 'failed',
      // The cause may quote the form.
      remedy:
        'Check the network path to it (proxy, firewall), and for private authorities --ca-file (ERP_CA_FILE).'
    }
  )
}

const remedies: Readonly<Record<string, string>> = {
  invalid_client:
    'Its client secret or certificate is no longer valid: create a new service key, or bind the service again.',
  unauthorized_client:
    'The client may not use this grant: use a service key of the service itself.',
  invalid_grant:
    'The token of the user is not accepted: it has ended, or it is of another subaccount. For another subaccount use a destination with OAuth2SAMLBearerAssertion.',
  invalid_scope:
    'The user has no role collection there: assign one, for the identity provider that was used.',
  invalid_token: 'The token of the user is not accepted: log on to the bridge again.'
}

/** With the code of the protocol alone: descriptions may quote the token. */
function refusal(title: string, status: number, said: Record<string, unknown>): ErpError {
  const { error } = said
  const code = typeof error === 'string' && /^[a-z_]{1,40}$/.test(error) ? error : undefined
  const isDown = status >= 500 || status === 429
  return new ErpError(
    isDown ? 'ERP_UNREACHABLE' : 'ERP_LOGON_FAILED',
    `The token service of ${title} refused the request (${status}${code === undefined ? '' : `, ${code}`})`,
    {
      outcome: 'failed',
      properties: code === undefined ? {} : { error: code },
      remedy: isDown
        ? 'Try again in a minute.'
        : (remedies[code ?? ''] ??
          (status === 401 ? remedies['invalid_client'] : undefined) ??
          'Compare the address of the token service with the service key.')
    }
  )
}
