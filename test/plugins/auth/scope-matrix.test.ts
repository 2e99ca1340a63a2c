/**
 * Every tool with every set of scopes, over HTTP and with signed tokens: listing, calling, and what
 * the refusal says.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import fastify from 'fastify'
import bridge from '../../../app.ts'
import { tools } from '../../../tools/index.ts'
import { erp } from '../../helpers/bridge-app.ts'
import { createIssuer, makeToken, now, rsaKey } from '../../helpers/identity-provider.ts'
import { changingBases, readingBases } from '../../tools/helpers/bases.ts'

const key = rsaKey('k')
const all = ['read', 'write', 'admin'] as const
const sets = Array.from({ length: 8 }, (_, bits) =>
  all.filter((_scope, index) => ((bits >> index) & 1) === 1)
)

async function setup(t: TestContext) {
  const issuer = await createIssuer(t, [key])
  const app = fastify()
  t.after(() => app.close())
  await app.register(bridge, {
    ...erp,
    loopback: true,
    oidcIssuer: issuer.url,
    oidcAudience: 'a',
    oidcScopeClaim: 'perm',
    oidcDefaultScopes: ['read'],
    enableTransports: true,
    allowTransportableEdits: true,
    expert: ['true'],
    timeout: 1000
  })
  const tokenWith = (scopes: readonly string[]) =>
    makeToken(
      key.privateKey,
      { alg: 'RS256', kid: 'k' },
      { iss: issuer.url, aud: 'a', sub: 's', perm: scopes, exp: now() + 600 }
    )
  return (scopes: readonly string[]) => {
    const token = tokenWith(scopes)
    return async (method: string, params?: object) =>
      await app.inject({
        method: 'POST',
        url: '/mcp',
        headers: { authorization: `Bearer ${token}` },
        payload: { jsonrpc: '2.0', id: 1, method, ...(params === undefined ? {} : { params }) }
      })
  }
}

test(`${tools.length} tools × ${sets.length} sets of scopes`, { timeout: 120_000 }, async t => {
  const callerWith = await setup(t)
  for (const scopes of sets) {
    // A token that names none gets the default, so "none at all" is tried with each single one of
    // the others.
    const held: readonly string[] = scopes.length === 0 ? ['read'] : scopes
    const ask = callerWith(scopes)
    const listed = new Set(
      (await ask('tools/list'))
        .json<{ result: { tools: { name: string }[] } }>()
        .result.tools.map(({ name }) => name)
    )
    for (const { name, scope } of tools) {
      const answer = await ask('tools/call', { name, arguments: { action: 'no-such-action' } })
      assert.equal(
        answer.statusCode,
        held.includes(scope) ? 200 : 403,
        `${name} with ${held.join()}`
      )
      if (!held.includes(scope)) {
        assert.match(answer.body, /Insufficient scope/)
        assert.match(
          String(answer.headers['www-authenticate']),
          new RegExp(`error="insufficient_scope", scope="${scope}", resource_metadata="`)
        )
      }
      assert.equal(
        listed.has(name),
        held.includes(scope),
        `${name} in the list with ${held.join()}`
      )
    }
  }
})

/** Tool and action → scopes, from the table that is written by hand. */
const needs = new Map(
  readFileSync(new URL('../../tools/policy/decisions.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter(line => line !== '' && !line.startsWith('#'))
    .map(line => {
      const [call = '', , scopes = ''] = line.split('|').map(cell => cell.trim())
      return [call, scopes.split(' ')] as const
    })
)
/** Without --approval the feature of its actions is refused before a scope. */
const actions = tools.flatMap(({ name, actions: own }) =>
  [...own]
    .filter(([, { features }]) => !features.includes('approval'))
    .map(([action]) => ({ name, action, title: `${name} ${action}`.trim() }))
)

test(`${actions.length} actions × ${sets.length} sets of scopes`, { timeout: 240_000 }, async t => {
  const callerWith = await setup(t)
  for (const scopes of sets) {
    const held: readonly string[] = scopes.length === 0 ? ['read'] : scopes
    const ask = callerWith(scopes)
    for (const { name, action, title } of actions) {
      const missing = (needs.get(title) ?? assert.fail(`${title} has no row`)).filter(
        scope => !held.includes(scope)
      )
      const answer = await ask('tools/call', {
        name,
        arguments: {
          ...(action === '' ? {} : { action }),
          ...readingBases[title],
          ...changingBases[title]
        }
      })
      assert.equal(
        answer.statusCode,
        missing.length === 0 ? 200 : 403,
        `${title} with ${held.join()}: ${answer.body}`
      )
      if (missing.length === 0) {
        assert.doesNotMatch(answer.body, /nsufficient scope|BLOCKED_(?!FEATURE)/, title)
      } else {
        assert.ok(
          missing.some(scope =>
            String(answer.headers['www-authenticate']).includes(
              `error="insufficient_scope", scope="${scope}"`
            )
          ),
          `${title} with ${held.join()}`
        )
      }
    }
  }
})
