/** Rows of a data preview. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTableXml } from '../../../erp-client/wire/table.ts'

const column = (name: string, data: string, type = 'C') =>
  `<dataPreview:columns><dataPreview:metadata dataPreview:name="${name}" dataPreview:type="${type}" dataPreview:length="3" dataPreview:keyAttribute="true"/><dataPreview:dataSet>${data}</dataPreview:dataSet></dataPreview:columns>`
const table = (columns: string, total = 2) =>
  `<dataPreview:tableData xmlns:dataPreview="x"><dataPreview:totalRows>${total}</dataPreview:totalRows>${columns}</dataPreview:tableData>`
const cell = (text: string) => `<dataPreview:data>${text}</dataPreview:data>`

test('columns become rows, values stay as they are', () => {
  const read = readTableXml(
    table(column('A', cell('000') + cell(' 1 ')) + column('B', cell('') + '<dataPreview:data/>')),
    10
  )
  assert.deepEqual(read.rows, [
    ['000', ''],
    [' 1 ', '']
  ])
  assert.deepEqual(read.columns[0], {
    name: 'A',
    type: 'C',
    length: 3,
    description: undefined,
    key: true
  })
  assert.deepEqual([read.total, read.truncated], [2, false])
  assert.deepEqual(readTableXml(table(column('A', ''), 0), 10), {
    columns: read.columns.slice(0, 1),
    rows: [],
    total: 0,
    truncated: false
  })
})

test('more rows than requested are truncated and reported, wrong totals are ignored', () => {
  const three = column('A', cell('1') + cell('2') + cell('3'))
  const cut = readTableXml(table(three, 3), 2)
  assert.deepEqual([cut.rows.length, cut.truncated, cut.total], [2, true, undefined])
  assert.deepEqual(
    [readTableXml(table(three, 100), 2).total, readTableXml(table(three, 100), 3).truncated],
    [100, true]
  )
  assert.deepEqual(
    [readTableXml(table(three, 0), 5).total, readTableXml(table(three, 0), 5).truncated],
    [undefined, false]
  )
  assert.throws(() => readTableXml(table(column('A', cell('1')) + column('B', '')), 5), {
    code: 'ERP_BAD_ANSWER'
  })
})

test('a message in place of columns is a refusal; beside columns it is none', () => {
  const message =
    '<dataPreview:message dataPreview:text="Views with parameters are not supported" dataPreview:severity="I"/>'
  assert.throws(() => readTableXml(table(message, 0), 5), {
    code: 'ERP_BAD_REQUEST',
    message: 'Views with parameters are not supported',
    quoted: true
  })
  assert.equal(readTableXml(table(message + column('A', cell('1')), 1), 5).rows.length, 1)
  assert.equal(readTableXml(table('<dataPreview:message/>', 0), 5).rows.length, 0)
})
