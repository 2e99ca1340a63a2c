/** Rows of CDS views with parameters: their values are literals, and every rule of data holds. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { parameterList } from '../../../tools/query/parameters.ts'
import { checkSelect } from '../../../tools/sql/select.ts'
import { tokenize } from '../../../tools/sql/tokens.ts'
import { benchOf, errorOf, recordingErp } from '../helpers/erp.ts'
import { recordedSandbox } from '../helpers/recorded-sandbox.ts'
import type { RecordedSandbox } from '../helpers/recorded-sandbox.ts'

let field: RecordedSandbox

const sources: Readonly<Record<string, string>> = {
  ZI_QP_PORTS:
    "@EndUserText.label: 'Ports'\ndefine view entity ZI_QP_PORTS\n  with parameters p_name : abap.char(80), p_most : abap.int4\n  as select from zferry_port { key port_id, name, $parameters.p_most as most }\n  where name = $parameters.p_name or port_id = $parameters.p_name\n",
  ZI_QP_ABOVE:
    "@EndUserText.label: 'Above'\ndefine view entity ZI_QP_ABOVE\n  with parameters p_id : abap.char(80)\n  as select from ZI_QP_PORTS( p_name : $parameters.p_id, p_most : 1 ) { key port_id, name }\n"
}

before(async () => {
  field = await recordedSandbox()
  for (const [name, source] of Object.entries(sources)) {
    const made = await benchOf({ erp: field.erp }).call('ERPWrite', {
      action: 'create',
      type: 'DDLS',
      name,
      package: '$TMP',
      description: 'View',
      source,
      activate: true
    })
    assert.equal(made.kind, 'data', made.text)
  }
})

after(() => field?.close())

const query = async (args: object, options: object = {}) =>
  await benchOf({ erp: field.erp, ...options }).call('ERPQuery', args)
const rowsOf = async (args: object) => {
  const result = await query(args)
  if (result.kind !== 'data') assert.fail(result.text)
  return ({ ...result.data } as { rows: string[][] }).rows
}
const previews = () => field.all.filter(line => line.includes('/datapreview/'))

test('the rows are those for the values', async () => {
  const [[id, name] = []] = await rowsOf({
    table: 'ZFERRY_PORT',
    columns: ['port_id', 'name'],
    maxRows: 1
  })
  const parameters = { p_name: name, P_MOST: 3 }
  assert.deepEqual(await rowsOf({ table: 'zi_qp_ports', parameters }), [[id, name, '3']])
  assert.deepEqual(
    await rowsOf({
      table: 'ZI_QP_PORTS',
      parameters,
      columns: ['name'],
      where: `port_id = '${id}'`,
      orderBy: 'name'
    }),
    [[name]]
  )
  assert.deepEqual(await rowsOf({ table: 'ZI_QP_PORTS', parameters, where: "port_id = 'NON'" }), [])
  assert.deepEqual(await rowsOf({ table: 'ZI_QP_ABOVE', parameters: { P_ID: id } }), [[id, name]])
  assert.deepEqual(
    await rowsOf({ sql: `SELECT p~name FROM zi_qp_ports( p_name = '${name}', p_most = 1 ) AS p` }),
    [[name]]
  )
})

test('a value is a literal, whatever it holds', async () => {
  const hostile = [
    "x' OR '1' = '1",
    "' ) UNION SELECT port_id, name, 1 FROM zferry_port WHERE ( 'a' = 'a",
    "'; DELETE FROM t000 --",
    '" comment',
    '/* comment */',
    "''",
    '`',
    'x\\_Port',
    '@sy-datum',
    'SELECT * FROM usr02'
  ]
  for (const value of hostile) {
    assert.deepEqual(
      await rowsOf({ table: 'ZI_QP_PORTS', parameters: { P_NAME: value, P_MOST: 1 } }),
      [],
      value
    )
    const sql = `SELECT * FROM V${parameterList({ P: value })}`
    const checked = checkSelect(sql)
    assert.deepEqual([checked.tables, checked.associations], [['V'], []], value)
    assert.equal(tokenize(sql).filter(({ kind }) => kind === 'literal').length, 1, value)
  }
})

