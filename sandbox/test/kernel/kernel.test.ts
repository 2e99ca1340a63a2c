import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { before, describe, it } from 'node:test'
import { kernelTables, loadKernel } from '../../kernel/index.ts'
import { languageKeys } from '../../language-keys.ts'
import { findings, runUnitTests, type TestResult } from './transpiled.ts'

/** POSIX expressions are what CL_ABAP_REGEX is for; nothing has to use what the library offers. */
const isFault = ({ rule, text }: { rule: string; text: string }) =>
  !rule.startsWith('unused_') && !text.startsWith('REGEX obsolete')

const folder = new URL('abap/', import.meta.url)
const probes = readdirSync(folder).map(name => ({
  name,
  text: readFileSync(new URL(name, folder), 'utf8')
}))

describe('kernel library', () => {
  it('is clean', () => {
    assert.deepEqual(findings(loadKernel()).filter(isFault), [])
  })

  it('has each object once', () => {
    const names = loadKernel().map(file => file.name)
    assert.equal(new Set(names).size, names.length)
    assert.ok(names.every(name => name === name.toLowerCase()))
  })

  it('returns a new list on every call', () => {
    loadKernel().length = 0
    assert.ok(loadKernel().length > 200)
  })

  it('gives the clients as rows that fit the table', () => {
    const clients = kernelTables().find(table => table.shape.name === 'T000')
    assert.ok(clients)
    const columns = new Map(clients.shape.columns.map(column => [column.name, column]))
    assert.equal(columns.get('MANDT')?.type, 'CLNT')
    assert.deepEqual(
      clients.shape.columns.filter(column => column.key).map(column => column.name),
      ['MANDT']
    )
    assert.ok(clients.rows.some(row => row.MANDT === '001'))
    for (const row of clients.rows) {
      for (const [name, value] of Object.entries(row)) {
        assert.ok(String(value).length <= (columns.get(name)?.length ?? -1), name)
      }
    }
  })

  it('converts languages to the keys that objects and programs have', () => {
    const exit = loadKernel().find(({ name }) => name.endsWith('.conversion_exit_isola_input.abap'))
    const [, words = ''] = /languages TYPE string VALUE `([^`]*)`/.exec(exit?.text ?? '') ?? []
    assert.equal(words, Object.entries(languageKeys).flat().join(' '))
    assert.deepEqual([languageKeys['NO'], languageKeys['HE'], languageKeys['NL']], ['O', 'B', 'N'])
  })

  it('refuses what does not exist', () => {
    const source =
      'REPORT zprobe.\nDATA x TYPE REF TO cl_gui_alv_grid.\nDATA y TYPE bkpf.\nWRITE: / y-bukrs.'
    const found = findings([{ name: 'zprobe.prog.abap', text: source }], loadKernel())
    assert.ok(found.some(finding => finding.row === 2 && /cl_gui_alv_grid/i.test(finding.text)))
    assert.ok(found.some(finding => /bkpf/i.test(finding.text)))
  })
})

describe('programs on the kernel library', () => {
  let results: TestResult[]
  before(async () => {
    results = await runUnitTests(probes, loadKernel())
  })

  it('have no syntax errors', () => {
    assert.deepEqual(findings(probes, loadKernel()).filter(isFault), [])
  })

  it('pass their tests', () => {
    const own = results.filter(
      result => result.object === 'ZCL_KERNEL_PROBE' && result.class !== 'ltcl_corrected'
    )
    assert.ok(own.length >= 30)
    assert.deepEqual(
      own.filter(result => result.outcome !== 'ok'),
      []
    )
  })

  for (const [method, outcome, title, details] of failures()) {
    it(`report what failed: ${method}`, () => {
      const result = results.find(
        candidate => candidate.class === 'ltcl_failures' && candidate.method === method
      )
      assert.deepEqual([result?.outcome, result?.title, result?.details], [outcome, title, details])
    })
  }
})

function failures(): [string, string, string, string[]][] {
  const row = '(MSGTY: , MSGID: B, MSGNO: 000, MSGV1: , MSGV2: , MSGV3: , MSGV4: )'
  return [
    ['value', 'failed', "Critical Assertion Error: 'ASSERT_EQUALS'", ['Expected [4] Actual [5]']],
    [
      'message_and_level',
      'failed',
      "Fatal Assertion Error: 'ASSERT_EQUALS: sum is wrong'",
      ['Expected [a] Actual [b]']
    ],
    [
      'table',
      'failed',
      "Critical Assertion Error: 'ASSERT_EQUALS'",
      [
        'Expected [3 lines] Actual [2 lines]',
        'Line 2: Expected [c] Actual [b]',
        'Line 3: Expected [d] Actual [no such line]'
      ]
    ],
    [
      'structure',
      'failed',
      "Critical Assertion Error: 'ASSERT_EQUALS'",
      [
        `Expected [${row}] Actual [${row.replace('B', 'A')}]`,
        'Component MSGID: Expected [B] Actual [A]'
      ]
    ],
    [
      'empty_tables',
      'failed',
      "Critical Assertion Error: 'ASSERT_EQUALS'",
      [
        'Expected [0 lines: ] Actual [0 lines: ]',
        'Different data types: the keys of the tables differ'
      ]
    ],
    [
      'other_kind',
      'failed',
      "Critical Assertion Error: 'ASSERT_EQUALS'",
      ['Expected [1] Actual [0 lines: ]', 'Types differ: expected a value, found a table']
    ],
    ['past_any_catch', 'failed', "Critical Assertion Error: 'FAIL: seen'", ['more']],
    [
      'goes_on',
      'failed',
      "Critical Assertion Error: 'ASSERT_TRUE'",
      ['Expected [X] Actual []', 'Expected an initial value Actual [X]']
    ],
    [
      'tolerance',
      'failed',
      "Critical Assertion Error: 'ASSERT_EQUALS'",
      ['Expected [3.5] Actual [3.14]', 'Tolerance [0.1000000000000000]']
    ],
    ['skipped', 'failed', "Test skipped: 'not today'", []],
    ['assumed', 'failed', "Test skipped: 'not today'", []],
    [
      'bound',
      'failed',
      "Critical Assertion Error: 'ASSERT_BOUND'",
      ['Expected a bound reference Actual [initial]']
    ],
    [
      'between',
      'failed',
      "Critical Assertion Error: 'ASSERT_NUMBER_BETWEEN'",
      ['Expected [5] to [7] Actual [8]']
    ],
    ['uncaught', 'error', 'CX_UUID_ERROR', ['Universally unique identifier cannot be created']]
  ]
}
