import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Client } from '../http/client.ts'
import { addNamespace, logOn, openRequest, startSandbox } from '../http/fixture.ts'

const adt = '/sap/bc/adt'
const adtcore = 'xmlns:adtcore="http://www.sap.com/adt/core"'

interface New {
  readonly collection: string
  readonly name: string
  readonly home?: string
  readonly corrNr?: string
}

function create(client: Client, { collection, name, home = '$TMP', corrNr = '' }: New) {
  return client.post(
    `${adt}${collection}?corrNr=${corrNr}`,
    `<x:any xmlns:x="urn:x" ${adtcore} adtcore:name="${name}" adtcore:description="New"><adtcore:packageRef adtcore:name="${home}"/></x:any>`,
    { 'content-type': 'application/*' }
  )
}

function createPackage(client: Client, name: string) {
  return client.post(
    `${adt}/packages`,
    `<pak:package xmlns:pak="http://www.sap.com/adt/packages" ${adtcore} adtcore:name="${name}" adtcore:description="New" adtcore:responsible="ALICE"/>`,
    { 'content-type': 'application/*' }
  )
}

const key = (text: string) =>
  [...text.matchAll(/<entry key="T100KEY-(?:ID|NO)">([^<]*)</g)].map(match => match[1]).join(' ')

test('names of SAP and of unknown namespaces are no names of test objects (TO 131)', async t => {
  const client = await logOn(await startSandbox(t))
  for (const [collection, name] of [
    ['/oo/classes', 'CL_FERRY'],
    ['/oo/interfaces', 'IF_FERRY'],
    ['/programs/programs', 'RFOO'],
    ['/programs/includes', 'RFOOTOP'],
    ['/ddic/tables', 'ABC'],
    ['/ddic/dataelements', 'XELEMENT'],
    ['/ddic/ddl/sources', 'I_FERRY'],
    ['/functions/groups', 'FERRY'],
    ['/ddic/lockobjects/sources', 'ZFERRY_LOCK'],
    ['/oo/classes', '/ABC/CL_FERRY']
  ] as const) {
    const reply = await create(client, { collection, name })
    assert.deepEqual([name, reply.status, key(reply.text)], [name, 400, 'TO 131'])
    assert.match(
      reply.text,
      /"ExceptionResourceCreationFailure".*>Test objects cannot be created in foreign namespaces</
    )
    assert.equal((await client.get(`${adt}${collection}/${encodeURIComponent(name)}`)).status, 404)
  }
  for (const [collection, name] of [
    ['/programs/programs', 'SAPMZFERRY'],
    ['/programs/includes', 'MZFERRYTOP'],
    ['/ddic/structures', 'CI_FERRY'],
    ['/oo/classes', 'YCL_FERRY']
  ] as const) {
    const reply = await create(client, { collection, name })
    assert.deepEqual([name, reply.status], [name, 201], reply.text)
  }
  const exit = await create(client, { collection: '/programs/includes', name: 'ZXFERU01' })
  assert.match(exit.text, /ZX\.\.\. are reserved for includes of exit function groups/)
})

