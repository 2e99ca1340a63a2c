/** The views of ERPRead beyond whole sources, on the sandbox. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startSandboxBench } from '../helpers/sandbox-bench.ts'
import type { SandboxBench } from '../helpers/sandbox-bench.ts'

let bench: SandboxBench
before(async () => {
  bench = await startSandboxBench()
})
after(async () => {
  await bench?.close()
})

const read = async (args: object) => await bench.text('ERPRead', args)
const codeOf = async (args: object) => await bench.code('ERPRead', args)

test('a section, a signature, a block in an include', async () => {
  const section = await read({ name: 'ZCL_FERRY_MONEY', section: 'public' })
  assert.match(
    section,
    /public lines 7-\d+ of 33 lines · this range only\n {2}PUBLIC SECTION\.\n {4}CLASS-METHODS percentage/
  )
  assert.ok(!section.includes('ENDCLASS'))
  assert.match(
    await read({ name: 'ZCL_FERRY_MONEY', section: 'implementation' }),
    /\nCLASS zcl_ferry_money IMPLEMENTATION\.[^]*ENDCLASS\.$/
  )
  const signature = await read({ name: 'ZCL_FERRY_MONEY', view: 'signature', method: 'to_cash' })
  assert.match(
    signature,
    /declaration of TO_CASH[^]*CLASS-METHODS to_cash\n[^]*TYPE zferry_price\.$/
  )
  assert.match(
    await read({ name: 'ZCL_FERRY_FARE_CALCULATOR', view: 'signature' }),
    /what is public/
  )
  assert.match(
    await read({ type: 'PROG', name: 'ZFERRY_TIMETABLE', method: 'write_head' }),
    /INCL ZFERRY_TIMETABLE_FORMS .*form WRITE_HEAD/
  )
  assert.equal(
    await codeOf({ name: 'ZFERRY_TIMETABLE', section: 'public' }),
    'TOOL_SECTION_NOT_FOUND'
  )
  assert.equal(
    await codeOf({ name: 'ZCL_FERRY_MONEY', section: 'public', lines: '1-2' }),
    'TOOL_BAD_ARGUMENTS'
  )
})

test('several blocks in one argument: each with its lines, a wrong one named beside the others', async () => {
  const text = await read({ name: 'ZCL_FERRY_MONEY', method: 'percentage, to_cash' })
  assert.match(
    text,
    /^=== .*CLAS ZCL_FERRY_MONEY .*method PERCENTAGE, lines [^]*\n=== same source · method TO_CASH, lines /
  )
  assert.match(
    await read({ name: 'ZCL_FERRY_MONEY', method: 'percentage,not_there' }),
    /METHOD percentage[^]*NOT READ\nTOOL_METHOD_NOT_FOUND/
  )
  assert.equal(
    await codeOf({ name: 'ZCL_FERRY_MONEY', method: Array(21).fill('to_cash').join() }),
    'TOOL_BAD_ARGUMENTS'
  )
})

test('grep shows lines with their block and some lines around them, over all includes', async () => {
  assert.match(
    await read({ type: 'PROG', name: 'ZFERRY_TIMETABLE', grep: 'PERFORM', context: 1 }),
    /3 lines with "PERFORM" in 2 sources\nmain START-OF-SELECTION:\n {2}15- START-OF-SELECTION\.\n {2}16: {3}PERFORM read_sailings/
  )
  assert.match(await read({ name: 'ZCL_FERRY_MONEY', grep: 'nothing like this' }), /0 lines/)
})

test('facts of objects without source, and of those with one', async () => {
  assert.match(
    await read({ type: 'DOMA', name: 'ZFERRY_PORT' }),
    /^SBX\/001 · DOMA ZFERRY_PORT · active · package ZFERRY_DICTIONARY · <erp>Port code<\/erp>\n<erp>\ndatatype: CHAR\nlength: 3\n/
  )
  assert.match(
    await read({ type: 'DTEL', name: 'ZFERRY_PRICE' }),
    /typeName: ZFERRY_AMOUNT\ndataType: CURR\ndataTypeLength: 11\ndataTypeDecimals: 2\n[^]*labels:\n {2}short: Price/
  )
  assert.match(
    await read({ type: 'MSAG', name: 'ZFERRY' }),
    /messages \(\d+\):\n {2}number: \d+, text: /
  )
  assert.match(await read({ name: 'ZCL_FERRY_MONEY', view: 'metadata' }), /final: true\n/)
  assert.match(await read({ name: 'ZFERRY_PORT' }), /TABL ZFERRY_PORT/)
})

test('versions: the list, one of them, the difference of two', async () => {
  const source = (text: string) => `REPORT ztr_versions.\nWRITE '${text}'.\n`
  await bench.text('ERPWrite', {
    action: 'create',
    type: 'PROG',
    name: 'ztr_versions',
    package: '$TMP',
    description: 'x',
    source: source('one'),
    activate: true
  })
  await bench.text('ERPWrite', {
    action: 'update',
    type: 'PROG',
    name: 'ztr_versions',
    source: source('two'),
    overwrite: true,
    activate: true
  })
  await bench.text('ERPWrite', {
    action: 'update',
    type: 'PROG',
    name: 'ztr_versions',
    source: source('three'),
    overwrite: true
  })
  assert.match(
    await read({ type: 'PROG', name: 'ztr_versions', revision: 'list' }),
    /2 versions\n99999 inactive · .*DEVELOPER\n00000 active · .*DEVELOPER.*\nNo earlier version is kept: /
  )
  assert.match(await read({ type: 'PROG', name: 'ztr_versions', revision: 'active' }), /two/)
  assert.match(
    await read({ type: 'PROG', name: 'ztr_versions', revision: '0..inactive' }),
    /0 to inactive · \+1 -1\n@@ [^]*-WRITE 'two'\.\n\+WRITE 'three'\./
  )
  assert.match(await read({ type: 'INACTIVE' }), /1 inactive object .*\nPROG ZTR_VERSIONS/)
  assert.equal(
    await codeOf({ type: 'PROG', name: 'ztr_versions', revision: '77' }),
    'VERSION_NOT_FOUND'
  )
})

test('words that name no single object', async () => {
  assert.match(await read({ type: 'components' }), /2 components\n<erp>\nSAP_BASIS 758/)
  assert.match(await read({ type: 'SYSTEM' }), /release: 758/)
})

test('what a system does not have says so, with the releases that have it', async () => {
  for (const args of [{ type: 'UI5' }, { name: 'ZCL_FERRY_MONEY', view: 'api_state' }]) {
    const result = await bench.call('ERPRead', args)
    assert.equal(result.kind === 'error' ? result.code : result.kind, 'NOT_SUPPORTED_BY_RELEASE')
    assert.match(result.text, /\nSystems have it since [^.]+\./)
  }
  assert.equal(
    await codeOf({ name: 'ZFERRY_PORT', type: 'DOMA', view: 'texts' }),
    'TOOL_BAD_ARGUMENTS'
  )
  assert.equal(await codeOf({ name: 'ZFERRY_PORT', type: 'WDYN' }), 'ERP_NOT_FOUND')
  assert.equal(await codeOf({ name: 'ZFERRY_PORT', type: '../x' }), 'TOOL_BAD_ARGUMENTS')
})

test('several objects, each with a view of its own; what stands there wrongly is named with what may stand there', async () => {
  const text = await bench.text('ERPRead', {
    objects: [
      { name: 'ZCL_FERRY_MONEY', view: 'signature' },
      { name: 'ZIF_FERRY_CLOCK', grep: 'today' }
    ]
  })
  assert.match(
    text,
    /CLAS ZCL_FERRY_MONEY · .* what is public of[^]*=== .*INTF ZIF_FERRY_CLOCK · 1 line with "today"/
  )
  const wrong = await bench.call('ERPRead', { objects: [{ name: 'ZCL_FERRY_MONEY', vew: 'x' }] })
  assert.match(
    wrong.text,
    /There is no `objects\/0\/vew`: did you mean view\? What stands there takes type, name, group, include, method, lines, view, section, grep, knownHash\./
  )
  assert.match(
    (
      await bench.call('ERPWrite', {
        action: 'edit',
        name: 'ZCL_FERRY_MONEY',
        edits: [{ old: '', new: 'x' }]
      })
    ).text,
    /`edits\/0\/old` is missing or empty\./
  )
})

test('an object that is not of the given type, and a name nearly right, lead to what there is', async () => {
  const told = async (tool: string, args: object) => (await bench.call(tool, args)).text
  assert.match(
    await told('ERPRead', { type: 'PROG', name: 'ZCL_FERRY_MONEY' }),
    /there is CLAS ZCL_FERRY_MONEY in \$FERRY_PRICING\.\nCheck `type`\./
  )
  assert.match(
    await told('ERPRead', { type: 'TTYP', name: 'ZFERRY_T_BOOKING' }),
    /Similar names: TTYP ZFERRY_T_BOOKINGS in ZFERRY_DICTIONARY\.$/
  )
  assert.match(
    await told('ERPRead', { name: 'ZCL_FERY_CONSOLE' }),
    /Similar names: .*ZCL_FERRY_CONSOLE/,
    'an error at the beginning of the name'
  )
  assert.match(
    await told('ERPRead', { type: 'CLAS', name: 'ZCL_BAD' }),
    /There is no CLAS ZCL_BAD\.\nFind the object with ERPSearch/
  )
  assert.match(
    await told('ERPRead', { type: 'PROG', name: 'ZFERRY_TIMETABLE', method: 'WRITE_HEADS' }),
    /Did you mean WRITE_HEAD\? It has START-OF-SELECTION, READ_SAILINGS, WRITE_HEAD, WRITE_SAILINGS\./
  )
  assert.match(
    await told('ERPRead', { name: 'ZCL_FERRY_MONEY', lines: '20-10' }),
    /the first one before the last/
  )
  assert.match(
    await told('ERPSearch', { query: 'ZCL_FERRY_MONEY', type: 'PROG' }),
    /0 objects\nTry a shorter part of the name with \*, leave out type, or [^\n]*$/
  )
  assert.match(
    await told('ERPSearch', { kind: 'source', query: 'SELECT', package: 'ZFERRY' }),
    /text index of the system, 6 packages at and below ZFERRY\nCLAS/
  )
  assert.match(
    await told('ERPQuery', { sql: 'SELECT * FROM zferry_port LIMIT 5' }),
    /\nABAP SQL has no LIMIT, TOP or FETCH: leave it out and give maxRows\. Columns of/
  )
})

test('a text that the caller still has is one line; a part of it too, and another text comes', async () => {
  const whole = await read({ name: 'ZCL_FERRY_MONEY' })
  const [, knownHash = ''] = /hash ([0-9a-f]{16})/.exec(whole) ?? []
  const unchanged = new RegExp(
    `^SBX/001 · CLAS ZCL_FERRY_MONEY · active · hash ${knownHash} · 33 lines · unchanged$`
  )
  for (const args of [
    {},
    { method: 'to_cash' },
    { section: 'public' },
    { lines: '3-9' },
    { include: 'main' }
  ]) {
    assert.match(await read({ name: 'ZCL_FERRY_MONEY', knownHash, ...args }), unchanged)
  }
  const stale = '0123456789abcdef'
  assert.equal(await read({ name: 'ZCL_FERRY_MONEY', knownHash: stale }), whole)
  assert.match(
    await read({ name: 'ZCL_FERRY_MONEY', knownHash: stale, method: 'to_cash' }),
    /method TO_CASH.*\n +METHOD to_cash/
  )
  const both = await read({
    objects: [
      { name: 'ZCL_FERRY_MONEY', knownHash },
      { name: 'ZCL_FERRY_FARE_CALCULATOR', knownHash, lines: '1-2' }
    ]
  })
  assert.match(both, /^=== [^\n]* · unchanged\n\n=== [^\n]*this range only\n/)
})

test('a hash is refused where no text is compared with it', async () => {
  const knownHash = '0123456789abcdef'
  for (const args of [
    { name: 'ZCL_FERRY_MONEY', view: 'outline' },
    { name: 'ZCL_FERRY_MONEY', view: 'signature' },
    { name: 'ZCL_FERRY_MONEY', grep: 'METHOD' },
    { name: 'ZCL_FERRY_MONEY', revision: 'list' },
    { objects: [{ name: 'ZCL_FERRY_MONEY' }] }
  ]) {
    const { kind, text } = await bench.call('ERPRead', { ...args, knownHash })
    assert.equal(kind, 'error')
    assert.match(text, /`knownHash` (?:compares|stands beside)/)
  }
})
