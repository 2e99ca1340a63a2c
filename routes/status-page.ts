/**
 * The status page: one HTML text that shows no secret because it is given none. Without scripts it
 * is complete, too; with them it stays fresh.
 */
import { hash } from 'node:crypto'

export interface FeatureFacts {
  readonly name: string
  readonly title: string
  readonly state: string
  /** A setting decides the state, not what the ERP has. */
  readonly decided: boolean
  /** Why it is believed to be so. */
  readonly evidence: string
}

/** Rows of one kind, such as tools, with what was counted of them. */
export interface Breakdown {
  readonly title: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

export interface Status {
  readonly version: string
  readonly startedAt: Date
  /** The time of this page, which says how long ago the start was. */
  readonly now: Date
  readonly node: string
  /** Where MCP clients connect. */
  readonly url: string
  /** Clients have to send a key or token. */
  readonly authentication: readonly string[]
  /** Where the audit is, and whether it is sealed. */
  readonly audit: string
  /** No log-on on an address that others reach. */
  readonly openToOthers: boolean
  readonly erp: {
    readonly url: string
    readonly client: string
    readonly logon: string
    readonly sandbox: boolean
  }
  /** What is recorded of the exchanges, in words; undefined where nothing is. */
  readonly recording?: string | undefined
  /** What is halted, one line each. */
  readonly halts?: readonly string[] | undefined
  /** Where approvers decide; undefined where no change waits. */
  readonly approvals?: string | undefined
  readonly rules: readonly string[]
  readonly features: readonly FeatureFacts[]
  readonly tools: readonly string[]
  readonly figures: readonly {
    readonly title: string
    readonly value: string
    readonly note?: string
  }[]
  readonly breakdowns: readonly Breakdown[]
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;'
}
export const escape = (text: string): string =>
  text.replace(/[&<>"']/g, character => escapes[character] ?? '')

export const style = `:root{color-scheme:light dark;--ink:light-dark(#1c2430,#e6eaf0);--quiet:light-dark(#5b6675,#9aa5b4);--paper:light-dark(#f5f7fa,#12161c);--card:light-dark(#fff,#1a2029);--line:light-dark(#dde3ea,#2c3541);--good:light-dark(#0a7d3e,#4cc783);--warn:light-dark(#9a5b00,#f0b35a);--mark:light-dark(#0b5cad,#7ab8f5)}
*{box-sizing:border-box}body{font:15px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);max-width:72rem;margin:0 auto;padding:1.5rem 1rem 3rem}
h1{font-size:1.4rem;margin:0;display:flex;align-items:center;gap:.6rem}h1::before{content:"";width:.75rem;height:.75rem;border-radius:50%;background:var(--good)}
h2{font-size:1rem;margin:0 0 .6rem}h3{font-size:.9rem;margin:1rem 0 .3rem}header p{margin:.3rem 0 0;color:var(--quiet)}
.cards{display:grid;gap:1rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,26rem),1fr));margin-top:1rem;align-items:start}
.card{background:var(--card);border:1px solid var(--line);border-radius:.5rem;padding:1rem;min-width:0}.wide{grid-column:1/-1}
.note{border-left:4px solid var(--mark);background:var(--card);padding:.5rem .75rem;margin:.75rem 0 0;border-radius:0 .25rem .25rem 0}.warning{border-color:var(--warn)}
table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.25rem .75rem .25rem 0;border-top:1px solid var(--line);vertical-align:top;overflow-wrap:anywhere}
tr:first-child>*{border-top:0}th{font-weight:500;color:var(--quiet)}.facts th{width:7.25rem}.features td+td{width:1%;padding-right:0}.scroll{overflow-x:auto}.sums :is(th,td){overflow-wrap:normal;padding-right:0}.sums :is(th,td)+*{text-align:right;padding-left:.75rem;font-variant-numeric:tabular-nums}.sums td{white-space:nowrap}
.tiles{display:grid;gap:.75rem;grid-template-columns:repeat(auto-fit,minmax(9.5rem,1fr))}.tile{border:1px solid var(--line);border-radius:.375rem;padding:.5rem .75rem}
.tile b{display:block;font-size:1.35rem;font-weight:600;font-variant-numeric:tabular-nums}.tile span{color:var(--quiet);font-size:.85rem;display:block}
.pill{border:1px solid currentColor;border-radius:1rem;padding:0 .5rem;font-size:.8rem;white-space:nowrap}.present{color:var(--good)}.absent{color:var(--quiet)}.unknown{color:var(--warn)}
ul{margin:0;padding:0;list-style:none;display:flex;flex-wrap:wrap;gap:.4rem}li{background:var(--paper);border:1px solid var(--line);border-radius:.25rem;padding:.1rem .5rem}
details{border-top:1px solid var(--line)}summary{padding:.4rem 0;cursor:pointer}summary:focus-visible{outline:2px solid var(--mark)}
.entry{position:relative;margin:.25rem 0 .75rem}.entry pre{margin:0;padding:.6rem 4.5rem .6rem .75rem;background:var(--paper);border:1px solid var(--line);border-radius:.25rem;white-space:pre-wrap;overflow-wrap:anywhere;font:13px/1.45 ui-monospace,monospace}
button{position:absolute;top:.4rem;right:.4rem;font:inherit;font-size:.8rem;color:var(--mark);background:var(--card);border:1px solid var(--line);border-radius:.25rem;padding:.1rem .6rem;cursor:pointer}button:focus-visible{outline:2px solid var(--mark)}
.quiet{color:var(--quiet)}`

const script = `for (const entry of document.querySelectorAll('.entry')) {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = 'Copy'
  button.addEventListener('click', async () => {
    const text = entry.querySelector('pre').textContent
    try {
      await navigator.clipboard.writeText(text)
      button.textContent = 'Copied'
    } catch {
      getSelection().selectAllChildren(entry.querySelector('pre'))
      button.textContent = 'Press Ctrl+C'
    }
    setTimeout(() => { button.textContent = 'Copy' }, 2000)
  })
  entry.append(button)
}
setInterval(async () => {
  const state = document.getElementById('state')
  try {
    const answer = await fetch(location.href)
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
    for (const part of document.querySelectorAll('[data-live]')) part.innerHTML = page.querySelector('[data-live=' + part.dataset.live + ']').innerHTML
    state.textContent = ''
  } catch {
    state.textContent = 'The bridge does not answer any more; these are its last figures.'
  }
}, 5000)`

/** A page loads nothing but itself, and runs nothing but the one script that stands in it. */
export function pagePolicy(only: string): string {
  return `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${hash('sha256', only, 'base64')}'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
}

export const contentSecurityPolicy = pagePolicy(script)

export function statusPage(status: Status): string {
  const { version, node, url, authentication, erp, rules, tools } = status
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><noscript><meta http-equiv="refresh" content="10"></noscript><title>erp-bridge</title><style>${style}</style></head>
<body><header><h1>erp-bridge is running</h1><p>Version ${escape(version)} on Node.js ${escape(node)}, <span data-live="since">${sinceOf(status)}</span></p>
${erp.sandbox ? '<p class="note">The ERP is the built-in sandbox; no real system is touched.</p>' : ''}
${openNote(status)}
<div data-live="halts">${haltNotes(status)}</div>
<div data-live="recording">${recordingNote(status)}</div>
<p id="state" role="status"></p></header>
<main class="cards">
<section class="card"><h2>Connections</h2>${facts([
    ['MCP address', url],
    ['Client log-on', authentication.join(', ') || 'none'],
    ['ERP system', `${erp.url}, client ${erp.client}`],
    ['ERP log-on', erp.logon],
    ['Audit', status.audit]
  ])}${approvalsLink(status)}</section>
<section class="card"><h2>Connect a client</h2>${entriesOf(url, authentication.length > 0)}<p>Then ask, for example: <q>${question}</q></p></section>
<section class="card wide"><h2>Figures since the start</h2><div data-live="figures">${figuresOf(status)}</div></section>
<section class="card"><h2>Safety rules in force</h2>${list(rules.length === 0 ? ['none beyond the scopes of the caller'] : rules)}<h3>Tools</h3>${list(tools)}</section>
<section class="card"><h2>Features of the ERP</h2><div data-live="features">${featuresOf(status)}</div></section>
</main><script>${script}</script></body></html>
`
}

function approvalsLink({ approvals }: Status): string {
  return approvals === undefined
    ? ''
    : `<p><a href="${escape(approvals)}" rel="noreferrer">Changes that wait for an approval</a>, behind the log-on of clients</p>`
}

function sinceOf({ startedAt, now }: Status): string {
  const time = startedAt.toISOString()
  const minutes = Math.floor((now.getTime() - startedAt.getTime()) / 60_000)
  const [count, unit] =
    minutes < 60
      ? ([minutes, 'minute'] as const)
      : minutes < 48 * 60
        ? ([Math.floor(minutes / 60), 'hour'] as const)
        : ([Math.floor(minutes / 1440), 'day'] as const)
  const ago = minutes < 1 ? 'just now' : new Intl.RelativeTimeFormat('en').format(-count, unit)
  return `started ${ago} (<time datetime="${time}">${time.slice(0, 16).replace('T', ' ')} UTC</time>)`
}

/** A sandbox that this machine alone reaches needs no warning. */
function openNote({ authentication, openToOthers, erp }: Status): string {
  if (authentication.length > 0) return ''
  const reach = openToOthers
    ? ' The address is not a loopback one, so <b>every program that reaches it uses the ERP</b>. Set <code>SVC_API_KEY</code> or another method.'
    : ''
  return `<p class="note${openToOthers || !erp.sandbox ? ' warning' : ''}">No client authentication is configured: clients use the MCP address without a log-on.${reach}</p>`
}

export function haltNotes({ halts = [] }: Pick<Status, 'halts'>): string {
  return halts.map(words => `<p class="note warning">${escape(words)}</p>`).join('')
}

/** A recording that is forgotten holds what users do, so the page shows it at the top. */
function recordingNote({ recording }: Status): string {
  return recording === undefined ? '' : `<p class="note warning">${escape(recording)}</p>`
}

function figuresOf({ figures, breakdowns }: Status): string {
  const tiles = figures
    .map(
      ({ title, value, note = '' }) =>
        `<div class="tile"><span>${escape(title)}</span><b>${escape(value)}</b><span>${escape(note)}</span></div>`
    )
    .join('')
  const tables = breakdowns
    .filter(({ rows }) => rows.length > 0)
    .map(
      ({ title, columns, rows }) =>
        `<h3>${escape(title)}</h3><div class="scroll"><table class="sums">${[
          `<tr>${columns.map(column => `<th scope="col">${escape(column)}</th>`).join('')}</tr>`,
          ...rows.map(row => `<tr>${row.map(cell => `<td>${escape(cell)}</td>`).join('')}</tr>`)
        ].join('')}</table></div>`
    )
    .join('')
  return `<div class="tiles">${tiles}</div>${tables}`
}

function featuresOf({ features }: Status): string {
  const rows = features.map(feature => {
    const { title, state, evidence } = feature
    return `<tr><td>${escape(title)}<br><span class="quiet">${escape(evidence)}</span></td><td><span class="pill ${escape(state)}">${escape(wordOf(feature))}</span></td></tr>`
  })
  return `<table class="features">${rows.join('')}</table>`
}

function wordOf({ state, decided }: FeatureFacts): string {
  if (!decided) return state
  return state === 'absent' ? 'switched off' : 'switched on'
}

function facts(rows: readonly (readonly [string, string])[]): string {
  return `<table class="facts">${rows.map(([head, text]) => `<tr><th scope="row">${escape(head)}</th><td>${escape(text)}</td></tr>`).join('')}</table>`
}

function list(items: readonly string[]): string {
  return `<ul>${items.map(item => `<li>${escape(item)}</li>`).join('')}</ul>`
}

/** One client is open at a time, so that the figures are near. */
function entriesOf(url: string, withKey: boolean): string {
  return clientEntries(url, withKey)
    .map(
      ([title, text], index) =>
        `<details name="client"${index === 0 ? ' open' : ''}><summary>${escape(title)}</summary><div class="entry"><pre>${escape(text)}</pre></div></details>`
    )
    .join('')
}

const question = 'Which objects are in the package $TMP, and what does each one do?'

function clientEntries(url: string, withKey: boolean): readonly (readonly [string, string])[] {
  const headers = withKey ? { headers: { Authorization: 'Bearer <YOUR KEY OR TOKEN>' } } : {}
  const argument = withKey ? ' --header "Authorization: Bearer <YOUR KEY OR TOKEN>"' : ''
  const text = (value: unknown) => JSON.stringify(value, null, 2)
  return [
    ['Claude Code', `claude mcp add --transport http erp ${url}${argument}`],
    ['VS Code, in .vscode/mcp.json', text({ servers: { erp: { type: 'http', url, ...headers } } })],
    ['Cursor, in .cursor/mcp.json', text({ mcpServers: { erp: { url, ...headers } } })],
    ['Windsurf, in mcp_config.json', text({ mcpServers: { erp: { serverUrl: url, ...headers } } })],
    [
      'GitHub Copilot CLI, in mcp-config.json',
      text({ mcpServers: { erp: { type: 'http', url, ...headers, tools: ['*'] } } })
    ]
  ]
}
