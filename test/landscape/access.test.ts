/** Who may use which system: callers, names and tools; refusals tell nothing about names. */
import assert from 'node:assert/strict'
import { request as httpRequest } from 'node:http'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { call, decidedFeatures } from '../helpers/bridge-app.ts'
import {
  createLandscapeFile,
  fiveSystems,
  keyHolder,
  keysFileOf,
  systemNames
} from '../helpers/landscape.ts'
import type { Landscape } from '../helpers/landscape.ts'
import { createIssuer, makeToken, now, rsaKey } from '../helpers/identity-provider.ts'
import { tools as builtInTools } from '../../tools/index.ts'

interface Raw {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
}

/** The path as it is, without the corrections of a URL parser. */
async function send(
  { origin }: Pick<Landscape, 'origin'>,
  path: string,
  { method = 'POST', headers = {}, message = call('ERPRead') as object | undefined } = {}
): Promise<Raw> {
  const { hostname, port } = new URL(origin)
  return await new Promise((resolve, reject) => {
    const json = { 'content-type': 'application/json', accept: '*/*', ...headers }
    const request = httpRequest({ hostname, port, path, method, headers: json }, answer => {
      const chunks: Buffer[] = []
      answer.on('data', chunk => chunks.push(chunk as Buffer))
      answer.on('end', () => {
        const { date: _date, ...rest } = answer.headers
        const text = Buffer.concat(chunks).toString()
        resolve({ status: answer.statusCode ?? 0, headers: rest, text })
      })
    })
    request.on('error', reject)
    request.end(method === 'POST' && message !== undefined ? JSON.stringify(message) : undefined)
  })
}

const malformed = [
  '../dev',
  '%2e%2e',
  'DEV',
  'a'.repeat(33),
  'dev%2f',
  '%20',
  'd%65v%00',
  'dev.',
  'd_v'
]
const key = 'the-key-of-the-server'

async function guarded(t: TestContext) {
  const issuerKey = rsaKey('one')
  const issuer = await createIssuer(t, [issuerKey])
  const holders = {
    everywhere: keyHolder('everywhere'),
    exact: keyHolder('exact', { systems: ['dev', 'qas'] }),
    wildcard: keyHolder('wildcard', { systems: ['*d*'] }),
    none: keyHolder('none', { systems: ['absent'] })
  }
  const apiKeysFile = keysFileOf(createLandscapeFile(t), Object.values(holders))
  const landscape = await fiveSystems(t, {
    apiKey: key,
    apiKeysFile,
    oidcIssuer: issuer.url,
    oidcAudience: 'erp-bridge',
    oidcScopeMap: JSON.stringify({
      team: { scopes: ['read', 'write'], systems: ['dev', 'q*'] },
      readers: { scopes: ['read'], systems: ['prd'] },
      all: ['read']
    }),
    oidcDefaultScopes: ['none']
  })
  const token = (groups: readonly string[]) => ({
    authorization: `Bearer ${makeToken(
      issuerKey.privateKey,
      { alg: 'RS256', typ: 'JWT', kid: 'one' },
      {
        iss: issuer.url,
        aud: 'erp-bridge',
        sub: groups.join('-'),
        preferred_username: groups.join('-'),
        iat: now(),
        exp: now() + 300,
        groups
      }
    )}`
  })
  return { landscape, holders, token }
}

/** The tools by scope that a caller may list; undefined: 403. */
type Scopes = 'read' | 'read write' | 'read write admin' | undefined

describe('the matrix of callers, systems and tools', () => {
  test('holds for each entry', async t => {
    const { landscape, holders, token } = await guarded(t)
    const all: Scopes = 'read write admin'
    const expected: Readonly<Record<string, readonly [object, readonly Scopes[]]>> = {
      //                                             dev  qas  prd  edu  sbx
      server: [{ authorization: `Bearer ${key}` }, [all, all, all, all, all]],
      everywhere: [holders.everywhere.headers, [all, all, all, all, all]],
      exact: [holders.exact.headers, [all, all, undefined, undefined, undefined]],
      wildcard: [holders.wildcard.headers, [all, undefined, all, all, undefined]],
      none: [holders.none.headers, Array<Scopes>(5).fill(undefined)],
      team: [token(['team']), ['read write', 'read write', undefined, undefined, undefined]],
      both: [
        token(['team', 'readers']),
        ['read write', 'read write', 'read', undefined, undefined]
      ],
      all: [token(['all', 'team']), ['read write', 'read write', 'read', 'read', 'read']]
    }
    for (const [caller, [headers, rights]] of Object.entries(expected)) {
      for (const [at, name] of systemNames.entries()) {
        const scopes = rights[at]
        const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
        const list = await send(landscape, `/mcp/${name}`, { headers, message })
        assert.equal(list.status, scopes === undefined ? 403 : 200, `${caller} at ${name}`)
        const listed = new Set(
          scopes === undefined
            ? []
            : (JSON.parse(list.text) as { result: { tools: { name: string }[] } }).result.tools.map(
                tool => tool.name
              )
        )
        for (const tool of builtInTools) {
          const isGranted = scopes?.split(' ').includes(tool.scope) ?? false
          if (!isGranted) {
            assert.ok(!listed.has(tool.name), `${caller} lists ${tool.name} at ${name}`)
          }
          const answer = await send(landscape, `/mcp/${name}`, {
            headers,
            message: call(tool.name, { action: 'no such action' })
          })
          const isAllowed = answer.status === 200
          assert.equal(isAllowed, isGranted, `${caller} ${tool.name} at ${name}: ${answer.text}`)
        }
      }
    }
  })
})

