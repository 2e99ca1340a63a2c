import { after, before, test } from 'node:test'
import assert from 'node:assert/strict'
import type { ToolResult } from '../../../tools/index.ts'
import { benchOf, errorOf } from '../helpers/erp.ts'
import { recordedSandbox } from '../helpers/recorded-sandbox.ts'
import type { RecordedSandbox } from '../helpers/recorded-sandbox.ts'
import { deciding, showing, views } from './statements.ts'

let field: RecordedSandbox
let secrets: readonly string[] = []

const masked = (columns: readonly string[] = ['ZFERRY_BOOKING.CUSTOMER']) =>
  benchOf({ erp: field.erp, policy: { maskedColumns: columns } })
const open = () => benchOf({ erp: field.erp })

interface Rows {
  readonly columns: readonly { readonly name: string }[]
  readonly rows: readonly (readonly (string | null)[])[]
}

const rowsOf = (result: ToolResult): Rows => {
  assert.equal(result.kind, 'data', result.text)
  return (result as { data: unknown }).data as Rows
}

before(async () => {
  field = await recordedSandbox()
  const { call } = open()
  for (const [name, source] of Object.entries(views)) {
    const made = await call('ERPWrite', {
      action: 'create',
      type: 'DDLS',
      name,
      package: '$TMP',
      description: 'View',
      source: `@EndUserText.label: 'View'\n${source}\n`,
      activate: true
    })
    assert.equal(made.kind, 'data', made.text)
  }
  const read = rowsOf(
    await call('ERPQuery', { sql: 'SELECT customer FROM zferry_booking', maxRows: 25 })
  )
  secrets = [...new Set(read.rows.map(([value]) => value ?? ''))].filter(one => one.length > 4)
  assert.ok(secrets.length > 10)
})

after(() => field?.close())

const leaks = (text: string) =>
  secrets.filter(secret => text.toUpperCase().includes(secret.toUpperCase()))

test('no statement shows a value of a masked column, and the rows stay', async t => {
  const [hidden, control] = [masked(), open()]
  let shown = 0
  let kept = 0
  for (const sql of showing()) {
    const args = { sql, maxRows: 25 }
    const plain = await control.call('ERPQuery', args)
    const result = await hidden.call('ERPQuery', args)
    assert.deepEqual(leaks(JSON.stringify(result)), [], sql)
    if (leaks(JSON.stringify(plain)).length > 0) shown += 1
    if (result.kind === 'error') {
      assert.match(result.code, /^(?:BLOCKED_COLUMN|ERP_QUERY_REFUSED)$/, `${sql}: ${result.text}`)
      continue
    }
    if (plain.kind === 'error') continue
    kept += 1
    const [before, now] = [rowsOf(plain), rowsOf(result)]
    assert.deepEqual(
      [now.columns.length, now.rows.length],
      [before.columns.length, before.rows.length],
      sql
    )
    const marks = now.columns.filter((_, at) => now.rows.every(row => row[at] === '***'))
    assert.ok(marks.length > 0, sql)
    assert.match(result.text, /Masked by --masked-columns: /, sql)
    now.columns.forEach((_, at) => {
      if (now.rows.some(row => row[at] === '***')) return
      assert.deepEqual(
        now.rows.map(row => row[at]),
        before.rows.map(row => row[at]),
        sql
      )
    })
  }
  t.diagnostic(
    `${showing().length} statements, ${shown} show values without the setting, ${kept} answered`
  )
  assert.ok(shown >= 100 && kept >= 100, `${shown} shown, ${kept} kept`)
})

test('no masked column decides about rows, groups or order', async t => {
  const { call } = masked()
  const statements = deciding()
  for (const sql of statements) {
    field.clear()
    const error = errorOf(await call('ERPQuery', { sql, maxRows: 5 }))
    assert.equal(error.code, 'BLOCKED_COLUMN', `${sql}: ${error.text}`)
    assert.match(error.text, /--masked-columns/)
    assert.deepEqual(
      field.all.filter(line => line.includes('/datapreview/')),
      [],
      sql
    )
  }
  t.diagnostic(`${statements.length} statements`)
  assert.ok(showing().length + statements.length >= 300)
  let control = 0
  for (const sql of statements) {
    if ((await open().call('ERPQuery', { sql, maxRows: 5 })).kind === 'data') control += 1
  }
  assert.ok(control >= 60, `${control} run without the setting`)
})

