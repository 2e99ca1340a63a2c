/**
 * Three replicas behind nginx are replaced one after the other while clients work: every request is
 * answered.
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createSandbox } from '../../sandbox/server.ts'
import type { Sandbox } from '../../sandbox/server.ts'
import { call, post } from '../helpers/bridge-app.ts'
import { freePort } from '../helpers/process.ts'
import { run } from '../helpers/spawned.ts'
import type { Spawned } from '../helpers/spawned.ts'

const replicas = 3
const workers = 4

interface Replica {
  readonly port: number
  program: Spawned
}

function startReplica(t: TestContext, erp: Sandbox, port: number): Spawned {
  const args = [
    '--url',
    erp.url,
    '--user',
    erp.user,
    '--transport',
    'http-streamable',
    '--http-addr',
    `127.0.0.1:${port}`,
    '--allowed-hosts',
    'bridge.example',
    '--log-level',
    'warn'
  ]
  return run(t, 'cli.ts', {
    args,
    env: { ERP_PASSWORD: erp.password, ERP_STATE_KEY: 'rolling-test-state-key-0123456789' }
  })
}

const isReady = async (port: number) =>
  await fetch(`http://127.0.0.1:${port}/ready`, { headers: { host: 'bridge.example' } }).then(
    answer => answer.ok,
    () => false
  )

async function untilReady(port: number): Promise<void> {
  while (!(await isReady(port))) await sleep(50)
}

interface Proxy {
  readonly url: URL
  serve(ports: readonly number[]): void
}

/**
 * Its own reload closes idle connections of clients, which is no business of the bridge: here
 * clients have none.
 */
async function startNginx(t: TestContext, ports: readonly number[]): Promise<Proxy> {
  const folder = mkdtempSync(join(tmpdir(), 'erp-bridge-rolling-'))
  const port = await freePort()
  const write = (servers: readonly number[]) => {
    writeFileSync(
      join(folder, 'nginx.conf'),
      `
daemon off; pid ${folder}/pid; error_log ${folder}/error.log warn; worker_processes 1; worker_shutdown_timeout 60s; events {}
http {
  access_log off; keepalive_timeout 0; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
  upstream bridge { ${servers.map(server => `server 127.0.0.1:${server} max_fails=1 fail_timeout=1s;`).join(' ')} keepalive 16; }
  server { listen 127.0.0.1:${port}; location / { proxy_pass http://bridge; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_buffering off; proxy_set_header Host bridge.example; proxy_next_upstream error; } }
}
`
    )
  }
  write(ports)
  const nginx: ChildProcess = spawn(
    '/usr/sbin/nginx',
    ['-c', join(folder, 'nginx.conf'), '-e', 'stderr'],
    { stdio: ['ignore', 'ignore', 'ignore'] }
  )
  t.after(async () => {
    nginx.kill('SIGTERM')
    await once(nginx, 'exit')
    rmSync(folder, { recursive: true, force: true })
  })
  const url = new URL(`http://127.0.0.1:${port}/mcp`)
  for (let tries = 0; tries < 100 && !(await isReady(port)); tries++) await sleep(50)
  return {
    url,
    serve: servers => {
      write(servers)
      nginx.kill('SIGHUP')
    }
  }
}

/**
 * Asks every replica whether it is ready, and tells the proxy, as the controller of a cluster does.
 */
function watch(t: TestContext, ports: readonly number[], proxy: Proxy): () => readonly number[] {
  let served = ports
  const ended = new AbortController()
  t.after(() => {
    ended.abort()
  })
  void (async () => {
    while (!ended.signal.aborted) {
      const states = await Promise.all(ports.map(isReady))
      const ready = ports.filter((_port, index) => states[index])
      if (ready.length > 0 && ready.join() !== served.join()) proxy.serve((served = ready))
      await sleep(200)
    }
  })()
  return () => served
}

interface Work {
  readonly answered: () => number
  readonly lost: string[]
  stop(): Promise<void>
}

/** Readers and writers, each with an object of its own. */
function work(url: URL): Work {
  const lost: string[] = []
  let answered = 0
  const ended = new AbortController()
  const ask = async (message: object, what: string) => {
    try {
      const { status, body } = await post(url, message)
      if (status !== 200 || body.result?.['isError'] === true) {
        lost.push(`${what}: ${status} ${JSON.stringify(body).slice(0, 300)}`)
      }
      answered++
    } catch (error) {
      lost.push(`${what}: ${String(error)} ${String((error as Error).cause ?? '')}`)
    }
  }
  const worker = async (number: number) => {
    const name = `ZROLLING_${number}`
    const source = (round: number) => `REPORT zrolling_${number}.\nWRITE ${round}.\n`
    await ask(
      call('ERPWrite', {
        action: 'create',
        type: 'PROG',
        name,
        package: '$TMP',
        description: 'Rolling',
        source: source(0)
      }),
      'create'
    )
    for (let round = 1; !ended.signal.aborted; round++) {
      await ask(call('ERPSearch', { query: 'ZCL*', maxResults: 5 }), 'search')
      await ask(call('ERPRead', { type: 'PROG', name }), 'read')
      await ask(
        call('ERPWrite', {
          action: 'update',
          type: 'PROG',
          name,
          source: source(round),
          overwrite: true
        }),
        'update'
      )
      await sleep(10)
    }
  }
  const all = Promise.all(Array.from({ length: workers }, (_, number) => worker(number)))
  return {
    answered: () => answered,
    lost,
    async stop() {
      ended.abort()
      await all
    }
  }
}

test('no request is lost', { timeout: 240_000 }, async t => {
  const erp = await createSandbox()
  t.after(() => erp.close())
  const all: Replica[] = []
  for (let index = 0; index < replicas; index++) {
    const port = await freePort()
    all.push({ port, program: startReplica(t, erp, port) })
  }
  const ports = all.map(({ port }) => port)
  await Promise.all(ports.map(untilReady))
  const proxy = await startNginx(t, ports)
  const served = watch(t, ports, proxy)
  const { answered, lost, stop } = work(proxy.url)
  const some = async () => {
    const before = answered()
    while (answered() < before + 40) await sleep(20)
  }
  for (const replica of all) {
    await some()
    replica.program.child.kill('SIGTERM')
    assert.equal(await replica.program.ended, 0, replica.program.err())
    replica.program = startReplica(t, erp, replica.port)
    while (!served().includes(replica.port)) await sleep(50)
  }
  await some()
  await stop()
  assert.deepEqual(lost, [])
  t.diagnostic(`${answered()} requests answered, none lost`)
})
