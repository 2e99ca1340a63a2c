/** One system that fails in some way: the others answer right, and it is tried again. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import fastify from 'fastify'
import { buildServer } from '../../server.ts'
import { loadConfig } from '../../config/config.ts'
import { call, post } from '../helpers/bridge-app.ts'
import {
  createLandscapeFile,
  entryOf,
  fiveSystems,
  listenTo,
  read,
  textOf
} from '../helpers/landscape.ts'
import type { Landscape } from '../helpers/landscape.ts'
import { createIssuer, rsaKey } from '../helpers/identity-provider.ts'
import { createStubErp, markOf } from '../helpers/stub-erp.ts'
import { until } from '../helpers/until.ts'

const others = ['dev', 'qas', 'edu', 'sbx'] as const
const marked = (answer: string, system: string, object: string) =>
  answer.includes(markOf(system, object, `TECH_${system.toUpperCase()}`))

/** Requests at the failing system all the time, while the others are asked. */
async function underLoad({ urlOf }: Landscape): Promise<void> {
  const failing = Array.from({ length: 60 }, (_each, at) => read(urlOf('prd'), `Z_BAD${at}`))
  const settled = Promise.allSettled(failing)
  const asked = Array.from({ length: 200 }, async (_each, at) => {
    const system = others[at % others.length] ?? 'dev'
    const text = await read(urlOf(system), `Z_${at}`)
    assert.ok(marked(text, system, `Z_${at}`), `${system}: ${text}`)
  })
  await Promise.all(asked)
  void settled
}

const faults: Readonly<Record<string, (landscape: Landscape) => Promise<void> | void>> = {
  'is killed': async ({ erps }) => {
    await erps.prd.close()
  },
  'accepts and never answers': ({ erps }) => {
    erps.prd.behaviour = 'hanging'
  },
  'refuses the password': ({ erps }) => {
    erps.prd.password = 'another-password'
  }
}

describe('a system that', () => {
  for (const [title, cause] of Object.entries(faults)) {
    test(`${title} under load leaves the others alone`, async t => {
      const landscape = await fiveSystems(t)
      for (const name of [...others, 'prd']) await read(landscape.urlOf(name), 'Z_FIRST')
      await cause(landscape)
      await underLoad(landscape)
      const { events, erps } = landscape
      assert.deepEqual(
        events.filter(({ system, outcome }) => system !== 'prd' && outcome !== 'ok'),
        []
      )
      assert.deepEqual(
        Object.values(erps).flatMap(({ mixUps }) => mixUps),
        []
      )
    })
  }

  test('has a wrong password is used again as soon as the file has the right one', async t => {
    const { file, systems, urlOf, erps } = await fiveSystems(t)
    erps.prd.password = 'the-new-password'
    assert.match(await read(urlOf('prd'), 'Z_A'), /ERP_LOGON_FAILED/)
    file.beside('prd.password', 'the-new-password')
    await systems.reload()
    assert.ok(marked(await read(urlOf('prd'), 'Z_A'), 'prd', 'Z_A'))
  })
})

async function ready(
  t: TestContext,
  systems: Record<string, object>,
  more: readonly string[] = []
) {
  const file = createLandscapeFile(t)
  file.write(systems)
  const { config } = loadConfig(
    ['--transport', 'http-streamable', '--systems-file', file.path, ...more],
    {}
  )
  const app = await buildServer({ config, version: '0', sandbox: false })
  t.after(() => app.close())
  return { app, file }
}

describe('the readiness', () => {
  test('tells totals and no names', async t => {
    const erp = await createStubErp(t, 'dev')
    const file = createLandscapeFile(t)
    const { app } = await ready(t, { dev: entryOf(file, erp), qas: { url: 'http://127.0.0.1:9' } })
    const { statusCode, body } = await app.inject('/ready')
    assert.equal(statusCode, 200)
    assert.deepEqual((JSON.parse(body) as { systems: object }).systems, {
      configured: 2,
      served: 1
    })
    assert.doesNotMatch(body, /dev|qas|127/)
  })

  test('is 503 where no system can be served', async t => {
    const file = createLandscapeFile(t)
    const [ppCaKey, ppCaCert] = [file.beside('a.key', 'x'), file.beside('a.pem', 'x')]
    const issuer = await createIssuer(t, [rsaKey('one')])
    const users = ['--oidc-issuer', issuer.url, '--oidc-audience', 'erp-bridge']
    const dev = { url: 'https://127.0.0.1:9', ppCaKey, ppCaCert }
    const { app } = await ready(t, { dev }, users)
    await app.ready()
    // Without the keys the answer would be 503 for another reason.
    await until(() => issuer.requests.includes('/keys'))
    await sleep(100)
    const { statusCode, body } = await app.inject('/ready')
    assert.equal(statusCode, 503)
    assert.equal((JSON.parse(body) as { status: string }).status, 'no system can be served')
  })
})

