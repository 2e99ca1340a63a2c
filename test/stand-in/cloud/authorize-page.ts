/**
 * The page of an authorization service that hands out codes, its metadata and its revocation. It
 * records what RFC 6749, RFC 7636 and RFC 8252 do not allow, and gives no code for it.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TokenService } from './token-service.ts'

export interface AuthorizePage {
  /** Who logs on. */
  user: string
  /** Refuses the log-on with this error. */
  error: string | undefined
  /** Whether the metadata names a revocation endpoint, and where. */
  revocation: string | undefined
  /** The addresses that browsers were led to. */
  readonly answers: string[]
}

/** @param wanted further parameters that the service demands */
export function serveAuthorizePage(
  service: TokenService,
  wanted: Readonly<Record<string, string>> = {}
): AuthorizePage {
  const page: AuthorizePage = {
    user: 'ada@example.com',
    error: undefined,
    revocation: undefined,
    answers: []
  }
  service.page = (request, response) => {
    const url = new URL(request.url ?? '/', service.url)
    if (url.pathname === '/oauth/authorize') authorize(request, response, url.searchParams)
    else if (url.pathname === '/.well-known/openid-configuration') metadata(response)
    else if (url.pathname.startsWith('/.well-known/')) response.writeHead(404).end()
    else return false
    return true
  }
  const metadata = (response: ServerResponse) => {
    if (page.revocation === undefined) response.writeHead(404).end()
    else response.end(JSON.stringify({ revocation_endpoint: page.revocation }))
  }
  const authorize = (
    { method }: IncomingMessage,
    response: ServerResponse,
    query: URLSearchParams
  ) => {
    const faults = faultsOf(query, wanted, name => service.clients.has(name))
    if (method !== 'GET') faults.push(`by ${String(method)}`)
    service.faults.push(...faults.map(fault => `authorize: ${fault}`))
    if (faults.length > 0) {
      response.writeHead(400).end()
      return
    }
    const back = new URL(query.get('redirect_uri') ?? '')
    back.searchParams.set('state', query.get('state') ?? '')
    if (page.error === undefined) {
      const [challenge, client] = ['code_challenge', 'client_id'].map(name => query.get(name) ?? '')
      const code = service.code(page.user, challenge ?? '', query.get('redirect_uri') ?? '', client)
      back.searchParams.set('code', code)
    } else back.searchParams.set('error', page.error)
    page.answers.push(back.href)
    response.writeHead(302, { location: back.href }).end()
  }
  return page
}

function faultsOf(
  query: URLSearchParams,
  wanted: Readonly<Record<string, string>>,
  isClient: (name: string) => boolean
): string[] {
  const names = [...query.keys()]
  const standard = [
    ...['response_type', 'client_id', 'redirect_uri', 'state', 'code_challenge'],
    'code_challenge_method'
  ]
  const known = [...standard, ...Object.keys(wanted)]
  const redirect = URL.parse(query.get('redirect_uri') ?? '')
  const isLoopback =
    redirect?.protocol === 'http:' &&
    redirect.hostname === 'localhost' &&
    redirect.port !== '' &&
    redirect.search === '' &&
    redirect.hash === ''
  return [
    ...(new Set(names).size < names.length ? ['a parameter twice'] : []),
    ...names.filter(name => !known.includes(name)).map(name => `parameter ${name}`),
    ...known.filter(name => !names.includes(name)).map(name => `no ${name}`),
    ...(query.get('response_type') === 'code' ? [] : ['no code']),
    ...(query.get('code_challenge_method') === 'S256' ? [] : ['no S256']),
    ...(/^[\w-]{43}$/.test(query.get('code_challenge') ?? '') ? [] : ['no SHA-256']),
    ...(/^[\w-]{22,}$/.test(query.get('state') ?? '') ? [] : ['a state that can be guessed']),
    ...(isClient(query.get('client_id') ?? '') ? [] : ['an unknown client']),
    ...(isLoopback ? [] : ['a redirect that is not registered']),
    ...Object.entries(wanted).flatMap(([name, value]) =>
      query.get(name) === value ? [] : [`another ${name}`]
    )
  ]
}
