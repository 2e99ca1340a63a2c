/** What is in deploy/ names settings, files and addresses that exist. */
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { loadConfig } from '../config.ts'
import { setting, settingNames, variableOf } from '../settings.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (file: string) => readFileSync(`${root}${file}`, 'utf8')
const deployed = ['mta.yaml', 'Containerfile', ...globSync('deploy/**/*', { cwd: root, withFileTypes: false }).filter(file => /\.(ya?ml|tpl|service|json|example)$/.test(file))]
const variables = new Set(settingNames.flatMap(name => setting(name).writeOnly === true ? [variableOf(name), `${variableOf(name)}_FILE`] : [variableOf(name)]))
const secrets = settingNames.filter(name => setting(name).writeOnly === true).map(variableOf)

describe('the files to deploy with', () => {
  test('are there', () => assert.ok(deployed.length > 15, deployed.join()))

  for (const file of deployed) {
    test(`${file} names settings that exist and gives no secret`, () => {
      const text = read(file)
      for (const [name] of text.matchAll(/\b(ERP|SVC)_[A-Z][A-Z_]*[A-Z]\b/g)) assert.ok(variables.has(name), `${name} is no setting`)
      for (const name of secrets) {
        const values = [...text.matchAll(new RegExp(`\\b${name}[=:] *"?([^"\\n]*)`, 'g'))].map(([, value = '']) => value.trim())
        for (const value of values) assert.match(value, /^(|\$\{[A-Z_]+:\?\}|\(\(.*\)\)|….*)$/, `${name} has a value`)
      }
    })
  }

  test('change nothing and query nothing by default', () => {
    for (const file of ['deploy/manifest.yml', 'mta.yaml', 'deploy/compose/compose.yaml']) {
      assert.match(read(file), /ERP_READ_ONLY: "true"/, file)
      assert.match(read(file), /ERP_BLOCK_FREE_SQL: "true"/, file)
    }
    assert.match(read('deploy/helm/erp-bridge/values.yaml'), /readOnly: true\n {2}blockFreeSql: true/)
  })

  test('give the bridge settings that it starts with', () => {
    const compose = read('deploy/compose/compose.yaml').split('\n  bridge:')[1] ?? ''
    const env = Object.fromEntries([...compose.matchAll(/^ {6}([A-Z_]+): "?([^"\n]+)"?$/gm)].map(([, name = '', value = '']) => [name, value.replace(/\$\{.*/, 'a-secret-of-enough-characters')]))
    const { config } = loadConfig([], { ...env, ERP_TRANSPORT: 'http-streamable', ERP_HTTP_ADDR: '0.0.0.0:8080' })
    assert.deepEqual([config.readOnly, config.blockFreeSql, config.adminAddr], [true, true, '0.0.0.0:8081'])
    const manifest = Object.fromEntries([...read('deploy/manifest.yml').matchAll(/^ {6}([A-Z_]+): "?([^"\n]+)"?$/gm)].map(([, name = '', value = '']) => [name, value.replace('((erp-url))', 'https://e.example:1').replace('((erp-client))', '100').replaceAll('((domain))', 'example.com')]))
    assert.equal(loadConfig([], { ...manifest, ERP_USER: 'U', ERP_PASSWORD: 'P' }).config.platformAuth, true)
  })

  test('point to files that exist', () => {
    assert.match(read('deploy/compose/compose.yaml'), /target: sandbox/)
    for (const target of ['sandbox', 'bridge']) assert.match(read('Containerfile'), new RegExp(`^FROM .* AS ${target}$`, 'm'))
    for (const file of ['deploy/compose/realm.json', 'deploy/xs-security.json']) assert.ok(existsSync(`${root}${file}`), file)
  })

  test('have the version of the package', () => {
    const { version } = JSON.parse(read('package.json')) as { version: string }
    assert.match(read('mta.yaml'), new RegExp(`^version: ${version}$`, 'm'))
    assert.match(read('deploy/helm/erp-bridge/Chart.yaml'), new RegExp(`^version: ${version}\nappVersion: "${version}"$`, 'm'))
  })
})
