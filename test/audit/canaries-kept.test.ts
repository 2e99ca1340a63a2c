/**
 * Secrets of kept log-ons: what is pasted, what a driven browser has, and a ticket. The ERP quotes
 * them wherever it fails; they stand in no log, audit, answer, metric, report or file.
 */
import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { run as doctor } from '../../commands/doctor.ts'
import { run as login } from '../../commands/login.ts'
import { run as logout } from '../../commands/logout.ts'
import { run as bundle } from '../../commands/support/bundle.ts'
import { loadConfig } from '../../config/config.ts'
import { createSecrets } from '../../config/secrets.ts'
import { createKeptSessions, openLogonStore } from '../../logon/kept-sessions.ts'
import { logonsByAddress } from '../../logon/logons-by-address.ts'
import { createLog } from '../../log.ts'
import { buildServer } from '../../server.ts'
import { call, modern } from '../helpers/bridge-app.ts'
import { complete, writeStandIn } from '../logon/small-erp.ts'

const session = 'SAP_SESSIONID_TST_001'
const canaries = ['pasted', 'wrong', 'other', 'driven', 'exchanged', 'renewed'].map(
  what => `canary-${what}-${what.length}c0ffee4711`
)
const [pasted = '', wrong = '', other = '', driven = '', exchanged = '', renewed = ''] = canaries
/** Signs as a ticket has them, which other writings change. */
const ticket = `AjEx+canary/ticket${'QUFB'.repeat(16)}==`

