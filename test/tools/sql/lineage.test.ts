/** Blocked tables behind views, and in every query that a tool makes by itself. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createErp } from '../../../erp-client/index.ts'
import { createSandbox } from '../../../sandbox/server.ts'
import { tools } from '../../../tools/index.ts'
import { changingBases, readingBases } from '../helpers/bases.ts'
import { benchOf, errorOf, recordingErp } from '../helpers/erp.ts'
import { recordedSandbox } from '../helpers/recorded-sandbox.ts'
import type { RecordedSandbox } from '../helpers/recorded-sandbox.ts'

let field: RecordedSandbox

const views: Readonly<Record<string, string>> = {
  ZV_LN_PORT:
    "@AbapCatalog.sqlViewName: 'ZLNPORTSQL'\n@EndUserText.label: 'Ports'\ndefine view ZV_LN_PORT as select from zferry_port { key port_id, name }",
  ZV_LN_TOP:
    "@EndUserText.label: 'Over ports'\ndefine view entity ZV_LN_TOP as select from ZV_LN_PORT { key port_id, name }",
  ZV_LN_JOIN:
    "@EndUserText.label: 'Joined'\ndefine view entity ZV_LN_JOIN as select from zferry_route as r inner join zferry_port as p on p.port_id = r.from_port { key r.route_id, p.name }",
  ZV_LN_PATH:
    "@EndUserText.label: 'Along'\ndefine view entity ZV_LN_PATH as select from zferry_route as r association [0..1] to zferry_port as _Port on _Port.port_id = r.from_port { key r.route_id, _Port.name as PortName }",
  ZV_LN_FREE:
    "@EndUserText.label: 'Free'\ndefine view entity ZV_LN_FREE as select from zferry_route as r association [0..1] to zferry_port as _Port on _Port.port_id = r.from_port { key r.route_id, _Port }"
}

/** Names and annotations that look like keywords, and joins without blanks. */
const misleading: Readonly<Record<string, string>> = {
  ZV_LM_BOPF:
    'define view entity ZV_LM_BOPF as select from zferry_route as r association [0..1] to zferry_port as _Port on _Port.port_id = r.from_port { @ObjectModel.association.type: [#TO_COMPOSITION_CHILD] _Port, key r.route_id, _Port.name as PortName }',
  ZV_LM_NOTE:
    'define view entity ZV_LM_NOTE as select from zferry_route as r association [0..1] to zferry_port as _Port on _Port.port_id = r.from_port { @Some.composition: true key r.route_id, _Port.name as PortName }',
  ZV_LM_ASSOC:
    'define view entity ZV_LM_ASSOC as select from zferry_route as r association [0..1] to zferry_port as _Port on _Port.port_id = r.from_port { key r.route_id, r.to_port as association, _Port.name as PortName }',
  ZV_LM_COMP:
    'define view entity ZV_LM_COMP as select from zferry_route as r association [0..1] to zferry_port as _Port on _Port.port_id = r.from_port { key r.route_id, r.to_port as composition, _Port.name as PortName }',
  ZV_LM_JOIN:
    'define view entity ZV_LM_JOIN as select from zferry_route as r inner join(zferry_port as p inner join zferry_ship as s on s.ship_id <> p.port_id) on p.port_id = r.from_port { key r.route_id, p.name }',
  ZV_LM_PROJ:
    'define view entity ZV_LM_PROJ as projection on ZV_LM_HAND { key route_id, route_id as association, _Port.name as PortName }',
  ZV_LM_HAND:
    'define view entity ZV_LM_HAND as select from zferry_route as r association [0..1] to zferry_port as _Port on _Port.port_id = $projection.from_port { key r.route_id, r.from_port, _Port }'
}

before(async () => {
  field = await recordedSandbox()
  const { call } = benchOf({ erp: field.erp })
  for (const [name, source] of Object.entries(views)) {
    const made = await call('ERPWrite', {
      action: 'create',
      type: 'DDLS',
      name,
      package: '$TMP',
      description: 'View',
      source: `${source}\n`,
      activate: true
    })
    assert.equal(made.kind, 'data', made.text)
  }
})

after(() => field?.close())

const bench = () => benchOf({ erp: field.erp, policy: { blockedTables: ['ZFERRY_PORT'] } })
const previews = () => field.all.filter(line => line.includes('/datapreview/'))

