/** Every action of every tool, for real: the ERP is the sandbox, reached over HTTP. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createErp } from '../../erp-client/index.ts'
import type { Erp } from '../../erp-client/index.ts'
import { createSandbox } from '../../sandbox/server.ts'
import type { Sandbox } from '../../sandbox/server.ts'
import type { ToolResult } from '../../tools/index.ts'
import { benchOf, errorOf } from './helpers/erp.ts'
import type { BenchOptions } from './helpers/erp.ts'

let sandbox: Sandbox
let erp: Erp
let other: Erp

const clientOf = (user: string, password: string) =>
  createErp({
    baseUrl: sandbox.url,
    client: sandbox.client,
    language: 'EN',
    credential: { kind: 'basic', user, password }
  })

before(async () => {
  sandbox = await createSandbox({
    users: [
      { name: 'DEVELOPER', password: 'secret-1', fullName: 'One' },
      { name: 'OTHER', password: 'secret-2', fullName: 'Two' }
    ]
  })
  erp = clientOf('DEVELOPER', 'secret-1')
  other = clientOf('OTHER', 'secret-2')
})

after(async () => {
  await Promise.all([erp?.close(), other?.close()])
  await sandbox?.close()
})

const limits = { bytes: 1 << 24, rows: 1000 }
const call = async (name: string, args: unknown, options: BenchOptions = {}) =>
  await benchOf({ erp, limits, ...options }).call(name, args)

async function textOf(name: string, args: unknown, options?: BenchOptions): Promise<string> {
  const result = await call(name, args, options)
  assert.ok(result.kind === 'text' || result.kind === 'data', result.text)
  return result.text
}

async function dataOf(
  name: string,
  args: unknown,
  options?: BenchOptions
): Promise<Record<string, unknown>> {
  const result = await call(name, args, options)
  assert.equal(result.kind, 'data', result.text)
  return { ...(result as Extract<ToolResult, { kind: 'data' }>).data }
}

const codeOf = async (name: string, args: unknown, options?: BenchOptions) =>
  errorOf(await call(name, args, options)).code
const hashIn = (text: string) =>
  /hash ([0-9a-f]{16})/.exec(text)?.[1] ?? assert.fail(`no hash in ${text.slice(0, 200)}`)

const classSource = (
  name: string,
  body = '    result = 1.'
) => `CLASS ${name} DEFINITION PUBLIC FINAL CREATE PUBLIC.
  PUBLIC SECTION.
    METHODS run RETURNING VALUE(result) TYPE i.
    METHODS stop.
ENDCLASS.

CLASS ${name} IMPLEMENTATION.
  METHOD run.
${body}
  ENDMETHOD.

  METHOD stop.
    DATA(text) = 'METHOD run. ENDMETHOD.'.
    CLEAR text.
  ENDMETHOD.
ENDCLASS.
`

async function createClass(name: string, body?: string): Promise<void> {
  await textOf('ERPWrite', {
    action: 'create',
    type: 'CLAS',
    name,
    package: '$TMP',
    description: 'Made by a test',
    source: classSource(name, body),
    activate: true
  })
}

test('ERPRead: whole, include, method, lines, outline, several, package, system', async () => {
  await createClass('zcl_tr_read')
  assert.match(
    await textOf('ERPRead', { name: 'zcl_tr_read' }),
    /^SBX\/001 · CLAS ZCL_TR_READ · active · hash [0-9a-f]{16} · 16 lines · complete\nCLASS zcl_tr_read DEFINITION/
  )
  assert.match(
    await textOf('ERPRead', { name: 'zcl_tr_read', method: 'stop' }),
    /method STOP, lines 12-15 of 16 lines.*\n {2}METHOD stop\.\n[^]*\n {2}ENDMETHOD\.$/
  )
  assert.match(
    await textOf('ERPRead', { name: 'zcl_tr_read', lines: '2-3' }),
    /lines 2-3 of 16 lines · this range only\n {2}PUBLIC SECTION\.\n {4}METHODS run RETURNING VALUE\(result\) TYPE i\.$/
  )
  assert.match(await textOf('ERPRead', { name: 'zcl_tr_read', lines: '16-' }), /ENDCLASS\.$/)
  assert.match(
    await textOf('ERPRead', { name: 'zcl_tr_read', outline: true }),
    /RUN.*implemented 8-10/
  )
  const several = await textOf('ERPRead', {
    objects: [
      'CLAS ZCL_TR_READ',
      { name: 'zcl_tr_read', method: 'run' },
      { type: 'INTF', name: 'ZIF_TR_NONE' }
    ]
  })
  assert.match(
    several,
    /=== SBX.*\n=== same source · method RUN.*\n=== INTF ZIF_TR_NONE · NOT READ\nERP_NOT_FOUND/s
  )
  assert.match(
    await textOf('ERPRead', { type: 'DEVC', name: '$tmp' }),
    /DEVC \$TMP · .*CLAS ZCL_TR_READ/s
  )
  assert.match(await textOf('ERPRead', { type: 'system' }), /client 001.*sandbox/)
  assert.match(
    await textOf('ERPRead', { name: 'zcl_tr_read' }, { limits: { bytes: 200, rows: 10 } }),
    /CUT after line 8, go on with lines "9-"/
  )
  assert.equal(
    await codeOf('ERPRead', { name: 'zcl_tr_read', method: 'rum' }),
    'TOOL_METHOD_NOT_FOUND'
  )
  assert.equal(await codeOf('ERPRead', { name: 'zcl_tr_read', lines: '90-' }), 'TOOL_BAD_ARGUMENTS')
  assert.equal(await codeOf('ERPRead', { name: 'zcl_tr_read', include: 'tests' }), 'ERP_NOT_FOUND')
  assert.match(errorOf(await call('ERPRead', { name: 'zcl_tr_raed' })).text, /ZCL_TR_READ/)
  assert.equal(await codeOf('ERPRead', { type: 'DEVC', name: '$nowhere' }), 'ERP_NOT_FOUND')
  assert.equal(await codeOf('ERPRead', {}), 'TOOL_BAD_ARGUMENTS')
})

test('ERPSearch: names with wildcards and pages, sources by index and by reading', async () => {
  await createClass('zcl_ts_one')
  await createClass('zcl_ts_two', '    result = 4711.')
  const first = await dataOf('ERPSearch', { query: 'zcl_ts_*', maxResults: 1 })
  assert.deepEqual([(first['results'] as unknown[]).length, first['complete']], [1, false])
  const second = await dataOf('ERPSearch', {
    query: 'zcl_ts_*',
    maxResults: 1,
    cursor: first['cursor']
  })
  assert.notDeepEqual(second['results'], first['results'])
  assert.equal(second['complete'], true)
  assert.match(
    await textOf('ERPSearch', { query: 'ts_two' }),
    /Nothing is named exactly.*ZCL_TS_TWO/s
  )
  assert.deepEqual(
    (await dataOf('ERPSearch', { names: ['ZCL_TS_ONE', 'ZCL_TS_NONE'] }))['notFound'],
    ['ZCL_TS_NONE']
  )
  assert.deepEqual((await dataOf('ERPSearch', { query: 'zcl_ts_*', type: 'INTF' }))['results'], [])
  const read = await dataOf('ERPSearch', {
    kind: 'source',
    query: '4711',
    objects: ['CLAS ZCL_TS_ONE', 'CLAS ZCL_TS_TWO']
  })
  assert.deepEqual(read['columns'], ['type', 'name', 'line', 'snippet'])
  assert.deepEqual(read['results'], [['CLAS', 'ZCL_TS_TWO', 9, 'result = 4711.']])
  assert.match(String(read['searched']), /read one by one/)
  assert.match(await textOf('ERPSearch', { kind: 'source', query: '4711' }), /ZCL_TS_TWO/)
  assert.equal(
    await codeOf('ERPSearch', { query: 'zcl_ts_*', cursor: read['cursor'] ?? 'x' }),
    'TOOL_BAD_ARGUMENTS'
  )
  assert.equal(await codeOf('ERPSearch', {}), 'TOOL_BAD_ARGUMENTS')
})

test('ERPQuery: SQL, tables, limits and what was meant', async () => {
  const rows = await dataOf('ERPQuery', {
    table: 'zferry_port',
    columns: ['port_id', 'country'],
    where: "country = 'NO'",
    orderBy: 'port_id',
    maxRows: 2
  })
  assert.deepEqual(
    [rows['rowCount'], (rows['columns'] as { name: string }[]).map(({ name }) => name)],
    [2, ['PORT_ID', 'COUNTRY']]
  )
  assert.ok((rows['rows'] as string[][]).every(([, country]) => country === 'NO'))
  const grouped = await dataOf('ERPQuery', {
    sql: 'SELECT country, COUNT( * ) AS n FROM zferry_port GROUP BY country ORDER BY country',
    maxRows: '50'
  })
  assert.equal(grouped['complete'], true)
  assert.equal(
    (
      await dataOf(
        'ERPQuery',
        { table: 'zferry_sailing', maxRows: 100_000 },
        { limits: { bytes: 1 << 24, rows: 7 } }
      )
    )['rowCount'],
    7
  )
  const cut = await dataOf(
    'ERPQuery',
    { table: 'zferry_sailing', maxRows: 500 },
    { limits: { bytes: 2000, rows: 500 } }
  )
  assert.ok(Number(cut['rowCount']) < 50 && cut['complete'] === false)
  assert.match(
    errorOf(await call('ERPQuery', { sql: 'SELECT * FROM zferry_ports' })).text,
    /Did you mean ZFERRY_PORT\?/
  )
  assert.match(
    errorOf(await call('ERPQuery', { sql: 'SELECT contry FROM zferry_port' })).text,
    /COUNTRY/
  )
  assert.equal(await codeOf('ERPQuery', { sql: 'DELETE FROM zferry_port' }), 'TOOL_BAD_SQL')
  assert.equal(
    await codeOf('ERPQuery', {
      table: 'zferry_port',
      where: "country = 'NO' UNION SELECT * FROM zferry_fare"
    }),
    'TOOL_BAD_SQL'
  )
  assert.equal(await codeOf('ERPQuery', { table: 'zferry_port; DROP' }), 'TOOL_BAD_ARGUMENTS')
  assert.equal(
    await codeOf('ERPQuery', { table: 'ZFERRY_PORT', sql: 'SELECT 1' }),
    'TOOL_BAD_ARGUMENTS'
  )
})

test('ERPNavigate: definitions by name and position, references with totals', async () => {
  await createClass('zcl_tn_used')
  await createClass('zcl_tn_user', '    result = NEW zcl_tn_used( )->run( ).')
  const at = (
    await dataOf('ERPNavigate', {
      action: 'definition',
      name: 'zcl_tn_user',
      method: 'run',
      symbol: 'zcl_tn_used'
    })
  )['definition']
  assert.deepEqual((at as { object: unknown }).object, { type: 'CLAS', name: 'ZCL_TN_USED' })
  const method = (
    await dataOf('ERPNavigate', {
      action: 'definition',
      name: 'zcl_tn_user',
      line: 9,
      symbol: 'run'
    })
  )['definition'] as { line: number; object: { name: string } }
  assert.deepEqual([method.object.name, method.line], ['ZCL_TN_USED', 3])
  assert.match(
    await textOf('ERPNavigate', { action: 'definition', name: 'zcl_tn_used' }),
    /package \$TMP/
  )
  assert.equal(
    await codeOf('ERPNavigate', { action: 'definition', name: 'zcl_tn_used', line: 6, column: 1 }),
    'TOOL_SYMBOL_NOT_FOUND'
  )
  const uses = await dataOf('ERPNavigate', {
    action: 'references',
    name: 'zcl_tn_used',
    method: 'run'
  })
  assert.deepEqual(uses['packages'], [{ package: '$TMP', count: uses['total'] }])
  assert.match(JSON.stringify(uses['references']), /"name":"ZCL_TN_USER".*->run\( \)/)
  assert.deepEqual(
    (
      await dataOf('ERPNavigate', { action: 'references', name: 'zcl_tn_used', filter: 'UNKNOWN*' })
    )['references'],
    []
  )
  assert.match(
    await textOf('ERPNavigate', { action: 'references', name: 'zcl_tn_user' }),
    /No static use was found.*Dynamic calls/s
  )
})

const tests = (
  name: string,
  expected: number,
  risk = 'HARMLESS'
) => `CLASS ltc_run DEFINITION FINAL FOR TESTING DURATION SHORT RISK LEVEL ${risk}.
  PRIVATE SECTION.
    METHODS gives_it FOR TESTING.
ENDCLASS.
CLASS ltc_run IMPLEMENTATION.
  METHOD gives_it.
    cl_abap_unit_assert=>assert_equals( act = NEW ${name}( )->run( ) exp = ${expected} ).
  ENDMETHOD.
ENDCLASS.
`

test('ERPNavigate: columns, forms, and names that mean several things', async () => {
  const source =
    'REPORT ztn_amb.\nCLASS lcl_a DEFINITION.\n  PUBLIC SECTION.\n    METHODS run.\nENDCLASS.\nCLASS lcl_b DEFINITION.\n  PUBLIC SECTION.\n    METHODS run.\nENDCLASS.\nCLASS lcl_a IMPLEMENTATION.\n  METHOD run.\n  ENDMETHOD.\nENDCLASS.\nCLASS lcl_b IMPLEMENTATION.\n  METHOD run.\n  ENDMETHOD.\nENDCLASS.\nSTART-OF-SELECTION.\n  PERFORM show.\nFORM show.\n  NEW lcl_b( )->run( ).\nENDFORM.\n'
  await textOf('ERPWrite', {
    action: 'create',
    type: 'PROG',
    name: 'ztn_amb',
    package: '$TMP',
    source,
    activate: true
  })
  const lineOf = async (args: object) =>
    (
      (await dataOf('ERPNavigate', { action: 'definition', name: 'ztn_amb', ...args }))[
        'definition'
      ] as { line: number }
    ).line
  assert.equal(await lineOf({ line: 19, column: 12 }), 20)
  assert.equal(await lineOf({ line: 21, column: 17 }), 8)
  assert.equal(await lineOf({ line: 21, column: 8 }), 6)
  assert.match(
    errorOf(await call('ERPRead', { name: 'ztn_amb', method: 'run' })).text,
    /TOOL_AMBIGUOUS_METHOD.*LCL_A=>RUN \(line 11\), LCL_B=>RUN \(line 15\)/
  )
  assert.match(await textOf('ERPRead', { name: 'ztn_amb', method: 'lcl_b=>run' }), /lines 15-16/)
  assert.match(await textOf('ERPRead', { name: 'ztn_amb', outline: true }), /SHOW/)
  assert.equal(
    await codeOf('ERPNavigate', { action: 'definition', name: 'ztn_amb', column: 3 }),
    'TOOL_BAD_ARGUMENTS'
  )
  assert.equal(
    await codeOf('ERPNavigate', { action: 'definition', name: 'ztn_amb', line: 900, column: 3 }),
    'TOOL_BAD_ARGUMENTS'
  )
  await createClass('ztn_amb')
  assert.match(
    errorOf(await call('ERPRead', { name: 'ztn_amb' })).text,
    /TOOL_AMBIGUOUS_OBJECT.*CLAS ZTN_AMB.*PROG ZTN_AMB|TOOL_AMBIGUOUS_OBJECT.*PROG ZTN_AMB.*CLAS ZTN_AMB/
  )
  assert.match(
    errorOf(await call('ERPActivate', { objects: [{ type: 'CLSA', name: 'ztn_amb' }] })).text,
    /Did you mean CLAS\?/
  )
})

test('ERPDiagnose: syntax of what is stored and what is not, unit tests by verdict and risk', async () => {
  await createClass('zcl_td_x')
  assert.equal(
    (await dataOf('ERPDiagnose', { action: 'syntax', name: 'zcl_td_x' }))['verdict'],
    'clean'
  )
  const given = await dataOf('ERPDiagnose', {
    action: 'syntax',
    name: 'zcl_td_x',
    method: 'run',
    source: '    result = nowhere.'
  })
  assert.equal(given['verdict'], 'errors')
  assert.deepEqual(
    (given['findings'] as { line: number; column: number }[]).map(({ line, column }) => [
      line,
      column
    ])[0],
    [9, 14]
  )
  assert.match(await textOf('ERPRead', { name: 'zcl_td_x', method: 'run' }), /result = 1/)
  assert.equal(
    (await dataOf('ERPDiagnose', { action: 'unit_test', name: 'zcl_td_x' }))['verdict'],
    'nothing_run'
  )
  await textOf('ERPWrite', {
    action: 'update',
    name: 'zcl_td_x',
    include: 'testclasses',
    source: tests('zcl_td_x', 2),
    overwrite: true,
    activate: true
  })
  const red = await dataOf('ERPDiagnose', { action: 'unit_test', name: 'zcl_td_x' })
  assert.equal(red['verdict'], 'failed')
  assert.match(JSON.stringify(red['classes']), /CLAS ZCL_TD_X testclasses \d/)
  await textOf('ERPWrite', {
    action: 'edit_method',
    name: 'zcl_td_x',
    method: 'run',
    source: '    result = 2.'
  })
  const untouched = await dataOf('ERPDiagnose', { action: 'unit_test', name: 'zcl_td_x' })
  assert.deepEqual(
    [untouched['verdict'], untouched['notTested']],
    ['failed', [{ type: 'CLAS', name: 'ZCL_TD_X' }]],
    'tests run what is active'
  )
  assert.match(
    await textOf('ERPDiagnose', { action: 'unit_test', name: 'zcl_td_x' }),
    /\nThe active versions were tested, NOT the drafts: CLAS ZCL_TD_X\. ERPActivate first/
  )
  await textOf('ERPActivate', { name: 'zcl_td_x' })
  const { system: _system, ...green } = await dataOf('ERPDiagnose', {
    action: 'unit_test',
    name: 'zcl_td_x'
  })
  assert.deepEqual(
    green,
    { verdict: 'passed', objects: [{ type: 'CLAS', name: 'ZCL_TD_X' }], totals: { passed: 1 } },
    'what passed is counted'
  )
  assert.match(
    await textOf('ERPDiagnose', { action: 'unit_test', name: 'zcl_td_x' }),
    /^\S+ · unit tests of CLAS ZCL_TD_X · PASSED · 1 passed$/
  )
  await textOf('ERPWrite', {
    action: 'edit',
    name: 'zcl_td_x',
    include: 'testclasses',
    edits: [{ old: 'HARMLESS', new: 'CRITICAL' }],
    activate: true
  })
  const skipped = await dataOf('ERPDiagnose', { action: 'unit_test', name: 'zcl_td_x' })
  assert.deepEqual(
    [skipped['verdict'], (skipped['totals'] as { skippedClasses: number }).skippedClasses],
    ['incomplete', 1]
  )
  assert.match(
    await textOf('ERPDiagnose', { action: 'unit_test', name: 'zcl_td_x' }),
    /INCOMPLETE.*LTC_RUN: SKIPPED \(risk level critical\)/s
  )
  assert.equal(
    (await dataOf('ERPDiagnose', { action: 'unit_test', name: 'zcl_td_x', risk: 'critical' }))[
      'verdict'
    ],
    'passed'
  )
  assert.equal(
    await codeOf(
      'ERPDiagnose',
      { action: 'unit_test', name: 'zcl_td_x', risk: 'critical' },
      { policy: { readOnly: true } }
    ),
    'BLOCKED_READ_ONLY'
  )
})

test('ERPDiagnose: a test that cannot be run is an error with its reason, never passed', async () => {
  const valued =
    '    CONSTANTS seven TYPE i VALUE 7.\n    TYPES:\n      BEGIN OF ENUM color BASE TYPE i,\n        none VALUE IS INITIAL,\n        red VALUE seven,\n      END OF ENUM color.\n    result = 1.'
  await createClass('zcl_td_valued', valued)
  await textOf('ERPWrite', {
    action: 'update',
    name: 'zcl_td_valued',
    include: 'testclasses',
    source: tests('zcl_td_valued', 1),
    overwrite: true,
    activate: true
  })
  const run = await dataOf('ERPDiagnose', { action: 'unit_test', name: 'zcl_td_valued' })
  const { passed, errors } = run['totals'] as { passed: number; errors: number }
  assert.deepEqual([run['verdict'], passed, errors > 0], ['failed', 0, true], JSON.stringify(run))
  assert.match(
    await textOf('ERPDiagnose', { action: 'unit_test', name: 'zcl_td_valued' }),
    /FAILED · 0 passed, .* with errors.*ERROR \w+.*\n +Not run: .*enumeration with values/s
  )
})

test('ERPWrite: create says what exists, dry runs save nothing', async () => {
  const options = {
    action: 'create',
    type: 'CLAS',
    name: 'zcl_tw_new',
    package: '$tmp',
    source: classSource('zcl_tw_new')
  }
  assert.match(
    await textOf('ERPWrite', { ...options, dryRun: true }, { policy: { readOnly: true } }),
    /DRY RUN.*BLOCKED_READ_ONLY/s
  )
  assert.equal(await codeOf('ERPRead', { type: 'CLAS', name: 'zcl_tw_new' }), 'ERP_NOT_FOUND')
  const made = await dataOf('ERPWrite', options)
  assert.deepEqual([made['outcome'], made['version']], ['done', 'inactive'])
  assert.equal(hashIn(await textOf('ERPRead', { name: 'zcl_tw_new' })), made['hash'])
  assert.equal(await codeOf('ERPWrite', options), 'ERP_ALREADY_EXISTS')
  assert.match(await textOf('ERPWrite', { ...options, dryRun: true }), /exists already/)
  assert.equal(
    await codeOf('ERPWrite', {
      ...options,
      name: 'zcl_tw_half',
      source: 'CLASS zcl_tw_half DEFINITION.'
    }),
    'CREATED_WITHOUT_SOURCE'
  )
  assert.equal(
    await codeOf('ERPWrite', { action: 'create', type: 'CLAS', name: 'zcl_tw_x' }),
    'TOOL_BAD_ARGUMENTS'
  )
  assert.equal(
    await codeOf('ERPWrite', { ...options, name: 'zcl_tw_other', package: 'zferry_core' }),
    'BLOCKED_NOT_TRANSPORTABLE'
  )
})

test('ERPWrite: update needs the hash, a stale one is refused with the difference', async () => {
  await createClass('zcl_tw_upd')
  const hash = hashIn(await textOf('ERPRead', { name: 'zcl_tw_upd' }))
  const update = {
    action: 'update',
    name: 'zcl_tw_upd',
    source: classSource('zcl_tw_upd', '    result = 2.').replaceAll('\n', '\r\n')
  }
  assert.equal(await codeOf('ERPWrite', update), 'TOOL_BAD_ARGUMENTS')
  const done = await dataOf('ERPWrite', { ...update, expectedHash: hash })
  assert.deepEqual([done['outcome'], done['previousHash'], done['changed']], ['done', hash, true])
  assert.match(
    errorOf(await call('ERPWrite', { ...update, expectedHash: hash })).text,
    /TOOL_STALE_HASH.*What changed since:.*\+ {4}result = 2\./s
  )
  assert.equal(
    (await dataOf('ERPWrite', { ...update, expectedHash: done['hash'] }))['changed'],
    false
  )
  assert.equal((await dataOf('ERPWrite', { ...update, overwrite: true }))['outcome'], 'done')
})

test('ERPWrite: edits and methods, and the draft of another user', async () => {
  await createClass('zcl_tw_edit')
  const edit = {
    action: 'edit',
    name: 'zcl_tw_edit',
    edits: [{ old: 'result = 1.', new: 'result = 1 + 1.' }]
  }
  assert.match(
    await textOf('ERPWrite', { ...edit, dryRun: true }),
    /DRY RUN: \+1 -1.*syntax check: clean.*\+ {4}result = 1 \+ 1\./s
  )
  assert.match(
    await textOf('ERPWrite', {
      ...edit,
      edits: [{ old: 'result = 1.', new: 'result = x.' }],
      dryRun: true
    }),
    /1 finding\n<erp>\nerror CLAS ZCL_TW_EDIT 9:14/
  )
  assert.match(
    errorOf(await call('ERPWrite', { ...edit, edits: [{ old: 'ENDMETHOD.', new: '' }] })).text,
    /TOOL_EDIT_AMBIGUOUS.*lines 10, 13, 15/
  )
  assert.match(await textOf('ERPRead', { name: 'zcl_tw_edit' }), /· active ·/)
  assert.equal((await dataOf('ERPWrite', edit))['outcome'], 'done')
  const foreign = errorOf(
    await call('ERPWrite', { ...edit, edits: [{ old: '1 + 1', new: '3' }] }, { erp: other })
  )
  assert.match(foreign.text, /TOOL_FOREIGN_DRAFT.*draft of DEVELOPER.*\+ {4}result = 1 \+ 1\./s)
  const draft = hashIn(await textOf('ERPRead', { name: 'zcl_tw_edit' }))
  assert.equal(
    (
      await dataOf(
        'ERPWrite',
        { ...edit, edits: [{ old: '1 + 1', new: '1 + 2' }], expectedHash: draft },
        { erp: other }
      )
    )['outcome'],
    'done'
  )
  const failed = errorOf(
    await call('ERPWrite', {
      expectedHash: hashIn(await textOf('ERPRead', { name: 'zcl_tw_edit' })),
      action: 'edit_method',
      name: 'zcl_tw_edit',
      method: 'run',
      source: 'METHOD run.\n    result = nowhere.\n  ENDMETHOD.',
      activate: true
    })
  )
  assert.match(failed.text, /ACTIVATION_FAILED.*error CLAS ZCL_TW_EDIT 9:14/s)
  assert.match(
    await textOf('ERPWrite', {
      action: 'edit_method',
      name: 'zcl_tw_edit',
      method: 'run',
      source: '    result = 5.',
      activate: true
    }),
    /Activated \(verified\)/
  )
})

test('ERPWrite: two writers of one source, and only the first wins', async () => {
  await createClass('zcl_tw_race')
  const edit = (to: number) =>
    call('ERPWrite', {
      action: 'edit',
      name: 'zcl_tw_race',
      edits: [{ old: 'result = 1.', new: `result = ${to}.` }]
    })
  const results = await Promise.all([edit(2), edit(3), edit(4)])
  assert.equal(
    results.filter(({ kind }) => kind === 'data').length,
    1,
    results.map(({ text }) => text).join('\n')
  )
  for (const result of results) {
    if (result.kind === 'error') {
      assert.ok(
        ['TOOL_STALE_HASH', 'TOOL_EDIT_NOT_FOUND', 'ERP_LOCKED'].includes(result.code),
        result.text
      )
    }
  }
})

/** One row, by a class that runs. */
async function fillRows(table: string): Promise<void> {
  const name = 'zcl_tw_fill'
  const source = `CLASS ${name} DEFINITION PUBLIC FINAL CREATE PUBLIC.
  PUBLIC SECTION.
    INTERFACES if_oo_adt_classrun.
ENDCLASS.
CLASS ${name} IMPLEMENTATION.
  METHOD if_oo_adt_classrun~main.
    DATA row TYPE ${table}.
    row-id = 'A'.
    INSERT ${table} FROM row.
    COMMIT WORK.
    out->write( sy-subrc ).
  ENDMETHOD.
ENDCLASS.
`
  const make = { action: 'create', type: 'CLAS', name, package: '$TMP', source, activate: true }
  await textOf('ERPWrite', make)
  const policy = { expert: new Set(['execute'] as const) }
  await textOf('ERPManage', { action: 'run_class', name }, { policy })
}

