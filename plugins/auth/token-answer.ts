/**
 * The answer of the platform to a token request, as the client receives it: only what the protocol
 * defines, with error texts of the bridge.
 */
import { createSecrets } from '../../config/secrets.ts'
import type { Secrets } from '../../config/secrets.ts'
import type { Log } from '../../tools/index.ts'
import { documentDepth, readJson } from '../../config/json-text.ts'

export interface TokenAnswer {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

/** Members of a form that are no secrets. */
const open = new Set(['grant_type', 'client_id', 'redirect_uri'])
const forwarded = ['access_token', 'token_type', 'expires_in', 'refresh_token'] as const

interface Asked {
  readonly xsappname: string
  readonly log: Log
  /** What was sent: its codes, tokens and secrets may stand in the answer. */
  readonly form?: string
}

export function readTokenAnswer(
  status: number,
  answer: Uint8Array,
  { xsappname, log, form = '' }: Asked
): TokenAnswer {
  const said = parse(answer)
  if (status === 200 && typeof said?.['access_token'] === 'string') {
    return { status: 200, body: tokenOf(said, xsappname) }
  }
  const error = typeof said?.['error'] === 'string' ? said['error'] : ''
  const description =
    typeof said?.['error_description'] === 'string' ? said['error_description'] : ''
  const { redact } = secretsOf(form)
  // Truncated after the redaction, which does not recognise half a token.
  const redacted = {
    error: redact(error).slice(0, 100),
    description: redact(description).slice(0, 200)
  }
  log.warn({ status, ...redacted }, 'the platform refused a token request')
  return refusalOf(status, error, description)
}

/** The members that the protocol defines; scopes without the name of the application. */
function tokenOf(said: Readonly<Record<string, unknown>>, xsappname: string) {
  const { scope } = said
  const body = Object.fromEntries(
    forwarded.filter(name => said[name] !== undefined).map(name => [name, said[name]])
  )
  if (typeof scope !== 'string') return body
  const names = scope.split(' ').map(name => name.replace(`${xsappname}.`, ''))
  return { ...body, scope: names.join(' ') }
}

/** The error for the client: codes of OAuth, and texts of the bridge alone. */
function refusalOf(status: number, error: string, description: string): TokenAnswer {
  // A 401 would send the client through the log-on again and again, although the platform
  // refused the bridge.
  if (status === 401 || error === 'invalid_client' || error === 'unauthorized_client') {
    return failure(
      502,
      'server_error',
      "the platform rejected the service's own credentials; was the binding renewed? Restart or rebind the service"
    )
  }
  if (error === 'invalid_scope') {
    return failure(
      400,
      'invalid_scope',
      'the platform grants none of the scopes: assign a role collection (Viewer, Editor, Admin) to the user, for the identity provider that was used'
    )
  }
  if (error === 'invalid_grant') {
    return failure(
      400,
      'invalid_grant',
      /redirect/i.test(description)
        ? 'redirect URI mismatch: it is not the one that the authorization began with'
        : 'the authorization code or refresh token is not valid any more; log on again'
    )
  }
  if (status >= 400 && status < 500 && error !== '') {
    return failure(400, 'invalid_request', 'the platform refused the token request')
  }
  return status >= 500
    ? failure(
        503,
        'temporarily_unavailable',
        "the platform's authorization service is not available; try again shortly"
      )
    : failure(502, 'server_error', 'the platform answered with something that is no token')
}

function secretsOf(form: string): Secrets {
  const secrets = createSecrets()
  for (const [name, value] of new URLSearchParams(form)) if (!open.has(name)) secrets.add(value)
  return secrets
}

function failure(status: number, error: string, description: string): TokenAnswer {
  return { status, body: { error, error_description: description } }
}

function parse(answer: Uint8Array): Record<string, unknown> | undefined {
  try {
    const value = readJson(answer, documentDepth)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}