test('a view whose own rows depend on a masked column is refused, at any depth', async () => {
  for (const table of ['ZV_MK_WHERE', 'ZV_MK_OVER']) {
    assert.equal((await open().call('ERPQuery', { table })).kind, 'data')
    const error = errorOf(await masked().call('ERPQuery', { table }))
    assert.equal(error.code, 'BLOCKED_COLUMN', error.text)
    assert.match(error.text, /ZV_MK_WHERE.*CUSTOMER/)
  }
})

test('a view that compares masked rows, or can fail by a masked value, is refused', async () => {
  const statements = [
    'SELECT COUNT( * ) AS n FROM zv_mk_set',
    'SELECT COUNT( * ) AS n FROM zv_mk_dist',
    'SELECT odd FROM zv_mk_fail',
    'SELECT * FROM zv_mk_fail',
    'SELECT even FROM zv_mk_hand',
    "SELECT id FROM zv_mk_case WHERE is_berg = 'Y'",
    'SELECT COUNT( * ) AS n FROM zv_mk_case GROUP BY is_berg'
  ]
  for (const sql of statements) {
    assert.equal(errorOf(await masked().call('ERPQuery', { sql })).code, 'BLOCKED_COLUMN', sql)
  }
  const shown = await masked().call('ERPQuery', { sql: 'SELECT id, is_berg FROM zv_mk_case' })
  assert.equal(shown.kind, 'data', shown.text)
  assert.doesNotMatch(shown.text, /\t[YN]$/m)
  assert.equal((await masked().call('ERPQuery', { sql: 'SELECT id FROM zv_mk_fail' })).kind, 'data')
})

test('a path along an association shows a mark', async () => {
  const sql = 'SELECT id, \\_Plain-Guest AS g FROM zv_mk_path'
  const result = await masked().call('ERPQuery', { sql, maxRows: 25 })
  assert.deepEqual(leaks(JSON.stringify(result)), [])
  const where = "SELECT id FROM zv_mk_path WHERE \\_Plain-Guest = 'Henrik Berg'"
  assert.equal(errorOf(await masked().call('ERPQuery', { sql: where })).code, 'BLOCKED_COLUMN')
})

test('data elements and domains mask the columns that have them', async () => {
  for (const entry of [
    'element:ZFERRY_CUSTOMER',
    'domain:zferry_name',
    'ZFERRY_*.CUST*',
    '*.CUSTOMER'
  ]) {
    const { call } = masked([entry])
    for (const table of ['ZFERRY_BOOKING', 'ZV_MK_TOP']) {
      const result = await call('ERPQuery', { table, maxRows: 25 })
      assert.equal(result.kind, 'data', `${entry}: ${result.text}`)
      assert.deepEqual(leaks(JSON.stringify(result)), [], entry)
    }
    const where = { table: 'ZFERRY_BOOKING', where: "customer = 'Henrik Berg'" }
    assert.equal(errorOf(await call('ERPQuery', where)).code, 'BLOCKED_COLUMN', entry)
  }
})

test('columns without a mask stay, also beside a masked one of the same name', async () => {
  const { call } = masked()
  const sql =
    'SELECT s~sailing_id, b~passengers, b~customer FROM zferry_booking AS b INNER JOIN zferry_sailing AS s ON s~sailing_id = b~sailing_id'
  const { rows } = rowsOf(await call('ERPQuery', { sql, maxRows: 5 }))
  assert.ok(
    rows.every(
      ([id, passengers, customer]) => id !== '***' && passengers !== '***' && customer === '***'
    )
  )
  const ports = await masked(['ZFERRY_SHIP.NAME']).call('ERPQuery', {
    sql: "SELECT p~name FROM zferry_port AS p WHERE p~name LIKE 'S%'"
  })
  assert.equal(ports.kind, 'data', ports.text)
  assert.doesNotMatch(ports.text, /\*\*\*/)
})
