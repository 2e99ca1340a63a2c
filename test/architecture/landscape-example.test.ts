/** The example of three systems: what its files say to the reader, the schema and each other. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Ajv } from 'ajv'
import { loadConfig } from '../../config/config.ts'
import { setting, settingNames, variableOf } from '../../config/settings.ts'
import { readLandscape } from '../../sandbox/landscape/file.ts'

const folder = fileURLToPath(new URL('../../examples/landscape', import.meta.url))
const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (name: string) => readFileSync(join(folder, name), 'utf8')
const path = join(folder, 'systems.json')
const systemsFile = JSON.parse(read('systems.json')) as {
  $schema: string
  systems: Record<string, { url: string; client: string; role: string; password: { env: string } }>
}
const passwords = Object.values(systemsFile.systems).map(({ password }) => password.env)
const env = Object.fromEntries(passwords.map(name => [name, `secret of ${name}`]))

test('the reader and the schema find no fault in it', () => {
  const { config } = loadConfig(['--transport', 'http-streamable', '--systems-file', path], env)
  const { systems, defaultSystem } = config.landscape
  assert.deepEqual(
    [...systems.values()].flatMap(({ faults }) => faults),
    []
  )
  assert.deepEqual([[...systems.keys()], defaultSystem], [['dev', 'qas', 'prd'], 'dev'])
  assert.deepEqual(
    [...systems.values()].map(({ settings }) => [settings?.readOnly, settings?.blockFreeSql]),
    [
      [false, true],
      [true, true],
      [true, true]
    ]
  )
  const schema = join(dirname(path), systemsFile.$schema)
  assert.equal(relative(root, schema), 'docs/systems-file.schema.json')
  const validate = new Ajv({ strict: false }).compile(
    JSON.parse(readFileSync(schema, 'utf8')) as object
  )
  assert.ok(validate(systemsFile), JSON.stringify(validate.errors))
})

test('the sandbox of the example has the systems that the bridge expects', () => {
  const { systems } = readLandscape(join(folder, 'landscape.json'), env)
  assert.deepEqual(
    systems.map(({ name, port, client, role }) => [name, `http://127.0.0.1:${port}`, client, role]),
    Object.entries(systemsFile.systems).map(([name, { url, client, role }]) => [
      name,
      url,
      client,
      role
    ])
  )
})

describe('its containers', () => {
  const compose = read('compose.yaml')
  const [sandbox = '', bridge = ''] = compose.split('\n  bridge:\n')

  test('name settings that exist, and get every secret from outside', () => {
    const known = new Set(settingNames.map(variableOf))
    for (const [name] of compose.matchAll(/\b(ERP|SVC)_[A-Z_]+\b/g)) {
      assert.ok(known.has(name), name)
    }
    const secrets = settingNames.filter(name => setting(name).writeOnly === true).map(variableOf)
    for (const name of [...passwords, ...secrets.filter(each => compose.includes(each))]) {
      assert.match(compose, new RegExp(`${name}: "\\$\\{[A-Z_]+:\\?\\}"`), name)
    }
    const asked = new Set([...compose.matchAll(/\$\{([A-Z_]+):\?\}/g)].map(([, name]) => name))
    const offered = read('secrets.example').match(/^[A-Z_]+(?==$)/gm)
    assert.deepEqual(offered?.toSorted(), [...asked].toSorted())
  })

  test('mount the files where the commands look for them', () => {
    for (const [part, file] of [
      [sandbox, 'landscape.json'],
      [bridge, 'systems.json']
    ] as const) {
      assert.ok(part.includes(`"./${file}:/etc/erp-bridge/${file}:ro"`), file)
    }
    assert.match(sandbox, /--landscape, \/etc\/erp-bridge\/landscape\.json\]/)
    assert.match(bridge, /ERP_SYSTEMS_FILE: \/etc\/erp-bridge\/systems\.json/)
  })

  test('give the bridge settings that it starts with', () => {
    const given = Object.fromEntries(
      [...bridge.matchAll(/^ {6}([A-Z_]+): "?([^"\n]+)"?$/gm)].map(([, name = '', value = '']) => [
        name,
        value.replace(/\$\{.*/, 'a-secret-of-enough-characters')
      ])
    )
    const { config } = loadConfig([], {
      ...given,
      ...env,
      ERP_SYSTEMS_FILE: path,
      ERP_TRANSPORT: 'http-streamable',
      ERP_HTTP_ADDR: '0.0.0.0:8080'
    })
    assert.deepEqual([config.adminAddr, config.requireAuth], ['0.0.0.0:8081', true])
    assert.equal(config.landscape.systems.size, 3)
  })
})
