import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { ADTClient, session_types as sessionTypes } from 'abap-adt-api'
import type { NewPackageOptions } from 'abap-adt-api'
import type { Sandbox } from '../../server.ts'
import type { ObjectType } from '../../types.ts'
import { logOn, openRequest, randomName, startSandbox, users } from '../http/fixture.ts'
import type { Client } from '../http/client.ts'

const adt = '/sap/bc/adt'

interface Box {
  readonly sandbox: Sandbox
  readonly adt: ADTClient
  readonly raw: Client
}

async function start(t: TestContext): Promise<Box> {
  const sandbox = await startSandbox(t)
  const client = new ADTClient(sandbox.url, users[0].name, users[0].password)
  await client.login()
  return { sandbox, adt: client, raw: await logOn(sandbox) }
}

function make(
  { sandbox }: Box,
  type: ObjectType,
  name: string,
  given: { package?: string; source?: string; description?: string; responsible?: string } = {}
): void {
  const user = given.responsible ?? 'ALICE'
  sandbox.store.create(
    {
      key: { type, name },
      package: given.package ?? 'ZBOX',
      description: given.description ?? `Description of ${name}`,
      responsible: user,
      language: 'EN',
      createdBy: user,
      changedBy: user,
      attributes: {}
    },
    given.source === undefined ? [] : [{ part: 'main', text: given.source }],
    user
  )
}

function packageXml(name: string, parent: string, more = ''): string {
  return (
    '<?xml version="1.0" encoding="UTF-8"?><p:package xmlns:p="http://www.sap.com/adt/packages" xmlns:c="http://www.sap.com/adt/core" ' +
    `c:name="${name}" c:description="Made &amp; meant" c:type="DEVC/K"><c:packageRef c:name="WHATEVER"/><p:attributes p:packageType="development"/>` +
    `<p:superPackage${parent === '' ? '' : ` c:name="${parent}"`}/><p:applicationComponent/>${more}</p:package>`
  )
}

test('search: patterns, both spellings of a type, package, number, and nothing', async t => {
  const box = await start(t)
  const stem = randomName('ZS')
  make(box, 'CLAS', `${stem}_CL`)
  make(box, 'INTF', `${stem}_IF`)
  make(box, 'TABL', stem.slice(0, 14) + 'T', { package: '$TMP' })
  make(box, 'FUGR', `${stem}_G`)
  box.sandbox.store.addPart(
    { object: { type: 'FUGR', name: `${stem}_G` }, part: `function:${stem}_FM` },
    `FUNCTION ${stem}_fm.\nENDFUNCTION.`,
    'ALICE'
  )
  make(box, 'CLAS', `/abc/${stem}`)
  const found = async (query: string, type?: string, max?: number) =>
    (await box.adt.searchObject(query, type, max)).map(each => [
      each['adtcore:type'],
      each['adtcore:name']
    ])
  assert.deepEqual(await found(`${stem.toLowerCase()}_*`), [
    ['CLAS/OC', `${stem}_CL`],
    ['FUGR/FF', `${stem}_FM`],
    ['FUGR/F', `${stem}_G`],
    ['INTF/OI', `${stem}_IF`]
  ])
  assert.deepEqual(await found(`*${stem}*`, 'CLAS/OC'), [
    ['CLAS/OC', `/ABC/${stem}`],
    ['CLAS/OC', `${stem}_CL`]
  ])
  assert.deepEqual(await found(`${stem}_?L`), [['CLAS/OC', `${stem}_CL`]])
  assert.deepEqual(await found(`${stem}_%`, 'FUGR'), [
    ['FUGR/FF', `${stem}_FM`],
    ['FUGR/F', `${stem}_G`]
  ])
  assert.deepEqual(await found(stem), [], 'no wildcard is appended')
  assert.equal((await found(`${stem}*`, undefined, 2)).length, 2)
  const query = (parameters: string) =>
    box.raw.get(`${adt}/repository/informationsystem/search?operation=quickSearch&${parameters}`)
  const module = await query(`query=${stem}_FM&objectType=FUGR%2fFF`)
  assert.match(
    module.text,
    new RegExp(
      `adtcore:uri="/sap/bc/adt/functions/groups/${stem.toLowerCase()}_g/fmodules/${stem.toLowerCase()}_fm" adtcore:type="FUGR/FF" adtcore:name="${stem}_FM" adtcore:packageName="ZBOX"`
    )
  )
  assert.match(
    (await query('query=*&objectType=CLAS/OC&packageName=zbox')).text,
    new RegExp(`adtcore:name="${stem}_CL"`)
  )
  assert.doesNotMatch((await query('query=*&packageName=ZBOX')).text, /packageName="\$TMP"/)
  assert.match(
    (await query('query=*&objectType=TRAN/T&maxResults=1')).text,
    /objectReference /,
    'a filter that is not known is ignored'
  )
  assert.doesNotMatch((await query('query=*&objectType=INCL/I')).text, /objectReference /)
  assert.equal((await query('')).status, 400)
  const nothing = await query('query=ZNOTHING_AT_ALL')
  assert.equal(nothing.status, 200)
  assert.equal(
    nothing.text,
    '<?xml version="1.0" encoding="utf-8"?><adtcore:objectReferences xmlns:adtcore="http://www.sap.com/adt/core"/>'
  )
  assert.equal((await query('query=(((')).status, 200)
})

