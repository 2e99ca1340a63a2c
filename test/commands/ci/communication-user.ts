/** `erp-bridge ci` as a communication user, who has ATC and ABAP Unit for pipelines and nothing else. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import * as ci from '../../../commands/ci.ts'
import { communicationUser } from '../../../sandbox/http/logon/roles.ts'
import { runIn } from './shell.ts'
import type { Place } from './shell.ts'

const password = 'secret-1'
const { activities } = communicationUser
const only = (service: string) => ({ activities, uris: [`/sap/bc/adt/api/${service}/*`] })

/** Users of the sandbox for these tests. */
export const communicationUsers = [
  { name: 'COM', password, authorizations: communicationUser },
  { name: 'COM_ATC', password, authorizations: only('atc') }
]

const whole = ['--package', 'ZFERRY_CORE', '--communication-user']
const off = ['--no-syntax', '--no-lint', '--no-coverage']

/** The tests share the sandbox of a file, whose start costs seconds. */
export function testCommunicationUsers(place: () => Omit<Place, 'user'>): void {
  const check = async (user: string, argv: readonly string[], env = {}) =>
    await runIn({ ...place(), user }, { run: ci.run, argv, more: { env } })

  test('ATC and unit tests run, with the findings of both and all reports', async () => {
    const { code, out, err } = await check('COM', [
      ...[...whole, ...off, '--report', 'json=com.json', '--report', 'junit=com.xml'],
      ...['--write-baseline', 'base.json']
    ])
    assert.equal(code, 0, `${out}${err}`)
    const { findings, tests } = JSON.parse(readFileSync(join(place().folder, 'com.json'), 'utf8'))
    const marks = findings.map(
      (one: { level: string; rule: string; file: string; line: number }) =>
        `${one.level} ${one.rule} ${one.file}:${one.line}`
    )
    const lines = marks.filter((mark: string) => mark.includes('LINE_LENGTH'))
    assert.match(
      lines.join(),
      /note atc\/ABAPLINT\/LINE_LENGTH zcl_ferry_duration\.clas\.abap:\d\d/
    )
    assert.ok(marks.includes('error unit/failed zcl_ferry_duration.clas.testclasses.abap:19'), out)
    assert.ok(tests.length > 0)
    assert.match(
      readFileSync(join(place().folder, 'com.xml'), 'utf8'),
      /<testcase name="\w+" classname="CLAS ZCL_FERRY_DURATION\.\w+" time="[\d.]+">\n<failure message="[^"]+"/
    )
    const known = await check('COM', [...whole, ...off, '--baseline', 'base.json', '--no-unit'])
    assert.equal(known.code, 0, known.out)
    assert.match(known.out, /0 errors, 0 warnings, 0 notes · \d+ left out/)
  })

  test('checks that are not possible are named, and no run with them is green', async () => {
    const { code, out } = await check('COM', [...whole, '--no-unit', '--no-atc', '--no-coverage'])
    assert.equal(code, 3)
    for (const step of ['syntax', 'lint']) {
      assert.match(out, new RegExp(`^${step} +FAILED +not possible .* give --no-${step}`, 'm'))
    }
    const measured = await check('COM', [...whole, '--no-syntax', '--no-lint', '--no-atc'])
    assert.equal(measured.code, 3)
    assert.match(measured.out, /^coverage +FAILED +not possible .* --no-coverage/m)
    const data = ['--clean-core-data', place().folder, '--no-atc', '--no-unit']
    const cleanCore = await check('COM', [...whole, ...off, ...data])
    assert.equal(cleanCore.code, 3)
    assert.match(cleanCore.out, /^clean-core +FAILED +not possible/m)
  })

  test('one scenario, what is not there and a role production end with 3', async () => {
    const atcOnly = await check('COM_ATC', [...whole, ...off, '--no-atc'])
    assert.equal(atcOnly.code, 3)
    assert.match(atcOnly.out, /^unit +FAILED .*SAP_COM_0735/m)
    const component = ['--software-component', 'NOPE', '--communication-user', ...off]
    const nothing = await check('COM', component)
    assert.equal(nothing.code, 3)
    assert.match(nothing.out, /^atc +FAILED +The ERP found no objects/m)
    assert.match(nothing.out, /^unit +INCOMPLETE .*the system names no test/m)
    const entry = {
      url: place().sandbox.url,
      client: place().sandbox.client,
      user: 'COM',
      password: { env: 'PW' }
    }
    const systems = { prd: { ...entry, role: 'production' } }
    writeFileSync(join(place().folder, 'prd.json'), JSON.stringify({ default: 'prd', systems }))
    const none = { ERP_URL: undefined, ERP_USER: undefined, ERP_PASSWORD: undefined }
    const file = {
      ERP_SYSTEMS_FILE: join(place().folder, 'prd.json'),
      PW: password,
      ERP_CLIENT: undefined
    }
    const production = await check('COM', [...whole, ...off, '--no-atc'], { ...none, ...file })
    assert.equal(production.code, 3)
    assert.match(production.out, /^unit +FAILED +Unit tests do not run in a client with the role/m)
  })

  test('what a communication user cannot do is said before the system is asked', async () => {
    const key = (name: string, content: object) => {
      writeFileSync(join(place().folder, name), JSON.stringify(content))
      return ['--package', 'ZFERRY_CORE', '--communication-key', name]
    }
    const abap = { username: 'COM', password }
    const cases: [argv: string[], words: RegExp][] = [
      [['--transport', 'DEVK900001', '--communication-user'], /checks a --package or a/],
      [['--objects', 'ZCL_A', '--communication-user'], /checks a --package or a/],
      [['--package', 'Z', '--since', '7d', '--communication-user'], /as a whole/],
      [[...whole, '--affected', '1'], /--affected: a communication user/],
      [[...whole, '--preset', 'strict'], /--preset: a communication user/],
      [[...whole, '--only-changed'], /nothing says what changed/],
      [['--software-component', 'ZLOCAL'], /belongs to --communication-user/],
      [key('none.json', { uaa: { clientid: 'a' } }), /is one for business users/],
      [key('bare.json', { url: 'https://abap.example' }), /has no user and password/],
      [key('http.json', { url: 'http://abap.example', abap }), /names no address .* with https/],
      [['--package', 'Z', '--communication-key', 'absent.json'], /cannot be read \(ENOENT\)/]
    ]
    for (const [argv, words] of cases) {
      const { code, err } = await check('COM', argv)
      assert.equal(code, 2, argv.join(' '))
      assert.match(err, words, argv.join(' '))
      assert.doesNotMatch(err, new RegExp(password))
    }
    const found = await check(
      'COM',
      key('good.json', { credentials: { url: 'https://127.0.0.1:1', abap } })
    )
    assert.equal(found.code, 3, 'the address of the key counts')
    const unaware = await check('COM', ['--package', 'ZFERRY_CORE'])
    assert.equal(unaware.code, 3)
    assert.match(unaware.err, /needs --communication-user/)
  })
}