test('ERPWrite: rows are lost only after a confirmation on these facts', async () => {
  const source = (fields: string) => `@EndUserText.label : 'Made by a test'
@AbapCatalog.enhancement.category : #NOT_EXTENSIBLE
@AbapCatalog.tableCategory : #TRANSPARENT
@AbapCatalog.deliveryClass : #A
@AbapCatalog.dataMaintenance : #RESTRICTED
define table ztw_rows {
  key mandt : mandt not null;
  key id : abap.char(4) not null;
${fields}}
`
  await textOf('ERPWrite', {
    action: 'create',
    type: 'TABL',
    name: 'ztw_rows',
    package: '$TMP',
    source: source('  word : abap.char(10);\n'),
    activate: true
  })
  await textOf('ERPWrite', {
    action: 'create',
    type: 'TABL',
    name: 'ztw_never',
    package: '$TMP',
    source: source('  word : abap.char(10);\n').replace('ztw_rows', 'ztw_never')
  })
  const shorten = [{ old: 'char(10)', new: 'char(5)' }]
  const never = { action: 'edit', type: 'TABL', name: 'ztw_never', edits: shorten }
  assert.equal((await dataOf('ERPWrite', never))['outcome'], 'done', 'never active, so no rows')
  const drop = { action: 'update', name: 'ztw_rows', source: source(''), overwrite: true }
  const word = (type: string) => ({ ...drop, source: source(`  word : ${type};\n`) })
  const save = await dataOf('ERPWrite', { ...word('abap.char(8)'), activate: true })
  assert.equal(save['outcome'], 'done', 'a table without rows loses none')
  await fillRows('ztw_rows')
  const question = await call('ERPWrite', drop)
  assert.ok(question.kind === 'confirm')
  assert.match(question.question, /WORD is dropped.*Rows: there are some/)
  assert.doesNotMatch(question.text, /has errors/)
  const wrong = await call('ERPWrite', word('znot_there'))
  assert.ok(wrong.kind === 'confirm')
  assert.match(wrong.text, /correct them first:[^]*data element "ZNOT_THERE" does not exist/)
  assert.equal(
    (
      await call('ERPWrite', {
        ...drop,
        source: source('  word : abap.char(5);\n'),
        confirm: question.digest
      })
    ).kind,
    'confirm'
  )
  assert.equal((await call('ERPWrite', { ...drop, confirm: 'guess' })).kind, 'confirm')
  assert.equal((await dataOf('ERPWrite', { ...drop, confirm: question.digest }))['outcome'], 'done')
  const removal = await call('ERPWrite', { action: 'delete', name: 'ztw_rows' })
  assert.ok(removal.kind === 'confirm')
  assert.equal(
    (await dataOf('ERPWrite', { action: 'delete', name: 'ztw_rows', confirm: removal.digest }))[
      'outcome'
    ],
    'done'
  )
  assert.equal(await codeOf('ERPRead', { type: 'TABL', name: 'ztw_rows' }), 'ERP_NOT_FOUND')
})