test('object types are listed with what uses them', async t => {
  const { adt: client } = await start(t)
  const types = await client.objectTypes()
  assert.deepEqual(
    types.find(each => each.type === 'CLAS/OC'),
    {
      name: 'CLAS/OC',
      description: 'Class',
      type: 'CLAS/OC',
      usedBy: ['quick_search', 'where_used']
    }
  )
  assert.ok(types.some(each => each.type === 'FUGR/FF') && types.length > 15)
})

test('node structure: all at once, or packages first and then the objects of the requested types', async t => {
  const box = await start(t)
  const [cls, group] = [randomName('ZCL'), randomName('ZG')]
  make(box, 'CLAS', cls)
  make(box, 'FUGR', group)
  make(box, 'PROG', 'ZNODE_PROG', {
    source: 'REPORT znode_prog.\nINCLUDE znode_inc.\n INCLUDE zmissing IF FOUND.'
  })
  make(box, 'INCL', 'ZNODE_INC')
  make(box, 'CLAS', 'ZCL_BOBS', { responsible: 'BOB' })
  await box.raw.post(
    `${adt}/packages?corrNr=${await openRequest(box.raw)}`,
    packageXml('ZBOX_SUB', 'ZBOX'),
    { 'content-type': 'application/*' }
  )
  const all = await box.adt.nodeContents('DEVC/K', 'ZBOX')
  assert.deepEqual(
    all.nodes.map(node => [node.OBJECT_TYPE, node.OBJECT_NAME]).sort(),
    [
      ['CLAS/OC', cls],
      ['CLAS/OC', 'ZCL_BOBS'],
      ['DEVC/K', 'ZBOX_SUB'],
      ['FUGR/F', group],
      ['PROG/I', 'ZNODE_INC'],
      ['PROG/P', 'ZNODE_PROG']
    ].sort()
  )
  const node = all.nodes.find(each => each.OBJECT_NAME === cls)
  assert.deepEqual(
    [node?.OBJECT_URI, node?.TECH_NAME, node?.EXPANDABLE, node?.DESCRIPTION],
    [
      `${adt}/oo/classes/${cls.toLowerCase()}`,
      `${cls.padEnd(30, '=')}CP`,
      'X',
      `Description of ${cls}`
    ]
  )
  assert.deepEqual(
    all.categories.map(each => each.CATEGORY),
    ['packages', 'source_library']
  )
  assert.deepEqual(
    (await box.adt.nodeContents('DEVC/K', 'ZBOX', 'BOB')).nodes
      .map(each => each.OBJECT_NAME)
      .sort(),
    ['ZBOX_SUB', 'ZCL_BOBS']
  )
  const post = (keys: string[]) =>
    box.raw.post(
      `${adt}/repository/nodestructure?parent_type=DEVC/K&parent_name=zbox`,
      `<?xml version="1.0" encoding="UTF-8"?><asx:abap xmlns:asx="http://www.sap.com/abapxml" version="1.0"><asx:values><DATA>${keys.map(key => `<TV_NODEKEY>${key}</TV_NODEKEY>`).join('')}</DATA></asx:values></asx:abap>`,
      {
        'content-type': 'application/vnd.sap.as+xml; charset=UTF-8; dataname=null',
        accept:
          'application/vnd.sap.as+xml;charset=UTF-8;dataname=com.sap.adt.RepositoryObjectTreeContent'
      }
    )
  const absent = `${adt}/repository/nodestructure?parent_type=DEVC/K&parent_name=znone`
  const none = await box.raw.post(absent, '')
  assert.deepEqual([none.status, none.text, none.headers['content-type']], [200, '', undefined])
  assert.deepEqual((await box.adt.nodeContents('DEVC/K', 'ZNONE')).nodes, [])
  const first = await post(['000000'])
  assert.match(
    String(first.headers['content-type']),
    /^application\/vnd\.sap\.as\+xml; ?charset=utf-8; ?dataname=com\.sap\.adt\.RepositoryObjectTreeContent/
  )
  assert.deepEqual(
    [...first.text.matchAll(/<OBJECT_NAME>([^<]+)/g)].map(each => each[1]),
    ['ZBOX_SUB']
  )
  const id =
    /<OBJECT_TYPE>CLAS\/OC<\/OBJECT_TYPE><CATEGORY_TAG>source_library<\/CATEGORY_TAG><OBJECT_TYPE_LABEL>Classes<\/OBJECT_TYPE_LABEL><NODE_ID>(\d{6})/.exec(
      first.text
    )?.[1]
  assert.deepEqual(
    [...(await post([id ?? ''])).text.matchAll(/<OBJECT_NAME>([^<]+)/g)]
      .map(each => each[1])
      .sort(),
    [cls, 'ZCL_BOBS'].sort()
  )
  assert.deepEqual(
    (await box.adt.nodeContents('FUGR/F', group)).nodes.map(each => each.OBJECT_TYPE),
    ['FUGR/I']
  )
  assert.deepEqual(
    (await box.adt.nodeContents('PROG/P', 'ZNODE_PROG')).nodes.map(each => each.OBJECT_NAME),
    ['ZNODE_INC']
  )
  assert.deepEqual((await box.adt.nodeContents('DEVC/K', 'ZNO_SUCH')).nodes, [])
  assert.deepEqual(
    (await box.adt.nodeContents('DEVC/K')).nodes.map(each => each.OBJECT_NAME),
    ['$TMP', 'ZBOX']
  )
})

