/** Views that others extend, at the sandbox and at an ERP that answers badly or not at all. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { benchOf, errorOf, recordingErp } from '../helpers/erp.ts'
import type { Answer } from '../helpers/erp.ts'
import { recordedSandbox } from '../helpers/recorded-sandbox.ts'
import type { RecordedSandbox } from '../helpers/recorded-sandbox.ts'

const none = '@AbapCatalog.viewEnhancementCategory: [#NONE]\n'
const toPort = 'association [0..1] to zferry_port as _p on _p.port_id = r.from_port'
const route = 'as select from zferry_route as r { key r.route_id }'

describe('at the sandbox', () => {
  let field: RecordedSandbox
  const write = async (name: string, source: string, activate = true) => {
    const { call } = benchOf({ erp: field.erp })
    const args = {
      action: 'create',
      type: 'DDLS',
      name,
      package: '$TMP',
      description: 'View',
      source: `${source}\n`,
      activate
    }
    const made = await call('ERPWrite', args)
    assert.equal(made.kind, 'data', made.text)
  }
  const query = async (table: string) => {
    field.clear()
    const { call } = benchOf({ erp: field.erp, policy: { blockedTables: ['ZFERRY_PORT'] } })
    const result = await call('ERPQuery', { table })
    return { result, lists: field.all.filter(line => line.includes('/usageReferences')).length }
  }
  before(async () => {
    field = await recordedSandbox()
    await write('ZV_EX_BASE', `define view entity ZV_EX_BASE ${route}`)
    await write(
      'ZV_EX_TOP',
      'define view entity ZV_EX_TOP as select from ZV_EX_BASE { key route_id }'
    )
    await write('ZV_EX_NONE', `${none}define view entity ZV_EX_NONE ${route}`)
    await write(
      'ZV_EX_OLD',
      `@AbapCatalog.sqlViewName: 'ZVEXOLDSQL'\n@EndUserText.label: 'x'\ndefine view ZV_EX_OLD ${route}`
    )
  })
  after(() => field?.close())

  test('an extension blocks the view that it extends, and the views above', async () => {
    for (const [name, lists] of [
      ['ZV_EX_BASE', 1],
      ['ZV_EX_TOP', 2],
      ['ZV_EX_OLD', 1],
      ['ZV_EX_NONE', 0]
    ] as const) {
      const free = await query(name)
      assert.equal(free.result.kind, 'data', `${name}: ${free.result.text}`)
      assert.equal(free.lists, lists, name)
    }
    const extension = `extend view entity ZV_EX_BASE with ${toPort} { _p.name as zz_name }`
    await write('ZV_EX_DRAFT', extension, false)
    assert.equal((await query('ZV_EX_BASE')).result.kind, 'data', 'what is not active adds nothing')
    await write('ZV_EX_EXT', extension)
    await write(
      'ZV_EX_APP',
      `@AbapCatalog.sqlViewAppendName: 'ZVEXAPP'\n@EndUserText.label: 'x'\nextend view ZV_EX_OLD with ZV_EX_APP ${toPort} { _p.name as zz_name }`
    )
    for (const name of ['ZV_EX_BASE', 'ZV_EX_TOP', 'ZV_EX_OLD']) {
      const error = errorOf((await query(name)).result)
      assert.equal(error.code, 'BLOCKED_TABLE', name)
      assert.match(error.text, /ZFERRY_PORT are blocked/, name)
    }
    assert.equal((await query('ZV_EX_NONE')).result.kind, 'data')
  })

  test('without blocked tables nothing is asked', async () => {
    field.clear()
    await benchOf({ erp: field.erp }).call('ERPQuery', { table: 'ZV_EX_BASE' })
    assert.deepEqual(
      field.all.filter(line => line.includes('/usageReferences')),
      []
    )
  })
})

const adtcore = 'xmlns:adtcore="http://www.sap.com/adt/core"'
const used = (uri: string, type = 'DDLS/DF') =>
  `<u:referencedObject uri="${uri}" isResult="true"><u:adtObject ${adtcore} adtcore:name="X" adtcore:type="${type}"/></u:referencedObject>`
const ddls = (name: string) => used(`/sap/bc/adt/ddic/ddl/sources/${name}`)
const listOf = (entries: readonly string[], total = entries.length): Answer => ({
  status: 200,
  headers: { 'content-type': 'application/xml' },
  body: `<u:usageReferenceResult xmlns:u="http://www.sap.com/adt/ris/usageReferences" numberOfResults="${total}"><u:referencedObjects>${entries.join('')}</u:referencedObjects></u:usageReferenceResult>`
})

/** An ERP with two views, whose where-used list and other sources are the test's. */
type List = Answer | ((view: string) => Answer)

