import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Client } from './client.ts'
import { createClass, lock, logOn, startSandbox, users, write } from './fixture.ts'

const stateful = { 'x-sap-adt-sessiontype': 'stateful' }
const adtcore = 'xmlns:adtcore="http://www.sap.com/adt/core"'

function post(
  client: Client,
  collection: string,
  attributes: string,
  children = '<adtcore:packageRef adtcore:name="$TMP"/>'
): ReturnType<Client['post']> {
  return client.post(
    `/sap/bc/adt${collection}`,
    `<?xml version="1.0"?><x:any xmlns:x="urn:x" ${adtcore} ${attributes}>${children}</x:any>`,
    { 'content-type': 'application/*' }
  )
}

test('creation answers 201 with Location and the new, inactive object', async t => {
  const sandbox = await startSandbox(t)
  const client = await logOn(sandbox)
  const cases = [
    [
      '/programs/programs',
      'ZNEW_P',
      'program:abapProgram',
      'PROG/P',
      'application/vnd.sap.adt.programs.programs.v2+xml'
    ],
    [
      '/programs/includes',
      'ZNEW_I',
      'include:abapInclude',
      'PROG/I',
      'application/vnd.sap.adt.programs.includes.v2+xml'
    ],
    [
      '/oo/classes',
      'ZCL_NEW',
      'class:abapClass',
      'CLAS/OC',
      'application/vnd.sap.adt.oo.classes.v4+xml'
    ],
    [
      '/oo/interfaces',
      'ZIF_NEW',
      'intf:abapInterface',
      'INTF/OI',
      'application/vnd.sap.adt.oo.interfaces.v5+xml'
    ],
    [
      '/functions/groups',
      'ZFG_NEW',
      'group:abapFunctionGroup',
      'FUGR/F',
      'application/vnd.sap.adt.functions.groups.v3+xml'
    ],
    [
      '/ddic/ddl/sources',
      'ZI_NEW',
      'ddl:ddlSource',
      'DDLS/DF',
      'application/vnd.sap.adt.ddlSource+xml'
    ],
    [
      '/ddic/tables',
      'ZT_NEW',
      'blue:blueSource',
      'TABL/DT',
      'application/vnd.sap.adt.tables.v2+xml'
    ],
    [
      '/ddic/structures',
      'ZS_NEW',
      'blue:blueSource',
      'TABL/DS',
      'application/vnd.sap.adt.structures.v2+xml'
    ],
    [
      '/xslt/transformations',
      'ZST_NEW',
      'trans:transformation',
      'XSLT/VT',
      'application/vnd.sap.adt.transformations+xml'
    ]
  ] as const
  for (const [collection, name, root, type, media] of cases) {
    const reply = await post(
      client,
      collection,
      `adtcore:name="${name}" adtcore:description="New" adtcore:language="EN"`
    )
    assert.equal(reply.status, 201, reply.text)
    assert.equal(reply.headers.location, `/sap/bc/adt${collection}/${name.toLowerCase()}`)
    assert.equal(reply.headers['content-type'], media)
    assert.match(
      reply.text,
      new RegExp(
        `^<\\?xml version="1\\.0" encoding="utf-8"\\?><${root} [^>]*adtcore:name="${name}" adtcore:type="${type}" [^>]*adtcore:version="inactive"`
      )
    )
    const again = await post(client, collection, `adtcore:name="${name}"`)
    const program = type.startsWith('PROG/')
    assert.equal(again.status, program ? 500 : 409)
    assert.match(
      again.text,
      program
        ? new RegExp(
            `ExceptionResourceCreationFailure"/><message lang="EN">A program or include already exists with the name ${name}<.*<entry key="T100KEY-ID">XI<`
          )
        : /ExceptionResourceAlreadyExists/
    )
  }
  for (const [segment, name, root, type] of [
    ['fmodules', 'Z_NEW_FM', 'fmodule:abapFunctionModule', 'FUGR/FF'],
    ['includes', 'F01', 'finclude:abapFunctionGroupInclude', 'FUGR/I']
  ] as const) {
    const reply = await post(
      client,
      `/functions/groups/zfg_new/${segment}`,
      `adtcore:name="${name}" adtcore:description="Part"`,
      '<adtcore:containerRef adtcore:name="ZFG_NEW"/>'
    )
    assert.equal(reply.status, 201, reply.text)
    assert.match(reply.text, new RegExp(`<${root} [^>]*adtcore:type="${type}"`))
    assert.match(
      reply.text,
      /<adtcore:containerRef adtcore:uri="\/sap\/bc\/adt\/functions\/groups\/zfg_new" adtcore:type="FUGR\/F" adtcore:name="ZFG_NEW" adtcore:packageName="\$TMP"\/>/
    )
    assert.doesNotMatch(reply.text, /packageRef/)
    const again = await post(
      client,
      `/functions/groups/zfg_new/${segment}`,
      `adtcore:name="${name}"`,
      '<adtcore:containerRef adtcore:name="ZFG_NEW"/>'
    )
    assert.match(
      again.text,
      segment === 'includes'
        ? /ExceptionResourceCreationFailure"\/><message lang="EN">LZFG_NEWF01 already exists</
        : /ExceptionResourceAlreadyExists/
    )
  }
  assert.equal(
    (await client.get('/sap/bc/adt/functions/groups/zfg_new/includes/lzfg_newf01')).status,
    200
  )
})