function assertNone(where: string, text: string): void {
  for (const secret of [...canaries, ticket]) {
    const forms = [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64')]
    for (const form of forms) assert.ok(!text.includes(form), `${where} shows ${secret}: ${text}`)
  }
}

/** It accepts all sessions but a wrong one, and answers everything else with what it was sent. */
const erp = createServer((request, response) => {
  const { url = '', headers } = request
  const cookies = headers.cookie ?? ''
  const all = `${cookies} ${String(headers['mysapsso2'] ?? '')}`
  if (/reentrance/.test(url)) response.writeHead(200).end(all)
  else if (/virtualhost/.test(url)) response.writeHead(404).end(all)
  else if (url.includes('/core/http/sessions') && headers['mysapsso2'] === ticket) {
    response.setHeader('set-cookie', `${session}=${exchanged}; path=/`).end(all)
  } else if (!cookies.includes(`${session}=canary`) || cookies.includes(wrong)) {
    response.writeHead(401, { 'content-type': 'text/html' }).end(`<title>${all}</title>`)
  } else if (url.includes('systeminformation')) {
    response.setHeader('set-cookie', `${session}=${renewed}; path=/`)
    response.end('{"systemID":"TST","userName":"ADA"}')
  } else {
    response.writeHead(500, { 'content-type': 'text/html' })
    response.end(`<html><title>Error with ${all}</title><p>${all}</p></html>`)
  }
})

const state = mkdtempSync(join(tmpdir(), 'canaries-kept-'))
const folder = join(state, 'erp-bridge', 'log-ons')
let url = ''
before(async () => {
  await new Promise<void>(resolve => erp.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(erp.address() as AddressInfo).port}`
})
after(() => {
  erp.closeAllConnections()
  erp.close()
  rmSync(state, { recursive: true })
})

const env = () => ({ ERP_URL: url, XDG_STATE_HOME: state, ERP_LOGON_STORE: 'file' })

/** A command with a process of its own: what it has not learned itself it cannot redact. */
async function command(run: typeof login, args: readonly string[], text?: string) {
  const lines: string[] = []
  const say = (line: string) => lines.push(line)
  const code = await run([...args], {
    ...{ env: env(), say, warn: say, secrets: createSecrets(), tellParent: undefined },
    untilStopped: () => new Promise(() => {}),
    processes: { own: process.pid, isAlive: () => false },
    readSecret: async () => text
  })
  const said = lines.join('\n')
  assertNone(args.join(' '), said)
  return { code, said }
}

function browser(): string {
  const cookie = { name: session, value: driven, domain: '127.0.0.1', path: '/', secure: false }
  const foreign = { ...cookie, name: 'sap-sso', value: other, domain: '.example' }
  const program = join(state, 'browser')
  writeStandIn(program, 'works', [cookie, foreign])
  return program
}

/** A server whose log is at its most talkative. */
async function serve(): Promise<{
  said: () => string
  ask(args: object): Promise<string>
  /** The same as a client that shows addresses. */
  askModern(more: object): Promise<string>
  end(): Promise<void>
}> {
  const audit = join(state, 'audit')
  const flags = ['--browser-logon', '--transport', 'http-streamable', '--log-level', 'trace']
  const { config } = loadConfig([...flags, '--audit', 'all', '--audit-file', audit], env())
  const secrets = createSecrets()
  let logged = ''
  const log = createLog(config, { write: line => (logged += line) }, secrets)
  const byAddress = logonsByAddress({ secrets, isAlive: () => false })
  const keptSessions = createKeptSessions(
    openLogonStore(config, join(state, 'erp-bridge')),
    1,
    byAddress
  )
  const app = await buildServer(
    { config, version: '1', sandbox: false, secrets },
    { log, keptSessions }
  )
  const said = () => `${logged}\n${readFileSync(audit, 'utf8')}`
  return {
    said,
    async ask(args) {
      const { body } = await app.inject({
        method: 'POST',
        url: '/mcp',
        payload: call('ERPRead', args)
      })
      return body
    },
    async askModern(more) {
      const { message, headers } = modern(call('ERPRead', { type: 'PROG', name: 'ZX' }))
      const { params } = message as { params: { _meta: object } }
      const key = 'io.modelcontextprotocol/clientCapabilities'
      const _meta = { ...params._meta, [key]: { elicitation: { url: {} } } }
      const payload = { ...message, params: { ...params, ...more, _meta } }
      const { body } = await app.inject({ method: 'POST', url: '/mcp', headers, payload })
      return body
    },
    end: () => app.close()
  }
}

interface Asked {
  readonly result: {
    readonly requestState: string
    readonly inputRequests: { readonly logon: { readonly params: { readonly url: string } } }
  }
}

const ways: readonly [string, readonly string[], () => string | undefined, RegExp][] = [
  ['pasted cookies', ['--paste'], () => `Cookie: ${session}=${pasted}; sap-x=${other}`, /as ADA/],
  ['a pasted ticket', ['--paste'], () => ticket, /as ADA/],
  ['cookies of a browser', ['--browser'], () => undefined, /as ADA/]
]
for (const [what, args, text, expected] of ways) {
  test(what, async t => {
    const given = args[0] === '--browser' ? ['--browser', browser()] : args
    const { said } = await command(login, given, text())
    assert.match(said, expected)
    const server = await serve()
    t.after(() => server.end())
    for (const name of ['ZX', 'ZY']) {
      const answer = await server.ask({ type: 'PROG', name })
      assert.match(answer, /Error with|ERP_SERVER_ERROR/)
      assertNone('an answer', answer)
    }
    await server.end()
    assert.match(server.said(), /"tool call"|"kind":"call"/)
    assertNone('log and audit', server.said())
    const log = join(state, 'bridge.log')
    writeFileSync(log, server.said())
    await command(login, ['--status'])
    await command(doctor, ['--browser-logon'])
    await command(bundle, ['--print', '--browser-logon', '--log-file', log])
    for (const name of readdirSync(folder)) {
      assertNone(name, readFileSync(join(folder, name), 'latin1'))
    }
  })
}

test('what is refused, and the log-off', async () => {
  const refused = [
    `${session}=${wrong}`,
    `MYSAPSSO2=${wrong}`,
    wrong,
    `x=${wrong}`,
    `${session}=${wrong}\n`
  ]
  for (const text of refused) {
    const { code } = await command(login, ['--paste'], text)
    assert.equal(code, 1)
  }
  const { said } = await command(logout, [])
  assert.match(said, /Logged off/)
})

test('a log-on by an address that the client shows', async t => {
  const server = await serve()
  t.after(() => server.end())
  const first = JSON.parse(await server.askModern({})) as Asked
  assertNone('the question', JSON.stringify(first))
  const { inputRequests, requestState } = first.result
  const completed = complete(inputRequests.logon.params.url, ticket)
  const answer = await server.askModern({
    requestState,
    inputResponses: { logon: { action: 'accept' } }
  })
  await completed
  assert.match(answer, /Error with/)
  assertNone('an answer', answer)
  await server.end()
  assert.match(server.said(), /logged on at the ERP in the browser/)
  assertNone('log and audit', server.said())
  await command(logout, [])
})
