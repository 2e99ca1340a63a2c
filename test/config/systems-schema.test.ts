/** The published schema of a systems file accepts and refuses what its reader does. */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { Ajv } from 'ajv'
import { ConfigError, loadConfig } from '../../config/config.ts'
import { setting, systemSettingNames } from '../../config/settings.ts'

const published = new URL('../../docs/systems-file.schema.json', import.meta.url)
const validate = new Ajv({
  strict: true,
  strictRequired: false,
  strictTypes: false,
  allErrors: true
}).compile(JSON.parse(readFileSync(published, 'utf8')) as object)
const folder = mkdtempSync(join(tmpdir(), 'erp-bridge-schema-'))
after(() => rmSync(folder, { recursive: true }))
for (const name of ['secret', 'ca', 'cookies']) writeFileSync(join(folder, name), 'k=v\n')
const path = join(folder, 'systems.json')

function mistakesOf(content: unknown): readonly string[] {
  writeFileSync(path, JSON.stringify(content))
  try {
    const argv = ['--transport', 'http-streamable', '--systems-file', path]
    const { config } = loadConfig(
      [...argv, '--oidc-issuer', 'https://idp.example.com', '--oidc-audience', 'a'],
      { SECRET: 'k=v' }
    )
    return [...config.landscape.systems.values()].flatMap(({ faults }) => faults)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}

const url = 'https://dev.example.com:1'
const password = { env: 'SECRET' }
const dev = { url, user: 'U', password }
/** Members that make a valid entry beside a URL and a log-on. */
const sound: readonly object[] = [
  {},
  { title: 'Development – 100', role: 'development' },
  { role: 'production', readOnly: false },
  { role: 'test' },
  { client: '100', language: 'de', insecure: true },
  { timeout: 100, connections: 256, cacheSize: 0, freshness: 3_600_000 },
  { tlsMaxVersion: '1.2' },
  { allowedOps: 'RS' },
  { disallowedOps: 'D', blockFreeSql: true },
  { allowedPackages: ['$TMP', 'Z*'], allowTransportableEdits: true },
  { enableTransports: true, transportReadOnly: true, allowedTransports: ['DEVK9*'] },
  { enableTransports: true, featureTransport: 'on' },
  { blockedTables: ['PA*'], maxRows: 1 },
  { expert: ['execute', 'debug'] },
  { confirm: 'always', featureRap: 'off', terminalId: 'T-1' },
  { record: 'recordings', recordSources: true, recordProduction: true }
]
const unsound: readonly object[] = [
  { url: 'dev.example.com' },
  { url: 'https://dev.example.com/sap' },
  { url: undefined },
  { user: undefined },
  { password: undefined },
  { password: 'secret' },
  { password: { env: 'SECRET', more: 1 } },
  { password: { file: 'secret' } },
  { password: {} },
  { passwordFile: 'secret' },
  { passwordFile: '', password: undefined },
  { cookieFile: 'cookies' },
  { cookieString: password },
  { clientCert: 'ca' },
  { clientKey: 'ca' },
  { ppCaKey: 'ca' },
  { title: '' },
  { title: 'x'.repeat(81) },
  { title: 'two\nlines' },
  { title: 1 },
  { role: 'dev' },
  { role: ['test'] },
  { client: '1' },
  { language: 'English' },
  { insecure: 'maybe' },
  { timeout: 99 },
  { connections: 257 },
  { connections: 1.5 },
  { tlsMaxVersion: '1.1' },
  { allowedOps: 'X' },
  { allowedOps: '' },
  { allowedOps: 'R', disallowedOps: 'D' },
  { allowedPackages: [] },
  { allowedPackages: ['Z!'] },
  { allowedPackages: [''] },
  { enableTransports: true, featureTransport: 'off' },
  { expert: ['root'] },
  { confirm: 'sometimes' },
  { terminalId: 'a b' },
  { pasword: password },
  { httpAddr: '127.0.0.1:1' },
  { apiKey: password }
]

const logOns: readonly object[] = [
  { url, user: 'U', passwordFile: 'secret' },
  { url, cookieFile: 'cookies' },
  { url, cookieString: password },
  { url, cookieStringFile: 'secret' },
  { url, clientCert: 'ca' },
  { url, clientCert: 'ca', clientKey: 'ca', clientKeyPassphraseFile: 'secret' },
  { url, ticketCommand: '/opt/ticket' },
  { url, ticketCommand: 'C:\\tools\\ticket.exe' },
  { url, serviceKey: 'ca' },
  { destination: 'DEV_100' },
  { url, ppCaKey: 'ca', ppCaCert: 'ca', ppCaPassphrase: password }
]
/** Ways that lack something or contradict each other. */
const noLogOns: readonly object[] = [
  { url, clientKey: 'ca' },
  { url, clientCert: 'ca', cookieFile: 'cookies' },
  { url, clientCert: 'ca', ppCaKey: 'ca', ppCaCert: 'ca' },
  { url: 'http://dev.example.com', clientCert: 'ca' },
  { url, clientCert: 'ca', clientKeyPassphrase: 'text' },
  { url, ticketCommand: 'ticket' },
  { url, browserLogon: false },
  { url, browserLogon: true, ticketCommand: '/opt/ticket' },
  { url: 'http://dev.example.com', browserLogon: true },
  { url, ticketCommand: '/opt/ticket', clientCert: 'ca' },
  { url: 'http://dev.example.com', ticketCommand: '/opt/ticket' },
  { url, serviceKey: 'ca', cookieFile: 'cookies' },
  { url, destination: 'DEV' },
  { destination: 'DEV@level' },
  { destination: 'DEV', cookieFile: 'cookies' },
  { url: 'http://dev.example.com', serviceKey: 'ca' }
]
const plainPropagation = { url: 'http://dev.example.com', ppCaKey: 'ca', ppCaCert: 'ca' }

const files: readonly [content: unknown, isSound: boolean][] = [
  [{ systems: { dev } }, true],
  [{ $schema: './x.json', default: 'dev', systems: { dev } }, true],
  [{ default: 'dev', systems: { dev, 'q-1': dev } }, true],
  [{ systems: { dev, qas: dev } }, false],
  [{ systems: {} }, false],
  [{}, false],
  [[], false],
  [{ systems: [dev] }, false],
  [{ systems: { DEV: dev } }, false],
  [{ systems: { ['d'.repeat(33)]: dev } }, false],
  [{ default: 1, systems: { dev } }, false],
  [{ defaults: 'dev', systems: { dev } }, false],
  [{ systems: { dev: null } }, false],
  [{ systems: { dev: [] } }, false]
]

function agree(content: unknown, isSound: boolean): void {
  const text = JSON.stringify(content)
  const mistakes = mistakesOf(content)
  assert.equal(mistakes.length === 0, isSound, `the reader of ${text}: ${mistakes.join('; ')}`)
  // As the file says it: members that are undefined are not there.
  const isValid = validate(JSON.parse(text))
  assert.equal(isValid, isSound, `the schema of ${text}: ${JSON.stringify(validate.errors)}`)
}

describe('the schema of a systems file', () => {
  test('agrees with the reader about entries', () => {
    for (const entry of sound) agree({ systems: { dev: { ...dev, ...entry } } }, true)
    for (const entry of unsound) agree({ systems: { dev: { ...dev, ...entry } } }, false)
  })

  test('agrees with the reader about ways to log on', () => {
    for (const entry of logOns) agree({ systems: { dev: entry } }, true)
    for (const entry of noLogOns) agree({ systems: { dev: entry } }, false)
    agree({ systems: { dev: plainPropagation } }, false)
  })

  test('takes a log-on in the browser, which the reader leaves to programs of one user', () => {
    const content = { systems: { dev: { url, browserLogon: true } } }
    assert.equal(validate(content), true)
    assert.match(mistakesOf(content).join(), /this server has several/)
  })

  test('agrees with the reader about the file', () => {
    for (const [content, isSound] of files) agree(content, isSound)
  })

  test('takes the JSON value only where the reader takes the text of a flag besides', () => {
    for (const entry of [
      { readOnly: 'true' },
      { timeout: '500' },
      { allowedPackages: 'Z*,$TMP' }
    ]) {
      const content = { systems: { dev: { ...dev, ...entry } } }
      assert.deepEqual(mistakesOf(content), [])
      assert.equal(validate(content), false, JSON.stringify(entry))
    }
  })

  test('describes every setting of a system, and takes no secret as text', () => {
    const { definitions } = JSON.parse(readFileSync(published, 'utf8')) as {
      definitions: { system: { properties: Record<string, { description?: string }> } }
    }
    const { properties } = definitions.system
    for (const name of systemSettingNames) {
      assert.match(properties[name]?.description ?? '', /\w/, name)
      if (setting(name).writeOnly !== true) continue
      assert.ok(properties[`${name}File`], name)
      assert.equal(validate({ systems: { dev: { ...dev, [name]: 'text' } } }), false, name)
    }
  })
})