test('the skeleton follows the request: superclass, not final, program type', async t => {
  const sandbox = await startSandbox(t)
  const client = await logOn(sandbox)
  const children =
    '<adtcore:packageRef adtcore:name="$TMP"/><c:superClassRef xmlns:c="urn:c" adtcore:name="CX_STATIC_CHECK"/>'
  assert.equal(
    (await post(client, '/oo/classes', 'adtcore:name="ZCX_NEW" x:final="false"', children)).status,
    201
  )
  const source = (await client.get('/sap/bc/adt/oo/classes/zcx_new/source/main')).text
  assert.match(source, /INHERITING FROM cx_static_check/)
  assert.doesNotMatch(source, /FINAL/)
  const { text } = await client.get('/sap/bc/adt/oo/classes/zcx_new')
  assert.match(text, /class:final="false".*class:category="exceptionClass"/)
  assert.match(
    text,
    /<class:superClassRef adtcore:uri="\/sap\/bc\/adt\/oo\/classes\/cx_static_check" adtcore:type="CLAS\/OC" adtcore:name="CX_STATIC_CHECK"\/>/
  )
  await post(client, '/programs/programs', 'adtcore:name="ZPOOL" x:programType="modulePool"')
  assert.match(
    (await client.get('/sap/bc/adt/programs/programs/zpool')).text,
    /program:programType="modulePool"/
  )
})

test('an invalid creation is refused and changes nothing', async t => {
  const sandbox = await startSandbox(t)
  const client = await logOn(sandbox)
  const before = sandbox.store.list().length
  const refused = [
    ['/oo/classes', 'adtcore:description="no name"', undefined, 400],
    ['/oo/classes', 'adtcore:name=""', undefined, 400],
    ['/oo/classes', `adtcore:name="Z${'X'.repeat(30)}"`, undefined, 400],
    ['/oo/classes', 'adtcore:name="Z BAD"', undefined, 400],
    ['/oo/classes', 'adtcore:name="Z.BAD"', undefined, 400],
    ['/oo/classes', 'adtcore:name="ZCL_N"', '', 400],
    [
      '/oo/classes',
      'adtcore:name="ZCL_N"',
      '<adtcore:packageRef adtcore:name="ZNO_PACKAGE"/>',
      400
    ],
    ['/oo/classes', 'adtcore:name="ZCL_N" adtcore:responsible="UNKNOWN"', undefined, 400],
    ['/ddic/tables', `adtcore:name="Z${'X'.repeat(16)}"`, undefined, 400],
    ['/functions/groups/zfg_none/fmodules', 'adtcore:name="Z_N"', undefined, 404]
  ] as const
  for (const [collection, attributes, children, status] of refused) {
    const reply = await post(client, collection, attributes, children)
    assert.equal(reply.status, status, `${attributes} → ${reply.text}`)
    assert.match(reply.text, /^<\?xml version="1\.0" encoding="utf-8"\?><exc:exception /)
  }
  assert.equal(sandbox.store.list().length, before)
})

