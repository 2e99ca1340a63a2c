/** Values with one obvious meaning are understood; what could be read in two ways stops the start. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { ConfigError, createConfig, loadConfig, viewOf } from '../../config/config.ts'
import type { Environment } from '../../config/config.ts'
import { flagOf, setting, settingNames, variableOf } from '../../config/settings.ts'
import type { SettingName } from '../../config/settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'erp-bridge-spellings-'))
after(() => rmSync(folder, { recursive: true }))
const file = join(folder, 'systems.json')

const base: Environment = {
  ERP_URL: 'https://erp.example.com:44300',
  ERP_USER: 'U',
  ERP_PASSWORD: 'P',
  ERP_TRANSPORT: 'http-streamable'
}

const fromVariable = (name: SettingName, text: string) =>
  viewOf(loadConfig([], { ...base, [variableOf(name)]: text }).config)[name]

/** As a member of a system in a systems file. */
function fromFile(name: string, value: unknown): unknown {
  const erp = { url: 'https://erp.example.com', user: 'U', password: { env: 'P' }, [name]: value }
  writeFileSync(file, JSON.stringify({ systems: { erp } }))
  const argv = ['--transport', 'http-streamable', '--systems-file', file]
  return viewOf(loadConfig(argv, { P: 'p' }).config)[name as SettingName]
}

