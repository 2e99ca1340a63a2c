/** Findings by rule: every place is kept, every word stands once. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { groupData, groupFindings, groupLines } from '../../../tools/objects/finding-groups.ts'
import type { GroupableFinding } from '../../../tools/objects/finding-groups.ts'

interface Finding extends GroupableFinding {
  readonly rule: string
  readonly mark?: string
}

const at = (name: string, line: number, more: Partial<Finding> = {}): Finding => ({
  rule: 'naming',
  text: `The name of the variable does not fit: ${name}`,
  ref: { type: 'CLAS', name: 'ZCL_ONE' },
  part: 'main',
  line,
  ...more
})
const groupsOf = (findings: readonly Finding[]) =>
  groupFindings(findings, { rule: ({ rule }) => rule, message: ({ mark = '' }) => mark })
const linesOf = (findings: readonly Finding[], about?: string) =>
  groupsOf(findings).flatMap(group =>
    groupLines(group, {
      level: '3',
      rule: group.first.rule,
      about,
      mark: ({ mark = '' }) => mark
    })
  )
const dataOf = (findings: readonly Finding[], about?: string) =>
  groupsOf(findings).map(group => groupData(group, { rule: ({ rule }) => ({ rule }) }, about))

test('a rule with one message is one line, its places are joined by object and part', () => {
  const other = { type: 'CLAS', name: 'ZCL_TWO' }
  const findings = [
    at('a', 7),
    at('a', 9),
    at('a', 2, { part: 'testclasses' }),
    at('a', 3, { ref: other }),
    at('a', 4, { ref: { type: 'PROG', name: 'ZONE' }, column: 5 })
  ]
  assert.deepEqual(linesOf(findings), [
    '3 The name of the variable does not fit: a [naming]: CLAS ZCL_ONE 7, 9, testclasses 2; ZCL_TWO 3; PROG ZONE 4:5'
  ])
  assert.deepEqual(dataOf(findings), [
    {
      rule: 'naming',
      messages: [
        {
          text: 'The name of the variable does not fit: a',
          at: {
            'CLAS ZCL_ONE': [7, 9],
            'CLAS ZCL_ONE testclasses': [2],
            'CLAS ZCL_TWO': [3],
            'PROG ZONE': ['4:5']
          }
        }
      ]
    }
  ])
})

test('messages of one rule share their first words, and lose none', () => {
  assert.deepEqual(linesOf([at('a', 7), at('b c', 8), at('a', 9)], 'CLAS ZCL_ONE'), [
    '3 [naming] The name of the variable does not fit: …',
    '  a: 7, 9',
    '  b c: 8'
  ])
  // A text with which another one begins keeps a rest of its own.
  assert.deepEqual(
    linesOf([
      at('', 1, { text: 'This is too long' }),
      at('', 2, { text: 'This is too long by 3' })
    ]),
    ['3 [naming] This is too …', '  long: CLAS ZCL_ONE 1', '  long by 3: CLAS ZCL_ONE 2']
  )
})

test('a place that is reported twice stands once; what completes a message separates it', () => {
  assert.deepEqual(linesOf([at('a', 33), at('a', 33)], 'CLAS ZCL_ONE'), [
    '3 The name of the variable does not fit: a [naming]: 33'
  ])
  assert.deepEqual(
    linesOf([at('a', 1), at('a', 2, { mark: ' (quick fix)' })], 'CLAS ZCL_ONE').slice(-2),
    ['  a: 1', '  a (quick fix): 2']
  )
  assert.deepEqual(dataOf([at('a', 33), at('a', 33)], 'CLAS ZCL_ONE'), [
    {
      rule: 'naming',
      messages: [{ text: 'The name of the variable does not fit: a', at: { main: [33] } }]
    }
  ])
})

test('a finding without a line, a part or a known object keeps what it has', () => {
  const loose: Finding = { rule: 'x', text: 'Odd', object: 'ENHO ZODD' }
  assert.deepEqual(linesOf([loose]), ['3 Odd [x]: ENHO ZODD'])
  assert.deepEqual(dataOf([loose]), [
    { rule: 'x', messages: [{ text: 'Odd', at: { 'ENHO ZODD': [] } }] }
  ])
  assert.deepEqual(linesOf([{ rule: 'x', text: 'Odd' }]), ['3 Odd [x]'])
})

test('10,000 findings are grouped in less than a second', () => {
  const many = Array.from({ length: 10_000 }, (_none, line) => at(`n${line % 500}`, line))
  const started = performance.now()
  assert.equal(linesOf(many).length, 501)
  assert.ok(performance.now() - started < 1000)
})
