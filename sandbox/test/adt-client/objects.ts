import assert from 'node:assert/strict'
import abapAdtApi from 'abap-adt-api'
import { adt, refusal, works } from './world.ts'
import type { Rows, World } from './world.ts'

const { ADTClient, isClassStructure, session_types: session } = abapAdtApi

function metaData(
  { name }: World,
  prefix: string
): Parameters<World['client']['setDomainProperties']>[2] {
  return {
    name: name(prefix),
    description: 'Changed <text> & more',
    language: 'EN',
    masterLanguage: 'EN',
    masterSystem: 'SBX',
    responsible: 'ALICE',
    packageName: '$TMP'
  }
}

/** Objects, sources, locks, activation, checks, runs. */
export const objectRows: Rows = {
  validateNewObject: works(async ({ client, name }) => {
    const options = { objtype: 'CLAS/OC', description: 'x', packagename: '$TMP' } as const
    assert.equal(
      (await client.validateNewObject({ ...options, objname: name('ZCL_FREE_') })).success,
      true
    )
    await assert.rejects(
      client.validateNewObject({ ...options, objname: name('ZCL_') }),
      /already exists/
    )
  }),
  createObject: works(async world => {
    for (const [type, prefix] of [
      ['DOMA/DD', 'ZDO_'],
      ['DTEL/DE', 'ZDE_'],
      ['FUGR/F', 'ZFG_'],
      ['CLAS/OC', 'ZCL_N_'],
      ['SRVB/SVB', 'ZSB_']
    ] as const) {
      if (type === 'SRVB/SVB') {
        const binding = {
          objtype: type,
          name: world.name(prefix),
          parentName: '$TMP',
          description: 'x',
          parentPath: `${adt}/packages/%24tmp`,
          service: world.name('ZSD_'),
          bindingtype: 'ODATA',
          category: '0'
        }
        await world.client.createObject(binding)
      } else await world.create(type, world.name(prefix))
      assert.equal(
        (await world.client.objectStructure(world.url(prefix))).metaData['adtcore:type'],
        type
      )
    }
    await world.create('FUGR/FF', world.name('Z_FM_'), world.name('ZFG_'))
    assert.equal(
      (await refusal(world.create('CLAS/OC', world.name('ZCL_')))).type,
      'ExceptionResourceAlreadyExists'
    )
  }),
  objectStructure: works(async ({ client, name, url }) => {
    const structure = await client.objectStructure(url('ZCL_'))
    assert.ok(isClassStructure(structure))
    assert.deepEqual(
      [
        structure.metaData['adtcore:name'],
        structure.metaData['adtcore:description'],
        structure.metaData['adtcore:responsible']
      ],
      [name('ZCL_'), `Text of ${name('ZCL_')}`, 'ALICE']
    )
    assert.equal(ADTClient.mainInclude(structure), `${url('ZCL_')}/source/main`)
    assert.ok(ADTClient.classIncludes(structure).has('testclasses'))
  }),
  objectStructureElements: works(async ({ client, url, name }) => {
    const elements = await client.objectStructureElements(url('ZCL_'))
    assert.ok(
      JSON.stringify(elements).includes(`${name('ZIF_')}~COMPUTE`),
      JSON.stringify(elements).slice(0, 300)
    )
  }),
  classComponents: works(async ({ client, url, name }) =>
    assert.equal((await client.classComponents(url('ZCL_')))['adtcore:name'], name('ZCL_'))
  ),
  fragmentMappings: works(async ({ client, url, source, at, name }) => {
    const [line, column] = at(source['include'] ?? '', name('add_').toLowerCase())
    assert.deepEqual(
      await client.fragmentMappings(`${url('ZIN_')}/source/main`, 'PROG/PU', name('ADD_')),
      { uri: `${url('ZIN_')}/source/main`, line, column }
    )
    await assert.rejects(
      client.fragmentMappings(`${url('ZIN_')}/source/main`, 'PROG/PU', 'NOWHERE')
    )
  }),
  getObjectSource: works(async ({ client, url, source }) => {
    assert.equal(await client.getObjectSource(`${url('ZCL_')}/source/main`), source['cls'])
    assert.equal(
      await client.getObjectSource(`${url('ZCL_')}/includes/testclasses`, { version: 'active' }),
      source['tests']
    )
    assert.equal(await client.getObjectSource(`${url('ZTA_')}/source/main`), source['table'])
  }),
  lock: works(async ({ client, url, connect, name }) => {
    client.stateful = session.stateful
    const { LOCK_HANDLE, IS_LOCAL } = await client.lock(url('ZCL_'))
    assert.equal(IS_LOCAL, 'X')
    const other = connect(1)
    await other.login()
    other.stateful = client.stateful
    assert.deepEqual(await refusal(other.lock(url('ZCL_'))), {
      type: 'ExceptionResourceNoAccess',
      status: 403,
      message: `User ALICE is currently editing ${name('ZCL_')}`
    })
    await client.unLock(url('ZCL_'), LOCK_HANDLE)
  }),
  unLock: works(async ({ client, url, sandbox }) => {
    const { LOCK_HANDLE } = await client.lock(url('ZCL_'))
    assert.equal(await client.unLock(url('ZCL_'), LOCK_HANDLE), '')
    assert.equal(sandbox.counters.openLocks, 0)
  }),
  setObjectSource: works(async ({ client, save, url, source }) => {
    const text = `${source['cls'] ?? ''}* kept: ä € 😀 "quoted" <tag> &amp;\n`
    await save(url('ZCL_'), text)
    assert.equal(await client.getObjectSource(`${url('ZCL_')}/source/main`), text)
    assert.equal(
      (await refusal(client.setObjectSource(`${url('ZCL_')}/source/main`, text, 'AFFE'))).type,
      'ExceptionResourceInvalidLockHandle'
    )
    await save(url('ZCL_'), source['cls'] ?? '')
  }),
  inactiveObjects: works(async ({ client, url }) =>
    assert.ok(
      (await client.inactiveObjects()).some(each => each.object?.['adtcore:uri'] === url('ZCL_'))
    )
  ),
  activate: works(async ({ client, activated, save, url, name, source, operator, factor }) => {
    await save(
      url('ZCL_'),
      (source['cls'] ?? '').replace(`iv_in ${operator} ${factor}`, 'iv_in + not_there')
    )
    const { success, messages } = await client.activate(name('ZCL_'), url('ZCL_'))
    assert.equal(success, false)
    assert.ok(
      messages.some(
        each => each.type === 'E' && each.href.startsWith(`${url('ZCL_')}/source/main#start=9,`)
      ),
      JSON.stringify(messages)
    )
    await save(url('ZCL_'), source['cls'] ?? '')
    await activated(name('ZCL_'), url('ZCL_'))
  }),
  createTestInclude: works(async ({ client, locked, url, name }) => {
    await locked(url('ZCL_S_'), handle => client.createTestInclude(name('ZCL_S_'), handle))
    assert.notEqual(
      await client.getObjectSource(`${url('ZCL_S_')}/includes/testclasses`),
      undefined
    )
  }),
  mainPrograms: works(async ({ client, url, name }) =>
    assert.deepEqual(
      (await client.mainPrograms(url('ZIN_'))).map(each => each['adtcore:name']),
      [name('ZPR_')]
    )
  ),
  revisions: works(async ({ client, url, source }) => {
    const [newest] = await client.revisions(url('ZCL_'))
    assert.equal(await client.getObjectSource(newest?.uri ?? ''), source['cls'])
  }),
  getDomainProperties: works(async ({ client, url, name }) =>
    assert.equal((await client.getDomainProperties(url('ZDO_'))).metaData.name, name('ZDO_'))
  ),
  setDomainProperties: works(async world => {
    const { client, locked, url, factor } = world
    const properties = {
      typeInformation: { datatype: 'CHAR', length: factor, decimals: 0 },
      outputInformation: { length: factor, signExists: false, lowercase: true, ampmFormat: false },
      valueInformation: {
        valueTableRef: '',
        appendExists: false,
        fixValues: [
          { low: 'A', high: '', text: 'First' },
          { low: 'B', high: 'C', text: 'Rest' }
        ]
      }
    }
    await locked(url('ZDO_'), handle =>
      client.setDomainProperties(url('ZDO_'), properties, metaData(world, 'ZDO_'), handle)
    )
    const read = await client.getDomainProperties(url('ZDO_'))
    assert.deepEqual(
      [
        read.properties.typeInformation.length,
        read.properties.outputInformation.lowercase,
        read.properties.valueInformation?.fixValues?.map(each => each.low)
      ],
      [factor, true, ['A', 'B']]
    )
    assert.equal(read.metaData.description, 'Changed <text> & more')
  }),
  getDataElementProperties: works(async ({ client, url, name }) =>
    assert.equal((await client.getDataElementProperties(url('ZDE_'))).metaData.name, name('ZDE_'))
  ),
  setDataElementProperties: works(async world => {
    const { client, locked, url, stamp } = world
    const properties = {
      typeName: world.name('ZDO_'),
      dataType: 'CHAR',
      dataTypeLength: 1,
      fieldLabels: {
        shortFieldLabel: `S${stamp}`,
        mediumFieldLabel: `M${stamp}`,
        longFieldLabel: `L${stamp}`,
        headingFieldLabel: `H${stamp}`
      }
    }
    await locked(url('ZDE_'), handle =>
      client.setDataElementProperties(url('ZDE_'), properties, metaData(world, 'ZDE_'), handle)
    )
    const read = await client.getDataElementProperties(url('ZDE_'))
    assert.deepEqual(
      [
        read.properties.typeName,
        read.properties.fieldLabels.shortFieldLabel,
        read.properties.fieldLabels.headingFieldLabel
      ],
      [world.name('ZDO_'), `S${stamp}`, `H${stamp}`]
    )
  }),
  setTextElements: works(async ({ client, name, locked, stamp }) => {
    const url = ADTClient.textElementsUrl('PROG/P', name('ZPR_'))
    await locked(url, handle =>
      client.setTextElements(
        url,
        'symbols',
        [{ id: '001', text: `Text ${stamp}`, maxLength: 30 }],
        handle
      )
    )
  }),
  getTextElements: works(async ({ client, name, stamp }) => {
    const { textElements } = await client.getTextElements(
      ADTClient.textElementsUrl('PROG/P', name('ZPR_')),
      'symbols'
    )
    assert.deepEqual(
      textElements.map(each => [each.id, each.text, each.maxLength]),
      [['001', `Text ${stamp}`, 30]]
    )
  }),
  deleteObject: works(async ({ client, url }) => {
    const { LOCK_HANDLE } = await client.lock(url('ZCL_N_'))
    await client.deleteObject(url('ZCL_N_'), LOCK_HANDLE)
    assert.equal((await refusal(client.objectStructure(url('ZCL_N_')))).status, 404)
  }),
  changePackagePreview: works(async ({ client, url, name, connect }) => {
    const transport = await client.createTransport(url('ZFG_'), 'Move', 'ZBOX')
    const log = console.log
    console.log = () => undefined // the client prints what it sends
    try {
      const preview = await client.changePackagePreview(
        { ...move(url('ZFG_'), name('ZFG_')), transport },
        transport
      )
      assert.deepEqual(
        [preview.oldPackage, preview.newPackage, preview.transport],
        ['$TMP', 'ZBOX', transport]
      )
    } finally {
      console.log = log
    }
    assert.deepEqual(
      (await connect().findObjectPath(url('ZFG_'))).map(each => each['adtcore:name']),
      ['$TMP', name('ZFG_')]
    )
  }),
  changePackageExecute: works(async ({ client, url, name }) => {
    const options = move(url('ZFG_'), name('ZFG_'))
    assert.match(
      (await refusal(client.changePackageExecute({ ...options, transport: 'SBXK999999' }))).message,
      /SBXK999999 does not exist/
    )
    const transport = await client.createTransport(url('ZFG_'), 'Move', 'ZBOX')
    await client.changePackageExecute({ ...options, transport })
    assert.deepEqual(
      (await client.findObjectPath(url('ZFG_'))).map(each => each['adtcore:name']),
      ['ZBOX', name('ZFG_')]
    )
    const { tasks } = await client.transportDetails(transport)
    assert.deepEqual(
      tasks.flatMap(each => each.objects).map(each => each['tm:name']),
      [name('ZFG_')]
    )
  }),
  tableContents: works(async ({ client, name }) => {
    assert.deepEqual(
      (await client.tableContents(name('ZTA_'))).columns.map(each => [
        each.name,
        each.keyAttribute
      ]),
      [
        ['CLIENT', true],
        ['ID', true],
        ['CITY', false],
        ['AMOUNT', false]
      ]
    )
    assert.deepEqual(
      (await client.tableContents(name('ZVI_'), 5)).columns.map(each => each.name),
      ['ID', 'TOWN', 'AMOUNT']
    )
  }),
  runQuery: works(async ({ client, name, stamp }) => {
    const { columns, values } = await client.runQuery(
      `SELECT id, city AS c_${stamp} FROM ${name('ZTA_')}`
    )
    assert.deepEqual(
      [columns.map(each => [each.name, each.type]), values],
      [
        [
          ['ID', 'N'],
          [`C_${stamp}`, 'C']
        ],
        []
      ]
    )
    assert.equal((await refusal(client.runQuery(`DELETE FROM ${name('ZTA_')}`))).status, 400)
  }),
  runClass: works(async ({ client, name, result }) =>
    assert.equal((await client.runClass(name('ZCL_'))).trim(), `Result ${result}`)
  ),
  unitTestRun: works(async ({ client, url, input }) => {
    const [tests] = await client.unitTestRun(url('ZCL_'))
    assert.deepEqual(
      tests?.testmethods.map(each => [each['adtcore:name'], each.alerts.length]),
      [
        ['COMPUTES', 0],
        ['FAILS', 1]
      ]
    )
    assert.ok(tests?.testmethods[1]?.alerts[0]?.details.some(each => each.includes(`${input + 1}`)))
  }),
  unitTestEvaluation: works(async ({ client, url }) => {
    const [tests] = await client.unitTestRun(url('ZCL_'))
    assert.ok(tests)
    const only = {
      ...tests,
      testmethods: tests.testmethods.filter(each => each['adtcore:name'] === 'COMPUTES')
    }
    assert.deepEqual(
      (await client.unitTestEvaluation(only)).map(each => each['adtcore:name']),
      ['COMPUTES']
    )
  })
}

function move(uri: string, name: string): Parameters<World['client']['changePackageExecute']>[0] {
  return {
    oldPackage: '$TMP',
    newPackage: 'ZBOX',
    transport: '',
    ignoreSyntaxErrorsAllowed: true,
    ignoreSyntaxErrors: false,
    adtObjectUri: uri,
    userContent: '',
    affectedObjects: {
      uri,
      type: 'FUGR/F',
      name,
      oldPackage: '$TMP',
      newPackage: 'ZBOX',
      parentUri: ''
    }
  }
}