test('ERPWrite: delete, and function modules by their name alone', async () => {
  await textOf('ERPWrite', {
    action: 'create',
    type: 'FUGR',
    name: 'ztw_group',
    package: '$TMP',
    description: 'Made by a test'
  })
  await textOf('ERPWrite', {
    action: 'create',
    type: 'FUNC',
    name: 'z_tw_module',
    group: 'ztw_group',
    source: 'FUNCTION z_tw_module.\n  RETURN.\nENDFUNCTION.\n',
    activate: true
  })
  assert.match(
    await textOf('ERPRead', { function_module: 'z_tw_module' }),
    /FUNC Z_TW_MODULE \(group ZTW_GROUP\)/
  )
  assert.match(
    await textOf('ERPWrite', { action: 'delete', name: 'z_tw_module', dryRun: true }),
    /DRY RUN of deleting FUNC Z_TW_MODULE/
  )
  await textOf('ERPWrite', { action: 'delete', name: 'z_tw_module' })
  assert.equal(await codeOf('ERPRead', { name: 'z_tw_module' }), 'ERP_NOT_FOUND')
})

test('ERPActivate: one, several, a dry run, a failure with its place', async () => {
  const draft = async (name: string, body?: string) =>
    await textOf('ERPWrite', {
      action: 'create',
      type: 'CLAS',
      name,
      package: '$TMP',
      source: classSource(name, body)
    })
  await draft('zcl_ta_one')
  await draft('zcl_ta_two', '    result = NEW zcl_ta_one( )->run( ).')
  await draft('zcl_ta_bad', '    result = nowhere.')
  assert.match(
    await textOf('ERPActivate', { name: 'zcl_ta_one', dryRun: true }),
    /would become active[^]*Other drafts[^]*ZCL_TA_BAD/
  )
  const both = await dataOf('ERPActivate', { objects: ['CLAS ZCL_TA_ONE', 'CLAS ZCL_TA_TWO'] })
  assert.equal(both['outcome'], 'activated')
  assert.match(JSON.stringify(both['alsoInactive']), /ZCL_TA_BAD/)
  const bad = await call('ERPActivate', { name: 'zcl_ta_bad' })
  assert.match(
    errorOf(bad).text,
    /ACTIVATION_FAILED.*CLAS ZCL_TA_BAD\n<erp>\nerror CLAS ZCL_TA_BAD 9:14/s
  )
  assert.match(await textOf('ERPRead', { name: 'zcl_ta_bad' }), /inactive/)
  assert.equal(
    await codeOf(
      'ERPActivate',
      { type: 'CLAS', name: 'zcl_ta_one' },
      { policy: { disallowedOps: 'A' } }
    ),
    'BLOCKED_OPERATION'
  )
})

