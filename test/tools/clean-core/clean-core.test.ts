/** Clean-core levels by a catalogue of our own in SAP's format, and its download. */
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import * as call from '../../../commands/call.ts'
import * as ci from '../../../commands/ci.ts'
import * as update from '../../../commands/clean-core.ts'
import type { CommandModule } from '../../../commands/command.ts'
import { entriesFor } from '../../../tools/clean-core/catalogue.ts'
import { foreignUsesIn } from '../../../tools/clean-core/foreign-uses.ts'
import { fieldMapping } from '../../../tools/clean-core/plan.ts'
import { createTestSandbox } from '../../helpers/sandbox.ts'
import type { Sandbox } from '../../../sandbox/server.ts'

const folder = mkdtempSync(join(tmpdir(), 'erp-bridge-clean-core-'))
const data = join(folder, 'data')
let sandbox: Sandbox

const row = (type: string, name: string, state: string, more: object = {}) => ({
  ...{ tadirObject: type, tadirObjName: name, objectType: type, objectKey: name },
  ...{ softwareComponent: 'SAP_BASIS', applicationComponent: 'BC-ABA', state, ...more }
})
const one = (type: string, name: string) => ({
  successorClassification: 'oneObject',
  successors: [{ tadirObject: type, tadirObjName: name, objectType: type, objectKey: name }]
})
const releases = {
  formatVersion: '1',
  objectReleaseInfo: [
    row('CLAS', 'CL_RELEASED', 'released'),
    row('CLAS', 'CL_OLD', 'deprecated', one('CLAS', 'CL_NEW')),
    row('TABL', 'VBAK', 'notToBeReleased', one('CDS_STOB', 'I_SALESORDER'))
  ]
}
const classes = {
  formatVersion: '2',
  objectClassifications: [
    row('CLAS', 'CL_CLASSIC', 'classicAPI'),
    row('TABL', 'T000', 'noAPI'),
    row('FUNC', 'NO_API_CALL', 'noAPI', {
      successorClassification: 'concept',
      successorConceptName: 'Application jobs'
    })
  ]
}
const files: Readonly<Record<string, object>> = {
  'objectReleaseInfoLatest.json': releases,
  'objectReleaseInfo_BTPLatest.json': releases,
  'objectReleaseInfo_PCELatest.json': releases,
  'objectClassifications_SAP.json': classes
}

const source = `REPORT zclean.
DATA one TYPE REF TO cl_released.
DATA two TYPE REF TO cl_old.
DATA three TYPE REF TO cl_classic.
DATA own TYPE REF TO zcl_ferry_money.
SELECT vbeln FROM vbak INTO TABLE @DATA(rows).
CALL FUNCTION 'NO_API_CALL'.
SELECT mandt FROM t000 INTO TABLE @DATA(clients).
`

async function shell({ run }: CommandModule, ...argv: string[]) {
  const out: string[] = []
  const err: string[] = []
  const env = {
    ...{ ERP_URL: sandbox.url, ERP_CLIENT: sandbox.client, ERP_USER: 'DEVELOPER' },
    ...{ ERP_PASSWORD: 'secret-1', ERP_JOURNAL: 'off', ERP_LOG_LEVEL: 'silent' }
  }
  const code = await run(argv, {
    ...{ env, folder, tellParent: undefined, untilStopped: () => new Promise<void>(() => {}) },
    say: line => out.push(line),
    warn: line => err.push(line)
  }).catch((error: Error) => {
    err.push(error.message)
    return 2
  })
  return { code, out: out.join('\n'), err: err.join('\n') }
}

before(async () => {
  sandbox = await createTestSandbox({
    users: [{ name: 'DEVELOPER', password: 'secret-1', fullName: 'One' }]
  })
  mkdirSync(data)
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(data, name), JSON.stringify(content))
  }
  writeFileSync(join(folder, 'zclean.abap'), source)
  const made = ['type=PROG', 'name=ZCLEAN', 'package=$TMP', 'description=One', 'activate=true']
  const path = `source=@${join(folder, 'zclean.abap')}`
  await shell(call, 'ERPWrite', 'action=create', ...made, path)
  const text = 'source=REPORT zactive.\nSELECT mandt FROM t000 INTO TABLE @DATA(clients).\n'
  const other = await shell(
    call,
    'ERPWrite',
    'action=create',
    ...made.slice(0, 1),
    'name=ZACTIVE',
    ...made.slice(2),
    text
  )
  assert.equal(other.code, 0, other.err)
})
after(async () => {
  await sandbox.close()
  rmSync(folder, { recursive: true })
})

const judge = async (...argv: string[]) =>
  await shell(call, 'ERPDiagnose', 'action=clean_core', 'type=PROG', 'name=ZCLEAN', ...argv)

test('each use has its level, the worst first, and the plan the least effort first', async () => {
  const { out, err } = await judge('--clean-core-data', data)
  assert.equal(err, '')
  const lines = out.split('\n')
  assert.match(
    lines[0] ?? '',
    /clean core of PROG ZCLEAN · level D · uses: 2 A, 1 B, 1 C, 2 D · edition pce · catalogue of \d{4}-/
  )
  assert.match(out, /^D FUNC NO_API_CALL \[catalogue\] 1 place: PROG ZCLEAN 7$/m)
  assert.match(out, /^C TABL VBAK \[catalogue\] 1 place: PROG ZCLEAN 6$/m)
  assert.match(out, /^B CLAS CL_CLASSIC \[catalogue\] 1 place: PROG ZCLEAN 4$/m)
  assert.match(out, /^A CLAS CL_OLD \(deprecated\) \[catalogue\]/m)
  assert.doesNotMatch(out, /ZCL_FERRY_MONEY/)
  const plan = lines.slice(lines.findIndex(line => line.startsWith('Plan')))
  assert.match(plan[1] ?? '', /^1\. .*: exchange: (?:CLAS CL_NEW|DDLS I_SALESORDER)/)
  assert.match(plan.join('\n'), /NO_API_CALL \(1 place\): another concept: Application jobs/)
})

