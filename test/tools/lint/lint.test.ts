/** ERPLint for real: sources from the sandbox, the linter in its thread. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { changedLines } from '../../../tools/lint/changed-lines.ts'
import { applyRuleEdits } from '../../../tools/lint/text-edits.ts'
import { languageOf } from '../../../tools/catalog/releases.ts'
import { startSandboxBench } from '../helpers/sandbox-bench.ts'
import type { SandboxBench } from '../helpers/sandbox-bench.ts'

let bench: SandboxBench
before(async () => {
  bench = await startSandboxBench()
})
after(async () => {
  await bench?.close()
})

const poor =
  'REPORT zferry_quote.\nDATA a TYPE i.\nIF a = 1 AND ( a EQ 2 ).\n  a = 3.\nENDIF.\nmove a to a.\n'
interface Finding {
  readonly rule: string
  readonly line: number
  readonly severity: string
}
interface Rule extends Pick<Finding, 'rule' | 'severity'> {
  readonly messages: readonly { readonly at: Readonly<Record<string, readonly string[]>> }[]
}
/** The places of all rules, in the order of their lines. */
const findingsOf = async (args: object): Promise<Finding[]> => {
  const { findings } = await bench.data('ERPLint', {
    action: 'check',
    name: 'ZFERRY_QUOTE',
    ...args
  })
  return (findings as Rule[])
    .flatMap(({ rule, severity, messages }) =>
      messages.flatMap(({ at }) =>
        Object.values(at)
          .flat()
          .map(place => ({ rule, severity, line: Number.parseInt(place, 10) }))
      )
    )
    .toSorted((a, b) => a.line - b.line)
}
const rulesOf = async (args: object) =>
  (await findingsOf(args)).map(({ rule, line }) => `${line} ${rule}`)

test('findings stand at their line, with their rule; presets and rules choose among them', async () => {
  const all = await rulesOf({ source: poor, preset: 'strict' })
  for (const one of [
    '3 many_parentheses',
    '3 preferred_compare_operator',
    '6 obsolete_statement',
    '6 keyword_case'
  ]) {
    assert.ok(all.includes(one), all.join())
  }
  assert.deepEqual(await rulesOf({ source: poor, rules: ['obsolete_statement'] }), [
    '6 obsolete_statement'
  ])
  assert.deepEqual(await rulesOf({ source: poor, preset: 'security' }), [])
  for (const action of ['check', 'fix']) {
    assert.equal(
      await bench.code('ERPLint', { action, name: 'ZFERRY_QUOTE', rules: ['obsolete_statemnt'] }),
      'TOOL_BAD_ARGUMENTS'
    )
  }
  assert.match(
    (
      await bench.call('ERPLint', {
        action: 'check',
        name: 'ZFERRY_QUOTE',
        rules: ['obsolete_statemnt', 'keyword_case']
      })
    ).text,
    /no rule "obsolete_statemnt"\.\nDid you mean obsolete_statement\?/
  )
  assert.equal(
    (await findingsOf({ source: 'REPORT zferry_quote.\nDATA a TYPE.\n' }))[0]?.severity,
    'error'
  )
})

test('only changed lines are judged when asked', async () => {
  assert.deepEqual(
    await rulesOf({ source: poor, against: poor.replace('move', 'MOVE'), preset: 'strict' }),
    ['6 identical_move', '6 keyword_case', '6 obsolete_statement']
  )
  assert.deepEqual(await rulesOf({ since: 'active', preset: 'strict' }), [])
  assert.equal(
    await bench.code('ERPLint', { action: 'check', name: 'ZFERRY_QUOTE', since: '99' }),
    'VERSION_NOT_FOUND'
  )
  assert.equal(
    await bench.code('ERPLint', {
      action: 'check',
      name: 'ZFERRY_QUOTE',
      since: '1',
      against: 'x'
    }),
    'TOOL_BAD_ARGUMENTS'
  )
})

test('a block alone, a class with its parts, a release of the language', async () => {
  assert.deepEqual(
    (
      await findingsOf({
        name: 'ZCL_FERRY_FARES',
        method: 'zif_ferry_fares~tiers',
        preset: 'strict'
      })
    ).filter(({ line }) => line < 10),
    []
  )
  assert.ok(
    (
      await rulesOf({ source: 'REPORT zferry_quote.\nDATA(a) = 1.\nWRITE a.\n', release: '702' })
    ).some(one => one.startsWith('2 check_syntax'))
  )
  assert.deepEqual(
    [
      languageOf('758'),
      languageOf('740'),
      languageOf('793'),
      languageOf('914'),
      languageOf(undefined),
      languageOf('731')
    ],
    ['v758', 'v740sp08', 'v758', 'v816', 'v758', 'v702']
  )
})

