/** Long statements through the bridge give the rows that they ask for. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { benchOf, errorOf } from '../helpers/erp.ts'
import { recordedSandbox } from '../helpers/recorded-sandbox.ts'
import type { RecordedSandbox } from '../helpers/recorded-sandbox.ts'

let field: RecordedSandbox
before(async () => {
  field = await recordedSandbox()
})
after(() => field?.close())

const rowsOf = async (args: Record<string, unknown>): Promise<unknown> => {
  const result = await benchOf({ erp: field.erp }).call('ERPQuery', args)
  assert.equal(result.kind, 'data', result.text)
  return (result.data as { rows: unknown }).rows
}

test('a long list of literals gives the same rows as a short one', async () => {
  const [first] = (await rowsOf({
    sql: 'SELECT port_id FROM zferry_port ORDER BY port_id',
    maxRows: 1
  })) as string[][]
  const id = first?.[0] ?? ''
  const none = Array.from({ length: 60 }, (_, index) => `'X${index}'`)
  for (const list of [
    [...none, `'${id}'`],
    [`'${id}'`, ...none]
  ]) {
    assert.deepEqual(
      await rowsOf({
        sql: `SELECT port_id FROM zferry_port WHERE port_id IN ( ${list.join(', ')} )`
      }),
      [[id]]
    )
    assert.deepEqual(
      await rowsOf({
        table: 'ZFERRY_PORT',
        columns: ['PORT_ID'],
        where: `port_id IN ( ${list.join(', ')} )`
      }),
      [[id]]
    )
  }
})

test('a condition behind many blanks still counts', async () => {
  const sql = `SELECT port_id FROM zferry_port WHERE port_id = 'NON'${' '.repeat(260)}OR port_id <> 'NON'`
  assert.ok(((await rowsOf({ sql })) as unknown[]).length > 1)
})

test('a star in a line of its own is the list of columns', async () => {
  const filler = Array.from({ length: 30 }, (_, index) => `'X${index}'`).join(', ')
  assert.ok(
    (
      (await rowsOf({
        sql: `SELECT\n  *\nFROM zferry_port WHERE port_id NOT IN ( ${filler} )`
      })) as unknown[]
    ).length > 1
  )
})

test('a literal that no line holds is refused before anything is sent', async () => {
  field.clear()
  const sql = `SELECT port_id FROM zferry_port WHERE name = '${'x'.repeat(300)}'`
  const error = errorOf(await benchOf({ erp: field.erp }).call('ERPQuery', { sql }))
  assert.equal(error.code, 'TOOL_BAD_SQL')
  assert.match(error.text, /302 characters/)
  assert.deepEqual(field.all, [])
})
