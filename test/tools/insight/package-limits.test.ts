/** Overview and changes of packages on systems that are large, old, or fail. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { benchOf, recordingErp } from '../helpers/erp.ts'
import type { Answer, Asked } from '../helpers/erp.ts'

const adt = '/sap/bc/adt'
const ok = (body: string): Answer => ({ status: 200, body })
const xml = (body: string): Answer => ({
  ...ok(body),
  headers: { 'content-type': 'application/xml' }
})
const tree = (nodes: readonly (readonly [type: string, name: string, uri: string])[]): Answer =>
  xml(
    `<asx:abap xmlns:asx="http://www.sap.com/abapxml" version="1.0"><asx:values><DATA><TREE_CONTENT>${nodes
      .map(
        ([type, name, uri]) =>
          `<SEU_ADT_REPOSITORY_OBJ_NODE><OBJECT_TYPE>${type}</OBJECT_TYPE><OBJECT_NAME>${name}</OBJECT_NAME><OBJECT_URI>${adt}${uri}</OBJECT_URI><DESCRIPTION>About ${name}</DESCRIPTION></SEU_ADT_REPOSITORY_OBJ_NODE>`
      )
      .join('')}</TREE_CONTENT></DATA></asx:values></asx:abap>`
  )
const described = (root: string, more = '', inner = ''): Answer =>
  xml(
    `<x:${root} xmlns:x="x" xmlns:adtcore="http://www.sap.com/adt/core" adtcore:description="Stub" adtcore:changedAt="2026-11-20T08:00:00Z" adtcore:changedBy="MILLER" ${more}>${inner}</x:${root}>`
  )

async function ask(t: TestContext, answer: (asked: Asked) => Answer | undefined, args: object) {
  const { erp, asked } = await recordingErp(t, answer)
  const result = await benchOf({ erp }).call('ERPContext', { type: 'DEVC', name: 'ZPACK', ...args })
  return { text: result.text, kind: result.kind, asked }
}

/** Function group, transaction, table with a data element and an include; no where-used lists. */
function oldSystem({ path, query }: Asked): Answer | undefined {
  if (path.endsWith('/nodestructure')) {
    return query.get('parent_type') === 'FUGR/F'
      ? tree([
          ['FUGR/FF', 'Z_REMOTE', '/functions/groups/zgroup/fmodules/z_remote'],
          ['FUGR/FF', 'Z_LOCAL', '/functions/groups/zgroup/fmodules/z_local']
        ])
      : tree([
          ['FUGR/F', 'ZGROUP', '/functions/groups/zgroup'],
          ['TABL/DT', 'ZTABLE', '/ddic/tables/ztable'],
          ['TRAN/T', 'ZSTART', '/vit/wb/object_type/trant/object_name/ZSTART']
        ])
  }
  if (path.endsWith('/fmodules/z_remote')) {
    return described('abapFunctionModule', 'x:processingType="rfc"')
  }
  if (path.endsWith('/fmodules/z_local')) {
    return described('abapFunctionModule', 'x:processingType="normal"')
  }
  if (path.endsWith('/source/main') && path.includes('/fmodules/')) {
    return ok('FUNCTION z_any.\n  SELECT * FROM ztable INTO TABLE @DATA(rows).\nENDFUNCTION.\n')
  }
  if (path.endsWith('/ddic/tables/ztable/source/main')) {
    return ok(
      'define table ztable {\n  key mandt : abap.clnt not null;\n  key id : zelement not null;\n  net : abap.curr(11,2);\n  odd : zmissing;\n  include zincluded;\n  include zunknown;\n}\n'
    )
  }
  if (path.endsWith('/ddic/structures/zincluded/source/main')) {
    return ok('define structure zincluded {\n  more : zelement;\n}\n')
  }
  if (path.endsWith('/ddic/dataelements/zelement')) {
    return xml(
      '<blue:wbobj xmlns:blue="b" xmlns:adtcore="http://www.sap.com/adt/core" adtcore:name="ZELEMENT"><dtel:dataElement xmlns:dtel="d"><dtel:typeKind>domain</dtel:typeKind><dtel:dataType>NUMC</dtel:dataType><dtel:dataTypeLength>000008</dtel:dataTypeLength><dtel:dataTypeDecimals>000000</dtel:dataTypeDecimals></dtel:dataElement></blue:wbobj>'
    )
  }
  return path.endsWith('/packages/zpack') ? described('package') : undefined
}

