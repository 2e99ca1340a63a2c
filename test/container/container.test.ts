/**
 * The images of the Containerfile, built and run with buildah. Needs the base image under its public
 * name; see the README of this folder.
 */
import assert from 'node:assert/strict'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, lstatSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../helpers/process.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const env = { ...process.env, STORAGE_DRIVER: process.env['STORAGE_DRIVER'] ?? 'vfs' }
const GRACE_SECONDS = 10

function buildah(...args: string[]): string {
  return execFileSync('buildah', args, {
    cwd: root,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 64 * 1024 * 1024
  }).trim()
}

interface Image {
  readonly Docker: {
    readonly config: {
      readonly User: string
      readonly Entrypoint: readonly string[]
      readonly Env: readonly string[]
      readonly Labels: Readonly<Record<string, string>>
      readonly ExposedPorts: Readonly<Record<string, object>>
    }
  }
}

/** The same for both targets, so that what they share is built once. */
const release = [
  '--build-arg',
  'VERSION=9.8.7',
  '--build-arg',
  'COMMIT=abc',
  '--build-arg',
  'BUILD_DATE=2026-01-02T03:04:05Z'
]

function build(target: string): string {
  const tag = `erp-bridge-test:${target}`
  buildah(
    'bud',
    '--isolation',
    'chroot',
    '--network',
    'host',
    '--pull-never',
    '--layers',
    '--target',
    target,
    ...release,
    '-t',
    tag,
    '-f',
    'Containerfile',
    '.'
  )
  return tag
}

/** A container of the image, its files mounted, with the entry point as the image states it. */
function create(
  t: TestContext,
  tag: string
): {
  mount: string
  start: (
    variables: Readonly<Record<string, string>>,
    ...args: string[]
  ) => ReturnType<typeof spawn>
} {
  const container = buildah('from', '--pull-never', `localhost/${tag}`)
  t.after(() => {
    buildah('rm', container)
  })
  const {
    Docker: { config }
  } = JSON.parse(buildah('inspect', '--type', 'image', `localhost/${tag}`)) as Image
  return {
    mount: buildah('mount', container),
    start: (variables, ...args) =>
      spawn(
        'buildah',
        [
          'run',
          '--isolation',
          'chroot',
          '--network',
          'host',
          ...Object.entries(variables).flatMap(([name, value]) => ['--env', `${name}=${value}`]),
          container,
          '--',
          ...config.Entrypoint,
          ...args
        ],
        { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] }
      )
  }
}

async function healthy(url: string): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    if (
      await fetch(`${url}/health`).then(
        answer => answer.ok,
        () => false
      )
    ) {
      return
    }
    await sleep(100)
  }
  throw new Error('the container is not healthy')
}

async function rpc(
  url: string,
  method: string,
  params: object = {}
): Promise<{
  result: {
    tools?: readonly { name: string }[]
    isError?: boolean
    content?: readonly { text: string }[]
  }
}> {
  const answer = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer container-test-key' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  })
  assert.equal(answer.status, 200)
  return (await answer.json()) as { result: object }
}

const base = 'docker.io/library/node:24-bookworm-slim'
const missing =
  spawnSync('buildah', ['inspect', '--type', 'image', base], { env, stdio: 'ignore' }).status === 0
    ? false
    : `there is no buildah with the image ${base} here; see test/container/README.md`

test('the image states what orchestrators need', { skip: missing }, t => {
  const tag = build('bridge')
  const {
    Docker: { config }
  } = JSON.parse(buildah('inspect', '--type', 'image', `localhost/${tag}`)) as Image
  assert.equal(config.User, '1000:1000')
  assert.deepEqual(config.Entrypoint.slice(0, 2), ['node', '--disable-sigusr1'])
  assert.ok(config.Env.includes('ERP_TRANSPORT=http-streamable'))
  assert.ok(config.Env.includes('ERP_HTTP_ADDR=0.0.0.0:8080'))
  assert.equal(config.Labels['org.opencontainers.image.version'], '9.8.7')
  assert.equal(config.Labels['org.opencontainers.image.revision'], 'abc')
  assert.deepEqual(Object.keys(config.ExposedPorts), ['8080/tcp'])
  const { mount } = create(t, tag)
  assert.match(
    execFileSync('chroot', [mount, 'node', '/app/dist/cli.js', '--version'], { encoding: 'utf8' }),
    /9\.8\.7/
  )
  assert.deepEqual(
    globSync('app/node_modules/**/*.node', { cwd: mount }),
    [],
    'native add-ons do not run on every platform'
  )
  assert.deepEqual(
    globSync('app/node_modules/{@erp-bridge,@abaplint/{runtime,transpiler}}/**', { cwd: mount }),
    [],
    'the default image has no sandbox'
  )
  const { status, stderr } = spawnSync('chroot', [mount, 'node', '/app/dist/cli.js', '--sandbox'], {
    encoding: 'utf8'
  })
  assert.equal(status, 1)
  assert.match(stderr, /target bridge.*does not contain the sandbox.*target sandbox/)
  assert.ok(
    existsSync(join(mount, 'app/node_modules/@opentelemetry/sdk-node')),
    'an image brings the optional peers along'
  )
  t.diagnostic(
    `files of the bridge: ${execFileSync('du', ['-sh', join(mount, 'app')], { encoding: 'utf8' }).split('\t')[0] ?? ''}`
  )
})

test(
  'the sandbox image serves as an unprivileged user, writes only to tmp and stops on SIGTERM',
  { skip: missing, timeout: 600_000 },
  async t => {
    const { mount, start } = create(t, build('sandbox'))
    const port = await freePort()
    const began = Date.now()
    const child = start(
      { ERP_HTTP_ADDR: `127.0.0.1:${port}`, SVC_API_KEY: 'container-test-key' },
      '--sandbox'
    )
    const exited = once(child, 'exit')
    t.after(() => {
      child.kill('SIGKILL')
    })
    const url = `http://127.0.0.1:${port}`
    await healthy(url)
    const {
      result: { tools }
    } = await rpc(url, 'tools/list')
    assert.ok(tools?.some(({ name }) => name === 'ERPRead'))
    const { result } = await rpc(url, 'tools/call', {
      name: 'ERPRead',
      arguments: { type: 'SYSTEM' }
    })
    assert.notEqual(result.isError, true, JSON.stringify(result))

    const bridge = processes().find(
      ({ command }) =>
        command.includes('/app/dist/cli.js') &&
        /^(\S*\/)?node /.test(command) &&
        command.includes('--sandbox')
    )
    assert.ok(bridge, 'the bridge runs')
    assert.equal(bridge.uid, 1000)
    const written = globSync('**/*', {
      cwd: mount,
      exclude: name => ['proc', 'sys', 'dev', 'tmp'].includes(name)
    })
      // What the engine itself writes into every container.
      .filter(file => !['etc/hosts', 'etc/resolv.conf'].includes(file) && !file.startsWith('run/'))
      .filter(file => {
        const facts = lstatSync(join(mount, file))
        return facts.isFile() && facts.mtimeMs > began
      })
    assert.deepEqual(written, [])
    process.kill(bridge.pid, 'SIGTERM')
    const stopped = await Promise.race([exited, sleep(GRACE_SECONDS * 1000, 'late')])
    assert.notEqual(stopped, 'late', `SIGTERM did not end it within ${GRACE_SECONDS} s`)
  }
)

function processes(): { pid: number; uid: number; command: string }[] {
  return execFileSync('ps', ['-eo', 'pid=,uid=,args='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map(line => {
      const [, pid = '', uid = '', command = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []
      return { pid: Number(pid), uid: Number(uid), command }
    })
}
