/** Mounted bindings are exchanged while the bridge runs. */
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import fastify from 'fastify'
import bridge from '../../../app.ts'
import { followBinding } from '../../../plugins/auth/followed-binding.ts'
import { createAuthority } from '../../../sandbox/test/helpers/authority.ts'
import { erp } from '../../helpers/bridge-app.ts'
import { app as bound, createPlatform, noSources } from '../../helpers/platform.ts'
import type { Platform } from '../../helpers/platform.ts'

const credentials = {
  clientid: 'sb-x!t1',
  xsappname: 'x!t1',
  url: 'https://sub.auth.example.com',
  uaadomain: 'auth.example.com'
}
const day = 86_400_000

function mount(t: TestContext): { root: string; write(files: Record<string, unknown>): void } {
  const root = mkdtempSync(join(tmpdir(), 'followed-'))
  t.after(() => rmSync(root, { recursive: true, force: true }))
  mkdirSync(join(root, 'auth'))
  return {
    root,
    write(files) {
      for (const [name, text] of Object.entries({ type: 'xsuaa', ...files })) {
        writeFileSync(join(root, 'auth', name), String(text))
      }
    }
  }
}

async function eventually(holds: () => boolean | Promise<boolean>, what: string): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    if (await holds()) return
    await sleep(50)
  }
  assert.fail(what)
}

function follow(t: TestContext, root: string) {
  const lines: string[] = []
  const note = (facts: object, message: string) => {
    lines.push(`${message} ${JSON.stringify(facts)}`)
  }
  const binding = followBinding(
    { ...noSources, serviceBindingRoot: root },
    { log: { debug: note, info: note, warn: note, error: note }, everyMs: 20 }
  )
  t.after(() => binding.close())
  let changes = 0
  binding.onChange(() => {
    changes++
  })
  return {
    binding,
    lines,
    changes: () => changes,
    said: (words: RegExp) =>
      eventually(
        () => lines.some(line => words.test(line)),
        `${words.source} in ${lines.join('\n')}`
      )
  }
}

describe('a mounted binding', () => {
  test('a new secret counts; damage, another service and its end change nothing and are said once, without a value', async t => {
    const { root, write } = mount(t)
    write({ ...credentials, clientsecret: 'canary-1' })
    const { binding, lines, changes, said } = follow(t, root)
    assert.equal(binding.value().clientSecret, 'canary-1')
    write({ clientsecret: 'canary-2' })
    await eventually(() => binding.value().clientSecret === 'canary-2', 'the new secret')
    write({ clientsecret: '' })
    await said(/cannot be read again.*has no clientsecret/)
    write({ clientsecret: 'canary-3', clientid: 'sb-other!t1' })
    await said(/another clientid by now, which counts after a restart/)
    rmSync(join(root, 'auth'), { recursive: true })
    await said(/cannot be read again.*not found/)
    await sleep(100)
    assert.deepEqual(
      [binding.value().clientSecret, binding.value().clientId, changes()],
      ['canary-2', 'sb-x!t1', 1]
    )
    assert.equal(
      lines.filter(line => /cannot be read again/.test(line)).length,
      new Set(lines.filter(line => /cannot be read again/.test(line))).size
    )
    assert.doesNotMatch(lines.join('\n'), /canary/)
  })

  test('a certificate whose key has not come yet waits for it', async t => {
    const { root, write } = mount(t)
    const [one, two] = [await createAuthority({ ca: false }), await createAuthority({ ca: false })]
    write({
      ...credentials,
      certurl: 'https://cert.example.com',
      certificate: one.certificate,
      key: one.key
    })
    const { binding, said } = follow(t, root)
    write({ certificate: two.certificate })
    await said(/certificate and key in .* do not belong together/)
    assert.equal(binding.value().identity?.cert.trim(), one.certificate.trim())
    write({ key: two.key })
    await eventually(() => binding.value().identity?.key.trim() === two.key.trim(), 'the new pair')
    assert.equal(binding.value().identity?.cert.trim(), two.certificate.trim())
  })

  test('files behind links that are exchanged as a whole, as Kubernetes does it', async t => {
    const { root } = mount(t)
    const version = (name: string, secret: string) => {
      mkdirSync(join(root, 'auth', name))
      for (const [file, text] of Object.entries({
        ...credentials,
        type: 'xsuaa',
        clientsecret: secret
      })) {
        writeFileSync(join(root, 'auth', name, file), text)
      }
    }
    version('..one', 'first')
    symlinkSync('..one', join(root, 'auth', '..data'))
    for (const file of ['type', 'clientsecret', ...Object.keys(credentials)]) {
      symlinkSync(join('..data', file), join(root, 'auth', file))
    }
    const { binding } = follow(t, root)
    assert.equal(binding.value().clientSecret, 'first')
    version('..two', 'second')
    rmSync(join(root, 'auth', '..data'))
    symlinkSync('..two', join(root, 'auth', '..data'))
    await eventually(() => binding.value().clientSecret === 'second', 'the second version')
  })

  test('a certificate that expires is reported once, and no more after its renewal', async t => {
    const { root, write } = mount(t)
    const pair = async (until: number) => {
      const { certificate, key } = await createAuthority({
        ca: false,
        from: Date.now() - 3 * day,
        until
      })
      return { certificate, key }
    }
    write({
      ...credentials,
      certurl: 'https://cert.example.com',
      ...(await pair(Date.now() + day))
    })
    const { lines, said, changes } = follow(t, root)
    await said(/ends soon.*"hours":2[34]/)
    write(await pair(Date.now() - day))
    await said(/has ended: no client can log on/)
    write(await pair(Date.now() + 30 * day))
    await eventually(() => changes() >= 2, 'the renewed one')
    await sleep(100)
    assert.equal(lines.filter(line => /ends soon|has ended/.test(line)).length, 2)
  })

  for (const [what, files, words] of [
    [
      'a certificate',
      { certificate: '-----BEGIN CERTIFICATE-----\ncanary\n-----END CERTIFICATE-----' },
      /cannot be used: the certificate in .* is not readable/
    ],
    ['a key', { key: 'canary' }, /cannot be used: the key in .* is not readable/]
  ] as const) {
    test(`${what} that is none stops the start, without a value`, async t => {
      const { root, write } = mount(t)
      const { certificate, key } = await createAuthority({ ca: false })
      write({ ...credentials, certurl: 'https://cert.example.com', certificate, key, ...files })
      assert.throws(
        () => follow(t, root),
        (error: Error) =>
          words.test(error.message) && !/canary/.test(`${error.message}${String(error.cause)}`)
      )
    })
  }
})

