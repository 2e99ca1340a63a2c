/** `erp-bridge ci` on a request with planted findings. */
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import * as call from '../../../commands/call.ts'
import * as ci from '../../../commands/ci.ts'
import type { CommandModule } from '../../../commands/command.ts'
import { createTestSandbox } from '../../helpers/sandbox.ts'
import { communicationUsers, testCommunicationUsers } from './communication-user.ts'
import { runIn } from './shell.ts'
import type { Sandbox } from '../../../sandbox/server.ts'

const folder = mkdtempSync(join(tmpdir(), 'erp-bridge-ci-'))
const name = 'ZCL_FERRY_DURATION'
let sandbox: Sandbox
let request: string

const shell = async ({ run }: CommandModule, argv: readonly string[], more = {}) =>
  await runIn({ folder, sandbox, user: 'DEVELOPER' }, { run, argv, more })

const check = async (...argv: string[]) => await shell(ci, argv)
const json = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8'))
const write = async (...argv: string[]) => {
  const flags = ['--enable-transports', '--allow-transportable-edits']
  const { code, out, err } = await shell(call, [...argv, ...flags])
  assert.equal(code, 0, err)
  return out
}

async function edit(old: string, text: string): Promise<void> {
  const edits = JSON.stringify([{ old, new: text }])
  await write(
    ...['ERPWrite', 'action=edit', 'type=CLAS', `name=${name}`, `transport=${request}`],
    ...['activate=true', `edits:=${edits}`]
  )
}

/** In the format of SAP's catalogue, with one table. */
const catalogue = join(folder, 'catalogue')
const tadir = {
  ...{ objectType: 'TABL', objectKey: 'TADIR', state: 'notToBeReleased' },
  successors: [{ objectType: 'CDS_STOB', objectKey: 'I_CUSTABAPOBJDIRECTORYENTRY' }]
}
mkdirSync(catalogue)
for (const [file, content] of Object.entries({
  'objectReleaseInfo_PCELatest.json': { objectReleaseInfo: [tadir] },
  'objectClassifications_SAP.json': { objectClassifications: [] }
})) {
  writeFileSync(join(catalogue, file), JSON.stringify(content))
}

const places = (file: string): string[] =>
  json(file).findings.map(
    (one: { file: string; line: number; level: string; rule: string }) =>
      `${one.file}:${one.line} ${one.level} ${one.rule}`
  )

const planted = [
  'zcl_ferry_duration.clas.abap:30 note atc/abaplint: Check sy-subrc/CHECK_SUBRC',
  'zcl_ferry_duration.clas.abap:30 note atc/abaplint: SELECT add ORDER BY/SELECT_ADD_ORDER_BY',
  'zcl_ferry_duration.clas.abap:30 warning lint/select_performance',
  'zcl_ferry_duration.clas.abap:31 note atc/abaplint: Check sy-subrc/CHECK_SUBRC',
  'zcl_ferry_duration.clas.abap:31 note atc/abaplint: Detect SELECT SINGLE which are possibily not unique/SELECT_SINGLE_FULL_KEY',
  'zcl_ferry_duration.clas.abap:31 note atc/abaplint: Unused variables/UNUSED_VARIABLES',
  'zcl_ferry_duration.clas.abap:31 warning clean-core/C',
  'zcl_ferry_duration.clas.testclasses.abap:15 error unit/failed',
  'zcl_ferry_duration.clas.testclasses.abap:19 error unit/failed'
]

before(async () => {
  sandbox = await createTestSandbox({
    users: [{ name: 'DEVELOPER', password: 'secret-1', fullName: 'One' }, ...communicationUsers]
  })
  const made = await write(
    'ERPTransport',
    'action=create',
    'package=ZFERRY_CORE',
    'description=One'
  )
  request = /request (\w+)/.exec(made)?.[1] ?? ''
  await edit(
    '    DATA(hours) = minutes DIV 60.',
    '    SELECT * FROM zferry_port INTO TABLE @DATA(ports).\n    SELECT SINGLE object FROM tadir INTO @DATA(kind).\n    DATA(hours) = minutes DIV 60 + lines( ports ).'
  )
})
after(async () => {
  await sandbox.close()
  rmSync(folder, { recursive: true })
})

