/** Where the platform may send a user back to. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** Those of the security descriptor that the package brings. */
export function packagedRedirectUris(): readonly string[] {
  const root = dirname(createRequire(import.meta.url).resolve('erp-bridge/package.json'))
  const descriptor = JSON.parse(readFileSync(join(root, 'deploy', 'xs-security.json'), 'utf8')) as {
    'oauth2-configuration': { 'redirect-uris': string[] }
  }
  return descriptor['oauth2-configuration']['redirect-uris']
}

/**
 * A matcher for patterns such as `http://localhost:*` + `/**`: `*` stands for one label of a host,
 * any port, or one segment of a path, and `**` for any path. What is compared are the parts of the
 * parsed URL, never the text.
 * @throws Error for a pattern that cannot be meant
 */
export function createRedirectCheck(patterns: readonly string[]): (uri: string) => boolean {
  const rules = patterns.map(parsePattern)
  return uri => {
    if (!uriCharacters.test(uri)) return false
    const url = URL.parse(uri)
    // One spelling only: what the parser would repair, another parser may read differently.
    if (
      url === null ||
      (url.href !== uri && url.href !== `${uri}/`) ||
      url.username !== '' ||
      url.password !== '' ||
      uri.includes('#') ||
      /%(00|0a|0d|2f|5c)/i.test(url.pathname)
    ) {
      return false
    }
    return rules.some(rule => rule(url))
  }
}

/** RFC 3986: a parser keeps others as they are or encodes them, as it likes. */
const uriCharacters = /^(?:[\w.~:/?#[\]@!$&'()*+,;=-]|%[0-9a-f]{2})+$/i

function parsePattern(pattern: string): (url: URL) => boolean {
  const [, protocol = '', host = '', port = '', path = '/'] =
    /^([a-z][a-z0-9+.-]*:)\/\/([a-z0-9*.-]+|\[[0-9a-f:]+\])(?::(\*|\d{1,5}))?(\/[^?#\s\\]*)?$/.exec(
      pattern
    ) ?? []
  if (
    host === '' ||
    /^(javascript|data|file|blob|about):$/.test(protocol) ||
    /^(\*|[*.]+)$/.test(host)
  ) {
    throw new Error(
      `the redirect URI pattern ${JSON.stringify(pattern)} of --redirect-uris (ERP_REDIRECT_URIS) is not valid; give scheme, host and path, for example https://client.example.com/callback or http://localhost:*/**`
    )
  }
  const hostRule = globOf(host, { '*': '[a-z0-9_-]+' })
  const pathRule = globOf(path, { '**': '.*', '*': '[^/]*' })
  // RFC 8252: a native application takes whatever port is free.
  const anyPort = port === '*' || (protocol === 'http:' && host === 'localhost')
  const usual = { 'https:': '443', 'http:': '80' }[protocol] ?? ''
  return url =>
    url.protocol === protocol &&
    hostRule.test(url.hostname) &&
    (anyPort || url.port === (port === usual ? '' : port)) &&
    pathRule.test(url.pathname)
}

function globOf(text: string, wildcards: Readonly<Record<string, string>>): RegExp {
  const source = text
    .split(/(\*\*|\*)/)
    .map(part => wildcards[part] ?? part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('')
  return new RegExp(`^${source}$`)
}