describe('the bridge follows', () => {
  const form = {
    grant_type: 'authorization_code',
    code: 'c',
    redirect_uri: 'http://localhost:1/callback',
    code_verifier: 'x'.repeat(43),
    client_id: bound.clientid
  }
  const start = async (t: TestContext, platform: Platform, root: string) => {
    const app = fastify()
    t.after(() => app.close())
    await app.register(bridge, {
      ...erp,
      loopback: true,
      tools: [],
      platformAuth: true,
      bindings: { ...noSources, serviceBindingRoot: root },
      caFile: platform.caFile
    })
    return async () =>
      (
        await app.inject({
          method: 'POST',
          url: '/token',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          payload: new URLSearchParams(form).toString()
        })
      ).body
  }

  test('an exchanged secret is used within 5 s', async t => {
    const platform = await createPlatform(t)
    const { root, write } = mount(t)
    write({ ...platform.credentials(), clientsecret: 'outdated' })
    const token = await start(t, platform, root)
    assert.match(await token(), /own credentials/)
    write({ clientsecret: bound.clientsecret })
    await eventually(
      async () => /invalid_grant/.test(await token()),
      'the platform accepts the new secret'
    )
  })

  test('an exchanged certificate is used within 5 s, and its key with it', async t => {
    const platform = await createPlatform(t)
    const { root, write } = mount(t)
    const pair = async (name: string) => {
      const { certificate, key } = await createAuthority({ name, usage: false, ca: false })
      return { certificate, key }
    }
    const { clientsecret: _secret, ...rest } = platform.credentials({ certurl: platform.url })
    write({ ...rest, ...(await pair('outdated')) })
    const token = await start(t, platform, root)
    assert.match(await token(), /own credentials/)
    write(await pair(bound.clientid))
    await eventually(
      async () => /invalid_grant/.test(await token()),
      'the platform accepts the new certificate'
    )
    const seen = platform.requests.filter(({ path }) => path === '/oauth/token')
    assert.deepEqual([seen[0]?.peer, seen.at(-1)?.peer], ['outdated', bound.clientid])
  })
})
