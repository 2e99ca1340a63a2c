/** Rows of two systems matched by their key. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TableResult } from '../../../erp-client/index.ts'
import { columnsOnlyIn, compareRows, layoutOf } from '../../../tools/query/compare-rows.ts'

const column = (name: string, key = false) => ({ name, type: 'C', key })
const columns = [column('MANDT', true), column('ID', true), column('TEXT')]

function table(
  rows: readonly (readonly (string | null)[])[],
  { truncated = false, of = columns } = {}
): TableResult {
  return { columns: of, rows, truncated }
}

function compared(here: TableResult, there: TableResult, wanted?: readonly string[]) {
  const layout = layoutOf(here.columns, there.columns, wanted)
  if ('fault' in layout) assert.fail(layout.fault)
  return compareRows(here, there, { layout, most: 10 })
}

test('the client is no part of the key, and trailing spaces are no difference', () => {
  const { same, different, onlyHere, onlyThere, undecided, examples } = compared(
    table([
      ['100', 'A', 'x'],
      ['100', 'B', 'y'],
      ['100', 'C', null]
    ]),
    table([
      ['200', 'A ', 'x  '],
      ['200', 'B', 'z'],
      ['200', 'D', '']
    ])
  )
  assert.deepEqual(
    { same, different, onlyHere, onlyThere, undecided },
    { same: 1, different: 1, onlyHere: 1, onlyThere: 1, undecided: 0 }
  )
  assert.deepEqual(examples, [
    {
      key: { ID: 'B' },
      verdict: 'different',
      fields: [{ name: 'TEXT', here: 'y', there: 'z' }]
    },
    { key: { ID: 'C' }, verdict: 'only here' },
    { key: { ID: 'D' }, verdict: 'only there' }
  ])
})

test('NULL and an empty text are different values', () => {
  assert.equal(compared(table([['1', 'A', null]]), table([['1', 'A', '']])).different, 1)
})

test('columns in another order, and a column that one side lacks', () => {
  const other = [column('TEXT'), column('NEW'), column('MANDT', true), column('ID', true)]
  const there = table([['x', 'new', '100', 'A']], { of: other })
  assert.equal(compared(table([['100', 'A', 'x']]), there).same, 1)
  assert.deepEqual(columnsOnlyIn(other, columns), ['NEW'])
})

test('only the columns that are wanted are compared', () => {
  const [here, there] = [table([['1', 'A', 'x']]), table([['1', 'A', 'y']])]
  assert.equal(compared(here, there, ['text']).different, 1)
  assert.equal(compared(here, there, ['id']).same, 1)
})

test('what a cut side does not show is undecided', () => {
  const rows = (...ids: string[]) => ids.map(id => ['1', id, 'x'])
  const { onlyHere, onlyThere, undecided, same } = compared(
    table(rows('A', 'B', 'C', 'E', 'F')),
    table(rows('A', 'C', 'D'), { truncated: true })
  )
  assert.deepEqual(
    { same, onlyHere, onlyThere, undecided },
    {
      same: 2,
      onlyHere: 1,
      onlyThere: 1,
      undecided: 2
    }
  )
  const none = compared(table(rows('A')), table(rows('B'), { truncated: true }))
  assert.deepEqual([none.onlyHere, none.onlyThere, none.undecided], [0, 1, 1])
})

test('keys are needed on both sides, and the same ones', () => {
  const bare = [column('A')]
  assert.deepEqual(layoutOf(bare, bare, undefined), { fault: 'no key' })
  assert.deepEqual(layoutOf(columns, [column('MANDT', true), column('TEXT', true)], undefined), {
    fault: 'other key'
  })
  const clients = [column('MANDT', true), column('MTEXT')]
  const rows = (name: string) => table([['100', name]], { of: clients })
  assert.equal(compared(rows('a'), rows('b')).different, 1)
})

test('texts of keys cannot collide, and names of the prototype are rows as others', () => {
  const two = [column('A', true), column('B', true)]
  const here = table(
    [
      ['x"', 'y'],
      ['__proto__', 'z']
    ],
    { of: two }
  )
  const there = table(
    [
      ['x', '"y'],
      ['__proto__', 'z']
    ],
    { of: two }
  )
  const { same, onlyHere, onlyThere } = compared(here, there)
  assert.deepEqual([same, onlyHere, onlyThere], [1, 1, 1])
})
