/** `verify --write`, killed at one of its changes: the next run removes what it has left. */
import assert from 'node:assert/strict'
import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { listTransports, searchObjects } from '../../../erp-client/index.ts'
import { createErp } from '../../../erp-client/index.ts'
import type { Sandbox } from '../../../sandbox/server.ts'
import { sampled } from '../../helpers/sample.ts'
import { createTestSandbox } from '../../helpers/sandbox.ts'
import { run as spawned } from '../../helpers/spawned.ts'
import { verifyAt } from './run.ts'

const only =
  'lock,object.create,object.delete,source.write,part.create,activate,document.write,transport.task,' +
  'transport.text,transport.add'
const minute = 60_000

let sandbox: Sandbox
let clock = 0
/** Called with each changing request before and after the system has it. */
let onChange: (moment: 'before' | 'after') => void = () => {}
let url = ''
let stopProxy = () => {}

before(async () => {
  const now = () => Date.now() + clock
  sandbox = await createTestSandbox({ user: 'DEVELOPER', password: 'secret', now })
  const proxy = createServer((incoming, outgoing) => {
    const { method, url: path = '', headers } = incoming
    const changes =
      method !== 'GET' && method !== 'HEAD' && !/transportchecks|nodestructure/.test(path)
    if (changes) onChange('before')
    const onward = httpRequest(`${sandbox.url}${path}`, { method, headers }, answer => {
      if (changes) onChange('after')
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  })
  await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${String((proxy.address() as AddressInfo).port)}`
  stopProxy = () => {
    proxy.closeAllConnections()
    proxy.close()
  }
})

after(async () => {
  stopProxy()
  await sandbox.close()
})

const argv = () => [
  ...['verify', '--write', '--only', only, '--url', url, '--user', 'DEVELOPER'],
  ...['--password', 'secret', '--enable-transports']
]

async function remains(): Promise<string[]> {
  const credential = { kind: 'basic', user: 'DEVELOPER', password: 'secret' } as const
  const erp = createErp({ baseUrl: sandbox.url, client: '001', language: 'EN', credential })
  try {
    const objects = await searchObjects(erp.reader, { query: 'ZEBV*', maxResults: 99 })
    const requests = await listTransports(erp.reader, {})
    return [
      ...objects.map(({ name }) => name),
      ...requests
        .filter(({ description }) => description.startsWith('erp-bridge'))
        .map(each => each.number)
    ]
  } finally {
    await erp.close()
  }
}

/** Every moment at which a run without a kill sends or has sent a change. */
async function countMoments(t: Parameters<typeof spawned>[0]): Promise<number> {
  let count = 0
  onChange = () => count++
  const child = spawned(t, 'cli.ts', { args: argv() })
  assert.equal(await child.ended, 0, `${child.out()}${child.err()}`)
  assert.deepEqual(await remains(), [])
  return count
}

test('a run that is killed at any of its changes leaves nothing after the next run', async t => {
  const moments = await countMoments(t)
  assert.ok(moments > 60, String(moments))
  const all = Array.from({ length: moments }, (_each, index) => index + 1)
  for (const moment of sampled(all, 20)) {
    let count = 0
    const child = spawned(t, 'cli.ts', { args: argv() })
    onChange = () => {
      if (++count === moment) child.child.kill('SIGKILL')
    }
    assert.equal(await child.ended, 'SIGKILL', `moment ${String(moment)}: ${child.out()}`)
    onChange = () => {}
    await sleep(50)
    // Locks of the killed run end with its session.
    clock += 31 * minute
    const { left } = await verifyAt(sandbox.url, { write: true, checks: [] })
    assert.deepEqual([left, await remains()], [[], []], `moment ${String(moment)}`)
  }
})
