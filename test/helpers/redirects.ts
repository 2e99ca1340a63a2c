/** Redirect URIs that lead elsewhere, made of parts; and an opinion of its own on them. */

/** Good ones of the packaged list and of two patterns beside it, with what may differ in them. */
export const patterns = [
  'https://*.apps.example.com/cb/**',
  'https://fixed.example.com:8443/a/*/z'
] as const
export const good = [
  'http://localhost:33418/callback',
  'http://localhost:1/',
  'http://localhost/cb?x=y',
  'https://claude.ai/api/mcp/auth_callback',
  'https://claude.com/api/mcp/auth_callback',
  'https://vscode.dev/redirect',
  'https://www.cursor.com/agents/mcp/oauth/callback',
  'https://global.consent.azure-apim.net/redirect/erp-5f12ab',
  'https://erp-bridge.cfapps.eu10.hana.ondemand.com/cb',
  'https://one.apps.example.com/cb/deep/er',
  'https://fixed.example.com:8443/a/b/z'
] as const

const evil = 'evil.example'

const schemes = [
  'https:',
  'http:',
  'javascript:',
  'data:',
  'vbscript:',
  'file:',
  'ftp:',
  'ws:',
  'blob:',
  'about:',
  'intent:',
  'x-evil:',
  'view-source:',
  'jar:',
  ''
]
const separators = [
  '//',
  '/',
  '\\\\',
  '\\',
  '/\\',
  '\\/',
  '///',
  '////',
  '//\t',
  '/\t/',
  '/\n/',
  '//\r',
  '/%2f',
  '%2f%2f',
  '/./',
  '//;@',
  '〱',
  '//\u00ad',
  '//%09'
]
const hosts = [
  evil,
  `${evil}%00`,
  `${evil}\\.claude.ai`,
  `${evil}#claude.ai`,
  `${evil}?claude.ai`,
  `${evil}/claude.ai`,
  `claude.ai@${evil}`,
  `claude.ai:x@${evil}`,
  `claude.ai%40${evil}`,
  `claude.ai\\@${evil}`,
  `claude.ai.${evil}`,
  'claudexai',
  'evil。example',
  'ⓔvil.example',
  '[::1]',
  '[::ffff:7f00:1]',
  '0x7f000001',
  '2130706433',
  '127.1',
  '0',
  `localhost.${evil}`,
  `localhost:1@${evil}`,
  `${evil}:80`,
  `localhost%2e${evil}`
]

/** Every scheme with every separator and every host. */
export const assembled = schemes.flatMap(scheme =>
  separators.flatMap(separator => hosts.map(host => `${scheme}${separator}${host}/cb`))
)

const behind = [
  `@${evil}`,
  `.${evil}`,
  `%00.${evil}`,
  `%2e${evil}`,
  `:x@${evil}`,
  `:443@${evil}`,
  `\\@${evil}`,
  `\\.${evil}`,
  `#@${evil}`,
  `?@${evil}`,
  `;@${evil}`,
  `,${evil}`,
  `&${evil}`,
  `|${evil}`,
  `\t${evil}`,
  `\n${evil}`,
  `\r\n${evil}`,
  '%0d%0aLocation:%20https://evil.example',
  '%0aSet-Cookie:a=b',
  ' ',
  '\t',
  '\n',
  '\0',
  '#',
  '#x',
  '%23x',
  '/../..',
  '/..;/',
  '/%2e%2e/',
  '/.%2e/',
  '/%2e./x',
  '/..%2f',
  '/..%5c',
  '/..\\',
  '\\..\\',
  '//',
  `//${evil}`,
  `/\\${evil}`,
  '/%00',
  '%00',
  '%0a',
  '%0d',
  '%5c',
  '%2f',
  '%',
  '%zz',
  '%u002f',
  '\u2028',
  '\u202e',
  '\ufeff',
  '\u00a0',
  '\u3000',
  '<script>',
  '"><x',
  "'",
  '`',
  '{x}',
  '^',
  '|',
  '\u0085',
  '\ud800',
  'é',
  '😀'
]

