/** Function modules of the standard that read or change rows, and statements that do. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reportOn } from './report-on-rows.ts'

const rows: Readonly<Record<string, readonly Record<string, string | number>[]>> = {
  T100: [{ SPRSL: 'E', ARBGB: '00', MSGNR: '398', TEXT: '&1 &2 &3 &4' }],
  SEOCLASS: [{ CLSNAME: 'ZIF_OWN', CLSTYPE: '1' }],
  SEOMETAREL: [
    { CLSNAME: 'ZCL_B', REFCLSNAME: 'ZIF_OWN', RELTYPE: '1' },
    { CLSNAME: 'ZIF_C', REFCLSNAME: 'ZIF_OWN', RELTYPE: '0' },
    { CLSNAME: 'ZCL_A', REFCLSNAME: 'ZIF_OWN', RELTYPE: '1' }
  ],
  WWWPARAMS: [{ RELID: 'MI', OBJID: 'ZLOGO', NAME: 'filesize', VALUE: '42' }],
  WWWDATA: [
    { RELID: 'MI', OBJID: 'ZLOGO', SRTF2: 0, CLUSTR: 2886, CLUSTD: 'AB'.repeat(2886) },
    { RELID: 'MI', OBJID: 'ZLOGO', SRTF2: 1, CLUSTR: 2, CLUSTD: 'CDEF'.padEnd(5772, '0') }
  ],
  DD02L: [],
  NRIV: []
}

const list = reportOn(rows)

const call = (name: string, facts: string, shown: string): string =>
  `CALL FUNCTION '${name}' ${facts}. WRITE: / |{ sy-subrc } { ${shown} }|.\n`

test('FORMAT_MESSAGE finds messages, and raises what is none', async () => {
  const format = (number: string) =>
    call(
      'FORMAT_MESSAGE',
      `EXPORTING id = '00' lang = '-D' no = '${number}' v1 = 'a' v2 = 'b' v3 = '' v4 = '' IMPORTING msg = t EXCEPTIONS not_found = 1`,
      't'
    )
  assert.deepEqual(await list(`DATA t TYPE c LENGTH 60.\n${format('398')}${format('777')}`), [
    '0 a b',
    '1 a b'
  ])
})

test('SEO_CLASS_EXISTENCE_CHECK tells classes from interfaces, own ones and those of the system', async () => {
  const names = ['', 'ZIF_OWN', 'CX_ROOT', 'IF_MESSAGE', 'ZNO', 'TADIR']
  const calls = names.map(name =>
    call(
      'SEO_CLASS_EXISTENCE_CHECK',
      `EXPORTING clskey = VALUE seoclskey( clsname = '${name}' ) EXCEPTIONS not_specified = 1 not_existing = 2 is_interface = 3 OTHERS = 9`,
      `'${name}'`
    )
  )
  const flat = `DATA name TYPE seoclsname VALUE 'IF_MESSAGE'.\n${call('SEO_INTERFACE_EXISTENCE_CHECK', 'EXPORTING intkey = name EXCEPTIONS not_existing = 2 is_class = 3', 'name')}`
  assert.deepEqual(await list(calls.join('') + flat), [
    '1',
    '3 ZIF_OWN',
    '0 CX_ROOT',
    '3 IF_MESSAGE',
    '2 ZNO',
    '2 TADIR',
    '0 IF_MESSAGE'
  ])
})

test('BAPI_TRANSACTION_COMMIT keeps rows, BAPI_TRANSACTION_ROLLBACK takes them back', async () => {
  const insert = (nr: string) =>
    `INSERT nriv FROM @( VALUE #( object = 'ZX' nrrangenr = '${nr}' ) ).\n`
  assert.deepEqual(
    await list(
      `DATA b TYPE bapiret2.\n${insert('01')}${call('BAPI_TRANSACTION_COMMIT', "EXPORTING wait = 'X' IMPORTING return = b", 'b-type')}${insert('02')}${call('BAPI_TRANSACTION_ROLLBACK', '', 'b-type')}SELECT COUNT( * ) FROM nriv INTO @DATA(n). WRITE / |{ n }|.`
    ),
    ['0', '0', '1']
  )
})

test('SEO_INTERFACE_IMPLEM_GET_ALL names the classes that implement an interface', async () => {
  const read = (name: string) =>
    call(
      'SEO_INTERFACE_IMPLEM_GET_ALL',
      `EXPORTING intkey = VALUE seoclskey( clsname = '${name}' ) IMPORTING impkeys = all EXCEPTIONS not_existing = 1`,
      'REDUCE string( INIT t = `` FOR one IN all NEXT t = t && one-clsname && ` ` )'
    )
  assert.deepEqual(
    await list(`DATA all TYPE seor_implementing_keys.\n${read('zif_own')}${read('ZNO')}`),
    ['0 ZCL_A ZCL_B', '1']
  )
})

test('DDIF_FIELDINFO_GET describes fields of tables, and data elements where they are asked for', async () => {
  const read = (facts: string, shown: string) =>
    call(
      'DDIF_FIELDINFO_GET',
      `EXPORTING ${facts} IMPORTING dfies_wa = one TABLES dfies_tab = all EXCEPTIONS not_found = 1`,
      shown
    )
  const field = 'one-fieldname }{ one-keyflag }{ one-comptype }{ one-inttype }'
  assert.deepEqual(
    await list(
      `DATA all TYPE STANDARD TABLE OF dfies. DATA one TYPE dfies.\n${[
        read(`tabname = 'T000'`, 'all[ 1 ]-fieldname } { one-fieldname'),
        read(`tabname = 'T000' fieldname = 'MANDT'`, `${field} { lines( all )`),
        read(`tabname = 'T000' fieldname = 'NONE'`, 'lines( all )'),
        read(`tabname = 'MANDT'`, 'lines( all )'),
        read(`tabname = 'MANDT' all_types = 'X'`, 'all[ 1 ]-rollname }{ all[ 1 ]-leng'),
        read(`tabname = 'ZNONE'`, 'lines( all )')
      ].join('')}`
    ),
    ['0 MANDT', '0 MANDTXEC 1', '1 0', '1 0', '0 MANDT000003', '1 0']
  )
})

test('WWWPARAMS_READ', async () => {
  const read = (name: string) =>
    call(
      'WWWPARAMS_READ',
      `EXPORTING relid = 'MI' objid = '${name}' name = 'filesize' IMPORTING value = v EXCEPTIONS entry_not_exists = 1`,
      'v'
    )
  assert.deepEqual(await list(`DATA v TYPE wwwparams-value.\n${read('ZLOGO')}${read('ZNO')}`), [
    '0 42',
    '1 42'
  ])
})

test('WWWPARAMS_READ_ALL and WWWDATA_IMPORT read an object of the web repository', async () => {
  const read = (name: string) =>
    `CALL FUNCTION 'WWWPARAMS_READ_ALL' EXPORTING type = 'MI' objid = '${name}' TABLES params = params EXCEPTIONS entry_not_exists = 1. WRITE: / |{ sy-subrc } { lines( params ) }|.\n`
  const load = (relid: string, name: string) =>
    `key-relid = '${relid}'. key-objid = '${name}'. CALL FUNCTION 'WWWDATA_IMPORT' EXPORTING key = key TABLES mime = mime EXCEPTIONS wrong_object_type = 1 import_error = 2. WRITE: / |{ sy-subrc }|.\n`
  const fields =
    'DATA: params TYPE STANDARD TABLE OF wwwparams, mime TYPE STANDARD TABLE OF w3mime, key TYPE wwwdatatab.\n'
  const end =
    'DATA(last) = mime[ lines( mime ) ]-line. WRITE: / |{ lines( mime ) } { last+80(4) }|.\n'
  const calls = read('ZLOGO') + load('MI', 'ZLOGO') + end
  assert.deepEqual(
    await list(fields + calls + read('ZNO') + load('MI', 'ZNO') + load('XX', 'ZLOGO')),
    ['0 1', '0', '12 ABCDEF00', '1 0', '2', '1']
  )
})

test('DELETE dbtab FROM wa deletes a row, DELETE itab FROM index those behind it', async () => {
  assert.deepEqual(
    await list(
      "TABLES nriv. DATA row TYPE nriv. row-object = 'A'. INSERT nriv FROM row. DELETE nriv FROM row. WRITE: / |{ sy-subrc }|. DELETE nriv FROM row. WRITE: / |{ sy-subrc }|. DATA t TYPE STANDARD TABLE OF i. t = VALUE #( ( 1 ) ( 2 ) ( 3 ) ). DATA n TYPE i VALUE 2. DELETE t FROM n. WRITE: / |{ lines( t ) }|."
    ),
    ['0', '4', '1']
  )
})