describe('a name that opens nothing', () => {
  test('gets the same bytes whether it is unknown, forbidden or malformed', async t => {
    const { landscape, holders } = await guarded(t)
    const { headers } = holders.exact
    const forbidden = await send(landscape, '/mcp/prd', { headers })
    assert.equal(forbidden.status, 403)
    for (const name of [
      'absent',
      'edu',
      'prd/',
      'absent/',
      ...malformed.filter(one => !one.includes('/'))
    ]) {
      for (const method of ['POST', 'GET', 'DELETE']) {
        const expected = await send(landscape, '/mcp/prd', { headers, method })
        assert.deepEqual(await send(landscape, `/mcp/${name}`, { headers, method }), expected, name)
      }
    }
    assert.doesNotMatch(forbidden.text, /prd|dev/)
  })

  test('reaches no system', async t => {
    const landscape = await fiveSystems(t, decidedFeatures)
    for (const name of [...malformed, 'absent', '.', '..', 'dev/x', 'dev//', '%', 'dev;x=1']) {
      const answer = await send(landscape, `/mcp/${name}`, {
        message: call('ERPRead', { type: 'PROG', name: 'Z_A' })
      })
      assert.ok([400, 403, 404].includes(answer.status), `${name}: ${answer.status}`)
    }
    assert.deepEqual(
      Object.values(landscape.erps).flatMap(({ paths }) => paths),
      []
    )
  })

  test('is asked for a token first, with the metadata of its own path', async t => {
    const { landscape } = await guarded(t)
    const well = `${landscape.origin}/.well-known/oauth-protected-resource/mcp`
    for (const [path, metadata] of [
      ['/mcp', well],
      ['/mcp/dev', `${well}/dev`],
      ['/mcp/absent', `${well}/absent`],
      ['/mcp/dev/', `${well}/dev`],
      ['/mcp/DEV', well],
      ['/mcp/%2e%2e', well]
    ] as const) {
      const { status, headers } = await send(landscape, path)
      assert.equal(status, 401, path)
      assert.match(
        String(headers['www-authenticate']),
        new RegExp(`resource_metadata="${metadata}"`)
      )
    }
  })
})

describe('the metadata of a path', () => {
  test('answers any name that could be one', async t => {
    const { landscape } = await guarded(t)
    const place = '/.well-known/oauth-protected-resource/mcp'
    const get = { method: 'GET' }
    const lengthOf = ({ headers }: Raw) => headers['content-length']
    for (const name of ['dev', 'absent', 'a'.repeat(32)]) {
      const { status, text } = await send(landscape, `${place}/${name}`, get)
      assert.equal(status, 200, name)
      const { resource } = JSON.parse(text) as { resource: string }
      assert.equal(resource, `${landscape.origin}/mcp/${name}`)
    }
    assert.equal(
      lengthOf(await send(landscape, `${place}/dev`, get)),
      lengthOf(await send(landscape, `${place}/abc`, get))
    )
    for (const name of malformed) {
      assert.equal((await send(landscape, `${place}/${name}`, get)).status, 404, name)
    }
  })
})

describe('methods and slashes', () => {
  test('are answered as for /mcp', async t => {
    const landscape = await fiveSystems(t)
    for (const method of ['OPTIONS', 'HEAD', 'GET', 'PUT', 'PATCH', 'DELETE']) {
      const expected = await send(landscape, '/mcp', { method })
      for (const path of ['/mcp/', '/mcp/dev', '/mcp/dev/']) {
        assert.deepEqual(await send(landscape, path, { method }), expected, `${method} ${path}`)
      }
    }
    const preflight = {
      method: 'OPTIONS',
      headers: { origin: landscape.origin, 'access-control-request-method': 'POST' }
    }
    const known = await send(landscape, '/mcp/dev', preflight)
    assert.deepEqual(await send(landscape, '/mcp/absent', preflight), known)
  })

  test('attempts at other systems count for the rate limit of the caller', async t => {
    const holder = keyHolder('exact', { systems: ['dev'] })
    const apiKeysFile = keysFileOf(createLandscapeFile(t), [holder])
    const landscape = await fiveSystems(t, { apiKeysFile, rateLimit: 5 })
    const { headers } = holder
    const statuses: number[] = []
    for (const name of ['a', 'b', 'prd', 'prd', 'c', 'd']) {
      statuses.push((await send(landscape, `/mcp/${name}`, { headers })).status)
    }
    assert.deepEqual(statuses, [403, 403, 403, 403, 403, 429])
    assert.equal((await send(landscape, '/mcp/dev', { headers })).status, 429)
  })
})
