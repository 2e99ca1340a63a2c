/** A corpus of tokens: hostile ones get the same 401, honest ones pass, none causes a request. */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import bridge from '../../../app.ts'
import type { BridgeOptions } from '../../../app.ts'
import { erp } from '../../helpers/bridge-app.ts'
import { createFixtures } from '../../helpers/fixture-tools.ts'
import { createIssuer, now } from '../../helpers/identity-provider.ts'
import type { TestIssuer } from '../../helpers/identity-provider.ts'
import {
  algorithms,
  honestKeys,
  keyIds,
  ownKeys,
  sharedSecrets
} from '../../helpers/tokens/algorithms.ts'
import { claims, forms, twice } from '../../helpers/tokens/claims.ts'
import {
  encodings,
  flips,
  foreignKeys,
  paddings,
  psychic,
  weakly
} from '../../helpers/tokens/signatures.ts'
import { audience, honest, odd, published, weak } from '../../helpers/tokens/world.ts'
import type { Specimen, World } from '../../helpers/tokens/world.ts'

const classes: Readonly<Record<string, (world: World) => Specimen[]>> = {
  algorithms,
  'shared secrets': sharedSecrets,
  'key ids': keyIds,
  'keys of its own': world => [...ownKeys(world), ...honestKeys(world)],
  claims,
  forms,
  'members given twice': twice,
  'signatures of elliptic curves': psychic,
  'RSA padding': paddings,
  'weak keys': weakly,
  'foreign and odd keys': foreignKeys,
  encodings,
  'single bits': world => flips(world, 400)
}

interface Setup {
  readonly app: FastifyInstance
  readonly issuer: TestIssuer
  readonly world: World
  readonly trapped: string[]
}

async function setup(t: TestContext, options: BridgeOptions = {}): Promise<Setup> {
  const issuer = await createIssuer(t, Object.values(published))
  issuer.keys = [...issuer.keys, ...weak.map(({ jwk }) => jwk), ...odd]
  const trapped: string[] = []
  const trap = createServer((request, response) => {
    trapped.push(request.url ?? '')
    response.end(JSON.stringify({ keys: issuer.keys }))
  })
  await new Promise<void>(resolve => {
    trap.listen(0, '127.0.0.1', resolve)
  })
  t.after(() => {
    trap.closeAllConnections()
    trap.close()
  })
  const app = fastify({ http: { maxHeaderSize: 100_000 } })
  t.after(() => app.close())
  await app.register(bridge, {
    ...erp,
    loopback: true,
    tools: createFixtures().tools,
    oidcIssuer: issuer.url,
    oidcAudience: audience,
    ...options
  })
  await app.ready()
  // No token ends between being made and being sent.
  const fixed = now() * 1000
  t.mock.method(Date, 'now', () => fixed)
  return {
    app,
    issuer,
    trapped,
    world: {
      issuer: issuer.url,
      trap: `http://127.0.0.1:${(trap.address() as AddressInfo).port}`
    }
  }
}

const send = async (app: FastifyInstance, token: string) =>
  await app.inject({
    method: 'POST',
    url: '/mcp',
    headers: { authorization: `Bearer ${token}` },
    payload: { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  })

/** What is wrong about an answer; undefined where nothing is. */
async function fault(
  app: FastifyInstance,
  { title, token, good = false }: Specimen
): Promise<string | undefined> {
  const { statusCode, body, headers } = await send(app, token)
  if (good) return statusCode === 200 ? undefined : `${title}: ${statusCode}`
  const same =
    body === '{"jsonrpc":"2.0","error":{"code":-32000,"message":"Unauthorized"},"id":null}' &&
    /error="invalid_token"/.test(String(headers['www-authenticate']))
  return statusCode === 401 && same ? undefined : `${title}: ${statusCode} ${body.slice(0, 200)}`
}

let total = 0

describe('hostile tokens', () => {
  for (const [name, make] of Object.entries(classes)) {
    test(name, { timeout: 120_000 }, async t => {
      const { app, issuer, world, trapped } = await setup(t)
      const specimens = make(world)
      total += specimens.length
      const wrong: string[] = []
      for (const specimen of specimens) {
        const found = await fault(app, specimen)
        if (found !== undefined) wrong.push(found)
      }
      assert.deepEqual(wrong, [])
      assert.equal(
        await fault(app, { title: 'an honest one afterwards', token: honest(world), good: true }),
        undefined
      )
      assert.deepEqual(trapped, [])
      const asked = Map.groupBy(issuer.requests, path => path)
      assert.deepEqual([...asked.keys()].toSorted(), ['/.well-known/openid-configuration', '/keys'])
      // The first read, and the one look for a key id that is not published.
      assert.ok((asked.get('/keys')?.length ?? 0) <= 2, String(asked.get('/keys')?.length))
      t.diagnostic(
        `${specimens.length} tokens, ${specimens.filter(({ good }) => good).length} of them honest`
      )
    })
  }

  test('they are as many as promised', () => {
    assert.ok(total >= 1200, String(total))
  })
})
