/**
 * The page of approvers: it has no data of its own. Its script asks with the key or token that the
 * approver gives, and shows every answer as text.
 */
import { pagePolicy, style } from './status-page.ts'

const ownStyle = `[hidden]{display:none}.card button{position:static;font-size:1rem;padding:.2rem .8rem}#list button{font:inherit;border:0;padding:0;background:none;text-decoration:underline}
form,.decide{display:flex;flex-wrap:wrap;gap:.75rem;align-items:end}label{color:var(--quiet)}input{display:block;font:inherit;color:var(--ink);background:var(--paper);border:1px solid var(--line);border-radius:.25rem;padding:.2rem .4rem}
#shown{margin:.75rem 0;padding:.6rem .75rem;background:var(--paper);border:1px solid var(--line);border-radius:.25rem;white-space:pre-wrap;overflow-wrap:anywhere;font:13px/1.45 ui-monospace,monospace;max-height:60vh;overflow:auto}`

/** The key stays in a field of the page: nothing stores it, and no address or cookie has it. */
const script = `const of = id => document.getElementById(id)
let open
const say = text => { of('state').textContent = text }
const ask = async (query, body) => {
  const key = of('key').value.trim()
  const name = of('system') === null ? '' : of('system').value.trim()
  const headers = {}
  if (key !== '') headers.authorization = 'Bearer ' + key
  if (body !== undefined) headers['content-type'] = 'application/json'
  const answer = await fetch('approvals/items' + (name === '' ? '' : '/' + encodeURIComponent(name)) + query, {
    method: body === undefined ? 'GET' : 'POST', headers, redirect: 'error', cache: 'no-store',
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })
  const value = await answer.json()
  if (!answer.ok) throw new Error(value.error.message)
  return value
}
const trying = async work => {
  for (const button of document.querySelectorAll('button')) button.disabled = true
  try { await work() } catch (error) { say(error.message) }
  for (const button of document.querySelectorAll('button')) button.disabled = false
}
const row = (table, cells) => {
  const line = table.insertRow()
  for (const cell of cells) {
    const place = line.insertCell()
    if (typeof cell === 'string') place.textContent = cell
    else place.append(cell)
  }
}
const words = item => [item.tool, item.did, ...item.objects].filter(Boolean).join(' ')
const list = async () => {
  const { approvals } = await ask('')
  of('list').replaceChildren()
  for (const item of approvals) {
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = item.approval
    button.addEventListener('click', () => trying(() => show(item.approval)))
    row(of('list'), [button, item.at, item.user, words(item), item.rule, item.state])
  }
  say(approvals.length === 0 ? 'No change waits.' : '')
}
const show = async id => {
  const item = await ask('?approval=' + encodeURIComponent(id))
  open = { approval: item.approval, digest: item.digest }
  of('facts').replaceChildren()
  for (const [name, value] of [['Change', words(item)], ['Requested by', item.user], ['At', item.at], ['Expires', item.until], ['Rule', item.rule], ['State', item.state], ['Decided by', item.decidedBy], ['Reason', item.reason], ['Digest', item.digest]]) {
    if (value !== undefined) row(of('facts'), [name, value])
  }
  of('shown').textContent = item.shown
  of('decide').hidden = item.state !== 'waiting'
  of('reason').value = ''
  of('one').hidden = false
}
const decide = decision => trying(async () => {
  const reason = of('reason').value.trim()
  const done = await ask('', { decision, ...open, ...(decision === 'reject' && reason !== '' ? { reason } : {}) })
  of('one').hidden = true
  await list()
  say(done.approval + ' is ' + done.state + '.')
})
of('log-on').addEventListener('submit', event => {
  event.preventDefault()
  of('one').hidden = true
  trying(list)
})
of('approve').addEventListener('click', () => decide('approve'))
of('reject').addEventListener('click', () => decide('reject'))`

/** Scripts cannot turn text into elements either. */
export const approvalsPagePolicy = `${pagePolicy(script)}; require-trusted-types-for 'script'; trusted-types 'none'`

export function approvalsPage({ hasPaths }: { readonly hasPaths: boolean }): string {
  const system = hasPaths
    ? '<label>System <input id="system" autocomplete="off" spellcheck="false" maxlength="32"></label>'
    : ''
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>erp-bridge: approvals</title><style>${style}${ownStyle}</style></head>
<body><header><h1>Changes that wait for a second person</h1><p>A decision runs nothing: the requester repeats the call.</p></header>
<main class="cards">
<section class="card wide"><form id="log-on"><label>Key or token <input id="key" type="password" autocomplete="off"></label>${system}<button>Show</button></form><p id="state" role="status"></p><noscript><p class="note warning">Without scripts: <code>erp-bridge approvals</code>.</p></noscript></section>
<section class="card wide"><h2>Changes</h2><div class="scroll"><table id="list"></table></div></section>
<section class="card wide" id="one" hidden><h2>Exactly this is decided about</h2><table class="facts" id="facts"></table><pre id="shown"></pre>
<div class="decide" id="decide"><button type="button" id="approve">Approve</button><label>Reason <input id="reason" maxlength="500"></label><button type="button" id="reject">Reject</button></div></section>
</main><script>${script}</script></body></html>
`
}