test('the path of an object leads through its packages and its group', async t => {
  const box = await start(t)
  await box.raw.post(
    `${adt}/packages?corrNr=${await openRequest(box.raw)}`,
    packageXml('ZBOX_DEEP', 'ZBOX'),
    { 'content-type': 'application/*' }
  )
  const group = randomName('ZG')
  make(box, 'FUGR', group, { package: 'ZBOX_DEEP' })
  const uri = `${adt}/functions/groups/${group.toLowerCase()}/includes/l${group.toLowerCase()}top`
  assert.deepEqual(
    (await box.adt.findObjectPath(uri)).map(each => [
      each['adtcore:type'],
      each['adtcore:name'],
      each['projectexplorer:category']
    ]),
    [
      ['DEVC/K', 'ZBOX', 'packages'],
      ['DEVC/K', 'ZBOX_DEEP', 'packages'],
      ['FUGR/F', group, 'source_library'],
      ['FUGR/I', `L${group}TOP`, 'source_library']
    ]
  )
  assert.equal(
    (
      await box.raw.post(
        `${adt}/repository/nodepath?uri=${encodeURIComponent(`${adt}/oo/classes/znone`)}`
      )
    ).status,
    404
  )
})

test('packages: made, read, changed, refused, deleted', async t => {
  const box = await start(t)
  const name = randomName('ZP')
  const wish: NewPackageOptions = {
    objtype: 'DEVC/K',
    name,
    parentName: 'ZBOX',
    parentPath: `${adt}/packages/zbox`,
    description: 'Made by a client',
    responsible: 'ALICE',
    swcomp: 'HOME',
    transportLayer: 'ZLAY',
    packagetype: 'development'
  }
  const unknown = { ...wish, transport: 'SBXK999999' }
  await assert.rejects(box.adt.createObject(unknown), /SBXK999999 does not exist/)
  assert.equal(box.sandbox.store.get({ type: 'DEVC', name }), undefined)
  await box.adt.createObject({ ...wish, transport: await openRequest(box.raw) })
  assert.equal(box.sandbox.store.get({ type: 'DEVC', name })?.package, 'ZBOX')
  const uri = `${adt}/packages/${name.toLowerCase()}`
  const read = await box.raw.get(uri, {
    accept: 'application/vnd.sap.adt.packages.v1+xml, application/vnd.sap.adt.packages.v2+xml'
  })
  assert.equal(read.headers['content-type'], 'application/vnd.sap.adt.packages.v1+xml')
  assert.match(
    read.text,
    /^<\?xml version="1.0" encoding="utf-8"\?><pak:package [^\n]*adtcore:version="active"/
  )
  assert.match(
    read.text,
    /<pak:superPackage\/>|<pak:superPackage adtcore:uri="\/sap\/bc\/adt\/packages\/zbox"/
  )
  assert.match(read.text, /pak:softwareComponent pak:name="HOME"/)
  assert.match(read.text, /pak:recordChanges="true"/)
  const again = await box.raw.post(`${adt}/packages`, packageXml(name, ''), {
    'content-type': 'application/*'
  })
  assert.deepEqual(
    [again.status, /type id="([^"]+)/.exec(again.text)?.[1]],
    [409, 'ExceptionResourceAlreadyExists']
  )
  for (const [wrong, status] of [
    [packageXml('ZP_X', 'ZNO_SUCH'), 400],
    [packageXml('Z P', ''), 400],
    [packageXml('Z'.repeat(31), ''), 400],
    ['<x', 400],
    [
      packageXml('$LOCAL_P', '', '<p:transport><p:softwareComponent p:name="HOME"/></p:transport>'),
      400
    ],
    [
      packageXml('ZP_X', '', '<p:transport><p:softwareComponent p:name="NOPE"/></p:transport>'),
      400
    ],
    [packageXml('$LOCAL_P', 'ZBOX'), 400]
  ] as const) {
    assert.equal(
      (await box.raw.post(`${adt}/packages`, wrong, { 'content-type': 'application/*' })).status,
      status,
      wrong
    )
  }
  box.adt.stateful = sessionTypes.stateful
  const lock = await box.adt.lock(uri)
  const changed = read.text.replace('Made by a client', 'Another text')
  await box.adt.httpClient.request(`${uri}?lockHandle=${lock.LOCK_HANDLE}`, {
    method: 'PUT',
    body: changed,
    headers: { 'Content-Type': 'application/vnd.sap.adt.packages.v1+xml' }
  })
  assert.equal(box.sandbox.store.get({ type: 'DEVC', name })?.description, 'Another text')
  const moved = read.text
    .replace('/packages/zbox"', '/packages/%24tmp"')
    .replace('adtcore:name="ZBOX"', 'adtcore:name="$TMP"')
  await assert.rejects(
    box.adt.httpClient.request(`${uri}?lockHandle=${lock.LOCK_HANDLE}`, {
      method: 'PUT',
      body: moved,
      headers: { 'Content-Type': 'application/*' }
    })
  )
  assert.equal(box.sandbox.store.get({ type: 'DEVC', name })?.package, 'ZBOX')
  make(box, 'CLAS', 'ZCL_IN_IT', { package: name })
  await assert.rejects(box.adt.deleteObject(uri, lock.LOCK_HANDLE), /contains 1 object/)
  box.sandbox.store.remove({ type: 'CLAS', name: 'ZCL_IN_IT' })
  await box.adt.deleteObject(uri, lock.LOCK_HANDLE)
  await box.adt.unLock(uri, lock.LOCK_HANDLE)
  const gone = await box.raw.get(uri)
  assert.deepEqual(
    [gone.status, /<message lang="EN">([^<]+)/.exec(gone.text)?.[1]],
    [404, `Error while importing object ${name} from the database.`]
  )
  assert.equal((await box.adt.lock(`${adt}/packages/%24tmp`)).IS_LOCAL, 'X')
  assert.equal((await box.raw.get(`${adt}/packages/%24TMP`)).status, 200)
  assert.equal(
    (await box.raw.get(`${adt}/packages/%24tmp`, { accept: 'application/xml' })).status,
    406
  )
})

