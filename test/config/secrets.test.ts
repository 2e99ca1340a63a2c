/**
 * Texts without secrets: in every encoding, cut off, in JSON, and without harm to what is no
 * secret.
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { loadConfig } from '../../config/config.ts'
import { registerConfigSecrets, registerStartSecrets } from '../../config/known-secrets.ts'
import { createSecrets } from '../../config/secrets.ts'
import { createTokenSigner } from '../../tools/call/tokens/token-signer.ts'

const knowing = (...values: string[]) => {
  const secrets = createSecrets()
  for (const value of values) secrets.add(value)
  return secrets
}
const random = (seed: string, length = 24) =>
  createHash('sha512').update(seed).digest('base64url').slice(0, length)

/** How programs write a text into others. */
const encodings: Readonly<Record<string, (text: string) => string>> = {
  'as it is': text => text,
  'a part of a URL': encodeURIComponent,
  'a part of a URL, lower case': text =>
    encodeURIComponent(text).replace(/%../g, one => one.toLowerCase()),
  'a form': text => new URLSearchParams({ x: text }).toString().slice(2),
  'before a host': text => {
    const url = new URL('http://h')
    url.password = text
    return url.password
  },
  JSON: text => JSON.stringify(text).slice(1, -1),
  'JSON in JSON': text => JSON.stringify(JSON.stringify(text)).slice(3, -3),
  base64: text => Buffer.from(text).toString('base64'),
  base64url: text => Buffer.from(text).toString('base64url'),
  hexadecimal: text => Buffer.from(text).toString('hex')
}
const values = [
  'correct horse battery',
  'p"ss\\w%rd+1/=ü',
  'ab:cd@ef/gh?ij#kl',
  random('a', 43),
  'tab\tand more'
] as const

describe('a known secret', () => {
  for (const [title, encode] of Object.entries(encodings)) {
    test(`is replaced as ${title}`, () => {
      for (const value of values) {
        assert.equal(
          knowing(value).redact(`before '${encode(value)}' after`),
          "before '[secret]' after",
          value
        )
      }
    })
  }

  test('is replaced in base64 behind any user name', () => {
    for (const value of values) {
      for (const user of ['U', 'AB', 'ABC', 'DEVELOPER']) {
        const text = Buffer.from(`${user}:${value}`).toString('base64')
        const found = knowing(value).redact(`user ${text} end`)
        const rest = /^user (.*)\[secret\](.*) end$/.exec(found)
        assert.ok(rest !== null, found)
        const left = Buffer.from(rest[1] ?? '', 'base64').toString()
        assert.ok(!left.includes(value.slice(0, 2)), `${found} leaves ${left}`)
      }
    }
  })

  test('is replaced at the beginning, at the end, twice, and beside another', () => {
    const secrets = knowing('first-secret', 'second-secret')
    assert.equal(secrets.redact('first-secret'), '[secret]')
    assert.equal(
      secrets.redact('first-secretsecond-secret first-secret'),
      '[secret][secret] [secret]'
    )
    assert.equal(secrets.redact('xfirst-secretx'), 'x[secret]x')
  })

  test('that begins like another one is replaced whole', () => {
    const secrets = knowing('abcdefgh', 'abcdefghijkl')
    assert.equal(secrets.redact('abcdefghijkl abcdefgh'), '[secret] [secret]')
  })

  test('that was cut off is replaced as far as it goes', () => {
    const value = random('long', 64)
    assert.equal(
      knowing(value.slice(0, 18)).redact(`args: '${value.slice(0, 12)}`),
      "args: '[secret]"
    )
    for (const length of [16, 20, 40, 63]) {
      assert.equal(knowing(value).redact(`args: '${value.slice(0, length)}`), "args: '[secret]")
    }
  })

  test('of several lines is replaced line by line', () => {
    const pem = `-----BEGIN PRIVATE KEY-----\n${random('1', 64)}\n${random('2', 64)}\n-----END PRIVATE KEY-----`
    assert.equal(knowing(pem).redact(`got ${random('2', 64)}`), 'got [secret]')
    assert.equal(knowing(pem).redact('-----BEGIN PRIVATE KEY-----'), '-----BEGIN PRIVATE KEY-----')
  })
})

