/** Small mistakes get an answer that says what was meant, or what is there instead. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startSandboxBench } from '../helpers/sandbox-bench.ts'
import type { SandboxBench } from '../helpers/sandbox-bench.ts'
import { errorOf } from '../helpers/erp.ts'
import { nearestLine } from '../../../tools/write/source/nearest-line.ts'

let bench: SandboxBench
before(async () => {
  bench = await startSandboxBench()
  await bench.data('ERPWrite', {
    action: 'create',
    type: 'INCL',
    name: 'ZPA_TOP',
    package: '$TMP',
    source: 'DATA gv_one TYPE i.\n'
  })
  await bench.data('ERPWrite', { ...program, action: 'create', package: '$TMP', source })
})
after(async () => await bench?.close())

const program = { type: 'PROG', name: 'ZPA_MAIN' }
const source = `REPORT zpa_main.
INCLUDE zpa_top.
DATA lv_total TYPE i.
DATA lv_average TYPE i.
lv_total = gv_one + 1.
lv_average = lv_total / 2.
WRITE lv_average.
`
const refusal = async (tool: string, args: object) => errorOf(await bench.call(tool, args)).text

test('an include of a program is read by its name; one that is missing is answered with those there are', async () => {
  const text = await bench.text('ERPRead', { ...program, include: 'zpa_top' })
  assert.match(text, /INCL ZPA_TOP .*\nDATA gv_one/)
  const missing = await refusal('ERPRead', { ...program, include: 'ZNOT_THERE' })
  assert.match(missing, /PROG ZPA_MAIN has no include ZNOT_THERE\.\nIts includes are ZPA_TOP\./)
  assert.match(
    await refusal('ERPRead', { ...program, include: 'ZPA_TPO' }),
    /Did you mean ZPA_TOP\?/
  )
  assert.match(
    await refusal('ERPRead', { type: 'PROG', name: 'ZFERRY_QUOTE', include: 'ZX' }),
    /It has no includes: leave `include` out\./
  )
  assert.match(
    await refusal('ERPRead', { type: 'CLAS', name: 'ZCL_FERRY_MONEY', include: 'testclases' }),
    /it may be main, .*Did you mean testclasses\?/s
  )
  assert.match(
    await refusal('ERPRead', { type: 'INTF', name: 'ZIF_FERRY_CLOCK', include: 'ZX' }),
    /Leave `include` out for INTF/
  )
  assert.match(
    await refusal('ERPRead', { objects: [{ ...program, include: 'ZNOT_THERE' }] }).catch(
      async () => await bench.text('ERPRead', { objects: [{ ...program, include: 'ZNOT_THERE' }] })
    ),
    /Its includes are ZPA_TOP/
  )
})

test('no action judges a part that the type does not have', async () => {
  const calls: [tool: string, args: object][] = [
    ['ERPLint', { action: 'check' }],
    ['ERPLint', { action: 'check', source: 'WRITE 1.' }],
    ['ERPLint', { action: 'fix' }],
    ['ERPLint', { action: 'format' }],
    ['ERPDiagnose', { action: 'syntax' }],
    ['ERPDiagnose', { action: 'syntax', source: 'WRITE 1.' }],
    ['ERPRead', {}],
    ['ERPRead', { view: 'outline' }],
    ['ERPRead', { grep: 'x' }],
    ['ERPRead', { view: 'signature', method: 'X' }],
    ['ERPNavigate', { action: 'definition', line: 3, column: 6 }],
    ['ERPWrite', { action: 'update', source: 'WRITE 1.', overwrite: true }]
  ]
  for (const [tool, args] of calls) {
    const text = await refusal(tool, { ...program, include: 'testclasses', ...args })
    assert.match(text, /PROG ZPA_MAIN has no include "testclasses"/, JSON.stringify([tool, args]))
  }
})

test('an edit that does not fit shows the line that is most like it', async () => {
  const edit = async (old: string) =>
    await refusal('ERPWrite', { ...program, action: 'edit', edits: [{ old, new: 'x' }] })
  assert.match(await edit('lv_average = lv_totals / 2.'), /line 6: "lv_average = lv_total \/ 2\."/)
  assert.match(
    await edit('DATA lv_total TYPE i.\nDATA lv_average TYPE p.\nlv_total = 1.'),
    /line 4: "DATA lv_average TYPE i\."/
  )
  assert.match(await edit('CALL FUNCTION z_nothing_alike.'), /No line is like it/)
})

test('the nearest line of long and odd texts', () => {
  const lines = Array.from({ length: 50_000 }, (_, at) => `value_${at} = other_${at} + ${at}.`)
  assert.equal(nearestLine(lines, ['', '  value_777 = other_777 - 777.']), 778)
  assert.equal(nearestLine(lines, ['', ' ']), undefined)
  assert.equal(nearestLine(lines, ['=>->']), undefined)
  assert.equal(nearestLine([], ['a b']), undefined)
  const same = Array.from({ length: 20_000 }, () => 'APPEND a TO b.')
  assert.equal(nearestLine(same, [...same.slice(0, 5000), 'CLEAR b.']), 201)
})

test('a text that looks like a pattern and is not found is named as literal', async () => {
  const none = await bench.text('ERPRead', { ...program, grep: 'lv_.*total' })
  assert.match(none, /0 lines with "lv_\.\*total" \(a literal text, no pattern/)
  assert.doesNotMatch(await bench.text('ERPRead', { ...program, grep: 'lv_none' }), /literal/)
  const found = await bench.text('ERPSearch', {
    kind: 'source',
    query: 'lv_.*total',
    package: '$TMP'
  })
  assert.match(found, /0 matches.*literal text, no pattern/)
})

test('replacing a source whatever it is says how much it replaced, without the other text', async () => {
  const update = { ...program, action: 'update', overwrite: true }
  const saved = await bench.text('ERPWrite', { ...update, source: 'REPORT zpa_main.\nWRITE 1.\n' })
  assert.match(saved, /2 lines · \+1 -6/)
  assert.doesNotMatch(saved, /lv_average/)
  assert.match(await bench.text('ERPWrite', { ...update, source }), /7 lines · \+6 -1/)
})
