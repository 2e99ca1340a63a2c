import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { createRedirectCheck, packagedRedirectUris } from '../../../plugins/auth/redirect-uris.ts'
import { allScopes } from '../../../plugins/auth/scopes.ts'

const isAllowed = createRedirectCheck([
  ...packagedRedirectUris(),
  'https://*.apps.example.com/cb/**',
  'https://fixed.example.com:8443/a/*/z',
  'cursor://anysphere.cursor-mcp/oauth/callback'
])

describe('redirect URIs', () => {
  const good = [
    'http://localhost:1234/callback',
    'http://localhost:1234/',
    'http://localhost:1234',
    'http://localhost/x?y=1',
    'https://claude.ai/api/mcp/auth_callback',
    'https://vscode.dev/redirect',
    'https://global.consent.azure-apim.net/redirect/abc-123',
    'https://one.apps.example.com/cb/',
    'https://one.apps.example.com/cb/a/b',
    'https://fixed.example.com:8443/a/b/z',
    'cursor://anysphere.cursor-mcp/oauth/callback'
  ]
  for (const uri of good) test(`${uri} passes`, () => assert.equal(isAllowed(uri), true))

  /** Each trick with each host that is allowed: what looks like it and is not. */
  const evil = 'evil.example.net'
  const tricks: readonly ((host: string, path: string) => string)[] = [
    (h, p) => `https://${evil}\\@${h}${p}`,
    (h, p) => `https://${h}@${evil}${p}`,
    (h, p) => `https://${h}:x@${evil}${p}`,
    (h, p) => `https://user:pw@${h}${p}`,
    (h, p) => `https://${evil}#@${h}${p}`,
    (h, p) => `https://${evil}?@${h}${p}`,
    (h, p) => `https://${h}.${evil}${p}`,
    (h, p) => `https://${evil}/${h}${p}`,
    (h, p) => `https://${evil}%00.${h}${p}`,
    (h, p) => `https://${h}%00.${evil}${p}`,
    (h, p) => `//${h}${p}`,
    (h, p) => `///${h}${p}`,
    (h, p) => `\\\\${h}${p}`,
    (h, p) => `/\\${h}${p}`,
    (h, p) => `https:${h}${p}`,
    (h, p) => `https:/${h}${p}`,
    (h, p) => `https:\\\\${h}${p}`,
    (h, p) => ` https://${h}${p}`,
    (h, p) => `https://${h}${p} `,
    (h, p) => `https://${h}${p}\n`,
    (h, p) => `https://${h}\t${p}`,
    (h, p) => `h\nttps://${h}${p}`,
    (h, p) => `https://${h}${p}#fragment`,
    (h, p) => `https://${h}${p}#`,
    (h, p) => `ftp://${h}${p}`,
    (h, p) => `javascript://${h}${p}`,
    (h, p) => `javascript:alert(1)//${h}${p}`,
    (h, p) => `data:text/html,//${h}${p}`,
    (h, p) => `https://${h}:99999${p}`,
    (h, p) => `https://${h}:444${p}`,
    (h, p) => `https://${h}../..${p}`,
    (h, p) => `https://${h}/../${p}/../..`,
    (h, p) => `https://${h}/x/..${p}`,
    (h, p) => `https://${h}/%2e%2e${p}`,
    (h, p) => `https://${h}${p}/../../evil`,
    (h, p) => `https://${h}${p}%2f..%2fevil`,
    (h, p) => `https://${h}${p}%5c..`,
    (h, p) => `https://${h}${p}%0d%0aLocation:x`,
    (h, p) => `https://${h.replace('.', '。')}${p}`,
    (h, p) => `https://${h.replace('e', 'е')}${p}`,
    (h, p) => `https://${h.replace('a', 'ａ')}${p}`,
    (h, p) => `https://xn--${h}${p}`,
    (h, p) => `https://${h},${evil}${p}`,
    (h, p) => `https://${h};${evil}${p}`,
    (h, p) => `https://${h}&${evil}${p}`,
    (h, p) => `https://${evil}:443\\${h}${p}`,
    (h, p) => `https://[::1]@${h}${p}`,
    (h, p) => `https://${evil}/?u=https://${h}${p}`,
    (h, p) => `HTTPS://${h.toUpperCase()}${p}`,
    (h, p) => `https://${h}.${p}`,
    (h, p) => `https://.${h}${p}`,
    (h, p) => `https://${h}${p}${p}x/y/z`,
    (h, p) => `http://${h}${p}`,
    (h, p) => `https://sub.${h}${p}`,
    (h, p) => `https://x${h}${p}`
  ]
  const hosts: readonly (readonly [string, string])[] = [
    ['claude.ai', '/api/mcp/auth_callback'],
    ['claude.com', '/api/mcp/auth_callback'],
    ['vscode.dev', '/redirect'],
    ['www.cursor.com', '/agents/mcp/oauth/callback'],
    ['global.consent.azure-apim.net', '/redirect/x'],
    ['erp-bridge.cfapps.eu10.hana.ondemand.com', '/cb'],
    ['one.apps.example.com', '/cb/x'],
    ['fixed.example.com:8443', '/a/b/z'],
    ['localhost:1234', '/cb'],
    ['localhost', '/cb'],
    ['localhost.', '/cb']
  ]
  test(`${tricks.length * hosts.length} that only look like one are refused, or stay on the very host`, () => {
    for (const [host, path] of hosts) {
      for (const trick of tricks) {
        const uri = trick(host, path)
        if (!isAllowed(uri)) continue
        const url = new URL(uri)
        assert.equal(url.username + url.password + url.hash, '', uri)
        // Allowed paths may go on below `**`, and localhost has any path and plain HTTP.
        assert.ok(
          host.startsWith('localhost')
            ? url.hostname === 'localhost'
            : url.protocol === 'https:' &&
                (url.host === host || url.hostname.endsWith('.apps.example.com')),
          uri
        )
        assert.ok(uri === url.href || `${uri}/` === url.href, uri)
      }
    }
  })

  const never = [
    'https://*ne.apps.example.com/cb/',
    'https://a;b.apps.example.com/cb/',
    'http://localhost:1/a|b',
    'http://localhost:1/%zz',
    '',
    'x',
    'http://127.0.0.1:1/',
    'http://[::1]:1/',
    'http://0.0.0.0/',
    'https://localhost:1/',
    'http://localhost.evil.example.net/',
    'http://localhost:1@evil.example.net/',
    'https://a.b.apps.example.com/cb/',
    'https://.apps.example.com/cb/',
    'https://global.consent.azure-apim.net/redirect/a/b',
    'https://fixed.example.com/a/b/z',
    'https://fixed.example.com:8443/a/b/c/z',
    'cursor://other/oauth/callback'
  ]
  for (const uri of never) {
    test(`${JSON.stringify(uri)} is refused`, () => assert.equal(isAllowed(uri), false))
  }

  for (const pattern of [
    '*',
    'https://*/cb',
    'https://*.*/',
    'javascript://x/y',
    'https://',
    'http//x',
    'https://x/y?z',
    'data://x/',
    'https://u@x/'
  ]) {
    test(`the pattern ${pattern} stops the start`, () =>
      assert.throws(() => createRedirectCheck([pattern]), /is not valid/))
  }
})

