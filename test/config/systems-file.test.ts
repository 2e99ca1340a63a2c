/** A systems file: its entries, its mistakes, its secrets, and the filters beside it. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { ConfigError, createConfig, loadConfig, viewOf } from '../../config/config.ts'
import type { Config, SystemView } from '../../config/config.ts'
import { systemSettingNames } from '../../config/settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'erp-bridge-systems-'))
after(() => rmSync(folder, { recursive: true }))
writeFileSync(join(folder, 'password'), ' from a file \n')
writeFileSync(join(folder, 'empty'), '')

let files = 0
function fileOf(content: unknown): string {
  const path = join(folder, `systems-${++files}.json`)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

const dev = { url: 'https://dev.example.com:1', user: 'U', password: { env: 'DEV_PASSWORD' } }
const env = { DEV_PASSWORD: 'secret-of-dev' }
const http = ['--transport', 'http-streamable']

function load(content: unknown, argv: readonly string[] = http, more = {}): Config {
  return loadConfig([...argv, '--systems-file', fileOf(content)], { ...env, ...more }).config
}

function problemsOf(content: unknown, argv: readonly string[] = http, more = {}): string {
  try {
    load(content, argv, more)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems.join('\n')
    throw error
  }
  return ''
}

function viewAt(config: Config, name: string): SystemView {
  return viewOf(config, config.landscape.systems.get(name))
}

const faultsOf = (config: Config, name: string): string =>
  config.landscape.systems.get(name)?.faults.join('\n') ?? ''

describe('a systems file', () => {
  test('gives each system its own settings, and needs no --url', () => {
    const prd = { ...dev, url: 'https://prd.example.com:1', client: '100', role: 'production' }
    const config = load({
      $schema: 'x',
      default: 'dev',
      systems: { dev: { ...dev, title: 'Development', allowedPackages: ['Z*'] }, prd }
    })
    assert.deepEqual([...config.landscape.systems.keys()], ['dev', 'prd'])
    assert.equal(config.landscape.defaultSystem, 'dev')
    assert.equal(config.landscape.systems.get('dev')?.title, 'Development')
    const [one, other] = [viewAt(config, 'dev'), viewAt(config, 'prd')]
    assert.deepEqual([one.client, other.client], ['001', '100'])
    assert.deepEqual([one.allowedPackages, other.allowedPackages], [['Z*'], undefined])
    assert.equal(one.password, 'secret-of-dev')
  })

  test('needs no default where it has one system', () => {
    assert.equal(load({ systems: { qas: dev } }).landscape.defaultSystem, 'qas')
  })

  test('makes test and production read-only unless their entry says otherwise', () => {
    const entry = (role: string, more = {}) =>
      viewAt(load({ systems: { s: { ...dev, role, ...more } } }), 's').readOnly
    assert.equal(entry('development'), false)
    assert.equal(entry('test'), true)
    assert.equal(entry('production'), true)
    assert.equal(entry('production', { readOnly: false }), false)
    assert.equal(entry('development', { readOnly: true }), true)
  })

  test('reads every setting of a system under its own name', () => {
    const config = load({ systems: { s: dev } })
    const known = new Set<string>(systemSettingNames)
    assert.ok(known.has('allowedPackages') && known.has('oidcUserMapping'))
    assert.deepEqual(
      Object.keys(config.landscape.systems.get('s')?.settings ?? {}).filter(
        name => name !== 'serverLists' && !known.has(name)
      ),
      []
    )
  })

  for (const [what, content, message] of [
    ['no JSON', '{', /is not valid JSON/],
    ['a list', [], /not a JSON object/],
    ['no systems', { systems: {} }, /has no "systems"/],
    ['another member', { systems: { s: dev }, sytems: {} }, /"sytems"; did you mean systems\?/],
    ['two and no default', { systems: { a: dev, b: dev } }, /no "default".*one of a, b/],
    ['a default that is none', { default: 'c', systems: { a: dev } }, /no "default"/],
    ['upper case', { systems: { DEV: dev } }, /"DEV" is no name of a system/],
    ['a path', { systems: { '../x': dev } }, /"\.\.\/x" is no name of a system/],
    ['a long name', { systems: { ['a'.repeat(33)]: dev } }, /is no name of a system/],
    ['a name twice', '{"systems":{"a":{},"a":{}}}', /the member "a" twice/],
    ['a member twice', '{"systems":{"a":{"url":"x","url":"y"}}}', /the member "url" twice/]
  ] as const) {
    test(`stops the start with ${what}`, () => assert.match(problemsOf(content), message))
  }

  test('stops the start where it is absent', () => {
    const missing = join(folder, 'absent.json')
    assert.throws(
      () => loadConfig([...http, '--systems-file', missing], {}),
      /cannot read .*absent\.json \(ENOENT\)/
    )
  })

  test('stops the start where no system can be served, with all mistakes', () => {
    const problems = problemsOf({ default: 'a', systems: { a: { url: 'x' }, b: {} } })
    assert.match(problems, /system a: url: the value "x" is not valid/)
    assert.match(problems, /system b: url/)
  })
})

describe('a mistake within one system', () => {
  const withFault = (entry: unknown) =>
    load({ default: 'good', systems: { good: dev, bad: entry } })
  for (const [what, entry, message] of [
    ['an unknown member', { ...dev, allowedPackage: ['Z*'] }, /allowedPackage.*allowedPackages/],
    ['a setting of the server', { ...dev, apiKey: 'k' }, /system bad: apiKey is unknown/],
    ['a wrong value', { ...dev, client: '1' }, /system bad: client: the value "1" is not valid/],
    ['an empty list', { ...dev, allowedPackages: '' }, /system bad: allowedPackages is empty/],
    ['two ways to log on', { ...dev, cookieFile: 'password' }, /exactly one method/],
    ['no way to log on', { url: dev.url }, /system bad: user and system bad: password/],
    ['no URL', { user: 'U' }, /ERP URL is required: give system bad: url, for example [^,]*$/m],
    ['an unknown role', { ...dev, role: 'prod' }, /role is not one of development, test/],
    ['a title with a line break', { ...dev, title: 'a\nb' }, /title is no text/],
    ['no object', 'dev', /system bad is not a JSON object/],
    ['a secret as text', { ...dev, password: 'p4ssw0rd' }, /is a secret and does not stand/],
    ['a variable that is not set', { ...dev, password: { env: 'NO' } }, /variable NO is not set/],
    ['a file that is absent', { ...dev, passwordFile: 'no' }, /cannot read .*no \(ENOENT\)/],
    ['an empty secret', { url: dev.url, user: 'U', passwordFile: 'empty' }, /is empty/],
    ['a secret twice', { ...dev, passwordFile: 'password' }, /is given twice/],
    ['a CA file that is absent', { ...dev, caFile: 'no.pem' }, /cannot read .*no\.pem/]
  ] as const) {
    test(`(${what}) leaves the others alone`, () => {
      const config = withFault(entry)
      assert.match(faultsOf(config, 'bad'), message)
      assert.equal(config.landscape.systems.get('bad')?.settings, undefined)
      assert.equal(faultsOf(config, 'good'), '')
      assert.throws(() => viewAt(config, 'bad'), ConfigError)
    })
  }

  test('a secret that cannot be read is one fault', () => {
    const target = { url: dev.url }
    for (const entry of [
      { ...dev, password: { env: 'NO' } },
      { ...dev, password: 'p4ssw0rd' },
      { ...target, user: 'U', passwordFile: 'no' },
      { ...target, cookieString: { env: 'NO' } }
    ]) {
      const faults = withFault(entry).landscape.systems.get('bad')?.faults
      assert.equal(faults?.length, 1, faults?.join('; '))
    }
  })

  test('shows no secret', () => {
    const words = faultsOf(withFault({ ...dev, password: 'p4ssw0rd' }), 'bad')
    assert.ok(!words.includes('p4ssw0rd'), words)
  })
})

describe('a secret of a system', () => {
  test('comes from a file beside the systems file', () => {
    const config = load({ systems: { s: { url: dev.url, user: 'U', passwordFile: 'password' } } })
    assert.equal(viewAt(config, 's').password, ' from a file ')
    assert.ok(config.landscape.file?.sources.includes(join(folder, 'password')))
  })

  test('a host program gives the variables, or none', () => {
    const systemsFile = fileOf({ default: 'a', systems: { a: dev, b: { ...dev, client: '2' } } })
    assert.throws(() => createConfig({ systemsFile }), /passes no environment/)
    const config = createConfig({ systemsFile, environment: env })
    assert.equal(viewAt(config, 'a').password, 'secret-of-dev')
  })
})

describe('settings beside a systems file', () => {
  const systems = { systems: { s: dev } }
  for (const argv of [
    ['--url', 'https://e:1'],
    ['--user', 'X'],
    ['--client', '100'],
    ['--language', 'DE'],
    ['--insecure'],
    ['--terminal-id', 'T1']
  ]) {
    test(`stop the start: ${argv.join(' ')}`, () => {
      const problems = problemsOf(systems, [...http, ...argv])
      assert.match(problems, /does not stand beside --systems-file/)
    })
  }

  test('a variable that is empty counts as not given', () => {
    assert.equal(problemsOf(systems, http, { ERP_URL: '', ERP_USER: '' }), '')
  })

  test('--sandbox excludes the file', () => {
    assert.match(problemsOf(systems, [...http, '--sandbox']), /exclude each other/)
  })

  test('limits and features are defaults that a system overrides', () => {
    const config = load(
      { default: 'a', systems: { a: dev, b: { ...dev, timeout: 7000, featureRap: 'auto' } } },
      [...http, '--timeout', '5000', '--feature-rap', 'off']
    )
    const of = (name: string) => {
      const { timeout, featureRap } = viewAt(config, name)
      return [timeout, featureRap]
    }
    assert.deepEqual(
      [of('a'), of('b')],
      [
        [5000, 'off'],
        [7000, 'auto']
      ]
    )
  })

  const filtered = (entry: object, argv: readonly string[]) =>
    viewAt(load({ systems: { s: { ...dev, ...entry } } }, [...http, ...argv]), 's')

  test('a filter holds beside that of the system', () => {
    assert.equal(filtered({ readOnly: false }, ['--read-only']).readOnly, true)
    assert.equal(filtered({ readOnly: true }, ['--read-only', 'false']).readOnly, true)
    assert.equal(filtered({ allowedOps: 'RSQ' }, ['--allowed-ops', 'RSU']).allowedOps, 'RS')
    assert.equal(filtered({ allowedOps: 'Q' }, ['--allowed-ops', 'RS']).allowedOps, '')
    assert.equal(filtered({ allowedOps: 'RS' }, ['--disallowed-ops', 'S']).disallowedOps, 'S')
    assert.equal(filtered({ maxRows: 500 }, ['--max-rows', '50']).maxRows, 50)
    assert.equal(filtered({ maxRows: 5 }, ['--max-rows', '50']).maxRows, 5)
    assert.equal(filtered({ confirm: 'never' }, ['--confirm', 'always']).confirm, 'always')
    assert.equal(filtered({ confirm: 'always' }, ['--confirm', 'never']).confirm, 'always')
    assert.deepEqual(filtered({ blockedTables: ['A'] }, ['--blocked-tables', 'B']).blockedTables, [
      'A',
      'B'
    ])
    assert.deepEqual(filtered({ expert: ['execute'] }, ['--expert', 'debug']).expert, [])
    assert.deepEqual(filtered({ expert: ['true'] }, ['--expert', 'debug']).expert, ['debug'])
    assert.equal(filtered({}, ['--expert', 'debug']).expert, undefined)
    assert.deepEqual(filtered({ expert: ['debug-change'] }, ['--expert', 'true']).expert, [])
    assert.deepEqual(filtered({ expert: ['true'] }, ['--expert', 'debug-change']).expert, [])
  })

  test('a permission beside the file permits nothing by itself', () => {
    const edits = 'allowTransportableEdits'
    const flag = '--allow-transportable-edits'
    assert.equal(filtered({}, [flag])[edits], false)
    assert.equal(filtered({ [edits]: true }, [])[edits], true)
    assert.equal(filtered({ [edits]: true }, [flag, 'false'])[edits], false)
    const off = filtered({ featureTransport: 'on' }, ['--enable-transports', 'false'])
    assert.deepEqual([off.enableTransports, off.featureTransport], [false, 'off'])
  })

  test('lists of names hold both', () => {
    const { allowedPackages, serverLists } = filtered({ allowedPackages: ['Z*'] }, [
      '--allowed-packages',
      'ZSALES*'
    ])
    assert.deepEqual([allowedPackages, serverLists?.allowedPackages], [['Z*'], ['ZSALES*']])
    assert.deepEqual(filtered({}, ['--allowed-packages', 'ZSALES*']).allowedPackages, ['ZSALES*'])
  })
})

describe('the system of a process over stdio', () => {
  const two = { default: 'a', systems: { a: dev, b: { ...dev, client: '200' }, bad: {} } }
  const stdio = ['--transport', 'stdio']

  test('is the default one, or the one of --system', () => {
    assert.equal(viewOf(load(two, stdio)).client, '001')
    assert.equal(viewOf(load(two, [...stdio, '--system', 'b'])).client, '200')
  })

  test('is refused where it is unknown or has faults', () => {
    assert.match(problemsOf(two, [...stdio, '--system', 'c']), /has no system c; it has a, b, bad/)
    assert.match(problemsOf(two, [...stdio, '--system', 'bad']), /system bad: url/)
    assert.match(problemsOf(two, [...stdio, '--system', 'B']), /is not valid/)
  })
})
