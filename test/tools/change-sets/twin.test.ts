/** The check of a change set in the twin: what it reads of the ERP, which is the sandbox here. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ToolError } from '../../../tools/index.ts'
import type { Twin, TwinRead } from '../../../tools/index.ts'
import { createTwin } from '../../../twin-process.ts'
import { startUndoBench } from '../journal/undo-bench.ts'
import type { UndoBench } from '../journal/undo-bench.ts'

let bench: UndoBench
let withTwin: ReturnType<UndoBench['as']>
before(async () => {
  bench = await startUndoBench()
  withTwin = bench.as('DEVELOPER', { twin: createTwin() })
})
after(async () => {
  await bench?.close()
})

const classOf = (name: string, body: string) =>
  `CLASS ${name.toLowerCase()} DEFINITION PUBLIC FINAL CREATE PUBLIC.
  PUBLIC SECTION.
    CLASS-METHODS run RETURNING VALUE(result) TYPE i.
ENDCLASS.
CLASS ${name.toLowerCase()} IMPLEMENTATION.
  METHOD run.
    ${body}
  ENDMETHOD.
ENDCLASS.
`
const table = `@EndUserText.label : 'Twin'
@AbapCatalog.tableCategory : #TRANSPARENT
@AbapCatalog.deliveryClass : #A
define table ztwin_tab {
  key client : abap.clnt not null;
  key id     : ztwin_dtel not null;
  amount     : abap.dec(11,2);
}
`
const tests = `CLASS ltc DEFINITION FOR TESTING RISK LEVEL HARMLESS DURATION SHORT.
  PRIVATE SECTION.
    METHODS sum FOR TESTING.
ENDCLASS.
CLASS ltc IMPLEMENTATION.
  METHOD sum.
    cl_abap_unit_assert=>assert_equals( act = zcl_twin_user=>run( ) exp = 13 ).
  ENDMETHOD.
ENDCLASS.
`

async function saved(type: string, name: string, more: object): Promise<void> {
  const args = { action: 'create', type, name, package: '$TMP', activate: true, ...more }
  await bench.changed('ERPWrite', args)
}

async function staged(args: object): Promise<void> {
  const result = await withTwin.call('ERPWrite', { changeSet: 'TWIN', package: '$TMP', ...args })
  assert.equal(result.kind, 'data', result.text)
}

const check = { action: 'change_set', changeSet: 'TWIN', mode: 'check' }

test('objects of a set are checked with what the ERP has, and their tests run', async () => {
  await saved('DTEL', 'ZTWIN_DTEL', {
    fields: { typeKind: 'predefinedAbapType', dataType: 'CHAR', length: 10 }
  })
  await saved('TABL', 'ZTWIN_TAB', { source: table })
  await saved('CLAS', 'ZCL_TWIN_SAVED', { source: classOf('ZCL_TWIN_SAVED', 'result = 3.') })
  const made = { action: 'create', type: 'CLAS' }
  await staged({
    ...made,
    name: 'ZCL_TWIN_USER',
    source: classOf('ZCL_TWIN_USER', 'result = zcl_twin_used=>run( ) + zcl_twin_saved=>run( ).')
  })
  await staged({
    ...{ action: 'update', type: 'CLAS', name: 'ZCL_TWIN_USER', include: 'testclasses' },
    ...{ overwrite: true, package: undefined, source: tests }
  })
  await staged({
    ...made,
    name: 'ZCL_TWIN_USED',
    source: classOf(
      'ZCL_TWIN_USED',
      'DATA row TYPE ztwin_tab. DATA id TYPE ztwin_new. row-id = id. result = 10 + strlen( row-id ).'
    )
  })
  await staged({
    ...{ action: 'create', type: 'DTEL', name: 'ZTWIN_NEW' },
    fields: { typeKind: 'predefinedAbapType', dataType: 'CHAR', length: 4 }
  })
  const text = await withTwin.text('ERPManage', check)
  assert.match(
    text,
    /Twin: clean · 3 objects checked together · 3 dependencies read \(\d+ requests\) · no stubs/
  )
  assert.match(text, /Unit tests in the twin: 1 passed, 0 failed, 0 not judged/)
  assert.match(text, /not that of the ERP/)
})

test('an error between two staged objects is one of the answer, with its place', async () => {
  await staged({
    ...{ action: 'edit', type: 'CLAS', name: 'ZCL_TWIN_USED', package: undefined },
    edits: [
      { old: 'CLASS-METHODS run', new: 'CLASS-METHODS walk' },
      { old: 'METHOD run.', new: 'METHOD walk.' }
    ]
  })
  const text = await withTwin.text('ERPManage', check)
  assert.match(text, /change set TWIN · 1 error\n/)
  assert.match(text, /error CLAS ZCL_TWIN_USER.*7/)
})

test('an object that uses a staged one is checked with it, and its tests run', async () => {
  const body = 'result = zcl_twin_base=>run( ) + 1.'
  await saved('CLAS', 'ZCL_TWIN_BASE', { source: classOf('ZCL_TWIN_BASE', 'result = 12.') })
  await saved('CLAS', 'ZCL_TWIN_CALLER', { source: classOf('ZCL_TWIN_CALLER', body) })
  await bench.changed('ERPWrite', {
    ...{ action: 'update', type: 'CLAS', name: 'ZCL_TWIN_CALLER', include: 'testclasses' },
    ...{
      overwrite: true,
      activate: true,
      source: tests.replaceAll('zcl_twin_user', 'zcl_twin_caller')
    }
  })
  const edit = { action: 'edit', name: 'ZCL_TWIN_BASE', changeSet: 'USERS' }
  const stage = async (edits: object) => {
    const result = await withTwin.call('ERPWrite', { ...edit, edits })
    assert.equal(result.kind, 'data', result.text)
  }
  const checked = async () => await withTwin.text('ERPManage', { ...check, changeSet: 'USERS' })

  await stage([{ old: 'result = 12.', new: 'result = 13.' }])
  const failing = await checked()
  assert.match(
    failing,
    /Users of the staged objects: 1 object checked with them: CLAS ZCL_TWIN_CALLER/
  )
  assert.match(failing, /0 passed, 1 failed, 0 not judged\nfailed CLAS ZCL_TWIN_CALLER LTC=>SUM/)

  await stage([
    { old: 'run RETURNING', new: 'walk RETURNING' },
    { old: 'METHOD run', new: 'METHOD walk' }
  ])
  assert.match(await checked(), /error CLAS ZCL_TWIN_CALLER 7:.*run/i)
})

test('what the ERP says of a name, and of an object that is staged in part', async () => {
  const wanted = [
    ['type', 'ZTWIN_DTEL', 'DTEL document'],
    ['table', 'ZTWIN_TAB', 'TABL main'],
    ['class', 'ZCL_TWIN_SAVED', 'CLAS main'],
    ['class', 'ZTWIN_DTEL', 'absent'],
    ['type', 'ZNONE_T_ROW', 'absent'],
    ['domain', 'ZNONE', 'absent'],
    ['function', 'ZNONE', 'absent']
  ] as const
  const words = ({ object, absence }: TwinRead) =>
    object === undefined ? absence : `${object.type} ${object.parts.map(({ part }) => part).join()}`
  const found: unknown[] = []
  let rests: unknown[] = []
  const twin: Twin = {
    check: async ({ read, readRest }, signal) => {
      for (const [use, name] of wanted) {
        const answer = await read({ use, name }, signal)
        assert.ok(answer.requests > 0)
        found.push([use, name, words(answer)])
      }
      rests = [
        words(await readRest({ type: 'CLAS', name: 'ZCL_TWIN_SAVED' }, signal)),
        words(await readRest({ type: 'CLAS', name: 'ZCL_NONE' }, signal)),
        words(await readRest({ type: 'FUGR', name: 'ZNONE' }, signal))
      ]
      throw new ToolError('TWIN_FAILED', 'enough')
    }
  }
  const text = await bench.as('DEVELOPER', { twin }).text('ERPManage', check)
  assert.match(text, /Twin: no verdict\. TWIN_FAILED: enough/)
  assert.deepEqual(found, wanted)
  assert.match(String(rests[0]), /^CLAS main/)
  assert.deepEqual(rests.slice(1), ['absent', 'absent'])
})

test('without the twin the answer says so, and has what the ERP says', async () => {
  const text = await bench.as('DEVELOPER').text('ERPManage', check)
  assert.match(text, /Twin: no verdict\. TWIN_NOT_INSTALLED/)
})
