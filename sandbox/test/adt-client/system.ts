import assert from 'node:assert/strict'
import { TransportDateFilter } from 'abap-adt-api'
import { adt, works } from './world.ts'
import type { Rows, World } from './world.ts'

const configurations = `${adt}/cts/transportrequests/searchconfiguration/configurations`

/** A request with one task, in the package that records changes. */
function openRequest({ client, stamp }: World): Promise<string> {
  return client.createTransport(`${adt}/oo/classes/zcl_new`, `Request ${stamp}`, 'ZBOX')
}

/** Log-on, service documents, search, tree, users, transport requests. */
export const systemRows: Rows = {
  login: works(async ({ connect }) => {
    const other = connect()
    await other.login()
    assert.equal(other.loggedin, true)
  }),
  logout: works(async ({ connect, sandbox }) => {
    const other = connect()
    await other.login()
    const before = sandbox.counters.openSessions
    await other.logout()
    assert.equal(sandbox.counters.openSessions, before - 1)
  }),
  dropSession: works(async ({ client, url, sandbox }) => {
    await client.lock(url('ZCL_'))
    assert.equal(sandbox.counters.openLocks, 1)
    await client.dropSession()
    assert.equal(sandbox.counters.openLocks, 0)
  }),
  adtDiscovery: works(async ({ client }) =>
    assert.ok(
      (await client.adtDiscovery()).some(each =>
        each.collection.some(({ href }) => href === `${adt}/activation`)
      )
    )
  ),
  adtCoreDiscovery: works(async ({ client }) =>
    assert.ok((await client.adtCoreDiscovery()).length > 0)
  ),
  adtCompatibiliyGraph: works(async ({ client }) =>
    assert.ok((await client.adtCompatibiliyGraph()).nodes.length > 0)
  ),
  featureDetails: works(async ({ connect }) =>
    assert.ok(
      (await connect().featureDetails('Packages'))?.collection.some(
        each => each.href === `${adt}/packages`
      )
    )
  ),
  collectionFeatureDetails: works(async ({ connect }) => {
    const client = connect() // what it calls the address of a collection is a template
    const [first] = (await client.adtDiscovery()).filter(each =>
      each.collection.some(({ templateLinks }) => templateLinks.length > 0)
    )
    const template = first?.collection.flatMap(each => each.templateLinks)[0]?.template ?? ''
    assert.equal((await client.collectionFeatureDetails(template))?.title, first?.title)
    assert.equal(await client.collectionFeatureDetails(`${adt}/debugger/memorysizes`), undefined)
  }),
  findCollectionByUrl: works(async ({ connect }) =>
    assert.equal(
      (await connect().findCollectionByUrl(`${adt}/oo/classrun`))?.collection.href,
      `${adt}/oo/classrun`
    )
  ),
  hasTransportConfig: works(async ({ connect }) =>
    assert.equal(await connect().hasTransportConfig(), true)
  ),
  searchObject: works(async ({ client, name, url }) => {
    assert.deepEqual(
      (await client.searchObject(`${name('ZCL_').toLowerCase()}*`, 'CLAS/OC')).map(
        each => each['adtcore:uri']
      ),
      [url('ZCL_')]
    )
  }),
  findObjectPath: works(async ({ client, name, url }) => {
    assert.deepEqual(
      (await client.findObjectPath(url('ZCL_'))).map(each => each['adtcore:name']),
      ['$TMP', name('ZCL_')]
    )
  }),
  nodeContents: works(async ({ client, name, url }) => {
    const { nodes } = await client.nodeContents('DEVC/K', '$TMP')
    assert.equal(nodes.find(each => each.OBJECT_NAME === name('ZTA_'))?.OBJECT_URI, url('ZTA_'))
    assert.deepEqual(
      (await client.nodeContents('PROG/P', name('ZPR_'))).nodes.map(each => each.OBJECT_NAME),
      [name('ZIN_')]
    )
  }),
  objectTypes: works(async ({ client }) =>
    assert.ok((await client.objectTypes()).some(each => each.type === 'BDEF/BDO'))
  ),
  loadTypes: works(async ({ client }) =>
    assert.ok((await client.loadTypes()).some(each => each.OBJECT_TYPE === 'FUGR/I'))
  ),
  packageSearchHelp: works(async ({ client }) => {
    assert.ok(
      (await client.packageSearchHelp('softwarecomponents')).some(each => each.name === 'LOCAL')
    )
    for (const kind of [
      'applicationcomponents',
      'transportlayers',
      'translationrelevances'
    ] as const) {
      assert.ok(Array.isArray(await client.packageSearchHelp(kind)))
    }
  }),
  objectRegistrationInfo: works(async ({ client, url, name }) => {
    const { developer, object } = await client.objectRegistrationInfo(url('ZCL_'))
    assert.deepEqual(
      [developer['reg:isRequired'], object['reg:transportName']],
      [false, name('ZCL_')]
    )
  }),
  systemUsers: works(async ({ client }) =>
    assert.deepEqual((await client.systemUsers()).map(each => each.id).sort(), ['ALICE', 'BOB'])
  ),
  atcUsers: works(async ({ client }) =>
    assert.ok((await client.atcUsers()).some(each => each.title === 'Bob Box'))
  ),
  transportInfo: works(async ({ client, url, name }) => {
    const info = await client.transportInfo(`${url('ZCL_')}/source/main`)
    assert.deepEqual(
      [info.PGMID, info.OBJECT, info.OBJECTNAME, info.DEVCLASS, info.RECORDING, info.DLVUNIT],
      ['R3TR', 'CLAS', name('ZCL_'), '$TMP', '', 'LOCAL']
    )
    assert.equal(
      (await client.transportInfo(`${adt}/oo/classes/zcl_new`, 'ZBOX', 'I')).RECORDING,
      'X'
    )
  }),
  createTransport: works(async world => assert.match(await openRequest(world), /^SBXK9\d{5}$/)),
  transportDetails: works(async world => {
    const number = await openRequest(world)
    const details = await world.client.transportDetails(number)
    assert.deepEqual(
      [details['tm:number'], details['tm:desc'], details['tm:owner']],
      [number, `Request ${world.stamp}`, 'ALICE']
    )
  }),
  userTransports: works(async world => {
    const number = await openRequest(world)
    const { workbench } = await world.client.userTransports('ALICE')
    assert.ok(workbench.flatMap(each => each.modifiable).some(each => each['tm:number'] === number))
  }),
  transportReference: works(async ({ client, name, url }) =>
    assert.equal(await client.transportReference('R3TR', 'CLAS', name('ZCL_')), url('ZCL_'))
  ),
  transportSetOwner: works(async world =>
    assert.equal(
      (await world.client.transportSetOwner(await openRequest(world), 'BOB'))['tm:targetuser'],
      'BOB'
    )
  ),
  transportAddUser: works(async world => {
    const number = await openRequest(world)
    await world.client.transportAddUser(number, 'BOB')
    assert.deepEqual(
      (await world.client.transportDetails(number)).tasks.map(each => each['tm:owner']).sort(),
      ['ALICE', 'BOB']
    )
  }),
  transportRelease: works(async world => {
    const number = await openRequest(world)
    const { tasks } = await world.client.transportDetails(number)
    const [empty] = await world.client.transportRelease(tasks[0]?.['tm:number'] ?? '')
    assert.deepEqual(
      [empty?.['chkrun:status'], empty?.messages.length],
      ['abortrelapifail', 1],
      'a task that was never used goes with its request'
    )
    assert.deepEqual(
      (await world.client.transportRelease(number)).map(report => report['chkrun:status']),
      ['released']
    )
    assert.equal((await world.client.transportDetails(number))['tm:status'], 'R')
  }),
  transportDelete: works(async world => {
    const number = await openRequest(world)
    await world.client.transportDelete(number)
    await assert.rejects(world.client.transportDetails(number))
  }),
  createTransportsConfig: works(async ({ client }) =>
    assert.equal(typeof (await client.createTransportsConfig()).User, 'string')
  ),
  transportConfigurations: works(async ({ client }) =>
    assert.ok(
      (await client.transportConfigurations()).every(each => each.link.startsWith(configurations))
    )
  ),
  getTransportConfiguration: works(async ({ client }) => {
    const [first] = await client.transportConfigurations()
    assert.equal(
      typeof (await client.getTransportConfiguration(first?.link ?? '')).Modifiable,
      'boolean'
    )
  }),
  setTransportsConfig: works(async ({ client }) => {
    const [first] = await client.transportConfigurations()
    const options = {
      DateFilter: TransportDateFilter.SinceFourWeeks,
      WorkbenchRequests: true,
      TransportOfCopies: false,
      Released: false,
      User: 'ALICE',
      CustomizingRequests: false,
      Modifiable: true
    } as const
    await client.setTransportsConfig(first?.link ?? '', first?.etag ?? '', options)
    assert.deepEqual(
      { ...(await client.getTransportConfiguration(first?.link ?? '')) },
      { ...options, FromDate: undefined, ToDate: undefined }
    )
  }),
  transportsByConfig: works(async world => {
    const number = await openRequest(world)
    const [first] = await world.client.transportConfigurations()
    const { workbench } = await world.client.transportsByConfig(first?.link ?? '')
    assert.ok(workbench.flatMap(each => each.modifiable).some(each => each['tm:number'] === number))
  })
}