test('one name serves one program or include, one class or interface, one table or structure; modules are unique in the system', async t => {
  const sandbox = await startSandbox(t)
  const client = await logOn(sandbox)
  for (const [first, second] of [
    ['/programs/programs', '/programs/includes'],
    ['/oo/classes', '/oo/interfaces'],
    ['/ddic/tables', '/ddic/structures']
  ] as const) {
    assert.equal((await post(client, first, 'adtcore:name="ZSAME"')).status, 201)
    const reply = await post(client, second, 'adtcore:name="ZSAME"')
    assert.equal(reply.status, first.startsWith('/programs') ? 500 : 400)
    assert.match(reply.text, /ExceptionResourceCreationFailure/)
    await client.post(
      '/sap/bc/adt/deletion/delete',
      `<d:r xmlns:d="d" ${adtcore}><d:object adtcore:uri="/sap/bc/adt${first}/zsame"/></d:r>`
    )
  }
  for (const group of ['ZFG_A', 'ZFG_B']) {
    await post(client, '/functions/groups', `adtcore:name="${group}"`)
  }
  assert.equal(
    (await post(client, '/functions/groups/zfg_a/fmodules', 'adtcore:name="Z_SAME"')).status,
    201
  )
  assert.equal(
    (await post(client, '/functions/groups/zfg_b/fmodules', 'adtcore:name="Z_SAME"')).status,
    409
  )
})

test('DELETE needs the lock; afterwards the object is gone everywhere and UNLOCK still answers 200', async t => {
  const sandbox = await startSandbox(t)
  const client = await logOn(sandbox)
  const uri = await createClass(client, 'ZCL_DEL')
  const user = await createClass(client, 'ZCL_USER')
  const activation = (...uris: string[]) =>
    client.post(
      '/sap/bc/adt/activation',
      `<a:objectReferences xmlns:a="http://www.sap.com/adt/core">${uris.map(each => `<a:objectReference a:uri="${each}"/>`).join('')}</a:objectReferences>`
    )
  await write(
    client,
    user,
    'CLASS zcl_user DEFINITION PUBLIC.\n  PUBLIC SECTION.\n    DATA mo TYPE REF TO zcl_del.\nENDCLASS.\nCLASS zcl_user IMPLEMENTATION.\nENDCLASS.\n'
  )
  await activation(uri, user)
  assert.equal(sandbox.store.get({ type: 'CLAS', name: 'ZCL_USER' })?.state, 'active')
  assert.equal((await client.del(uri, stateful)).status, 423)
  assert.equal((await client.del(`${uri}?lockHandle=${'A'.repeat(40)}`, stateful)).status, 423)
  const handle = await lock(client, uri)
  const deleted = await client.del(`${uri}?lockHandle=${handle}`, stateful)
  assert.deepEqual([deleted.status, deleted.text], [200, ''])
  assert.equal(
    (await client.post(`${uri}?_action=UNLOCK&lockHandle=${handle}`, '', stateful)).status,
    200
  )
  assert.equal((await client.get(uri)).status, 404)
  assert.equal((await client.get(`${uri}/source/main`)).status, 404)
  assert.equal((await client.del(`${uri}?lockHandle=${handle}`, stateful)).status, 404)
  const check = await client.post(
    '/sap/bc/adt/checkruns',
    `<c:l xmlns:c="c" ${adtcore}><c:checkObject adtcore:uri="${user}"/></c:l>`
  )
  assert.match(check.text, /chkrun:type="E" chkrun:shortText="[^"]*zcl_del/i)
  assert.equal(sandbox.counters.openLocks, 0)
})