describe('deploy/xs-security.json', () => {
  interface Named {
    readonly name: string
    readonly description: string
  }
  const text = readFileSync(new URL('../../../deploy/xs-security.json', import.meta.url), 'utf8')
  const descriptor = JSON.parse(text) as {
    xsappname: string
    'tenant-mode': string
    scopes: Named[]
    'role-templates': (Named & { 'scope-references': string[] })[]
    'role-collections': (Named & { 'role-template-references': string[] })[]
    'oauth2-configuration': {
      'redirect-uris': string[]
      'token-validity': number
      'credential-types': string[]
    }
  }

  test('it has the scopes that the code requests, and no other', () => {
    assert.deepEqual(
      descriptor.scopes.map(({ name }) => name),
      allScopes.map(scope => `$XSAPPNAME.${scope}`)
    )
  })

  test('the role collections grant what is promised, by references that resolve', () => {
    const granted = Object.fromEntries(
      descriptor['role-collections'].map(({ name, 'role-template-references': references }) => [
        name,
        references.flatMap(reference => {
          const template = descriptor['role-templates'].find(
            candidate => `$XSAPPNAME.${candidate.name}` === reference
          )
          assert.ok(template, reference)
          return template['scope-references'].map(scope => scope.replace('$XSAPPNAME.', ''))
        })
      ])
    )
    assert.deepEqual(granted, {
      Viewer: ['read'],
      Editor: ['read', 'write'],
      Admin: ['read', 'write', 'admin']
    })
    const scopes = new Set(descriptor.scopes.map(({ name }) => name))
    assert.ok(
      descriptor['role-templates'].every(template =>
        template['scope-references'].every(scope => scopes.has(scope))
      )
    )
  })

  test('it keeps the limits of the service', () => {
    assert.equal(descriptor['tenant-mode'], 'dedicated')
    assert.ok(
      [...descriptor['role-templates'], ...descriptor['role-collections']].every(
        ({ name, description }) => name.length <= 64 && description !== ''
      )
    )
    assert.ok(
      descriptor.scopes.every(({ name }) => name.length + descriptor.xsappname.length <= 193)
    )
    const oauth = descriptor['oauth2-configuration']
    assert.ok(oauth['token-validity'] <= 3600)
    assert.deepEqual(oauth['credential-types'], ['binding-secret', 'x509'])
    assert.ok(oauth['redirect-uris'].includes('http://localhost:*/**'))
    assert.ok(oauth['redirect-uris'].some(uri => /^https:\/\/.*hana\.ondemand\.com\//.test(uri)))
    assert.doesNotThrow(() => createRedirectCheck(oauth['redirect-uris']))
  })
})