async function queried(
  t: TestContext,
  list: List,
  sources: Readonly<Record<string, Answer>>,
  table = 'ZV'
) {
  const { erp, asked } = await recordingErp(t, ({ path, query }) => {
    const name = query.get('query') ?? ''
    const isTable = name === 'ZT'
    if (path.endsWith('/search')) {
      return {
        status: 200,
        body: `<adtcore:objectReferences ${adtcore}><adtcore:objectReference adtcore:uri="/sap/bc/adt/ddic/${isTable ? 'tables' : 'ddl/sources'}/${name.toLowerCase()}" adtcore:type="${isTable ? 'TABL/DT' : 'DDLS/DF'}" adtcore:name="${name}"/></adtcore:objectReferences>`
      }
    }
    const view = query.get('uri')?.split('/').at(-1) ?? ''
    if (path.endsWith('/usageReferences')) return typeof list === 'function' ? list(view) : list
    const [, source = ''] = /\/ddl\/sources\/([^/]+)\/source/.exec(path) ?? []
    if (/^zd\d$/.test(source)) {
      return {
        status: 200,
        body: `define view entity ${source} as select from ${source === 'zd6' ? 'zt' : `zd${Number(source.slice(2)) + 1}`} { key id }`
      }
    }
    if (source === 'zv') {
      return { status: 200, body: 'define view entity ZV as select from zt { key id }' }
    }
    if (source === 'znone') {
      return { status: 200, body: `${none}define view entity ZNONE as select from zt { key id }` }
    }
    return sources[source] ?? (path.includes('/datapreview/') ? { status: 400 } : undefined)
  })
  const { code, text } = errorOf(
    await benchOf({ erp, policy: { blockedTables: ['USR02'] } }).call('ERPQuery', { table })
  )
  const reads = asked.filter(({ path }) => /\/ddl\/sources\/[^/]+\/source\//.test(path)).length
  return { code, text, reads, passed: code === 'ERP_QUERY_REFUSED' }
}

const harmless: Answer = { status: 200, body: 'extend view entity ZV with { zt.x as zz }' }

describe('at another ERP', () => {
  test('the list that it answers decides', async t => {
    assert.equal((await queried(t, listOf([]), {})).passed, true)
    assert.equal(
      (
        await queried(t, listOf([ddls('zx'), used('/sap/bc/adt/oo/classes/zcl_x', 'CLAS/OC')]), {
          zx: harmless
        })
      ).passed,
      true
    )
    const gone = await queried(t, listOf([ddls('zgone')]), { zgone: { status: 404 } })
    assert.equal(gone.passed, true, `an entry that is older than the objects: ${gone.text}`)
    const blocked = {
      status: 200,
      body: 'extend view entity ZV with association to usr02 as _u on _u.id = zt.id { _u.x }'
    }
    assert.match(
      (await queried(t, listOf([ddls('zx')]), { zx: blocked })).text,
      /USR02 are blocked, and ZV shows them/
    )
  })

  const closed: Readonly<
    Record<string, readonly [Answer, Readonly<Record<string, Answer>>, RegExp]>
  > = {
    'no where-used list': [{ status: 404 }, {}, /does not tell what uses it/],
    'an error': [{ status: 500, body: 'dump' }, {}, /does not tell what uses it/],
    'a denial': [{ status: 403 }, {}, /does not tell what uses it/],
    'no list at all': [{ status: 200, body: '<html/>' }, {}, /does not tell what uses it/],
    'a list that was cut': [listOf([], 7), {}, /does not tell what uses it/],
    'a source at an unknown place': [
      listOf([used('/sap/bc/adt/vit/x')]),
      {},
      /does not tell what uses it/
    ],
    'something of no type': [
      listOf([used('/sap/bc/adt/somewhere/x', '')]),
      {},
      /does not tell what uses it/
    ],
    'a name with markup': [
      listOf([ddls('zx%3cb%3e%0aignore')]),
      { 'zx%3cb%3e%0aignore': harmless, 'zx%3Cb%3E%0Aignore': harmless },
      /does not tell what uses it/
    ],
    'a source that the ERP forbids to read': [
      listOf([ddls('zx'), ddls('zy')]),
      { zx: harmless, zy: { status: 403 } },
      /does not give a source that uses it/
    ],
    'a source that cannot be fetched': [
      listOf([ddls('zx')]),
      { zx: { status: 500 } },
      /does not give a source that uses it/
    ],
    'too many': [
      listOf(Array.from({ length: 101 }, (_, at) => ddls(`zx${at}`))),
      {},
      /more than 100 CDS sources use it/
    ]
  }
  for (const [title, [list, sources, why]] of Object.entries(closed)) {
    test(title, async t => {
      const { code, text } = await queried(t, list, sources)
      assert.equal(code, 'BLOCKED_TABLE', text)
      assert.match(text, why)
      assert.equal(
        (await queried(t, list, sources, 'ZNONE')).passed,
        true,
        'a view that nothing can extend'
      )
    })
  }

  test('more sources than are read for one statement', async t => {
    const list = (view: string) =>
      listOf(Array.from({ length: 80 }, (_, at) => ddls(`zu_${view}_${at}`)))
    const { code, text } = await queried(t, list, {}, 'ZD0')
    assert.equal(code, 'BLOCKED_TABLE')
    assert.match(text, /with it more than 400 CDS sources/)
  })

  test('a source that uses the view in many places is read once', async t => {
    const { reads, passed } = await queried(
      t,
      listOf([ddls('zx'), ddls('zx'), ddls('ZX'), ddls('zv')]),
      { zx: harmless }
    )
    assert.deepEqual([passed, reads], [true, 2])
  })
})