test('what a class inherits and implements is known, and a function module has parameters', async () => {
  const errors = async (args: object) =>
    (await findingsOf(args)).filter(({ severity }) => severity === 'error').map(({ rule }) => rule)
  for (const name of ['ZCL_FERRY_CLOCK', 'ZCL_FERRY_CAPACITY_LANE', 'ZCX_FERRY_FULL']) {
    assert.deepEqual(await errors({ name }), [], name)
  }
  assert.deepEqual(await errors({ type: 'FUNC', name: 'Z_FERRY_QUOTE' }), [])
  assert.match(
    await bench.text('ERPLint', { action: 'check', type: 'FUNC', name: 'Z_FERRY_QUOTE' }),
    /Not judged by check_syntax, unused_variables/
  )
  const lane = (method: string) =>
    `CLASS zcl_ferry_capacity_lane DEFINITION PUBLIC INHERITING FROM zcl_ferry_capacity.\n  PUBLIC SECTION.\n    METHODS free REDEFINITION.\n  PROTECTED SECTION.\n    METHODS text_key REDEFINITION.\nENDCLASS.\nCLASS zcl_ferry_capacity_lane IMPLEMENTATION.\n  METHOD free.\n    ${method}\n  ENDMETHOD.\n  METHOD text_key.\n  ENDMETHOD.\nENDCLASS.\n`
  const at = { name: 'ZCL_FERRY_CAPACITY_LANE', rules: ['check_syntax'] }
  assert.deepEqual(await rulesOf({ ...at, source: lane('units = 1.') }), [])
  assert.deepEqual(await rulesOf({ ...at, source: lane('unit = 1.') }), ['9 check_syntax'])
  const missing =
    'CLASS zcl_ferry_clock DEFINITION PUBLIC.\n  PUBLIC SECTION.\n    INTERFACES zif_not_there.\nENDCLASS.\nCLASS zcl_ferry_clock IMPLEMENTATION.\n  METHOD zif_not_there~run.\n  ENDMETHOD.\nENDCLASS.\n'
  assert.match(
    await bench.text('ERPLint', { action: 'check', name: 'ZCL_FERRY_CLOCK', source: missing }),
    /Not judged by check_syntax, implement_methods: INTF ZIF_NOT_THERE could not be read/
  )
})

const correctedIn = (text: string) => text.split('--- corrected text\n')[1]

test('a function module keeps its parameters when it is corrected', async () => {
  const source =
    'FUNCTION z_ferry_quote\n  IMPORTING\n    iv_a TYPE i OPTIONAL.\n  move 1 to iv_a.\nENDFUNCTION.\n'
  const fixed = await bench.text('ERPLint', {
    action: 'fix',
    type: 'FUNC',
    name: 'Z_FERRY_QUOTE',
    source,
    rules: ['obsolete_statement']
  })
  assert.equal(correctedIn(fixed), source.replace('move 1 to iv_a', 'iv_a = 1'))
  assert.ok(!fixed.includes('*"'))
})

test('corrections give the whole text and save nothing', async () => {
  const fixed = await bench.text('ERPLint', {
    action: 'fix',
    name: 'ZFERRY_QUOTE',
    source: poor,
    preset: 'strict'
  })
  assert.equal(
    correctedIn(fixed),
    'REPORT zferry_quote.\nDATA a TYPE i.\nIF a = 1 AND a = 2.\n  a = 3.\nENDIF.\na = a.\n'
  )
  assert.match(fixed, /^.* lines by .*\bmany_parentheses 1\b.* without a correction · not saved\n/)
  assert.match(
    await bench.text('ERPLint', {
      action: 'fix',
      name: 'ZFERRY_QUOTE',
      source: poor,
      rules: ['line_length']
    }),
    /^.* · nothing to correct · not saved$/
  )
  assert.ok(!(await bench.text('ERPRead', { name: 'ZFERRY_QUOTE' })).includes('a EQ 2'))
})

test('format is the pretty printer; rules are listed', async () => {
  assert.match(
    await bench.text('ERPLint', {
      action: 'format',
      name: 'ZFERRY_QUOTE',
      source: 'report z.\nif 1 = 1.\nwrite 1.\nendif.\n'
    }),
    / lines · not saved\nREPORT z\.\nIF 1 = 1\.\n {2}WRITE 1\.\nENDIF\.\n$/
  )
  assert.match(
    await bench.text('ERPLint', { action: 'rules', query: 'obsolete' }),
    /obsolete_statement \+/
  )
})

test('hostile sources neither hang nor break it', async () => {
  for (const source of [
    '',
    '\u2028',
    'CLASS '.repeat(500),
    `REPORT z.\n${'('.repeat(3000)}`,
    'FORM a.'.repeat(400),
    '|{ |{ '.repeat(300)
  ]) {
    const result = await bench.call('ERPLint', {
      action: 'check',
      name: 'ZFERRY_QUOTE',
      source: source === '' ? ' \n' : source
    })
    assert.ok(result.kind === 'data' || result.kind === 'error', source.slice(0, 20))
  }
  assert.equal(
    await bench.code('ERPLint', { action: 'check', type: 'BDEF', name: 'ZI_X' }),
    'TOOL_BAD_ARGUMENTS'
  )
  const controller = new AbortController()
  const running = bench.call(
    'ERPLint',
    { action: 'check', name: 'ZFERRY_QUOTE' },
    controller.signal
  )
  controller.abort()
  assert.equal((await running).kind, 'error')
})

test('edits that overlap wait for the next round', () => {
  const spot = (row: number, col: number) => ({ getRow: () => row, getCol: () => col })
  const edit = (from: number, to: number, newText: string) => ({
    rule: newText,
    edit: { f: [{ range: { start: spot(1, from), end: spot(1, to) }, newText }] }
  })
  assert.deepEqual(
    applyRuleEdits(
      [{ name: 'f', text: 'abcdef' }],
      [edit(1, 3, 'X'), edit(2, 4, 'Y'), edit(5, 6, 'Z')]
    ),
    { rules: ['X', 'Z'], files: [{ name: 'f', text: 'XcdZf' }] }
  )
  assert.deepEqual([...changedLines('a\nb\nc', 'a\nB\nc\nd')], [2, 4])
  assert.deepEqual([...changedLines('a', 'a')], [])
})