test('a request: the planted findings, none on unchanged lines, and every report', async () => {
  mkdirSync(join(folder, 'src', 'zcore'), { recursive: true })
  writeFileSync(join(folder, 'src', 'zcore', 'zcl_ferry_duration.clas.abap'), '')
  const reports = ['sarif', 'junit', 'checkstyle', 'cobertura', 'github', 'markdown', 'json']
  const { code, out, err } = await check(
    ...['--transport', request, '--only-changed', '--affected', '0', '--repository', 'src'],
    ...['--clean-core-data', catalogue],
    ...reports.flatMap(format => ['--report', `${format}=${format}.out`])
  )
  assert.equal(code, 1, `${out}${err}`)
  assert.deepEqual(
    places('json.out')
      .map(place => place.replace('src/zcore/', ''))
      .toSorted(),
    planted
  )
  assert.match(out, /src\/zcore\/zcl_ferry_duration\.clas\.abap:30:5: warning: .*\[lint\//)
  assert.match(out, /\d+ left out$/)
  assert.deepEqual(
    readdirSync(folder).filter(file => file.endsWith('.tmp')),
    []
  )
  const { suites, cases } = {
    suites: /tests="5" failures="2"/,
    cases: /<failure message="Critical/
  }
  assert.match(readFileSync(join(folder, 'junit.out'), 'utf8'), suites)
  assert.match(readFileSync(join(folder, 'junit.out'), 'utf8'), cases)
  assert.match(
    readFileSync(join(folder, 'cobertura.out'), 'utf8'),
    /<class name="ZCL_FERRY_DURATION"/
  )
  assert.match(readFileSync(join(folder, 'github.out'), 'utf8'), /^::error file=/m)
})

test('a baseline hides what it knows, also after lines moved, and nothing else', async () => {
  const fast = ['--objects', `CLAS:${name}`, '--no-unit', '--no-coverage', '--no-atc']
  assert.equal((await check(...fast, '--write-baseline', 'base.json')).code, 0)
  await edit(
    'CLASS zcl_ferry_duration DEFINITION',
    '" one\n" two\nCLASS zcl_ferry_duration DEFINITION'
  )
  const known = await check(...fast, '--baseline', 'base.json', '--fail-on', 'note')
  assert.equal(known.code, 0, known.out)
  await edit(
    '    DATA(rest) = minutes MOD 60.',
    '    DATA(rest) = minutes MOD 60.\n    SELECT * FROM zferry_ship INTO TABLE @DATA(ships).'
  )
  const added = await check(
    ...[...fast, '--baseline', 'base.json', '--fail-on', 'warning', '--report', 'json=-']
  )
  assert.equal(added.code, 1)
  assert.deepEqual(
    JSON.parse(added.out).findings.map(({ rule }: { rule: string }) => rule),
    ['lint/select_performance']
  )
  assert.match(added.err, /^syntax {6}done/, 'the lines for people go to stderr')
})

test('a client with the role production: its unit tests do not run, and the run is not green', async () => {
  const entry = { url: sandbox.url, client: sandbox.client, user: 'DEVELOPER' }
  const systems = { prd: { ...entry, role: 'production', password: { env: 'PRD_PASSWORD' } } }
  writeFileSync(join(folder, 'systems.json'), JSON.stringify({ default: 'prd', systems }))
  const env = {
    ...{ ERP_URL: undefined, ERP_USER: undefined, ERP_PASSWORD: undefined, ERP_CLIENT: undefined },
    ...{ ERP_SYSTEMS_FILE: join(folder, 'systems.json'), PRD_PASSWORD: 'secret-1' }
  }
  const argv = ['--objects', name, '--no-lint', '--no-atc', '--no-syntax']
  const { code, out } = await shell(ci, argv, { env })
  assert.equal(code, 3)
  assert.match(
    out,
    /^unit {8}FAILED {5}Unit tests do not run in a client with the role production/m
  )
  assert.match(out, /^coverage {4}FAILED/m)
})

test('what is wrong is said before the system is asked', async () => {
  const package_ = ['--package', 'ZFERRY']
  const cases: [argv: string[], words: RegExp][] = [
    [[], /give one of --transport, --package and --objects/],
    [['--since', '7d'], /--since needs --package/],
    [[...package_, '--objects', 'ZCL_A'], /only one of/],
    [[...package_, '--report', 'pdf=x'], /--report is FORMAT=FILE with one of sarif, junit/],
    [[...package_, '--report', 'sarif='], /--report is FORMAT=FILE/],
    [[...package_, '--report', 'sarif=a', '--report', 'json=a'], /names a twice/],
    [[...package_, '--report', 'sarif=none/a'], /none\/a cannot be written/],
    [[...package_, '--report', 'sarif=.'], /it is a folder/],
    [[...package_, '--baseline', 'none.json'], /does not exist; --write-baseline makes it/],
    [[...package_, '--baseline', 'systems.json'], /is no baseline/],
    [[...package_, '--only-changed'], /nothing says what changed/],
    [[...package_, '--affected', '9'], /a number from 0 to 4/],
    [[...package_, '--fail-on', 'all'], /--fail-on is error, warning, note, never/],
    [[...package_, '--variant'], /--variant needs a value/],
    [[...package_, '--no-typo'], /unknown flag --no-typo/],
    [['--package', 'ZNOPE'], /ERP_NOT_FOUND: Package ZNOPE/],
    [['--objects', 'DEVC:ZFERRY'], /is a package/]
  ]
  for (const [argv, words] of cases) {
    const { code, err } = await check(...argv)
    assert.equal(code, 2, `${argv.join(' ')}: ${err}`)
    assert.match(err, words, argv.join(' '))
  }
})

testCommunicationUsers(() => ({ sandbox, folder }))

test('the ERP ends in the middle of a run: every check after it failed, and the run with 3', async () => {
  let closed: Promise<void> | undefined
  const onLine = (line: string) => {
    if (line.startsWith('syntax')) closed = sandbox.close()
  }
  const argv = ['--transport', request, '--report', 'sarif=dead.out']
  const { code, out } = await shell(ci, argv, { onLine })
  await closed
  assert.equal(code, 3, out)
  assert.match(out, /^syntax {6}done/m)
  for (const step of ['atc', 'unit', 'coverage']) {
    assert.match(out, new RegExp(`^${step} +FAILED`, 'm'))
  }
  assert.equal(json('dead.out').runs[0].invocations[0].executionSuccessful, false)
  assert.equal((await check('--transport', request)).code, 3, 'an ERP that is not there')
})