describe('what is no secret', () => {
  test('stays: texts without one are the same texts', () => {
    const secrets = knowing(...values)
    for (let turn = 0; turn < 500; turn++) {
      const text = `${random(`${turn}`, 60)} ${random(`x${turn}`, 30)}`
      assert.equal(secrets.redact(text), text)
    }
  })

  test('one to three characters are not replaced, four to seven as a word alone', () => {
    const text = 'initial P key=init1 "init" xinit init'
    assert.equal(knowing('P', 'in', 'ini').redact(text), text)
    assert.equal(knowing('init').redact(text), 'initial P key=init1 "[secret]" xinit [secret]')
  })

  test('nothing is known at first', () => {
    assert.equal(createSecrets().redact('anything'), 'anything')
    assert.equal(createSecrets().redact(''), '')
  })
})

describe('tokens that show by their form', () => {
  const jwt = `eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhZGEifQ.${random('sig')}`
  for (const text of [
    `Bearer ${random('t')}`,
    `authorization: bearer ${random('t')}`,
    `Basic ${random('b')}==`,
    jwt,
    `eb_${random('k', 43)}`,
    `MYSAPSSO2=${random('c')}; path=/`,
    `SAP_SESSIONID_A4H_001=${random('d')}`
  ]) {
    test(text.slice(0, 24), () => {
      const found = createSecrets().redact(`the server said ${text}`)
      assert.match(found, /\[secret\]/)
      for (const part of text.match(/[\w-]{20,}/g) ?? []) assert.ok(!found.includes(part), found)
    })
  }

  test('handles of the bridge stay, also at the end of a sentence', () => {
    const handle = createTokenSigner('a state key of enough length').sign(
      { id: 'one', args: { name: 'ZX' } },
      { kind: 'confirm', bound: [], seconds: 60 }
    )
    for (const text of [
      `confirm: ${handle}. Then again.`,
      `{"cursor":"run.${handle}"}`,
      `${handle}.${handle}.x`
    ]) {
      assert.equal(createSecrets().redact(text), text)
    }
  })

  test('words about them stay', () => {
    for (const text of [
      'the bearer token is missing',
      'Basic authentication',
      'Bearer error="invalid_token"',
      'Bearer resource_metadata="https://x"',
      'eyJ'
    ]) {
      assert.equal(createSecrets().redact(text), text)
    }
  })
})

describe('a line of JSON', () => {
  test('without a secret is the same line', () => {
    const line = '{"level":30,"b":1,"a":"x"}\n'
    assert.equal(knowing('secret-value').redactLine(line), line)
  })

  test('stays JSON whatever is replaced: numbers, names, what a structure looks like', () => {
    const hostile = [
      '12345',
      '17640000',
      'level',
      '":[{"e',
      '{"level"',
      'null',
      'x"y\\z',
      '"time":17',
      'true',
      'line\nline'
    ]
    for (const secret of hostile) {
      const line = `${JSON.stringify({ level: 30, time: 1764000000000, pid: 12345, [secret]: secret, deep: [{ error: `got ${secret}!` }], no: null, yes: true })}\n`
      const found = knowing(secret).redactLine(line)
      assert.ok(found.endsWith('\n'))
      const parsed = JSON.parse(found) as Record<string, unknown>
      assert.ok(
        !JSON.stringify(parsed['deep']).includes(JSON.stringify(secret).slice(1, -1)),
        found
      )
      assert.equal(parsed['no'], null)
      assert.equal(parsed['yes'], true)
    }
  })

  test('that is no JSON is cleaned all the same', () => {
    assert.equal(knowing('secret-value').redactLine('no json secret-value'), 'no json [secret]')
  })
})

describe('a source that is read again', () => {
  test('has its newest values and those before', () => {
    const secrets = createSecrets()
    const take = secrets.source()
    for (const value of ['value-one', 'value-two', 'value-three']) take([value])
    take(['value-three'])
    assert.equal(secrets.redact('value-one value-two value-three'), 'value-one [secret] [secret]')
  })
})