test('what a view reads is blocked with its tables, at any depth and under each of its names', async () => {
  const { call } = bench()
  const statements = [
    'SELECT * FROM zferry_port',
    'SELECT * FROM zv_ln_port',
    'SELECT * FROM zv_ln_top',
    'SELECT * FROM zv_ln_join',
    'SELECT * FROM zv_ln_path',
    'SELECT * FROM zlnportsql',
    'SELECT * FROM zv_ln_free\\_Port',
    'SELECT route_id, \\_Port-name FROM zv_ln_free',
    'SELECT route_id FROM zferry_route WHERE from_port IN ( SELECT port_id FROM zv_ln_top )',
    'WITH +a AS ( SELECT * FROM zv_ln_top ) SELECT * FROM +a',
    'SELECT r~route_id FROM zferry_route AS r INNER JOIN zv_ln_port AS p ON p~port_id = r~from_port',
    'SELECT * FROM znothing_there'
  ]
  for (const sql of statements) {
    field.clear()
    const error = errorOf(await call('ERPQuery', { sql }))
    assert.equal(error.code, 'BLOCKED_TABLE', `${sql}: ${error.text}`)
    assert.match(error.text, /Decided by: --blocked-tables/)
    assert.deepEqual(previews(), [], sql)
  }
  for (const table of ['ZFERRY_PORT', 'ZV_LN_TOP', 'ZLNPORTSQL']) {
    assert.equal(errorOf(await call('ERPQuery', { table })).code, 'BLOCKED_TABLE', table)
  }
  assert.match(
    errorOf(await call('ERPQuery', { table: 'ZV_LN_TOP' })).text,
    /ZFERRY_PORT are blocked, and ZV_LN_TOP shows them/
  )
})