/** Something behind the host, and behind the whole of each good one; something before it. */
export const appended = good.flatMap(uri => {
  const { origin } = new URL(uri)
  const rest = uri.slice(origin.length)
  return [
    ...behind.flatMap(text => [`${origin}${text}${rest}`, `${uri}${text}`]),
    ...[
      ' ',
      '\t',
      '\n',
      '\0',
      '\u00a0',
      '\ufeff',
      '\u200b',
      'x',
      `${evil}/`,
      `https://${evil}/`,
      `//${evil}/`,
      'url:',
      'URL=',
      'view-source:',
      'javascript:',
      'javascript://',
      'data:text/html,',
      '//',
      '/',
      '\\',
      '<',
      '"',
      'h',
      '%20',
      '.',
      `https://${evil}?`,
      `https://${evil}#`,
      `https://${evil}\\`,
      `https://${evil}@`
    ].map(text => `${text}${uri}`),
    uri.toUpperCase(),
    uri.replace('://', ':/'),
    uri.replace('://', ':'),
    uri.replace('://', ':///'),
    uri.replace('://', ':\\\\'),
    uri.replace('//', '//u@'),
    uri.replace('//', '//u:p@'),
    uri.replace('//', '//@'),
    uri.replace('//', '//.'),
    uri.replace('//', `//${evil}.`),
    uri.replace('//', '//www.'),
    `${uri}${uri}`
  ]
})

const width = (letter: string) => String.fromCodePoint(letter.charCodeAt(0) + 0xfee0)
const strange: readonly ((letter: string) => string)[] = [
  letter => `%${letter.charCodeAt(0).toString(16)}`,
  width,
  letter => letter.toUpperCase(),
  letter => `${letter}\u00ad`,
  letter => `${letter}\u200b`,
  letter => `${letter}\u0301`,
  letter =>
    ({ a: 'а', c: 'с', d: 'ԁ', e: 'е', i: 'і', o: 'о', p: 'р', s: 'ѕ', x: 'х', '.': '。' })[
      letter
    ] ?? 'ı',
  () => '*',
  () => ''
]

/** Each letter of each good host in each strange form. */
export const misspelt = good.flatMap(uri => {
  const { hostname } = new URL(uri)
  const start = uri.indexOf(hostname)
  return Array.from(hostname, (letter, at) =>
    strange.map(bend => `${uri.slice(0, start + at)}${bend(letter)}${uri.slice(start + at + 1)}`)
  ).flat()
})

interface Target {
  readonly scheme: string
  readonly host: RegExp
  readonly port: RegExp
  readonly path: RegExp
}

const named = (host: string, path: string): Target => ({
  scheme: 'https',
  host: new RegExp(`^${host}$`),
  port: /^$/,
  path: new RegExp(`^${path}$`)
})
const targets: readonly Target[] = [
  { scheme: 'http', host: /^localhost$/, port: /^\d*$/, path: /^/ },
  named('erp-bridge\\.cfapps\\.eu10\\.hana\\.ondemand\\.com', '(/.*)?'),
  named('claude\\.(ai|com)', '/api/mcp/auth_callback'),
  named('vscode\\.dev', '/redirect'),
  named('www\\.cursor\\.com', '/agents/mcp/oauth/callback'),
  named('global\\.consent\\.azure-apim\\.net', '/redirect/[^/]*'),
  named('[a-z0-9_-]+\\.apps\\.example\\.com', '/cb/.*'),
  { ...named('fixed\\.example\\.com', '/a/[^/]*/z'), port: /^8443$/ }
]

/**
 * Whether every reader takes the text for an address of a target: split by the expression of
 * RFC 3986 and not by a URL parser, of plain ASCII, without anything that a parser would repair.
 */
export function leadsHome(uri: string): boolean {
  if (!/^[\x21-\x7e]+$/.test(uri) || /[\\"<>`{}|^]/.test(uri)) return false
  const [, scheme, authority = '', path = '', , fragment] =
    /^([a-z]+):\/\/([^/?#]*)([^?#]*)(\?[^#]*)?(#.*)?$/.exec(uri) ?? []
  if (scheme === undefined || fragment !== undefined) return false
  if (/(^|\/)(\.|%2e){1,2}(\/|$)/i.test(path)) return false
  const [, host = '', port = ''] = /^([a-z0-9._-]+)(?::(\d{1,5}))?$/.exec(authority) ?? []
  return targets.some(
    target =>
      target.scheme === scheme &&
      target.host.test(host) &&
      target.port.test(port) &&
      target.path.test(path)
  )
}
