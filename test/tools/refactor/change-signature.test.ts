/** A signature changes with its callers, in a real system of interfaces, heirs and tests. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startSandboxBench } from '../helpers/sandbox-bench.ts'
import type { SandboxBench } from '../helpers/sandbox-bench.ts'

const interfaceSource = `INTERFACE zif_sig PUBLIC.
  METHODS: run IMPORTING iv_a TYPE i RETURNING VALUE(rv) TYPE i,
    other IMPORTING iv_a TYPE i.
ENDINTERFACE.
`
const base = `CLASS zcl_sig_base DEFINITION PUBLIC CREATE PUBLIC.
  PUBLIC SECTION.
    INTERFACES zif_sig.
    ALIASES go FOR zif_sig~run.
    METHODS calc IMPORTING !iv_x TYPE i iv_y TYPE i DEFAULT 1 RETURNING VALUE(rv) TYPE i.
ENDCLASS.
CLASS zcl_sig_base IMPLEMENTATION.
  METHOD zif_sig~run.
    rv = iv_a + calc( iv_x = iv_a ).
  ENDMETHOD.
  METHOD zif_sig~other.
    DATA(x) = go( iv_a ).
    x = zif_sig~run( iv_a = x ).
  ENDMETHOD.
  METHOD calc.
    rv = iv_x + 1.
  ENDMETHOD.
ENDCLASS.
`
const heir = `CLASS zcl_sig_heir DEFINITION PUBLIC INHERITING FROM zcl_sig_base CREATE PUBLIC.
  PUBLIC SECTION.
    METHODS calc REDEFINITION.
    METHODS zif_sig~run REDEFINITION.
ENDCLASS.
CLASS zcl_sig_heir IMPLEMENTATION.
  METHOD calc.
    rv = super->calc( iv_x = iv_x iv_y = 2 ).
  ENDMETHOD.
  METHOD zif_sig~run.
    rv = super->zif_sig~run( 5 ).
  ENDMETHOD.
ENDCLASS.
`
const user = `CLASS zcl_sig_user DEFINITION PUBLIC CREATE PUBLIC.
  PUBLIC SECTION.
    METHODS use RETURNING VALUE(rv) TYPE string.
ENDCLASS.
CLASS zcl_sig_user IMPLEMENTATION.
  METHOD use.
    DATA o TYPE REF TO zif_sig.
    DATA d TYPE i.
    o = NEW zcl_sig_heir( ).
    d = o->run( 1 ) + o->run( iv_a = 2 ).
    CALL METHOD o->run EXPORTING iv_a = 3 RECEIVING rv = d.
    o->run(
      EXPORTING
        iv_a = d
      RECEIVING
        rv   = d ).
    d = NEW zcl_sig_heir( )->go( 4 ).
    d = NEW zcl_sig_base( )->calc( iv_x = 4 iv_y = NEW zcl_sig_base( )->calc( 7 ) ).
    rv = |{ o->run( 1 ) } { d }|.
    CALL METHOD o->('RUN') EXPORTING iv_a = 3 RECEIVING rv = d.
  ENDMETHOD.
ENDCLASS.
`

let bench: SandboxBench
before(async () => {
  bench = await startSandboxBench()
  for (const [type, name, source] of [
    ['INTF', 'ZIF_SIG', interfaceSource],
    ['CLAS', 'ZCL_SIG_BASE', base],
    ['CLAS', 'ZCL_SIG_HEIR', heir],
    ['CLAS', 'ZCL_SIG_USER', user]
  ]) {
    await bench.data('ERPWrite', {
      action: 'create',
      type,
      name,
      package: '$TMP',
      source,
      activate: true
    })
  }
})
after(async () => {
  await bench?.close()
})

const sourceOf = async (type: string, name: string) =>
  (await bench.text('ERPRead', { type, name })).split('\n').slice(1).join('\n')

test('a new parameter of an interface method is given in each kind of call', async () => {
  const args = {
    action: 'change_signature',
    type: 'INTF',
    name: 'ZIF_SIG',
    method: 'run',
    declaration: 'METHODS run IMPORTING iv_a TYPE i iv_b TYPE string RETURNING VALUE(rv) TYPE i.',
    parameters: [{ name: 'iv_b', value: '`x`' }]
  }
  const shown = await bench.text('ERPWrite', { ...args, dryRun: true })
  assert.match(shown, /10 places in 4 objects · by the bridge · nothing saved/)
  assert.match(shown, /changed sources: clean \(4 objects of 4\)/)
  assert.match(shown, /called by its name at runtime\): CLAS ZCL_SIG_USER 20/)
  assert.ok(Buffer.byteLength(shown) < 2048)
  const done = await bench.data('ERPWrite', { ...args, activate: true })
  assert.equal(done['activation'], 'activated')
  const now = await sourceOf('CLAS', 'ZCL_SIG_USER')
  for (const line of [
    'd = o->run( iv_a = 1 iv_b = `x` ) + o->run( iv_a = 2 iv_b = `x` ).',
    'CALL METHOD o->run EXPORTING iv_a = 3 iv_b = `x` RECEIVING rv = d.',
    '        iv_a = d\n        iv_b = `x`\n      RECEIVING\n',
    'd = NEW zcl_sig_heir( )->go( iv_a = 4 iv_b = `x` ).',
    'rv = |{ o->run( iv_a = 1 iv_b = `x` ) } { d }|.',
    "CALL METHOD o->('RUN') EXPORTING iv_a = 3 RECEIVING rv = d."
  ]) {
    assert.ok(now.includes(line), `${line}\n${now}`)
  }
  assert.match(await sourceOf('CLAS', 'ZCL_SIG_HEIR'), /run\( iv_a = 5 iv_b = `x` \)/)
})

test('a parameter is renamed and another removed; an argument that calls something stays', async () => {
  const args = {
    action: 'change_signature',
    type: 'CLAS',
    name: 'ZCL_SIG_BASE',
    method: 'calc',
    declaration: 'METHODS calc IMPORTING !iv_z TYPE i RETURNING VALUE(rv) TYPE i.',
    parameters: [{ name: 'iv_z', was: 'iv_x' }]
  }
  const shown = await bench.text('ERPWrite', { ...args, dryRun: true })
  assert.match(
    shown,
    /super->calc\( iv_x = iv_x iv_y = 2 \)\. → rv = super->calc\( iv_z = iv_z \)\./
  )
  assert.match(shown, /removed argument calls something\): CLAS ZCL_SIG_USER 19/)
})

test('a needed parameter without a value, and a declaration of something else, are refused', async () => {
  const args = { action: 'change_signature', type: 'INTF', name: 'ZIF_SIG', method: 'other' }
  const result = await bench.call('ERPWrite', {
    ...args,
    declaration: 'METHODS other IMPORTING iv_a TYPE i iv_c TYPE i.'
  })
  assert.match(result.text, /IV_C is new and needed.*\n?.*"value"/s)
  for (const declaration of [
    'METHODS another IMPORTING iv_a TYPE i.',
    'DATA other TYPE i.',
    'METHODS: other, more.'
  ]) {
    assert.equal(await bench.code('ERPWrite', { ...args, declaration }), 'TOOL_BAD_ARGUMENTS')
  }
})

test('a digest is refused once a source differs, and the source is named', async () => {
  const args = {
    action: 'change_signature',
    type: 'INTF',
    name: 'ZIF_SIG',
    method: 'run',
    declaration:
      'METHODS run IMPORTING iv_a TYPE i iv_b TYPE string OPTIONAL RETURNING VALUE(rv) TYPE i.'
  }
  const plan = await bench.call('ERPWrite', { ...args, dryRun: true })
  const digest = plan.kind === 'text' ? plan.digest : undefined
  assert.ok(digest !== undefined)
  const own = interfaceSource
    .replace('PUBLIC.', 'PUBLIC. "more')
    .replace('iv_a TYPE i RET', 'iv_a TYPE i iv_b TYPE string RET')
  await bench.data('ERPWrite', {
    action: 'update',
    type: 'INTF',
    name: 'ZIF_SIG',
    source: own,
    overwrite: true
  })
  const refused = await bench.call('ERPWrite', { ...args, confirm: digest })
  assert.equal(refused.kind, 'confirm')
  assert.match(refused.text, /Changed or new since then: INTF ZIF_SIG/)
  const done = await bench.data('ERPWrite', {
    ...args,
    confirm: refused.kind === 'confirm' ? refused.digest : ''
  })
  assert.equal(done['outcome'], 'done')
})

test('function modules and constructors change with their callers', async () => {
  const make = async (args: object) =>
    await bench.data('ERPWrite', { action: 'create', package: '$TMP', activate: true, ...args })
  await make({ type: 'FUGR', name: 'ZSIG_GROUP' })
  const head = 'FUNCTION z_sig_module\n  IMPORTING\n    VALUE(iv_a) TYPE i'
  const tail = '\n  EXPORTING\n    VALUE(ev_b) TYPE i.'
  await make({
    type: 'FUNC',
    name: 'Z_SIG_MODULE',
    group: 'ZSIG_GROUP',
    source: `${head}${tail}\n  ev_b = iv_a.\nENDFUNCTION.\n`
  })
  await make({
    type: 'CLAS',
    name: 'ZCL_SIG_MADE',
    source: `CLASS zcl_sig_made DEFINITION PUBLIC CREATE PUBLIC.
  PUBLIC SECTION.
    METHODS constructor IMPORTING iv_a TYPE i OPTIONAL.
    METHODS run RETURNING VALUE(rv) TYPE i.
ENDCLASS.
CLASS zcl_sig_made IMPLEMENTATION.
  METHOD constructor.
  ENDMETHOD.
  METHOD run.
    DATA(o) = NEW zcl_sig_made( 5 ).
    CREATE OBJECT o EXPORTING iv_a = 3.
    CREATE OBJECT o.
    CALL FUNCTION 'Z_SIG_MODULE'
      EXPORTING
        iv_a = 1
      IMPORTING
        ev_b = rv.
  ENDMETHOD.
ENDCLASS.
`
  })
  for (const args of [
    {
      type: 'FUNC',
      name: 'Z_SIG_MODULE',
      group: 'ZSIG_GROUP',
      declaration: `${head}\n    VALUE(iv_c) TYPE i${tail}`,
      parameters: [{ name: 'iv_c', value: '3' }]
    },
    {
      type: 'CLAS',
      name: 'ZCL_SIG_MADE',
      method: 'constructor',
      declaration: 'METHODS constructor IMPORTING iv_a TYPE i OPTIONAL iv_b TYPE i.',
      parameters: [{ name: 'iv_b', value: '9' }]
    }
  ]) {
    const done = await bench.data('ERPWrite', {
      action: 'change_signature',
      activate: true,
      ...args
    })
    assert.equal(done['activation'], 'activated')
  }
  const now = await sourceOf('CLAS', 'ZCL_SIG_MADE')
  for (const line of [
    'NEW zcl_sig_made( iv_a = 5 iv_b = 9 ).',
    'CREATE OBJECT o EXPORTING iv_a = 3 iv_b = 9.',
    'CREATE OBJECT o EXPORTING iv_b = 9.',
    "CALL FUNCTION 'Z_SIG_MODULE'\n      EXPORTING\n        iv_a = 1\n        iv_c = 3\n      IMPORTING"
  ]) {
    assert.ok(now.includes(line), `${line}\n${now}`)
  }
})