test('words that look like keywords hide no table', async () => {
  const { call } = benchOf({ erp: field.erp })
  const { ZV_LM_HAND: hand = '', ...rest } = misleading
  for (const [name, source] of Object.entries({ ZV_LM_HAND: hand, ...rest })) {
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
  for (const name of Object.keys(rest)) {
    assert.equal((await call('ERPQuery', { table: name })).kind, 'data', `${name} can be queried`)
    const error = errorOf(await bench().call('ERPQuery', { table: name }))
    assert.equal(error.code, 'BLOCKED_TABLE', `${name}: ${error.text}`)
    assert.match(error.text, /ZFERRY_PORT are blocked/)
  }
})

test('a masked column is masked behind each of these views and names', async t => {
  const plain = benchOf({ erp: field.erp })
  const { call } = benchOf({
    erp: field.erp,
    policy: { maskedColumns: ['ZFERRY_PORT.NAME', 'ZFERRY_PORT.PORT_ID'] }
  })
  const names = await plain.call('ERPQuery', { sql: 'SELECT name FROM zferry_port' })
  assert.equal(names.kind, 'data', names.text)
  const secrets = (names as { data: { rows: readonly string[][] } }).data.rows.flat()
  assert.ok(secrets.length > 3)
  const leaks = (result: unknown) => {
    const text = JSON.stringify(result).toUpperCase()
    return secrets.filter(secret => text.includes(secret.toUpperCase()))
  }
  const statements = [
    ...[...Object.keys(views), ...Object.keys(misleading)].map(name => `SELECT * FROM ${name}`),
    'SELECT * FROM zferry_port',
    'SELECT * FROM zlnportsql',
    'SELECT PortName AS free FROM zv_ln_path',
    'SELECT * FROM zv_ln_free\\_Port',
    'SELECT route_id, \\_Port-name FROM zv_ln_free',
    'WITH +a AS ( SELECT * FROM zv_ln_top ) SELECT * FROM +a',
    'SELECT upper( name ) AS n FROM zv_ln_join'
  ]
  let shown = 0
  for (const sql of statements) {
    if (leaks(await plain.call('ERPQuery', { sql })).length > 0) shown += 1
    assert.deepEqual(leaks(await call('ERPQuery', { sql })), [], sql)
  }
  assert.ok(shown >= 10, `${shown} statements show names without the setting`)
  t.diagnostic(`${shown} of ${statements.length} statements show names without the setting`)
})

test('what cannot be traced is refused with the view and the reason', async () => {
  const error = errorOf(await bench().call('ERPQuery', { sql: 'SELECT * FROM znothing_there' }))
  assert.match(
    error.text,
    /which tables ZNOTHING_THERE reads cannot be determined: ERPSearch does not find it/
  )
})

test('a source that defines another entity than it is named like is traced for none', async t => {
  const { erp } = await recordingErp(t, ({ path, query }) => {
    if (path.endsWith('/search')) {
      return {
        status: 200,
        body: `<adtcore:objectReferences xmlns:adtcore="http://www.sap.com/adt/core"><adtcore:objectReference adtcore:uri="/sap/bc/adt/ddic/${query.get('query') === 'ZT' ? 'tables' : 'ddl/sources'}/${query.get('query')?.toLowerCase()}" adtcore:type="${query.get('query') === 'ZT' ? 'TABL/DT' : 'DDLS/DF'}" adtcore:name="${query.get('query')}"/></adtcore:objectReferences>`
      }
    }
    const [, name] = /\/ddl\/sources\/(\w+)\/source/.exec(path) ?? []
    if (name !== undefined) {
      return {
        status: 200,
        body: `@AbapCatalog.viewEnhancementCategory: [#NONE] @EndUserText.label: 'view ${name}' // view ${name}\n${name === 'zgood' ? 'define root view entity ZGOOD' : name === 'zold' ? 'view zold' : 'define view entity ZOTHER'} as select from zt { key id }`
      }
    }
    return path.includes('/datapreview/') ? { status: 400 } : undefined
  })
  const { call } = benchOf({ erp, policy: { blockedTables: ['USR02'] } })
  const code = async (table: string) => errorOf(await call('ERPQuery', { table })).code
  assert.deepEqual(
    [await code('ZMASK'), await code('ZGOOD'), await code('ZOLD'), await code('ZT')],
    ['BLOCKED_TABLE', 'ERP_QUERY_REFUSED', 'ERP_QUERY_REFUSED', 'ERP_QUERY_REFUSED']
  )
})

test('what reads other tables is not, and without the rule the lineage is not requested', async () => {
  const { call } = bench()
  for (const sql of ['SELECT * FROM zferry_route', 'SELECT route_id FROM zv_ln_free']) {
    const result = await call('ERPQuery', { sql })
    assert.equal(result.kind, 'data', result.text)
  }
  field.clear()
  assert.equal(
    (await benchOf({ erp: field.erp }).call('ERPQuery', { sql: 'SELECT * FROM zv_ln_top' })).kind,
    'data'
  )
  assert.deepEqual(
    field.all.filter(line => !line.includes('/datapreview/')),
    []
  )
})

test('an old release loses views, and no query of a table', async t => {
  const sandbox = await createSandbox({ password: 'secret-1', release: '740' })
  t.after(() => sandbox.close())
  const erp = createErp({
    baseUrl: sandbox.url,
    client: sandbox.client,
    language: 'EN',
    credential: { kind: 'basic', user: sandbox.user, password: 'secret-1' }
  })
  t.after(() => erp.close())
  const { call } = benchOf({ erp, policy: { blockedTables: ['ZFERRY_PORT'] } })
  const open = await call('ERPQuery', { table: 'ZFERRY_ROUTE' })
  assert.ok(
    open.kind === 'data' || (open.kind === 'error' && !open.code.startsWith('BLOCKED')),
    open.text
  )
  assert.equal(errorOf(await call('ERPQuery', { table: 'ZFERRY_PORT' })).code, 'BLOCKED_TABLE')
})

test('no tool reads a blocked table by itself', async () => {
  const { call } = benchOf({
    erp: field.erp,
    policy: {
      blockedTables: ['ZFERRY_PORT'],
      expert: new Set(['execute']),
      allowTransportableEdits: true
    }
  })
  field.clear()
  for (const tool of tools) {
    for (const [name, action] of tool.actions) {
      const base = {
        ...readingBases[`${tool.name} ${name}`],
        ...changingBases[`${tool.name} ${name}`]
      }
      const aimed = {
        ...base,
        ...('type' in base ? { type: 'TABL' } : {}),
        ...('name' in base ? { name: 'ZFERRY_PORT' } : {}),
        ...('table' in base ? { table: 'ZFERRY_PORT' } : {})
      }
      await call(tool.name, {
        ...(name === '' ? {} : { action: name }),
        ...aimed,
        ...(action.properties['dryRun'] === undefined ? {} : { dryRun: true })
      })
    }
  }
  // What an incident is joined from are tables of the system.
  const reads = field.statements.filter(text => /\b(?:from|join)\s+zferry_port\b/i.test(text))
  assert.deepEqual(reads, [])
  field.clear()
  const loss = await call('ERPWrite', {
    action: 'delete',
    type: 'TABL',
    name: 'ZFERRY_PORT',
    dryRun: true
  })
  assert.match(loss.text, /Rows: not known/)
  assert.deepEqual(previews(), [])
})