describe('bridges with systems files in one host', () => {
  test('serve their own systems below their own prefix', async t => {
    const host = fastify()
    const made = await Promise.all(
      (['/a', '/b'] as const).map(async prefix => {
        const file = createLandscapeFile(t)
        const erp = await createStubErp(t, `only${prefix.slice(1)}`)
        file.write({ [erp.name]: entryOf(file, erp), dev: entryOf(file, erp) })
        return { prefix, file, erp }
      })
    )
    const { default: bridge } = await import('../../app.ts')
    for (const { prefix, file } of made) {
      await host.register(bridge, { systemsFile: file.path, loopback: true, prefix })
    }
    t.after(() => host.close())
    const origin = await host.listen({ host: '127.0.0.1', port: 0 })
    const ask = async (path: string) => {
      const message = call('ERPRead', { type: 'PROG', name: 'Z_A' })
      const answer = await post(new URL(`${origin}${path}`), message)
      return answer.status === 200 ? textOf(answer) : String(answer.status)
    }
    for (const name of ['a', 'b']) {
      const mark = markOf(`only${name}`, 'Z_A', `TECH_ONLY${name.toUpperCase()}`)
      for (const path of ['/mcp', '/mcp/', '/mcp/dev', `/mcp/only${name}/`]) {
        assert.ok((await ask(`/${name}${path}`)).includes(mark), `/${name}${path}`)
      }
    }
    assert.equal(await ask('/a/mcp/onlyb'), '403')
    assert.equal(await ask('/b/mcp/onlya'), '403')
  })
})

describe('safety filters beside the file', () => {
  const write = async ({ urlOf }: { urlOf(name: string): URL }, system: string, more: object) => {
    const given = { type: 'PROG', name: 'Z_A', description: 'x', source: 'REPORT z_a.', ...more }
    return textOf(await post(urlOf(system), call('ERPWrite', { action: 'create', ...given })))
  }

  test('hold together with those of the system', async t => {
    const file = createLandscapeFile(t)
    const erp = await createStubErp(t, 'dev')
    const of = (more: object) => entryOf(file, erp, { allowTransportableEdits: true, ...more })
    file.write({
      both: of({ allowedPackages: ['ZA*', '$TMP'] }),
      outer: of({}),
      letters: of({ disallowedOps: 'C' }),
      prd: of({ role: 'production' }),
      open: of({ role: 'production', readOnly: false })
    })
    const bridge = await listenTo(t, file, { allowedPackages: ['Z*B', '$TMP'] })
    const refused = /POLICY|not allowed|may not|read-only|outside|allow/i
    const blocked = async (system: string, more: object) => {
      const before = bridge.events.length
      const text = await write(bridge, system, more)
      const isBlocked = bridge.events[before]?.outcome === 'blocked'
      if (isBlocked) assert.match(text, refused)
      return isBlocked
    }
    const packages = async (system: string) => {
      const results: boolean[] = []
      for (const name of ['ZAB', 'ZAC', 'ZXB', 'YYY', '$TMP']) {
        const transport = name === '$TMP' ? {} : { transport: 'DEVK900001' }
        results.push(await blocked(system, { package: name, ...transport }))
      }
      return results
    }
    assert.deepEqual(await packages('both'), [false, true, true, true, false])
    assert.deepEqual(await packages('outer'), [false, true, false, true, false])
    assert.equal(await blocked('letters', { package: '$TMP' }), true)
    assert.equal(await blocked('prd', { package: '$TMP' }), true)
    assert.equal(await blocked('open', { package: '$TMP' }), false)
  })
})