test('package validation and value helps', async t => {
  const { adt: client, raw } = await start(t)
  const options = {
    objtype: 'DEVC/K',
    objname: 'ZNEW_ONE',
    packagename: '',
    description: 'x',
    swcomp: 'HOME',
    packagetype: 'development',
    transportLayer: ''
  } as const
  assert.equal((await client.validateNewObject(options)).success, true)
  await assert.rejects(client.validateNewObject({ ...options, objname: 'ZBOX' }), /already exist/)
  await assert.rejects(
    client.validateNewObject({ ...options, swcomp: 'NOPE' }),
    /not a valid software component/
  )
  assert.deepEqual(
    (await client.packageSearchHelp('softwarecomponents')).map(each => each.name),
    ['HOME', 'LOCAL', 'ZLOCAL']
  )
  assert.deepEqual(
    (await client.packageSearchHelp('softwarecomponents', 'lo*')).map(each => each.name),
    ['LOCAL']
  )
  assert.deepEqual(
    (await client.packageSearchHelp('transportlayers')).map(each => each.name),
    ['ZSBX']
  )
  assert.equal((await raw.get(`${adt}/packages/valuehelps/nonsense?name=*`)).status, 404)
})

test('transport checks distinguish local packages from others', async t => {
  const box = await start(t)
  make(box, 'CLAS', 'ZCL_LOCAL', { package: '$TMP' })
  make(box, 'CLAS', 'ZCL_MOVES', { package: 'ZBOX' })
  const local = await box.adt.transportInfo(`${adt}/oo/classes/zcl_local/source/main`)
  assert.deepEqual(
    [local.RECORDING, local.DLVUNIT, local.DEVCLASS, local.OBJECT, local.OBJECTNAME],
    ['', 'LOCAL', '$TMP', 'CLAS', 'ZCL_LOCAL']
  )
  const moves = await box.adt.transportInfo(`${adt}/oo/classes/zcl_moves/source/main`, '$TMP')
  assert.deepEqual(
    [
      moves.RECORDING,
      moves.DLVUNIT,
      moves.DEVCLASS,
      moves.PDEVCLASS,
      moves.TRANSPORTS,
      moves.LOCKS
    ],
    ['X', 'HOME', 'ZBOX', 'ZSBX', [], undefined]
  )
  const fresh = await box.adt.transportInfo(`${adt}/oo/classes/zcl_not_there_yet`, 'ZBOX')
  assert.deepEqual([fresh.RECORDING, fresh.DEVCLASS, fresh.TADIRDEVC], ['X', 'ZBOX', ''])
  const absent = await box.adt.transportInfo(`${adt}/oo/classes/zcl_not_there_yet`, 'ZNO_SUCH')
  assert.deepEqual(
    [absent.RESULT, absent.RECORDING, absent.KORRFLAG, absent.DLVUNIT, absent.TRANSPORTS],
    ['S', '', '', 'LOCAL', []],
    'a package that does not exist is answered like a local one'
  )
})