test('large sources and every printable character survive', async () => {
  const odd = Array.from({ length: 0x17f - 0x20 }, (_, index) => String.fromCharCode(0x20 + index))
    .filter(char => !/[\u007f-\u009f]/.test(char))
    .join('')
  const lines = Array.from(
    { length: 60_000 },
    (_, index) => `* ${index} ${odd.slice(0, 60)} €🚢 the quick brown fox`
  )
  const source = `REPORT ztl_large.\n* ${odd}\n${lines.join('\n')}\nWRITE 1.\n`
  assert.ok(Buffer.byteLength(source) > 5_000_000)
  const made = await dataOf('ERPWrite', {
    action: 'create',
    type: 'PROG',
    name: 'ztl_large',
    package: '$TMP',
    source
  })
  const read = await textOf('ERPRead', { type: 'PROG', name: 'ztl_large' })
  assert.equal(read.slice(read.indexOf('\n') + 1), source)
  assert.equal(hashIn(read), made['hash'])
  const edited = await dataOf('ERPWrite', {
    action: 'edit',
    name: 'ztl_large',
    edits: [{ old: 'WRITE 1.', new: "WRITE '€🚢'." }]
  })
  assert.equal(edited['outcome'], 'done')
  assert.match(
    await textOf('ERPRead', { type: 'PROG', name: 'ztl_large', lines: '60003' }),
    /WRITE '€🚢'\.$/
  )
})
