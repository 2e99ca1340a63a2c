/** Redirect URIs, states and paths that lead elsewhere: no answer sends a user there. */
import assert from 'node:assert/strict'
import { request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { packagedRedirectUris } from '../../plugins/auth/redirect-uris.ts'
import { listen } from '../helpers/bridge-app.ts'
import type { BridgeApp } from '../helpers/bridge-app.ts'
import { discoveryFor } from '../helpers/discovery.ts'
import { app as bound, createPlatform } from '../helpers/platform.ts'
import type { Platform } from '../helpers/platform.ts'
import { appended, assembled, good, leadsHome, misspelt, patterns } from '../helpers/redirects.ts'
import { sampled } from '../helpers/sample.ts'

interface Setup {
  readonly bridge: BridgeApp
  readonly platform: Platform
}

async function setup(t: TestContext): Promise<Setup> {
  const platform = await createPlatform(t)
  const redirectUris = [...packagedRedirectUris(), ...patterns]
  const options = {
    platformAuth: true,
    bindings: platform.sources,
    caFile: platform.caFile,
    redirectUris
  }
  return { bridge: await listen(t, options, discoveryFor(options)), platform }
}

const own = 'http://localhost:33418/callback'
const wish = {
  response_type: 'code',
  client_id: bound.clientid,
  redirect_uri: own,
  state: 's',
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256'
}

interface Seen {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
}

async function authorize({ app }: BridgeApp, query: string): Promise<Seen> {
  const { statusCode: status, headers, body } = await app.inject({ url: `/authorize?${query}` })
  return { status, headers, body }
}

/**
 * Where the platform is told to send the user; undefined for a refusal; fails for any other answer.
 */
function sentTo(
  { status, headers, body }: Seen,
  { url }: Platform,
  title: string
): URLSearchParams | undefined {
  assert.equal(headers['set-cookie'], undefined, title)
  if (status === 302) {
    const target = new URL(String(headers['location']))
    assert.equal(
      `${target.origin}${target.pathname}${target.hash}`,
      `${url}/oauth/authorize`,
      title
    )
    assert.match(String(headers['location']), /^[\x21-\x7e]+$/, title)
    return target.searchParams
  }
  assert.deepEqual(
    [status, headers['location'], headers['refresh']],
    [400, undefined, undefined],
    `${title} ${body}`
  )
  assert.match(String(headers['content-type']), /^application\/json/, title)
  return undefined
}

const strange = [...new Set([...assembled, ...appended, ...misspelt])]
const sample = strange.filter((_, index) => index % 12 === 0)

describe('no log-on ends elsewhere', () => {
  test(`${strange.length} redirect URIs`, { timeout: 300_000 }, async t => {
    const { bridge, platform } = await setup(t)
    let passed = 0
    for (const uri of sampled(strange, 6)) {
      const given = sentTo(
        await authorize(bridge, new URLSearchParams({ ...wish, redirect_uri: uri }).toString()),
        platform,
        JSON.stringify(uri)
      )
      if (given === undefined) continue
      passed++
      assert.deepEqual(given.getAll('redirect_uri'), [uri])
      assert.ok(leadsHome(uri), JSON.stringify(uri))
    }
    assert.ok(strange.length >= 3400)
    t.diagnostic(`${passed} of them are other addresses at the very targets`)
    for (const uri of good) {
      const given = sentTo(
        await authorize(bridge, new URLSearchParams({ ...wish, redirect_uri: uri }).toString()),
        platform,
        uri
      )
      assert.equal(given?.get('redirect_uri'), uri, 'a good one passes')
      assert.ok(leadsHome(uri))
    }
    assert.deepEqual(
      platform.requests.filter(({ path }) => path.includes('/oauth/')),
      []
    )
  })

  test('raw in the query, as a browser would never send them', { timeout: 120_000 }, async t => {
    const { bridge, platform } = await setup(t)
    const { redirect_uri: _own, ...rest } = wish
    for (const uri of sample.map(text =>
      text
        .replaceAll(/[^\x21-\x7e]/g, letter => encodeURIComponent(letter.toWellFormed()))
        .replaceAll('#', '%23')
    )) {
      const given = sentTo(
        await authorize(bridge, `${new URLSearchParams(rest)}&redirect_uri=${uri}`),
        platform,
        uri
      )
      if (given !== undefined) assert.ok(leadsHome(given.get('redirect_uri') ?? ''), uri)
    }
  })

  test(
    'as state, login hint, scope and resource they stay what they are',
    { timeout: 120_000 },
    async t => {
      const { bridge, platform } = await setup(t)
      for (const text of sample) {
        for (const name of [
          'state',
          'login_hint',
          'scope',
          'resource',
          'client_id',
          'nonce',
          'prompt',
          'redirect',
          'next'
        ]) {
          const given = sentTo(
            await authorize(bridge, new URLSearchParams({ ...wish, [name]: text }).toString()),
            platform,
            `${name} ${text}`
          )
          if (given === undefined) {
            assert.ok(name === 'resource' || name === 'client_id', `${name} ${text}`)
            continue
          }
          assert.equal(given.get('redirect_uri'), own)
          assert.equal(given.get('client_id'), bound.clientid)
          const kept = name === 'state' || name === 'login_hint'
          if (kept) assert.equal(given.get(name), text.toWellFormed())
          else assert.doesNotMatch(given.get(name) ?? '', /evil/)
        }
      }
    }
  )

  test('beside a good one, under other spellings of the name, none counts', async t => {
    const { bridge, platform } = await setup(t)
    const base = new URLSearchParams(wish).toString()
    const bad = encodeURIComponent('https://evil.example/cb')
    const names = [
      'redirect_uri',
      'redirect%5furi',
      'redirect_uri[]',
      'redirect_uri[0]',
      'REDIRECT_URI',
      'redirect-uri',
      'redirectUri',
      'redirect_uri%00',
      '%20redirect_uri',
      'redirect_uri%20',
      'redirect%2euri',
      'redirect_uri.x'
    ]
    for (const name of names) {
      for (const query of [
        `${base}&${name}=${bad}`,
        `${name}=${bad}&${base}`,
        `${base};${name}=${bad}`
      ]) {
        const given = sentTo(await authorize(bridge, query), platform, query)
        if (given !== undefined) assert.deepEqual(given.getAll('redirect_uri'), [own], query)
      }
    }
  })

  test(
    'as paths, hosts and forwarded hosts they redirect to no other place',
    { timeout: 120_000 },
    async t => {
      const { bridge } = await setup(t)
      const paths = sample.map(text => encodeURI(text.toWellFormed()).replaceAll('%25', '%'))
      for (const path of paths) {
        for (const target of [
          `/${path}`,
          `/authorize/${path}`,
          path.startsWith('/') ? path : `/authorize//${path}`
        ]) {
          const { statusCode = 0, headers } = await raw(bridge.url, target)
          assert.ok(
            statusCode >= 400 && headers.location === undefined,
            `${target}: ${statusCode} ${headers.location}`
          )
        }
      }
      const query = `/authorize?${new URLSearchParams(wish)}`
      for (const name of [
        'x-forwarded-host',
        'forwarded',
        'x-original-url',
        'x-rewrite-url',
        'x-host',
        'referer'
      ]) {
        const { statusCode, headers } = await raw(bridge.url, query, {
          [name]: 'https://evil.example/'
        })
        assert.equal(statusCode, 302)
        assert.ok(!String(headers.location).includes('evil'), name)
      }
    }
  )

  test(
    'a code is exchanged for none of them, and the platform does not hear of it',
    { timeout: 120_000 },
    async t => {
      const { bridge, platform } = await setup(t)
      const form = {
        grant_type: 'authorization_code',
        code: 'c',
        code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
        client_id: bound.clientid
      }
      for (const uri of strange.filter((text, index) => index % 5 === 0 && !leadsHome(text))) {
        const answer = await bridge.app.inject({
          method: 'POST',
          url: '/token',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          payload: new URLSearchParams({ ...form, redirect_uri: uri }).toString()
        })
        assert.equal(answer.statusCode, 400, JSON.stringify(uri))
      }
      assert.deepEqual(
        platform.requests.filter(({ path }) => path.includes('/oauth/')),
        []
      )
    }
  )
})

/** A request whose target goes out as it is. */
async function raw(
  url: URL,
  path: string,
  headers: Record<string, string> = {}
): Promise<IncomingMessage> {
  return await new Promise((resolve, reject) => {
    request({ host: url.hostname, port: url.port, path, headers }, answer => {
      answer.resume()
      resolve(answer)
    })
      .on('error', reject)
      .end()
  })
}