test('a system without where-used lists: entry points, technical types with those of includes', async t => {
  const { text } = await ask(t, oldSystem, { action: 'overview' })
  assert.match(
    text,
    /entry points: TRAN ZSTART, RFC function modules Z_REMOTE, function modules Z_LOCAL\n/
  )
  assert.match(
    text,
    /ZTABLE {2}About ZTABLE: MANDT\* CLNT, ID\* NUMC8, NET CURR11\.2, ODD ZMISSING, MORE NUMC8, \.INCLUDE ZUNKNOWN\n/
  )
  assert.match(text, /FUGR ZGROUP {2}About ZGROUP → TABL ZTABLE 2\n/)
  assert.match(text, /no where-used lists, so users outside are unknown/)
})

test('a package of a thousand objects: a bounded number of requests, and what was left out', async t => {
  const names = Array.from({ length: 1000 }, (_, index) => `ZREPORT_${index}`)
  const large = ({ path }: Asked): Answer | undefined =>
    path.endsWith('/nodestructure')
      ? tree(
          names.map(name => ['PROG/P', name, `/programs/programs/${name.toLowerCase()}`] as const)
        )
      : path.endsWith('/source/main')
        ? ok('REPORT zreport.\nSUBMIT zreport_1.\nDATA x TYPE zoutside.\n')
        : path.includes('/programs/programs/')
          ? described('abapProgram')
          : path.endsWith('/packages/zpack')
            ? described('package')
            : undefined
  const map = await ask(t, large, { action: 'overview' })
  assert.ok(Buffer.byteLength(map.text) <= 6000, `${Buffer.byteLength(map.text)} bytes`)
  assert.ok(map.asked.length < 450, `${map.asked.length} requests`)
  assert.match(map.text, /not read: sources of 850 objects, .*Ask for an overview of one package/)
  const last = await ask(t, large, { action: 'changes', since: '2026-11-19' })
  assert.ok(last.asked.length < 500, `${last.asked.length} requests`)
  assert.match(last.text, / · 400 of 400 objects · /)
  assert.match(last.text, /\nNot asked: 600 objects; name a package below\.\n/)
  assert.match(last.text, /2026-11-20 08:00 MILLER {2}PROG ZREPORT_0/)
})

test('packages below each other in a circle end', async t => {
  const { text } = await ask(
    t,
    ({ path, query }) =>
      path.endsWith('/nodestructure')
        ? tree([
            query.get('parent_name') === 'ZPACK'
              ? ['DEVC/K', 'ZBELOW', '/packages/zbelow']
              : ['DEVC/K', 'ZPACK', '/packages/zpack']
          ])
        : path.endsWith('/packages/zpack')
          ? described('package')
          : undefined,
    { action: 'overview' }
  )
  assert.match(text, / · 2 packages, 0 objects · /)
})

test('sources that the ERP refuses are counted; an ERP that fails ends the call', async t => {
  const classes = ({ path }: Asked): Answer | undefined =>
    path.endsWith('/nodestructure')
      ? tree([['CLAS/OC', 'ZCL_ONE', '/oo/classes/zcl_one']])
      : path.endsWith('/packages/zpack')
        ? described('package')
        : path.includes('/oo/classes/')
          ? { status: 403, body: 'no' }
          : undefined
  const refused = await ask(t, classes, { action: 'overview' })
  assert.match(refused.text, /not read: sources of 1 object/)
  const failed = await ask(
    t,
    ({ path }) => (path.endsWith('/packages/zpack') ? described('package') : { status: 500 }),
    { action: 'overview' }
  )
  assert.equal(failed.kind, 'error')
})

test('an ERP that refuses the log-on in the middle ends the call instead of an answer with gaps', async t => {
  const breaking = (status: number) => (one: Asked) =>
    one.path.includes('/ddic/') || one.path.includes('/usageReferences')
      ? { status, body: 'no' }
      : oldSystem(one)
  for (const action of ['overview', 'changes']) {
    const { kind, text } = await ask(t, breaking(401), { action })
    assert.equal(kind, 'error', text)
  }
})