function problemsOf(run: () => unknown): readonly string[] {
  try {
    run()
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

const switches = settingNames.filter(name => setting(name).type === 'boolean')
const onWords = ['true', 'TRUE', 'True', '1', 'yes', 'YES', 'on', 'On', ' on ']
const offWords = ['false', 'FALSE', '0', 'no', 'No', 'off', 'OFF']

/** Texts of flags and variables, and what they mean. */
const understood: readonly (readonly [SettingName, unknown, readonly string[]])[] = [
  ['allowedOps', 'RS', ['RS', 'rs', 'R,S', 'R S', 'r, s', 'R;S', ' rS ']],
  ['disallowedOps', 'CDUA', ['cdua', 'C,D,U,A', 'C D U A']],
  ['ppCertTtl', '5m', ['5m', '5M', '300', '300s', '5m0s', '0h5m', '5 m', '4m60s']],
  ['ppCertTtl', '90m', ['1h30m', '1H30M', '1h 30m', '90m', '5400', '1h30m0s']],
  ['ppCertTtl', '24h', ['24h', '86400', '1440m']],
  ['timeout', 90_000, ['90000', '90s', '1m30s', '90000ms', '90000 MS']],
  ['url', 'https://h.example.com:1', ['https://h.example.com:1/', 'HTTPS://h.example.com:1']],
  ['publicUrl', 'https://b.example.com/x', ['https://b.example.com/x/', 'Https://b.example.com/x']],
  [
    'allowedOrigins',
    ['https://i.example.com'],
    ['https://i.example.com/', 'HTTPS://i.example.com']
  ],
  ['featureUi5', 'on', ['on', 'ON', 'true', 'yes', '1']],
  ['featureUi5', 'off', ['off', 'False', 'no', '0']],
  ['featureUi5', 'auto', ['auto', 'AUTO', ' Auto ']],
  ['logLevel', 'warn', ['warn', 'WARN']],
  ['confirm', 'always', ['Always']],
  ['expert', ['execute', 'debug'], ['execute,debug', 'EXECUTE, Debug']],
  ['expert', ['true'], ['true', 'TRUE', 'yes', '1', 'on']],
  ['expert', [], ['false', 'no', '0', 'off']],
  ['trustProxy', ['true'], ['true', 'TRUE', 'yes', 'on']],
  ['trustProxy', ['1'], ['1']],
  ['trustProxy', ['loopback', 'fd00::/8'], ['loopback,fd00::/8', 'Loopback, FD00::/8']],
  ['trustProxy', [], ['false', 'no', 'off']]
]

/** Texts that have no meaning, or more than one. */
const refused: readonly (readonly [SettingName, readonly string[]])[] = [
  ['readOnly', ['y', 'n', 't', 'ja', '2', '-1', 'true,false', 'onoff', 'null', 'enabled']],
  ['allowedOps', ['RX', 'R-S', 'R.S', ',', ';', 'read', '*', 'R|S', 'Ｒ']],
  [
    'ppCertTtl',
    ['1h30', '5x', '1.5h', '-5m', '30m1h', '5m5m', 'm', '1d', '5', '25h', '0', '1 0 m']
  ],
  ['timeout', ['90x', '1e', 's', '1h30', 'true', 'never']],
  ['url', ['erp.example.com:44300', '//erp:1', 'https:/erp', 'https://erp//', 'https://erp/sap']],
  ['httpAddr', [':8080', '8080', '127.0.0.1', 'http://127.0.0.1:8080', '127.0.0.1:8080/']],
  ['featureUi5', ['enabled', 'auto,on', '2']],
  ['trustProxy', ['maybe', 'proxy.example.com']],
  ['expert', ['root', 'execute,false', 'true,false']],
  ['client', ['1', '1000', '0x1']]
]

describe('values with one meaning', () => {
  for (const name of switches) {
    if (name === 'sandbox') continue
    test(`${variableOf(name)} takes the words of a switch`, () => {
      // What a switch needs beside it to be accepted when it is on.
      const read = (text: string, more: Environment = {}) =>
        viewOf(
          loadConfig([], { ...base, SVC_API_KEY: 'k', ...more, [variableOf(name)]: text }).config
        )[name]
      const alone = { ERP_USER: '', ERP_PASSWORD: '', ERP_TRANSPORT: 'stdio' }
      const beside = name === 'browserLogon' ? alone : {}
      for (const word of onWords) assert.equal(read(word, beside), true, word)
      for (const word of offWords) assert.equal(read(word), false, word)
    })
  }

  for (const [name, expected, texts] of understood) {
    test(`${variableOf(name)}: ${texts.join(' | ')}`, () => {
      for (const text of texts) {
        assert.deepEqual(fromVariable(name, text), expected, text)
        const flag = [`${flagOf(name) ?? ''}=${text}`]
        assert.deepEqual(viewOf(loadConfig(flag, base).config)[name], expected, `flag ${text}`)
      }
    })
  }

  test('a switch takes its word as the next argument', () => {
    const read = (...argv: string[]) => viewOf(loadConfig(argv, base).config)
    assert.equal(read('--read-only', 'No').readOnly, false)
    assert.equal(read('--read-only', '1', '--verbose').readOnly, true)
    assert.match(
      problemsOf(() => loadConfig(['--read-only', 'maybe'], base)).join(),
      /unexpected argument "maybe"/
    )
  })

  test('a systems file takes them as JSON values', () => {
    const cases: readonly (readonly [SettingName, unknown, unknown])[] = [
      ['readOnly', true, 1],
      ['readOnly', false, 'no'],
      ['readOnly', true, 'ON'],
      ['allowedOps', 'RS', ['r', 's']],
      ['allowedOps', 'RS', 'r,s'],
      ['featureUi5', 'on', true],
      ['featureUi5', 'off', false],
      ['expert', ['true'], true],
      ['expert', [], false],
      ['expert', ['debug'], ['Debug']],
      ['timeout', 60_000, '1m'],
      ['url', 'https://other.example.com', 'HTTPS://other.example.com/']
    ]
    for (const [name, expected, value] of cases) {
      assert.deepEqual(fromFile(name, value), expected, `${name} ${JSON.stringify(value)}`)
    }
  })

  test('and so do the options of a host program', () => {
    const given = { url: 'HTTPS://erp.example.com/', user: 'U', password: 'P' }
    const options = {
      ...given,
      allowedOps: 'r s',
      readOnly: 'yes',
      featureRap: true,
      timeout: '2m'
    }
    const { readOnly, ...config } = viewOf(createConfig(options as object))
    assert.equal(readOnly, true)
    assert.deepEqual(
      [config.url, config.allowedOps, config.featureRap, config.timeout],
      ['https://erp.example.com', 'RS', 'on', 120_000]
    )
  })
})

describe('what stops the start', () => {
  for (const [name, texts] of refused) {
    test(`${variableOf(name)}: ${texts.join(' | ')}`, () => {
      for (const text of texts) {
        const problems = problemsOf(() => fromVariable(name, text))
        assert.equal(problems.length, 1, `${text}: ${problems.join(' / ')}`)
        assert.match(problems[0] ?? '', new RegExp(variableOf(name)), text)
      }
    })
  }

  test('null and values of another type in a systems file', () => {
    const cases: readonly (readonly [SettingName, unknown])[] = [
      ...(
        ['readOnly', 'user', 'allowedOps', 'timeout', 'expert', 'featureUi5', 'url'] as const
      ).map(name => [name, null] as const),
      ['readOnly', 2],
      ['readOnly', {}],
      ['connections', true],
      ['timeout', {}],
      ['allowedOps', []],
      ['allowedOps', {}],
      ['allowedOps', true],
      ['url', {}],
      ['ppCertTtl', {}]
    ]
    for (const [name, value] of cases) {
      const problems = problemsOf(() => fromFile(name, value))
      assert.equal(problems.length, 1, `${name} ${JSON.stringify(value)}: ${problems.join(' / ')}`)
      assert.match(problems[0] ?? '', new RegExp(`system erp: ${name}`))
    }
  })

  test('one mistake is one message', () => {
    const cases: readonly Environment[] = [
      { ERP_PP_CERT_TTL: '5x' },
      { ERP_PP_CERT_TTL: '25h' },
      { ERP_HTTP_ADDR: '127.0.0.1:99999' },
      { ERP_SANDBOX: 'maybe' },
      { ERP_SANDBOX: 'maybe', ERP_URL: undefined, ERP_USER: undefined, ERP_PASSWORD: undefined },
      { ERP_ENABLE_TRANSPORTS: 'maybe', ERP_FEATURE_TRANSPORT: 'off' },
      { ERP_REQUIRE_AUTH: 'maybe' }
    ]
    for (const env of cases) {
      const problems = problemsOf(() => loadConfig([], { ...base, ...env }))
      assert.equal(problems.length, 1, `${JSON.stringify(env)}: ${problems.join(' / ')}`)
    }
  })

  test('two mistakes are two messages, where one value is wrong and its companion is missing', () => {
    const problems = problemsOf(() => loadConfig([], { ...base, ERP_OIDC_ISSUER: 'idp' }))
    assert.equal(problems.length, 2, problems.join(' / '))
  })
})