test('what is no value and no name is refused before anything is sent', async () => {
  const wrong: readonly (readonly [object, RegExp])[] = [
    [{ parameters: { 'P = 1 ) --': 'x' } }, /no name of a parameter/],
    [{ parameters: { P_NAME: 'a\nb' } }, /control characters/],
    [{ parameters: { P_NAME: 'a\rb' } }, /control characters/],
    [{ parameters: { P_NAME: 'a\u2028b' } }, /./],
    [{ parameters: { P_NAME: 'a\ud800' } }, /./],
    [{ parameters: { P_NAME: 'x'.repeat(254) } }, /./],
    [{ parameters: { P_NAME: ['x'] } }, /a number or a short text is expected/],
    [{ parameters: { P_NAME: true } }, /a number or a short text is expected/],
    [{ parameters: { P_MOST: 1e300 } }, /plain digits/],
    [{ parameters: 'P_NAME' }, /./]
  ]
  for (const [args, words] of wrong) {
    field.clear()
    const error = errorOf(await query({ table: 'ZI_QP_PORTS', ...args }))
    assert.equal(error.code, 'TOOL_BAD_ARGUMENTS', JSON.stringify(args))
    assert.match(error.text, words)
    assert.deepEqual(previews(), [], JSON.stringify(args))
  }
  for (const args of [
    { sql: 'SELECT * FROM t000', parameters: { P: 1 } },
    { table: 'T000', parameters: { P: 1 }, compareWith: 'prd' }
  ]) {
    assert.equal(errorOf(await query(args)).code, 'TOOL_BAD_ARGUMENTS')
  }
})

test('a missing or unfit value is refused in the words of the ERP, with the remedy', async () => {
  const { code, text } = errorOf(await query({ table: 'ZI_QP_PORTS' }))
  assert.equal(code, 'ERP_QUERY_REFUSED')
  assert.match(text, /"table":"ZI_QP_PORTS","parameters":\{/)
  const missing = errorOf(await query({ table: 'ZI_QP_PORTS', parameters: { P_NAME: 'x' } }))
  assert.match(missing.text, /P_MOST .*has no value/)
  const unfit = errorOf(
    await query({ table: 'ZI_QP_PORTS', parameters: { P_NAME: 'x', P_MOST: 'many' } })
  )
  assert.match(unfit.text, /"many" does not fit the parameter P_MOST/)
})

test('blocked tables are blocked behind a view with parameters, and behind one that passes them on', async () => {
  const policy = { blockedTables: ['ZFERRY_PORT'] }
  for (const args of [
    { table: 'ZI_QP_PORTS', parameters: { P_NAME: 'x', P_MOST: 1 } },
    { table: 'ZI_QP_ABOVE', parameters: { P_ID: 'x' } },
    { sql: "SELECT * FROM zi_qp_above( p_id = 'x' )" }
  ]) {
    field.clear()
    const { code, text } = errorOf(await query(args, { policy }))
    assert.equal(code, 'BLOCKED_TABLE', text)
    assert.deepEqual(previews(), [])
  }
  const named = await query(
    { table: 'ZI_QP_PORTS', parameters: { P_NAME: 'x', P_MOST: 1 } },
    { policy: { blockedTables: ['ZI_QP_*'] } }
  )
  assert.equal(errorOf(named).code, 'BLOCKED_TABLE')
})

test('free SQL that is blocked blocks the values too', async () => {
  const result = await query(
    { table: 'ZI_QP_PORTS', parameters: { P_NAME: 'x', P_MOST: 1 } },
    { policy: { blockFreeSql: true } }
  )
  assert.equal(errorOf(result).code, 'BLOCKED_FREE_SQL')
})

test('the statement that is sent', async t => {
  const { erp, asked } = await recordingErp(t)
  await benchOf({ erp }).call('ERPQuery', {
    table: 'I_COSTS',
    parameters: { p_date: '20260101', P_TEXT: "it's", P_MAX: -5, P_RATE: 1.25 },
    columns: ['Id'],
    where: "Id = '1'"
  })
  const sent = asked.filter(({ path }) => path.endsWith('/datapreview/freestyle'))
  assert.equal(
    sent[0]?.body.replaceAll('\n', ' '),
    "SELECT Id FROM I_COSTS( P_DATE = '20260101', P_TEXT = 'it''s', P_MAX = -5, P_RATE = '1.25' ) WHERE Id = '1'"
  )
})
