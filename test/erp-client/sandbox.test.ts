/** The ERP client against the embedded sandbox. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  activate,
  changeSource,
  checkSyntax,
  createErp,
  createObject,
  deleteObject,
  findDefinition,
  findReferences,
  formatSource,
  listInactive,
  objectType,
  packageContents,
  previewTable,
  readMetadata,
  readOutline,
  readSource,
  readSystem,
  resolvePackage,
  runSql,
  runUnitTests,
  searchObjects,
  searchSource,
  sourceHash
} from '../../erp-client/index.ts'
import type { Erp, ObjectRef } from '../../erp-client/index.ts'
import { createTestSandbox } from '../helpers/sandbox.ts'
import type { Sandbox } from '../../sandbox/server.ts'

const accept = { recheck: () => {} }
let sandbox: Sandbox
let erp: Erp

const connect = (password = sandbox.password) =>
  createErp({
    baseUrl: sandbox.url,
    client: sandbox.client,
    language: 'EN',
    credential: { kind: 'basic', user: sandbox.user, password }
  })

before(async () => {
  sandbox = await createTestSandbox()
  erp = connect()
})
after(async () => {
  await erp.close()
  await sandbox.close()
})

const create = (ref: ObjectRef, packageName = '$TMP') =>
  createObject(
    erp.writer,
    { ref, package: packageName, description: `Test of ${ref.name} <&>` },
    accept
  )
const write = (ref: ObjectRef, text: string, part?: string) =>
  changeSource(erp.writer, { ref, part, edit: () => text, createPart: part !== undefined }, accept)
const remove = (ref: ObjectRef) => deleteObject(erp.writer, { ref }, accept)

const life: readonly { readonly ref: ObjectRef; readonly text?: string }[] = [
  { ref: { type: 'DEVC', name: '$CLIENT_LIFE' } },
  {
    ref: { type: 'CLAS', name: 'ZCL_LIFE' },
    text: 'CLASS zcl_life DEFINITION PUBLIC FINAL CREATE PUBLIC.\n  PUBLIC SECTION.\n    METHODS say RETURNING VALUE(text) TYPE string.\nENDCLASS.\nCLASS zcl_life IMPLEMENTATION.\n  METHOD say.\n    text = `ü漢𝒳 <&>`.\n  ENDMETHOD.\nENDCLASS.\n'
  },
  {
    ref: { type: 'INTF', name: 'ZIF_LIFE' },
    text: 'INTERFACE zif_life PUBLIC.\n  METHODS go.\nENDINTERFACE.\n'
  },
  { ref: { type: 'PROG', name: 'ZLIFE' }, text: 'REPORT zlife.\nWRITE `x`.\n' },
  { ref: { type: 'INCL', name: 'ZLIFE_INC' }, text: '* an include\n' },
  { ref: { type: 'FUGR', name: 'ZLIFE_FG' } },
  {
    ref: { type: 'FUNC', name: 'Z_LIFE_FM', group: 'ZLIFE_FG' },
    text: 'FUNCTION z_life_fm\n  IMPORTING\n    VALUE(iv_in) TYPE i\n  EXPORTING\n    VALUE(ev_out) TYPE i.\n  ev_out = iv_in + 1.\nENDFUNCTION.\n'
  },
  {
    ref: { type: 'TABL', name: 'ZLIFE_TAB' },
    text: "@EndUserText.label : 'Life'\n@AbapCatalog.enhancement.category : #NOT_EXTENSIBLE\n@AbapCatalog.tableCategory : #TRANSPARENT\n@AbapCatalog.deliveryClass : #A\n@AbapCatalog.dataMaintenance : #RESTRICTED\ndefine table zlife_tab {\n\n  key client : abap.clnt not null;\n  key id     : abap.char(10) not null;\n  amount     : abap.int4;\n\n}\n"
  },
  {
    ref: { type: 'DDLS', name: 'ZLIFE_VIEW' },
    text: "@AccessControl.authorizationCheck: #NOT_REQUIRED\n@EndUserText.label: 'Life'\ndefine view entity ZLIFE_VIEW as select from zlife_tab {\n  key id,\n  amount\n}\n"
  }
]

test('objects of every kind are created, written, activated, read and deleted', async () => {
  const created: ObjectRef[] = []
  for (const { ref, text } of life) {
    await create(ref, ref.type === 'DEVC' ? '' : '$CLIENT_LIFE')
    created.unshift(ref)
    assert.equal(
      (await readMetadata(erp.reader, { ref })).description,
      `Test of ${ref.name} <&>`,
      ref.name
    )
    assert.equal(await resolvePackage(erp.reader, { ref, fresh: true }), '$CLIENT_LIFE', ref.name)
    if (text !== undefined) {
      const { hash } = await write(ref, text)
      assert.equal(hash, sourceHash(text))
      const draft = await readSource(erp.reader, { ref })
      assert.deepEqual(
        [draft.text.trimEnd(), draft.version],
        [text.trimEnd(), 'inactive'],
        ref.name
      )
    }
    if (objectType(ref.type)?.abilities.has('activate') === true) {
      const result = await activate(erp.writer, { refs: [ref] })
      assert.deepEqual(
        [result.outcome, result.findings.filter(each => each.severity === 'error')],
        ['activated', []],
        ref.name
      )
      if (text !== undefined) {
        assert.equal((await readSource(erp.reader, { ref })).version, 'active', ref.name)
      }
    }
  }
  const contents = await packageContents(erp.reader, { package: '$CLIENT_LIFE' })
  for (const name of ['ZCL_LIFE', 'ZIF_LIFE', 'ZLIFE', 'ZLIFE_FG', 'ZLIFE_TAB', 'ZLIFE_VIEW']) {
    assert.ok(
      contents.objects.some(hit => hit.name === name),
      name
    )
  }
  assert.deepEqual((await previewTable(erp.reader, { name: 'ZLIFE_VIEW', maxRows: 5 })).rows, [])
  for (const ref of created) {
    await remove(ref)
    await assert.rejects(readMetadata(erp.reader, { ref }), { code: 'ERP_NOT_FOUND' }, ref.name)
  }
})

test('a fault is found, corrected, activated, tested and searched for', async () => {
  const ref = { type: 'CLAS', name: 'ZCL_JOB' }
  const good =
    'CLASS zcl_job DEFINITION PUBLIC FINAL CREATE PUBLIC.\n  PUBLIC SECTION.\n    METHODS twice IMPORTING value TYPE i RETURNING VALUE(result) TYPE i.\nENDCLASS.\nCLASS zcl_job IMPLEMENTATION.\n  METHOD twice.\n    result = value * 2.\n  ENDMETHOD.\nENDCLASS.\n'
  await create(ref)
  await write(ref, good.replace('value * 2', 'valeu * 2'))
  const failed = await activate(erp.writer, { refs: [ref] })
  assert.deepEqual([failed.outcome, failed.stillInactive], ['failed', [ref]])
  assert.deepEqual(
    failed.findings.map(each => [each.severity, each.ref, each.part, each.line]),
    [['error', ref, 'main', 7]]
  )
  assert.equal((await checkSyntax(erp.reader, { ref })).findings[0]?.line, 7)
  assert.deepEqual((await checkSyntax(erp.reader, { ref, source: good })).findings, [])
  assert.ok((await listInactive(erp.reader)).some(each => each.ref.name === 'ZCL_JOB'))

  await changeSource(
    erp.writer,
    { ref, edit: source => source.text.replace('valeu', 'value') },
    accept
  )
  await write(
    ref,
    'CLASS ltc DEFINITION FOR TESTING RISK LEVEL HARMLESS DURATION SHORT.\n  PRIVATE SECTION.\n    METHODS doubles FOR TESTING.\nENDCLASS.\nCLASS ltc IMPLEMENTATION.\n  METHOD doubles.\n    cl_abap_unit_assert=>assert_equals( act = NEW zcl_job( )->twice( 4 ) exp = 9 ).\n  ENDMETHOD.\nENDCLASS.\n',
    'testclasses'
  )
  assert.equal((await activate(erp.writer, { refs: [ref] })).outcome, 'activated')
  const red = await runUnitTests(erp.reader, { refs: [ref], risks: ['harmless'] })
  assert.deepEqual([red.verdict, red.totals.failed], ['failed', 1])
  const [alert] = red.classes[0]?.methods[0]?.alerts ?? []
  assert.deepEqual(
    [alert?.kind, alert?.stack[0]?.part, alert?.stack[0]?.ref],
    ['failedAssertion', 'testclasses', ref]
  )
  assert.match(alert?.details[0] ?? '', /9.*8|8.*9/)

  await changeSource(
    erp.writer,
    { ref, part: 'testclasses', edit: source => source.text.replace('exp = 9', 'exp = 8') },
    accept
  )
  assert.equal((await activate(erp.writer, { refs: [ref] })).outcome, 'activated')
  assert.equal(
    (await runUnitTests(erp.reader, { refs: [ref], risks: ['harmless'] })).verdict,
    'passed'
  )

  const line = '    cl_abap_unit_assert=>assert_equals( act = NEW zcl_job( )->twice( 4 ) exp = 8 ).'
  const place = await findDefinition(erp.reader, {
    ref,
    part: 'testclasses',
    line: 7,
    column: line.indexOf('twice') + 1
  })
  assert.deepEqual([place.ref, place.part, place.line], [ref, 'main', 3])
  const { references } = await findReferences(erp.reader, { ref })
  assert.ok(
    references.some(
      each => each.isResult && each.ref?.name === 'ZCL_JOB' && each.part === 'testclasses'
    )
  )
  const outline = await readOutline(erp.reader, { ref })
  const twice = outline.children.find(each => each.name === 'TWICE')
  assert.deepEqual(
    [twice?.implementationBlock?.startLine, twice?.implementationBlock?.endLine],
    [6, 8]
  )
  assert.deepEqual(
    (await searchObjects(erp.reader, { query: 'zcl_jo*', type: 'CLAS', maxResults: 5 })).map(
      hit => hit.ref
    ),
    [ref]
  )
  const { hits } = await searchSource(erp.reader, { query: 'value * 2', maxResults: 10 })
  assert.ok(hits.some(hit => hit.ref.name === 'ZCL_JOB' && hit.line === 7))
  await remove(ref)
})

test('rows, formatting and the system itself are read', async () => {
  const result = await runSql(erp.reader, { sql: 'SELECT mandt, mtext FROM t000.', maxRows: 1 })
  assert.deepEqual(
    [result.columns.map(each => each.name), result.rows.length],
    [['MANDT', 'MTEXT'], 1]
  )
  await assert.rejects(runSql(erp.reader, { sql: 'SELECT * FROM znope', maxRows: 1 }), {
    code: 'ERP_BAD_REQUEST'
  })
  await assert.rejects(runSql(erp.reader, { sql: 'DELETE FROM t000', maxRows: 1 }), {
    code: 'ERP_BAD_REQUEST'
  })
  assert.equal(await formatSource(erp.reader, { source: 'report zx.' }), 'REPORT zx.')
  const system = await readSystem(erp.reader, {})
  assert.deepEqual([system.sandbox, system.user, system.client], [true, sandbox.user, '001'])
})

test('changes at the same time all arrive, on one log-on, and leave no lock', async () => {
  const refs = Array.from({ length: 12 }, (_each, index) => ({
    type: 'PROG',
    name: `ZPARALLEL_${index}`
  }))
  await Promise.all(refs.map(ref => create(ref)))
  await Promise.all(refs.map(ref => write(ref, `REPORT ${ref.name.toLowerCase()}.\n`)))
  const texts = await Promise.all(refs.map(ref => readSource(erp.reader, { ref })))
  assert.ok(texts.every((source, index) => source.text.includes(`zparallel_${index}.`)))
  const other = connect()
  try {
    await Promise.all(refs.map(ref => deleteObject(other.writer, { ref }, accept)))
  } finally {
    await other.close()
  }
})

test('a lock of another session is reported with its owner, and ends with that session', async () => {
  const ref = { type: 'PROG', name: 'ZLOCKED' }
  await create(ref)
  const other = connect()
  let codes: unknown
  await changeSource(
    other.writer,
    {
      ref,
      edit: source => source.text
    },
    {
      recheck: () => {
        codes = changeSource(erp.writer, { ref, edit: () => 'x' }, accept).then(
          () => 'ok',
          (error: { code: string; message: string }) => `${error.code} ${error.message}`
        )
      }
    }
  )
  assert.match(String(await codes), /^(ok|ERP_LOCKED .*currently editing ZLOCKED)/)
  await other.close()
  await remove(ref)
})

test('a wrong password is reported and not tried again', async () => {
  const wrong = connect('wrong')
  try {
    const codes = await Promise.all(
      Array.from({ length: 20 }, () =>
        readSystem(wrong.reader, {}).then(
          () => 'ok',
          (error: { code: string }) => error.code
        )
      )
    )
    assert.deepEqual(new Set(codes), new Set(['ERP_LOGON_FAILED']))
  } finally {
    await wrong.close()
  }
})

test('after the time-out of the security session a change logs on again, once', async t => {
  let now = Date.now()
  const idle = await createTestSandbox({ now: () => now })
  const { url, client, user, password } = idle
  const credential = { kind: 'basic', user, password } as const
  const own = createErp({ baseUrl: url, client, language: 'EN', credential })
  t.after(async () => {
    await own.close()
    await idle.close()
  })
  const ref = { type: 'PROG', name: 'ZIDLE' }
  const draft = { ref, package: '$TMP', description: 'Idle' }
  await createObject(own.writer, draft, accept)
  const { logons } = idle.counters
  for (const text of ['REPORT zidle.\n* one\n', 'REPORT zidle.\n* two\n']) {
    now += 31 * 60_000
    await changeSource(own.writer, { ref, edit: () => text }, accept)
    assert.equal(
      (await readSource(own.reader, { ref, fresh: true })).text.trimEnd(),
      text.trimEnd()
    )
  }
  assert.equal(idle.counters.logons, logons + 2)
  assert.equal(idle.counters.openLocks, 0)
})
