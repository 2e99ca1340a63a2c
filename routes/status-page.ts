/** The status page: one HTML text without scripts, that shows no secret because it is given none. */

export interface Status {
  readonly version: string
  readonly startedAt: Date
  readonly node: string
  /** Where MCP clients connect. */
  readonly url: string
  /** Clients have to send a key or token. */
  readonly authentication: readonly string[]
  readonly erp: { readonly url: string, readonly client: string, readonly logon: string, readonly sandbox: boolean }
  readonly rules: readonly string[]
  readonly features: ReadonlyMap<string, string>
  readonly tools: readonly string[]
  readonly figures: readonly { readonly title: string, readonly value: string }[]
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\'': '&#39;' }
const escape = (text: string): string => text.replace(/[&<>"']/g, character => escapes[character] ?? '')

const style = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.5rem}h2{font-size:1.1rem;margin-top:2rem}table{border-collapse:collapse;width:100%}
th,td{text-align:left;padding:.25rem .75rem .25rem 0;border-bottom:1px solid #8884;vertical-align:top}th{width:16rem;font-weight:500}
code{display:block;overflow-x:auto;padding:.5rem;background:#8882;white-space:pre}.note{border-left:4px solid #c80;padding-left:.75rem}`

export function statusPage (status: Status): string {
  const { version, startedAt, node, url, authentication, erp, rules, features, tools, figures } = status
  const entry = clientEntries(url, authentication.length > 0)
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta http-equiv="refresh" content="10"><title>erp-bridge</title><style>${style}</style></head>
<body><h1>erp-bridge is running</h1>
${erp.sandbox ? '<p class="note">The ERP is the built-in sandbox; no real system is touched.</p>' : ''}
${authentication.length === 0 ? '<p class="note">Nobody has to log on at the MCP address: no client authentication is configured.</p>' : ''}
${table([
    ['MCP address', url],
    ['Client log-on', authentication.join(', ') || 'none'],
    ['ERP system', `${erp.url}, client ${erp.client}`],
    ['ERP log-on', erp.logon],
    ['Version', `${version} on Node.js ${node}`],
    ['Running since', startedAt.toISOString()]
  ])}
<h2>Connect a client</h2>
${entry.map(([title, text]) => `<p>${escape(title)}</p><code>${escape(text)}</code>`).join('\n')}
<h2>Safety rules in force</h2>
<ul>${(rules.length === 0 ? ['none beyond the scopes of the caller'] : rules).map(rule => `<li>${escape(rule)}</li>`).join('')}</ul>
<h2>Features</h2>
${table([...features])}
<h2>Tools</h2>
<p>${escape(tools.join(', '))}</p>
<h2>Figures since the start</h2>
${table(figures.map(({ title, value }) => [title, value] as const))}
</body></html>
`
}

function table (rows: readonly (readonly [string, string])[]): string {
  return `<table>${rows.map(([head, text]) => `<tr><th scope="row">${escape(head)}</th><td>${escape(text)}</td></tr>`).join('')}</table>`
}

function clientEntries (url: string, withKey: boolean): readonly (readonly [string, string])[] {
  const headers = withKey ? { headers: { Authorization: 'Bearer <YOUR KEY OR TOKEN>' } } : {}
  const argument = withKey ? ' --header "Authorization: Bearer <YOUR KEY OR TOKEN>"' : ''
  return [
    ['Claude Code', `claude mcp add --transport http erp ${url}${argument}`],
    ['VS Code, in .vscode/mcp.json', JSON.stringify({ servers: { erp: { type: 'http', url, ...headers } } })],
    ['Cursor and others, in mcp.json', JSON.stringify({ mcpServers: { erp: { url, ...headers } } })]
  ]
}