test('the deletion service checks and deletes without a lock, one verdict an object', async t => {
  const sandbox = await startSandbox(t)
  const client = await logOn(sandbox)
  const bob = await logOn(sandbox, users[1])
  const free = await createClass(client, 'ZCL_FREE')
  const busy = await createClass(client, 'ZCL_BUSY')
  await lock(bob, busy)
  const mine = await createClass(client, 'ZCL_MINE')
  await lock(client, mine)
  const body = (root: string, ...uris: string[]) =>
    `<del:${root} xmlns:del="http://www.sap.com/adt/deletion" ${adtcore}>${uris.map(uri => `<del:object adtcore:uri="${uri}"><del:transportNumber/></del:object>`).join('')}</del:${root}>`
  const checked = await client.post(
    '/sap/bc/adt/deletion/check',
    body('checkRequest', free, '/sap/bc/adt/oo/classes/zcl_none', busy, mine),
    {
      'content-type': 'application/vnd.sap.adt.deletion.check.request.v1+xml',
      accept: 'application/vnd.sap.adt.deletion.check.response.v1+xml'
    }
  )
  assert.equal(
    checked.headers['content-type'],
    'application/vnd.sap.adt.deletion.check.response.v1+xml'
  )
  assert.deepEqual(
    [...checked.text.matchAll(/del:isDeletable="(\w+)"/g)].map(match => match[1]),
    ['true', 'false', 'false', 'false']
  )
  assert.match(checked.text, /<del:lockUser>BOB<\/del:lockUser>.*<del:lockUser>ALICE</)
  const deleted = await client.post(
    '/sap/bc/adt/deletion/delete',
    body('deletionRequest', free, busy, mine, '/sap/bc/adt/no/such/thing'),
    {
      'content-type': 'application/vnd.sap.adt.deletion.request.v1+xml',
      accept: 'application/vnd.sap.adt.deletion.response.v1+xml'
    }
  )
  assert.equal(deleted.status, 200)
  assert.ok(
    deleted.text.startsWith(
      `<?xml version="1.0" encoding="utf-8"?><del:deletionResult xmlns:del="http://www.sap.com/adt/deletion"><del:object del:isDeleted="true" adtcore:uri="${free}" adtcore:type="CLAS/OC" adtcore:name="ZCL_FREE" adtcore:packageName="$TMP" ${adtcore}><del:message del:priority="0" del:type="S"><del:text/></del:message></del:object><del:object del:isDeleted="false" `
    ),
    deleted.text
  )
  assert.match(deleted.text, /User BOB is currently editing ZCL_BUSY/)
  assert.match(deleted.text, /You are already editing ZCL_MINE/)
  assert.match(deleted.text, /No URI-Mapping defined for URI \/sap\/bc\/adt\/no\/such\/thing/)
})

test('the test include can be deleted under the lock of its class', async t => {
  const sandbox = await startSandbox(t)
  const client = await logOn(sandbox)
  const uri = await createClass(client, 'ZCL_DEL')
  const handle = await lock(client, uri)
  assert.equal(
    (await client.post(`${uri}/includes/testclasses?lockHandle=${handle}`, '', stateful)).status,
    201
  )
  assert.equal((await client.del(`${uri}/includes/testclasses`, stateful)).status, 423)
  assert.equal(
    (await client.del(`${uri}/includes/testclasses?lockHandle=${handle}`, stateful)).status,
    200
  )
  assert.equal((await client.get(`${uri}/includes/testclasses`)).status, 404)
})