describe('the secrets known at a start', () => {
  const folder = mkdtempSync(join(tmpdir(), 'secrets-'))
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text, { mode: 0o600 })
    return join(folder, name)
  }
  test.after(() => rmSync(folder, { recursive: true, force: true }))

  test('secrets of flags, variables, files, addresses, telemetry and bindings', () => {
    mkdirSync(join(folder, 'bindings', 'uaa'), { recursive: true })
    const vcap = JSON.stringify({
      xsuaa: [
        {
          credentials: {
            clientid: 'sb-app',
            clientsecret: random('vcap'),
            url: 'https://uaa.example.com',
            'credential-type': 'binding-secret'
          }
        }
      ],
      db: [{ credentials: { uri: `postgres://u:${random('db')}@db.example.com` } }]
    })
    const env = {
      ERP_PASSWORD: random('password'),
      SVC_API_KEY_FILE: file('key', `${random('key')}\n`),
      ERP_REDIS_URL: `redis://:${encodeURIComponent('pass/word+redis')}@redis.example.com:6379`,
      ERP_COOKIE_STRING: `sap-usercontext=sap-client=100; MYSAPSSO2=${random('cookie')}`,
      https_proxy: `http://u:${random('proxy')}@proxy.example.com:3128`,
      OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer%20${random('otel')},x=${random('otel2')}`,
      OTEL_EXPORTER_OTLP_ENDPOINT: `https://u:${random('otel3')}@otlp.example.com`,
      VCAP_SERVICES: vcap,
      SERVICE_BINDING_ROOT: join(folder, 'bindings')
    }
    file('bindings/uaa/clientsecret', `${random('mounted')}\n`)
    file('bindings/uaa/url', 'https://mounted.example.com')
    const secrets = createSecrets()
    registerStartSecrets(
      secrets,
      ['--password', random('flag'), `--api-key=${random('flag2')}`],
      env
    )
    const all = [
      'password',
      'key',
      'cookie',
      'proxy',
      'otel',
      'otel2',
      'otel3',
      'vcap',
      'db',
      'mounted',
      'flag',
      'flag2'
    ].map(name => random(name))
    for (const value of [...all, 'pass/word+redis']) {
      assert.equal(secrets.redact(`x ${value} y`), 'x [secret] y', value)
    }
    for (const word of [
      'sap-client=100',
      'redis.example.com',
      'proxy.example.com',
      'https://uaa.example.com',
      'https://mounted.example.com',
      'sb-app',
      'binding-secret'
    ]) {
      assert.equal(secrets.redact(`x ${word} y`), `x ${word} y`)
    }
  })

  test(
    'a pipe is left to the setting that it is for',
    { skip: process.platform === 'win32', timeout: 30_000 },
    async t => {
      const secret = random('in a pipe')
      const env = {
        ERP_URL: 'http://127.0.0.1:9',
        ERP_USER: 'U',
        ERP_LANGUAGE: `no language ${secret}`
      }
      const script = `ERP_PASSWORD_FILE=<(printf %s '${secret}') exec "${process.execPath}" cli.ts`
      const child = spawn('bash', ['-c', script], {
        cwd: fileURLToPath(new URL('../..', import.meta.url)),
        env: { PATH: process.env['PATH'] ?? '', ERP_JOURNAL: 'off', ...env }
      })
      t.after(() => {
        child.kill('SIGKILL')
      })
      let said = ''
      child.stderr.on('data', chunk => {
        said += String(chunk)
      })
      child.stdin.end()
      await once(child, 'close')
      // The one mistake is the other setting: the password was read, and no message says that its
      // file is empty.
      assert.match(said, /ERP_LANGUAGE/)
      assert.doesNotMatch(said, /is empty/)
    }
  )

  test('secrets of files that a configuration names', () => {
    const config = (env: Record<string, string>) =>
      loadConfig([], { ERP_URL: 'https://erp.example.com', ...env }).config
    const secrets = createSecrets()
    registerConfigSecrets(
      secrets,
      config({
        ERP_COOKIE_FILE: file(
          'cookies',
          `#HttpOnly_erp.example.com\tFALSE\t/\tTRUE\t0\tMYSAPSSO2\t${random('in file')}\n`
        )
      })
    )
    registerConfigSecrets(
      secrets,
      config({
        ERP_USER: 'U',
        ERP_PASSWORD: 'short',
        ERP_GIT_CREDENTIALS_FILE: file(
          'git',
          JSON.stringify({
            credentials: [
              { url: 'https://git.example.com', user: 'robot', password: random('git') }
            ]
          })
        )
      })
    )
    for (const value of [
      random('in file'),
      random('git'),
      Buffer.from('U:short').toString('base64')
    ]) {
      assert.equal(secrets.redact(`x ${value} y`), 'x [secret] y', value)
    }
    for (const word of ['https://git.example.com', 'robot', 'erp.example.com']) {
      assert.equal(secrets.redact(word), word)
    }
  })
})