test('the system returns its components, attributes, users and client', async t => {
  const { adt: client, raw } = await start(t)
  const feed = { accept: 'application/atom+xml;type=feed' }
  const components = await raw.get(`${adt}/system/components`, feed)
  assert.match(String(components.headers['content-type']), /^application\/atom\+xml;type=feed/)
  assert.match(components.text, /<atom:id>SAP_BASIS<\/atom:id><atom:title>758;;0000;/)
  assert.match(components.text, /<atom:id>ERP_BRIDGE_SANDBOX<\/atom:id>/)
  assert.match(
    (await raw.get(`${adt}/system/information`, feed)).text,
    /<atom:id>SAPSystemID<\/atom:id><atom:title>SBX<\/atom:title>/
  )
  assert.deepEqual(
    (await client.systemUsers()).map(each => [each.id, each.title]),
    [
      ['ALICE', 'Alice Able'],
      ['BOB', 'Bob Box']
    ]
  )
  assert.match(
    (await raw.get(`${adt}/system/users?querystring=b*&maxcount=5`, feed)).text,
    /<atom:entry><atom:id>BOB/
  )
  assert.doesNotMatch((await raw.get(`${adt}/system/users?querystring=b*`, feed)).text, /ALICE/)
  assert.equal((await raw.get(`${adt}/system/users/carol`, feed)).status, 404)
  assert.match((await raw.get(`${adt}/system/users/bob`, feed)).text, /Bob Box/)
  assert.match((await raw.get(`${adt}/system/clients`, feed)).text, /<atom:id>001</)
})

test('the source search finds lines of active sources', async t => {
  const box = await start(t)
  make(box, 'PROG', 'ZTEXT', {
    source: 'REPORT ztext.\n  WRITE `Needle in <hay>`.\nWRITE `needle`.'
  })
  make(box, 'PROG', 'ZDRAFT', { source: 'REPORT zdraft. "needle' })
  box.sandbox.store.activate([{ type: 'PROG', name: 'ZTEXT' }], 'ALICE')
  const search = (parameters: string, spelling = 'textsearch') =>
    box.raw.get(`${adt}/repository/informationsystem/${spelling}?searchString=${parameters}`)
  const found = await search('NEEDLE')
  assert.deepEqual(
    [...found.text.matchAll(/<textSearchResult uri="([^"]+)" line="(\d+)" snippet="([^"]+)"/g)].map(
      each => each.slice(1)
    ),
    [
      [
        `${adt}/programs/programs/ztext/source/main#start=2,9`,
        '2',
        'WRITE `Needle in &lt;hay&gt;`.'
      ],
      [`${adt}/programs/programs/ztext/source/main#start=3,7`, '3', 'WRITE `needle`.']
    ]
  )
  assert.equal(
    (await search('needle&searchFromIndex=2&searchToIndex=2', 'textSearch')).text.match(
      /textSearchResult/g
    )?.length,
    1
  )
  assert.doesNotMatch((await search('needle&packageName=%24TMP')).text, /objectReference /)
  assert.equal((await search('')).status, 400)
})