test('metadata is changed under the lock', async t => {
  const sandbox = await startSandbox(t)
  const client = await logOn(sandbox)
  const uri = await createClass(client, 'ZCL_META')
  const document = (await client.get(uri)).text.replace(
    'adtcore:description="A class"',
    'adtcore:description="Another &amp; better"'
  )
  const headers = {
    ...stateful,
    'content-type': 'application/vnd.sap.adt.oo.classes.v4+xml; charset=utf-8'
  }
  assert.equal((await client.put(uri, document, headers)).status, 423)
  const handle = await lock(client, uri)
  assert.equal((await client.put(`${uri}?lockHandle=${handle}`, document, headers)).status, 200)
  assert.match((await client.get(uri)).text, /adtcore:description="Another &amp; better"/)
})

test('validation answers in ABAP-XML whether a name is free', async t => {
  const sandbox = await startSandbox(t)
  const client = await logOn(sandbox)
  await createClass(client, 'ZCL_TAKEN')
  const validate = async (path: string, query: string) =>
    (await client.post(`/sap/bc/adt${path}?${query}`)).text
  assert.match(
    await validate(
      '/oo/validation/objectname',
      'objname=ZCL_FREE&objtype=CLAS/OC&packagename=%24TMP&description=x'
    ),
    /<DATA><CHECK_RESULT>X<\/CHECK_RESULT><\/DATA>/
  )
  const taken = async (path: string, name: string) => {
    const reply = await client.post(`/sap/bc/adt${path}?objname=${name}`)
    assert.equal(reply.status, 400)
    return reply.text
  }
  assert.match(
    await taken('/oo/validation/objectname', 'ZCL_TAKEN'),
    /id="InvalidClifName"\/><message lang="EN">Class ZCL_TAKEN already exists<.*>OO<.*>002<.*>Class</
  )
  assert.match(
    await taken('/ddic/tables/validation', 'T000'),
    /id="InvalidObjName"\/><message lang="EN">Database Table with the name T000 already exists<.*>SWB_TOOL<.*>016</
  )
  assert.match(
    await validate('/programs/validation', 'objname=ZFREE&objtype=PROG/P'),
    /<SEVERITY>OK<\/SEVERITY>/
  )
  assert.match(
    await validate('/ddic/tables/validation', `objname=Z${'X'.repeat(20)}&objtype=TABL/DT`),
    /<SEVERITY>ERROR<\/SEVERITY>.*16 characters/
  )
  assert.match(
    await validate('/functions/validation', 'objname=Z_FM&objtype=FUGR/FF&fugrname=ZFG_NONE'),
    /Function group ZFG_NONE does not exist/
  )
  assert.equal((await client.post('/sap/bc/adt/programs/validation')).status, 400)
})

test('a structure package takes no objects: access is refused', async t => {
  const sandbox = await startSandbox(t)
  const client = await logOn(sandbox)
  const facts = { package: '', description: 'x', language: 'EN', responsible: 'ALICE' }
  const attributes = { packageType: 'structure', softwareComponent: 'LOCAL' }
  const made = { ...facts, createdBy: 'ALICE', changedBy: 'ALICE', attributes }
  sandbox.store.create({ key: { type: 'DEVC', name: 'ZLOCAL' }, ...made }, [], 'ALICE')
  const refused = await client.post(
    '/sap/bc/adt/oo/classes',
    '<class:abapClass xmlns:class="http://www.sap.com/adt/oo/classes" xmlns:adtcore="http://www.sap.com/adt/core" adtcore:name="ZCL_IN" adtcore:description="x"><adtcore:packageRef adtcore:name="ZLOCAL"/></class:abapClass>',
    { 'content-type': 'application/*' }
  )
  assert.equal(refused.status, 403)
  assert.match(
    refused.text,
    /"ExceptionResourceNoAccess".*>Structure packages cannot contain development objects</
  )
})