test('without a catalogue nothing is called clean', async () => {
  const { out } = await judge()
  assert.match(out, /NOT JUDGED/)
  assert.match(out, /^Missing: no catalogue: `erp-bridge clean-core update DIR`/m)
  const empty = await judge('--clean-core-data', folder)
  assert.match(empty.out, /^Missing: objectReleaseInfo_PCELatest\.json: not in the folder/m)
  writeFileSync(join(folder, 'objectReleaseInfo_PCELatest.json'), '{"other": []}')
  assert.match((await judge('--clean-core-data', folder)).out, /holds neither objectReleaseInfo/)
})

test('without the released objects of the edition only what is no API is judged', async () => {
  const partial = join(folder, 'partial')
  mkdirSync(partial)
  for (const [name, content] of Object.entries(files)) {
    if (name === 'objectReleaseInfoLatest.json') continue
    writeFileSync(join(partial, name), JSON.stringify(content))
  }
  const { out } = await judge('edition=s4hc', '--clean-core-data', partial)
  assert.match(out, /^Missing: objectReleaseInfoLatest\.json: not in the folder/m)
  assert.match(out, /^D FUNC NO_API_CALL/m)
  assert.doesNotMatch(out, /^[ABC] /m)
})

test('a pipeline has a finding for each use that is not released', async () => {
  const rest = ['--no-syntax', '--no-lint', '--no-atc', '--no-unit', '--no-coverage']
  const check = async (name: string, ...more: string[]) =>
    await shell(ci, '--objects', `PROG:${name}`, ...rest, '--report', 'json=ci.json', ...more)
  const { code, out } = await check('ZACTIVE', '--clean-core-data', data)
  assert.equal(code, 1, out)
  const { findings } = JSON.parse(readFileSync(join(folder, 'ci.json'), 'utf8'))
  assert.deepEqual(
    findings.map((one: { line: number; rule: string }) => `${one.line} ${one.rule}`),
    ['2 clean-core/D']
  )
  const draft = await check('ZCLEAN', '--clean-core-data', data)
  assert.equal(draft.code, 3, 'a source without an active version is not clean')
  assert.match((await check('ZACTIVE')).out, /^clean-core {2}off/m)
})

describe('erp-bridge clean-core update', () => {
  test('replaces files by those that can be read, and keeps the others', async t => {
    let isBroken = false
    const server = createServer(({ url = '' }, response) => {
      const name = url.slice(1)
      if (isBroken && name.startsWith('objectClass')) response.writeHead(200).end('<html>')
      else response.end(JSON.stringify(files[name]))
    }).listen(0, '127.0.0.1')
    t.after(() => server.close())
    await new Promise(resolve => server.once('listening', resolve))
    const from = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    const first = await shell(update, 'update', 'new', '--from', from)
    assert.equal(first.code, 0, first.err)
    assert.deepEqual(
      readdirSync(join(folder, 'new')),
      ['catalogue.json', ...Object.keys(files)].toSorted()
    )
    isBroken = true
    const second = await shell(update, 'update', 'new', '--from', from)
    assert.equal(second.code, 3)
    const kept = readFileSync(join(folder, 'new', 'objectClassifications_SAP.json'), 'utf8')
    assert.deepEqual(JSON.parse(kept), classes)
  })

  test('refuses other arguments', async () => {
    for (const argv of [[], ['update'], ['update', 'x', '--from', 'ftp://a/'], ['get', 'x']]) {
      assert.equal((await shell(update, ...argv)).code, 2, argv.join(' '))
    }
  })
})

test('entries of hostile files: other shapes are no entries', () => {
  const rows = [null, 1, 'x', [], {}, { objectKey: 1 }, row('CLAS', 'CL_A', 'released')]
  assert.deepEqual(
    entriesFor(JSON.stringify({ objectReleaseInfo: rows }), ['CL_A']).map(({ state }) => state),
    ['released']
  )
  for (const text of ['', 'null', '[]', '{"objectReleaseInfo": 1}']) {
    assert.throws(() => entriesFor(text, ['CL_A']))
  }
})

test('uses of a namespace of its own are no foreign ones', () => {
  const text = 'DATA a TYPE REF TO /abc/cl_one.\nDATA b TYPE REF TO /sap/cl_two.\n'
  assert.deepEqual(
    foreignUsesIn(text, 'CLAS', '/ABC/').map(({ name }) => name),
    ['/SAP/CL_TWO']
  )
})

test('fields of a view on the table itself', () => {
  const view =
    'define view X as select from vbak as h { key h.vbeln as SalesOrder, h.erdat as CreatedOn, b.x as Y }'
  assert.deepEqual(fieldMapping(view, 'VBAK'), ['VBELN → SalesOrder', 'ERDAT → CreatedOn'])
  assert.deepEqual(fieldMapping(view, 'VBAP'), [])
})