test('a package holds the objects of its name range', async t => {
  const sandbox = await startSandbox(t)
  const client = await logOn(sandbox)
  addNamespace(sandbox, '/ABC/')
  const corrNr = await openRequest(client)
  const tried = async (name: string, home: string) => {
    const reply = await create(client, { collection: '/oo/classes', name, home, corrNr })
    return [name, home, reply.status, key(reply.text)]
  }
  for (const expected of [
    ['CL_FERRY', 'ZBOX', 400, 'TO 142'],
    ['/ABC/CL_FERRY', 'ZBOX', 400, 'TO 143'],
    ['/XYZ/CL_FERRY', 'ZBOX', 400, 'TO 143'],
    ['ZCL_FERRY', '/ABC/MAIN', 400, 'TK 204'],
    ['/ABC/CL_FERRY', '/ABC/MAIN', 201, ''],
    ['/ABC/CL_LOCAL', '$TMP', 201, ''],
    ['ZCL_FERRY', 'ZBOX', 201, '']
  ] as const) {
    assert.deepEqual(await tried(expected[0], expected[1]), expected)
  }
  for (const [name, status] of [
    ['ABOX', 400],
    ['/XYZ/BOX', 400],
    ['/ABC/BOX', 201],
    ['TBOX', 201],
    ['$BOX', 201]
  ] as const) {
    const reply = await createPackage(client, name)
    assert.deepEqual([name, reply.status], [name, status], reply.text)
  }
  const moved = await client.post(
    `${adt}/refactorings?step=execute`,
    `<g:genericRefactoring xmlns:g="http://www.sap.com/adt/refactoring/genericrefactoring" ${adtcore}><g:affectedObjects><g:affectedObject adtcore:uri="${adt}/oo/classes/zcl_ferry"><g:changePackageDelta><g:newPackage>/ABC/MAIN</g:newPackage></g:changePackageDelta></g:affectedObject></g:affectedObjects><g:transport>${corrNr}</g:transport></g:genericRefactoring>`,
    { 'content-type': 'application/*' }
  )
  assert.match(moved.text, /Package \/ABC\/MAIN invalid for customer object CLAS ZCL_FERRY/)
})

test('modules and includes of a group are named after its name range and its name', async t => {
  const client = await logOn(await startSandbox(t))
  await create(client, { collection: '/functions/groups', name: 'ZFG_FERRY' })
  const group = '/functions/groups/zfg_ferry'
  const refused = await create(client, { collection: `${group}/fmodules`, name: 'FERRY_GET' })
  assert.equal(refused.status, 400)
  assert.match(refused.text, /FERRY_GET: names of modules of ZFG_FERRY begin with Z_ or Y_/)
  const include = await create(client, { collection: `${group}/includes`, name: 'ZFERRY_F01' })
  assert.match(include.text, /Attributes for program ZFERRY_F01 have not been saved/)
  for (const [segment, name] of [
    ['fmodules', 'Z_FERRY_GET'],
    ['includes', 'LZFG_FERRYF01'],
    ['includes', 'F02']
  ] as const) {
    const reply = await create(client, { collection: `${group}/${segment}`, name })
    assert.deepEqual([name, reply.status], [name, 201], reply.text)
  }
})

test('a name is refused before the object is created: by its validation and the transport check', async t => {
  const client = await logOn(await startSandbox(t))
  const text = 'Test objects cannot be created in foreign namespaces'
  const valid = await client.post(
    `${adt}/oo/validation/objectname?objname=CL_FERRY&objtype=CLAS/OC&packagename=$TMP`,
    ''
  )
  assert.match(valid.text, new RegExp(`<SEVERITY>ERROR</SEVERITY><SHORT_TEXT>${text}<`))
  const check = async (name: string) => {
    const body = `<asx:abap xmlns:asx="http://www.sap.com/abapxml" version="1.0"><asx:values><DATA><DEVCLASS>$TMP</DEVCLASS><OPERATION>I</OPERATION><URI>${adt}/oo/classes/${name}</URI></DATA></asx:values></asx:abap>`
    return (await client.post(`${adt}/cts/transportchecks`, body)).text
  }
  assert.match(
    await check('cl_ferry'),
    new RegExp(
      `<CTS_MESSAGE><SEVERITY>E</SEVERITY><SPRSL>E</SPRSL><ARBGB>TO</ARBGB><MSGNR>131</MSGNR><VARIABLES><CTS_VARIABLE><VARIABLE>CLAS<.*<TEXT>${text}</TEXT>.*<NAMESPACE>/0SAP/</NAMESPACE><RESULT>E</RESULT>`
    )
  )
  assert.match(
    await check('zcl_ferry'),
    /<MESSAGES\/><NAMESPACE>\/0CUST\/<\/NAMESPACE><RESULT>S<\/RESULT>/
  )
})
