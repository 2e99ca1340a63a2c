/** ERPContext on the sandbox's own objects. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { pack } from '../../../tools/insight/budget.ts'
import { includesOf } from '../../../tools/abap/includes.ts'
import { componentsOf } from '../../../tools/insight/structure.ts'
import { contractOf } from '../../../tools/abap/contract.ts'
import { startSandboxBench } from '../helpers/sandbox-bench.ts'
import type { SandboxBench } from '../helpers/sandbox-bench.ts'

let bench: SandboxBench
before(async () => {
  bench = await startSandboxBench()
})
after(async () => {
  await bench?.close()
})

const ask = async (action: string, args: object) =>
  await bench.text('ERPContext', { action, ...args })

test('overview: a program in the order of its calls, over its includes', async () => {
  const text = await ask('overview', { name: 'ZFERRY_TIMETABLE' })
  assert.match(text, /^SBX\/001 · overview of PROG ZFERRY_TIMETABLE · 2 sources/)
  assert.match(
    text,
    /event START-OF-SELECTION {2}\d+-\d+\n {2}form \w+ {2}ZFERRY_TIMETABLE_FORMS \d+-\d+/
  )
  assert.match(
    await ask('overview', { name: 'ZFERRY_API', type: 'FUGR' }),
    /function Z_FERRY_QUOTE .*→ ZCL_FERRY_PRICING=>CREATE/
  )
  const own = await ask('overview', { name: 'ZCL_FERRY_FARE_CALCULATOR' })
  assert.match(own, /method ZIF_FERRY_PRICING~PRICE {2}46-58.*\n {2}method FARE_OF {2}68-73/)
})

test('overview: forty includes are one answer', async () => {
  const forms = Array.from(
    { length: 40 },
    (_, index) => `zcx_inc_${String(index).padStart(2, '0')}`
  )
  for (const [index, name] of forms.entries()) {
    await bench.text('ERPWrite', {
      action: 'create',
      type: 'INCL',
      name,
      package: '$TMP',
      description: 'x',
      source: `FORM f${index}.\n  PERFORM f${index + 1}.\nENDFORM.\n`
    })
  }
  await bench.text('ERPWrite', {
    action: 'create',
    type: 'PROG',
    name: 'zcx_many',
    package: '$TMP',
    description: 'x',
    source: `REPORT zcx_many.\nSTART-OF-SELECTION.\n  PERFORM f0.\n${forms.map(name => `INCLUDE ${name}.`).join('\n')}\n`
  })
  const text = await ask('overview', { name: 'zcx_many', type: 'PROG' })
  const order = [...text.matchAll(/form F(\d+)/g)].map(([, number]) => Number(number))
  assert.deepEqual(
    order,
    forms.map((_name, index) => index)
  )
})

test('dependencies: public contracts with their documentation, without private parts', async () => {
  const text = await ask('dependencies', { name: 'ZCL_FERRY_FARE_CALCULATOR' })
  assert.match(
    text,
    /INTF ZIF_FERRY_FARES .*· type\n"! Access to what travelling costs\.\nINTERFACE zif_ferry_fares/
  )
  assert.match(text, /CLAS ZCL_FERRY_MONEY .*calls PERCENTAGE\nCLASS zcl_ferry_money DEFINITION/)
  assert.ok(!/PRIVATE SECTION|METHOD [a-z]+\./.test(text))
  assert.match(await ask('dependencies', { name: 'ZFERRY_I_SAILING' }), /DDLS ZFERRY_I_ROUTE/)
  assert.match(
    await ask('dependencies', { name: 'ZCL_FERRY_FARE_CALCULATOR', method: 'saving' }),
    /· 2 objects\nCLAS ZCL_FERRY_MONEY/
  )
})

test('usages name packages, users and lines', async () => {
  const text = await ask('usages', { name: 'ZCL_FERRY_MONEY', method: 'percentage' })
  assert.match(
    text,
    /usages of percentage of CLAS ZCL_FERRY_MONEY · 4 places in 2 objects, 2 in tests/i
  )
  assert.match(text, /packages: \$FERRY_PRICING/)
  assert.match(text, /CLAS ZCL_FERRY_FARE_CALCULATOR \[\$FERRY_PRICING\].*\n {2}\d+: .*percentage/)
})

test('impact goes down the views, and says what each says about a field', async () => {
  const text = await ask('impact', { type: 'TABL', name: 'ZFERRY_ROUTE', symbol: 'distance' })
  assert.match(
    text,
    /\nDDLS ZFERRY_I_ROUTE {2}via ZFERRY_ROUTE · view: lists its fields; names DISTANCE\n {4}\d+: route\.distance/
  )
  assert.match(
    text,
    /\n {2}DDLS ZFERRY_I_SAILING {2}via ZFERRY_I_ROUTE .*does not name DISTANCE\n {4}DDLS ZFERRY_C_LOAD/
  )
  assert.match(text, /\nalso named MILES\n/)
  assert.match(
    await ask('impact', { type: 'TABL', name: 'ZFERRY_ROUTE', symbol: 'nowhere' }),
    /\nNOWHERE does not stand in the source of TABL ZFERRY_ROUTE: what follows is where a new field/
  )
  assert.match(
    await ask('impact', { name: 'ZFERRY_I_SAILING', depth: 1 }),
    /builds on: .*ZFERRY_I_ROUTE/
  )
})

test('impact and references keep a table apart from the domain of the same name', async () => {
  const table = await ask('impact', { type: 'TABL', name: 'ZFERRY_BOOKING' })
  assert.match(table, /\nTTYP ZFERRY_T_BOOKINGS /)
  assert.doesNotMatch(table, /DOMA |DTEL /)
  const domain = await ask('impact', { type: 'DOMA', name: 'ZFERRY_SAILING' })
  assert.match(domain, /\nDTEL ZFERRY_SAILING_ID {2}via DOMA ZFERRY_SAILING\n/)
  assert.match(domain, /\n {4}CLAS ZCL_FERRY_SAILINGS {2}via TABL ZFERRY_SAILING\n/)
  const users = async (type: string) =>
    await bench.text('ERPNavigate', { action: 'references', type, name: 'ZFERRY_BOOKING' })
  assert.doesNotMatch(await users('TABL'), /DOMNAME/)
  assert.match(await users('DOMA'), / · 1 user in 1 package\n[^]*DTEL ZFERRY_BOOKING_ID/)
})

test('call_graph: callers, callees level by level, calls that the source does not decide', async () => {
  const text = await ask('call_graph', {
    name: 'ZCL_FERRY_FARE_CALCULATOR',
    method: 'zif_ferry_pricing~price'
  })
  assert.match(text, /called from \d+ places:\n {2}CLAS ZCL_FERRY_BOOKING_DESK/)
  assert.doesNotMatch(text.split('calls:')[0] ?? '', /METHOD /, 'an implementation is no call')
  assert.match(text, /calls:\nFARE_OF {2}48\n {2}GET {2}69 \(class not told by the source\)/)
  assert.match(text, /CLAS ZCL_FERRY_MONEY PERCENTAGE {2}56/)
  assert.equal(
    await bench.code('ERPContext', { action: 'call_graph', name: 'ZCL_FERRY_MONEY' }),
    'TOOL_BAD_ARGUMENTS'
  )
  assert.equal(
    await bench.code('ERPContext', {
      action: 'call_graph',
      name: 'ZCL_FERRY_MONEY',
      method: 'nothing'
    }),
    'TOOL_METHOD_NOT_FOUND'
  )
})

test('structure lays fields out; test_seams says what this system can double', async () => {
  assert.match(
    await ask('structure', { name: 'ZFERRY_SAILING' }),
    /9 fields\nkey MANDT : mandt not null\nkey SAILING_ID : zferry_sailing_id not null\nROUTE_ID : zferry_route_id\n/
  )
  const seams = await ask('test_seams', { name: 'ZCL_FERRY_CONSOLE' })
  assert.match(seams, /no framework for doubles; not: CL_ABAP_TESTDOUBLE/)
  assert.match(seams, /TABL ZFERRY_ROUTE \(30, 31\) · data: no SQL double here/)
  assert.match(seams, /CLAS ZCL_FERRY_STATISTICS \(41\) · final class, made here/)
  assert.equal(
    await bench.code('ERPContext', { action: 'structure', type: 'CLAS', name: 'ZCL_FERRY_MONEY' }),
    'TOOL_BAD_ARGUMENTS'
  )
})

test('every action keeps the byte budget', async () => {
  const calls: [string, object][] = [
    ['overview', { name: 'ZFERRY', type: 'DEVC' }],
    ['overview', { name: 'ZCL_FERRY_FARE_CALCULATOR' }],
    ['dependencies', { name: 'ZCL_FERRY_BOOKING_DESK' }],
    ['usages', { name: 'ZIF_FERRY_CONSTANTS' }],
    ['impact', { name: 'ZFERRY_ROUTE_ID' }],
    ['call_graph', { name: 'ZCL_FERRY_CONSOLE', method: 'if_oo_adt_classrun~main' }],
    ['structure', { name: 'ZFERRY_SAILING' }],
    ['test_seams', { name: 'ZCL_FERRY_BOOKING_DESK' }]
  ]
  for (const [action, args] of calls) {
    const text = await ask(action, { ...args, maxBytes: 1000 })
    assert.ok(Buffer.byteLength(text) <= 1000, `${action}: ${Buffer.byteLength(text)}`)
    assert.match(text, /^SBX\/001 · /)
  }
  assert.match(
    await ask('usages', { name: 'ZIF_FERRY_CONSTANTS', maxBytes: 1000 }),
    /to keep within 1000 bytes: narrow by/
  )
})

test('a stack of entity, behavior, pool and service: created in order, and each names what it stands on', async () => {
  const note = "@AccessControl.authorizationCheck: #NOT_REQUIRED\n@EndUserText.label: 'x'\n"
  const items = Object.entries({
    'SRVD ZUI_CT': "@EndUserText.label: 'x'\ndefine service ZUI_CT {\n  expose ZC_CT as One;\n}",
    'CLAS ZBP_CT':
      'CLASS zbp_ct DEFINITION PUBLIC ABSTRACT FINAL FOR BEHAVIOR OF zr_ct.\nENDCLASS.\n\nCLASS zbp_ct IMPLEMENTATION.\nENDCLASS.',
    'BDEF ZR_CT':
      'managed implementation in class zbp_ct unique;\n\ndefine behavior for ZR_CT alias One\npersistent table zferry_port\nlock master\n{\n  create;\n}',
    'DDLS ZC_CT': `${note}define root view entity ZC_CT as projection on ZR_CT\n{\n  key Id\n}`,
    'DDLS ZR_CT': `${note}define root view entity ZR_CT as select from zferry_port\n{\n  key port_id as Id\n}`
  }).map(([object, source]) => ({
    action: 'create',
    type: object.slice(0, 4),
    name: object.slice(5),
    description: 'x',
    source
  }))
  const { items: order } = await bench.data('ERPWrite', {
    action: 'batch',
    package: '$TMP',
    items,
    activate: true
  })
  assert.deepEqual(
    (order as { type: string; name: string }[]).map(({ type, name }) => `${type} ${name}`),
    ['DDLS ZR_CT', 'DDLS ZC_CT', 'BDEF ZR_CT', 'CLAS ZBP_CT', 'SRVD ZUI_CT']
  )
  assert.match(
    await ask('dependencies', { type: 'DDLS', name: 'ZC_CT' }),
    /· 1 object\nDDLS ZR_CT {2}<erp>x<\/erp> · reads\n/
  )
  const behavior = await ask('dependencies', { type: 'BDEF', name: 'ZR_CT' })
  for (const one of [
    / · 3 objects\n/,
    /\nDDLS ZR_CT {2}<erp>x<\/erp> · reads\n/,
    /\nTABL ZFERRY_PORT .* · writes\n/,
    /\nCLAS ZBP_CT {2}<erp>x<\/erp> · refers\n/
  ]) {
    assert.match(`\n${behavior}`, one)
  }
  assert.match(await ask('dependencies', { name: 'ZUI_CT' }), /· 1 object\nDDLS ZC_CT/)
})

test('what does not exist, cannot be meant or is hostile is refused', async () => {
  assert.equal(
    await bench.code('ERPContext', { action: 'overview', name: 'ZCL_NOTHING_HERE' }),
    'ERP_NOT_FOUND'
  )
  assert.equal(
    await bench.code('ERPContext', { action: 'overview', type: 'CLAS', name: 'ZCL_NOTHING_HERE' }),
    'ERP_NOT_FOUND'
  )
  assert.equal(
    await bench.code('ERPContext', { action: 'overview', name: 'Z/../x' }),
    'TOOL_BAD_ARGUMENTS'
  )
  assert.equal(
    await bench.code('ERPContext', { action: 'overview', name: 'ZFERRY', maxBytes: 10 }),
    'TOOL_BAD_ARGUMENTS'
  )
  assert.equal(
    await bench.code('ERPContext', {
      action: 'impact',
      name: 'ZFERRY_ROUTE',
      type: 'TABL',
      depth: 99
    }),
    'TOOL_BAD_ARGUMENTS'
  )
})

test('a budget shows the first in full while the later ones can still be named', () => {
  const sections = Array.from({ length: 10 }, (_, index) => ({
    brief: `s${index}`,
    full: `s${index}\n${'x'.repeat(100)}`
  }))
  const packed = pack(['head'], sections, 600)
  assert.ok(Buffer.byteLength(packed.text) <= 600)
  assert.match(packed.text, /^head\ns0\nx{100}\n/)
  assert.equal(packed.omitted, 0)
  for (let bytes = 0; bytes < 800; bytes += 37) {
    assert.ok(
      Buffer.byteLength(pack(['ä'.repeat(50)], sections, Math.max(bytes, 200)).text) <=
        Math.max(bytes, 200)
    )
  }
})

test('includes, components and contracts are read from the text', () => {
  assert.deepEqual(
    includesOf('INCLUDE zone.\nINCLUDE: ztwo, zthree.\nINCLUDE STRUCTURE x.\n* INCLUDE zno.'),
    ['ZONE', 'ZTWO', 'ZTHREE']
  )
  assert.deepEqual(
    componentsOf(
      "@EndUserText.label : 'x'\ndefine structure zs { key a : abap.char(2) not null; include zinc with suffix _1; b : include zgrp; c : reference to data; }"
    ),
    [
      { name: 'A', type: 'abap.char(2)', key: true, notNull: true },
      { include: 'ZINC', suffix: '_1', group: undefined },
      { include: 'ZGRP', suffix: undefined, group: 'b' },
      { name: 'C', type: 'reference to data', key: false, notNull: false }
    ]
  )
  assert.equal(
    contractOf(
      'CLAS',
      'CLASS a DEFINITION.\n  "! Doc\n  " note\n  PUBLIC SECTION.\n    METHODS   b.\n  PRIVATE SECTION.\n    DATA c TYPE i.\nENDCLASS.'
    ),
    'CLASS a DEFINITION.\n "! Doc\n PUBLIC SECTION.\n  METHODS b.'
  )
})
