/** ERPContext overview of packages, on the sandbox's own objects and on new ones. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { layersOf } from '../../../tools/insight/package/layers.ts'
import { startSandboxBench } from '../helpers/sandbox-bench.ts'
import type { SandboxBench } from '../helpers/sandbox-bench.ts'

let bench: SandboxBench
before(async () => {
  bench = await startSandboxBench()
})
after(async () => {
  await bench?.close()
})

const overview = async (name: string, more: object = {}) =>
  await bench.text('ERPContext', { action: 'overview', type: 'DEVC', name, ...more })
const create = async (type: string, name: string, more: object) =>
  await bench.text('ERPWrite', { action: 'create', type, name, description: `x ${name}`, ...more })

test('one answer of at most 6,000 bytes maps the ferry lines', async () => {
  const text = await overview('ZFERRY')
  assert.ok(Buffer.byteLength(text) <= 6000, `${Buffer.byteLength(text)} bytes`)
  for (const fact of [
    /^SBX\/001 · overview of DEVC ZFERRY · .*Ferry lines.* · 6 packages, 91 objects · \d+ ERP requests\n/,
    /\npackages: a ZFERRY 0, >b ZFERRY_BOOKING_DESK 3, >c ZFERRY_CORE 13,/,
    /\nentry points: PROG ZFERRY_REVENUE, PROG ZFERRY_TIMETABLE, function modules .*Z_FERRY_QUOTE/,
    /\nclasses that nothing inside uses: .*ZCL_FERRY_BOOKING_DESK/,
    /\nrelated \$FERRY_PRICING: its .*ZCL_FERRY_FARE_CALCULATOR \d+.* use this; this uses its ZCL_FERRY_PRICING 2\n/,
    /\nrelated \$FERRY_DEMO: its ZCL_FERRY_CONSOLE \d+/,
    /\ntests: 7 of 11 classes, without: .*ZCL_FERRY_CLOCK/,
    /\n\db ZCL_FERRY_BOOKINGS {2}bookings on the database → TABL ZFERRY_BOOKING 4, /,
    /\n\de PROG ZFERRY_TIMETABLE .*→ .*INCL ZFERRY_TIMETABLE_FORMS 1/,
    /\nZFERRY_BOOKING {2}Bookings: MANDT\* CLNT, BOOKING_ID\* NUMC10, .*PASSENGERS INT4, .*AMOUNT CURR11\.2, /,
    /\nMSAG ZFERRY\n/
  ]) {
    assert.match(text, fact)
  }
  assert.doesNotMatch(text, /left out|only named|not read/)
  const level = (name: string) => Number(new RegExp(`\\n(\\d+)[a-z] ${name} `).exec(text)?.[1])
  assert.ok(level('ZCL_FERRY_BOOKING_DESK') > level('ZCL_FERRY_REQUEST_CHECK'))
  assert.ok(level('ZCL_FERRY_REQUEST_CHECK') > level('ZCX_FERRY_INPUT'))
})

test('a small limit names what is left out and how to go on', async () => {
  const text = await overview('ZFERRY', { maxBytes: 1500 })
  assert.ok(Buffer.byteLength(text) <= 1500, `${Buffer.byteLength(text)} bytes`)
  assert.match(text, /left out to keep within 1500 bytes: overview of one package below, or raise/)
})

test('a package with a cycle, a program and a table of one name', async () => {
  await bench.text('ERPManage', {
    action: 'create_package',
    name: '$ZMAP',
    description: 'Map'
  })
  const at = { package: '$ZMAP' }
  const klass = (name: string, other: string) =>
    `CLASS ${name} DEFINITION PUBLIC CREATE PUBLIC.\n  PUBLIC SECTION.\n    METHODS run.\nENDCLASS.\nCLASS ${name} IMPLEMENTATION.\n  METHOD run.\n    DATA other TYPE REF TO ${other}.\n    SELECT * FROM zmap_row INTO TABLE @DATA(rows).\n  ENDMETHOD.\nENDCLASS.\n`
  const empty = (name: string) =>
    `CLASS ${name} DEFINITION PUBLIC CREATE PUBLIC.\nENDCLASS.\nCLASS ${name} IMPLEMENTATION.\nENDCLASS.\n`
  await create('TABL', 'ZMAP_ROW', {
    ...at,
    source:
      "@EndUserText.label : 'Rows'\n@AbapCatalog.enhancement.category : #NOT_EXTENSIBLE\n@AbapCatalog.tableCategory : #TRANSPARENT\n@AbapCatalog.deliveryClass : #A\n@AbapCatalog.dataMaintenance : #RESTRICTED\ndefine table zmap_row {\n  key id : abap.char(10) not null;\n  net    : abap.dec(11,2);\n}\n"
  })
  await create('PROG', 'ZMAP_ROW', { ...at, source: 'REPORT zmap_row.\nWRITE 1.\n' })
  await create('CLAS', 'ZCL_MAP_A', { ...at, source: empty('zcl_map_a') })
  await create('CLAS', 'ZCL_MAP_B', { ...at, source: klass('zcl_map_b', 'zcl_map_a') })
  await bench.text('ERPWrite', {
    action: 'update',
    type: 'CLAS',
    name: 'ZCL_MAP_A',
    overwrite: true,
    source: klass('zcl_map_a', 'zcl_map_b')
  })
  const text = await overview('$ZMAP')
  assert.match(text, /\ncycles: ZCL_MAP_[AB] ⇄ ZCL_MAP_[AB]\n/)
  assert.match(text, /\n1 ZCL_MAP_A .*→ ZCL_MAP_B 1, TABL ZMAP_ROW 1\n/)
  assert.match(text, /\nentry points: PROG ZMAP_ROW\n/)
  assert.match(text, /\nZMAP_ROW {2}.*: ID\* CHAR10, NET DEC11\.2\n/)
  assert.match(text, /\ntests: 0 of 2 classes, without: ZCL_MAP_A ZCL_MAP_B\n/)
})

test('a package that does not exist is an error; one without objects says so', async () => {
  assert.equal(
    await bench.code('ERPContext', { action: 'overview', type: 'DEVC', name: 'ZNOPE' }),
    'ERP_NOT_FOUND'
  )
  assert.match(await overview('$TMP'), /0 objects/)
})

test('layers: users before what they use, cycles in one layer, self use is none', () => {
  const uses: Readonly<Record<string, readonly string[]>> = {
    top: ['left', 'right'],
    left: ['base'],
    right: ['left', 'right', 'outside'],
    base: [],
    one: ['two'],
    two: ['three'],
    three: ['one', 'base']
  }
  const { layers, cycles } = layersOf(Object.keys(uses), node => uses[node] ?? [])
  assert.deepEqual(
    layers.map(layer => layer.toSorted()),
    [['top'], ['right'], ['left', 'one', 'three', 'two'], ['base']]
  )
  assert.deepEqual(
    cycles.map(cycle => cycle.toSorted()),
    [['one', 'three', 'two']]
  )
  assert.deepEqual(
    layersOf([], () => []),
    { layers: [], cycles: [] }
  )
})
