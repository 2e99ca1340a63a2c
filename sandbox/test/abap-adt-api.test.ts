import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import abapAdtApi from 'abap-adt-api'
import type { ADTClient as Client, NewPackageOptions } from 'abap-adt-api'
import { createSandbox } from '../server.ts'
import type { Sandbox } from '../server.ts'

/**
 * An independent client, written for the real system, does the daily work of a developer. Names,
 * numbers and logic are made up anew in every run, so that nothing can be answered by heart.
 */
const { ADTClient, isAdtError, isHttpError, isClassStructure, session_types: session } = abapAdtApi

const base = '/sap/bc/adt'
const tmp = `${base}/packages/%24tmp`
const random = (below: number) => Math.floor(Math.random() * below)
const stamp = random(36 ** 5)
  .toString(36)
  .toUpperCase()
  .padStart(5, '0')
const name = (prefix: string) => `${prefix}${stamp}`
const factor = 2 + random(90)
const input = 3 + random(90)

const users = [
  { name: 'DEVELOPER', password: 'first-Secret' },
  { name: 'REVIEWER', password: 'second-Secret' }
] as const
let sandbox: Sandbox
let client: Client

function connect(user: (typeof users)[number] = users[0]): Client {
  return new ADTClient(sandbox.url, user.name, user.password, '001', 'EN')
}

/** Lock, write, unlock: the way of every editor. */
async function save(object: string, text: string, source = `${object}/source/main`): Promise<void> {
  client.stateful = session.stateful
  const { LOCK_HANDLE } = await client.lock(object)
  try {
    await client.setObjectSource(source, text, LOCK_HANDLE)
  } finally {
    await client.unLock(object, LOCK_HANDLE)
  }
}

async function activated(objectName: string, object: string): Promise<void> {
  const result = await client.activate(objectName, object)
  assert.deepEqual(
    result.messages.filter(message => message.type === 'E'),
    []
  )
  assert.equal(result.success, true)
  const metaData = (await client.objectStructure(object)).metaData
  assert.equal(metaData['adtcore:version'], 'active')
}

async function adtError(
  work: Promise<unknown>
): Promise<{ type: string; status: number; message: string }> {
  const error: unknown = await work.then(
    () => {
      throw new Error('It should have been refused')
    },
    (reason: unknown) => reason
  )
  assert.ok(isAdtError(error), String(error))
  return { type: error.type, status: Number(error.err), message: error.message }
}

const interfaceName = name('ZIF_')
const className = name('ZCL_')
const callerName = name('ZCL_CALL_')
const tableName = name('ZT_')
const viewName = name('ZI_')
const classUrl = `${base}/oo/classes/${className.toLowerCase()}`
const callerUrl = `${base}/oo/classes/${callerName.toLowerCase()}`
const interfaceUrl = `${base}/oo/interfaces/${interfaceName.toLowerCase()}`
const tableUrl = `${base}/ddic/tables/${tableName.toLowerCase()}`
const viewUrl = `${base}/ddic/ddl/sources/${viewName.toLowerCase()}`

const interfaceSource = `INTERFACE ${interfaceName.toLowerCase()} PUBLIC.
  METHODS compute IMPORTING iv_in TYPE i RETURNING VALUE(rv_out) TYPE i.
ENDINTERFACE.
`
const classSource = (
  operation: string
) => `CLASS ${className.toLowerCase()} DEFINITION PUBLIC FINAL CREATE PUBLIC.
  PUBLIC SECTION.
    INTERFACES ${interfaceName.toLowerCase()}.
    INTERFACES if_oo_adt_classrun.
ENDCLASS.

CLASS ${className.toLowerCase()} IMPLEMENTATION.
  METHOD ${interfaceName.toLowerCase()}~compute.
    rv_out = iv_in ${operation} ${factor}.
  ENDMETHOD.

  METHOD if_oo_adt_classrun~main.
    out->write( |Result { ${interfaceName.toLowerCase()}~compute( ${input} ) }| ).
  ENDMETHOD.
ENDCLASS.
`
const testSource = `CLASS ltc_compute DEFINITION FINAL FOR TESTING RISK LEVEL HARMLESS DURATION SHORT.
  PRIVATE SECTION.
    METHODS multiplies FOR TESTING.
    METHODS zero_stays FOR TESTING.
ENDCLASS.

CLASS ltc_compute IMPLEMENTATION.
  METHOD multiplies.
    DATA cut TYPE REF TO ${interfaceName.toLowerCase()}.
    cut = NEW ${className.toLowerCase()}( ).
    cl_abap_unit_assert=>assert_equals( act = cut->compute( ${input} ) exp = ${input * factor} ).
  ENDMETHOD.

  METHOD zero_stays.
    DATA cut TYPE REF TO ${interfaceName.toLowerCase()}.
    cut = NEW ${className.toLowerCase()}( ).
    cl_abap_unit_assert=>assert_equals( act = cut->compute( 0 ) exp = 0 ).
  ENDMETHOD.
ENDCLASS.
`

describe('abap-adt-api', () => {
  before(async () => {
    sandbox = await createSandbox({ users })
    client = connect()
  })
  after(async () => {
    await client.logout()
    await sandbox.close()
  })

  test('logs on and reads the service documents', async () => {
    await client.login()
    assert.equal(client.loggedin, true)
    const workspaces = await client.adtDiscovery()
    assert.ok(workspaces.length > 5)
    assert.ok((await client.adtCoreDiscovery()).length > 0)
    assert.ok((await client.adtCompatibiliyGraph()).nodes.length > 0)
    const run = await client.findCollectionByUrl(`${base}/oo/classrun`)
    assert.ok((run?.collection.templateLinks.length ?? 0) > 0)
    const wrong = new ADTClient(sandbox.url, users[0].name, 'wrong', '001', 'EN')
    const refused: unknown = await wrong.login().then(
      () => undefined,
      (reason: unknown) => reason
    )
    assert.ok(isHttpError(refused) && refused.status === 401)
  })

  test('creates an interface, a class and a class that calls', async () => {
    await client.createObject(
      'INTF/OI',
      interfaceName,
      '$TMP',
      'Computes <something> & more',
      tmp,
      users[0].name
    )
    await client.createObject('CLAS/OC', className, '$TMP', 'Computes', tmp)
    await client.createObject('CLAS/OC', callerName, '$TMP', 'Calls', tmp)
    const structure = await client.objectStructure(interfaceUrl)
    assert.equal(structure.metaData['adtcore:name'], interfaceName)
    assert.equal(structure.metaData['adtcore:description'], 'Computes <something> & more')
    assert.equal(structure.metaData['adtcore:version'], 'inactive')
    assert.equal(structure.metaData['adtcore:responsible'], 'DEVELOPER')
    const again = await adtError(client.createObject('CLAS/OC', className, '$TMP', 'Again', tmp))
    assert.equal(again.type, 'ExceptionResourceAlreadyExists')
    assert.equal(
      (
        await adtError(
          client.createObject(
            'CLAS/OC',
            name('ZCL_LOST_'),
            name('$NOWHERE'),
            'Lost',
            `${base}/packages/x`
          )
        )
      ).type,
      'ExceptionResourceCreationFailure'
    )
  })

  test('finds them by name, with wildcards and type, in any case', async () => {
    const found = await client.searchObject(className, 'CLAS')
    assert.deepEqual(
      found.map(each => [each['adtcore:name'], each['adtcore:type'], each['adtcore:uri']]),
      [[className, 'CLAS/OC', classUrl]]
    )
    const all = await client.searchObject(`*${stamp.toLowerCase()}*`)
    assert.deepEqual(
      all.map(each => each['adtcore:name']).sort(),
      [callerName, className, interfaceName].sort()
    )
    assert.deepEqual(await client.searchObject(name('ZNONE')), [])
  })

  test('walks the tree of the package', async () => {
    const { nodes } = await client.nodeContents('DEVC/K', '$TMP')
    const node = nodes.find(each => each.OBJECT_NAME === className)
    assert.equal(node?.OBJECT_TYPE, 'CLAS/OC')
    assert.equal(node?.OBJECT_URI, classUrl)
    assert.equal(node?.TECH_NAME, className.padEnd(30, '=') + 'CP')
  })

  test('writes, reads back and activates; the tag of the source changes', async () => {
    await save(interfaceUrl, interfaceSource)
    assert.equal(await client.getObjectSource(`${interfaceUrl}/source/main`), interfaceSource)
    await activated(interfaceName, interfaceUrl)
    assert.equal(
      await client.getObjectSource(`${interfaceUrl}/source/main`, { version: 'active' }),
      interfaceSource
    )
  })

  test('checks an unsaved source, with line and column', async () => {
    const url = `${classUrl}/source/main`
    const messages = await client.syntaxCheck(url, url, classSource('* undeclared_name +'))
    const errors = messages.filter(message => message.severity === 'E')
    assert.equal(errors.length, 1)
    assert.deepEqual([errors[0]?.uri, errors[0]?.line], [url, 9])
    assert.equal(errors[0]?.offset, classSource('*').split('\n')[8]?.indexOf(`${factor}`))
    assert.match(errors[0]?.text ?? '', /undeclared_name/i)
    assert.deepEqual(
      (await client.syntaxCheck(url, url, classSource('*'))).filter(
        message => message.severity === 'E'
      ),
      []
    )
    const types = await client.syntaxCheckTypes()
    assert.ok((types.get('abapCheckRun') ?? []).includes('CLAS*'))
  })

  test('a failed activation reports the position and leaves the object inactive', async () => {
    await save(classUrl, classSource('* undeclared_name +'))
    const failed = await client.activate(className, classUrl)
    assert.equal(failed.success, false)
    const [message] = failed.messages
    assert.equal(message?.type, 'E')
    assert.ok(message?.href.startsWith(`${classUrl}/source/main#start=9,`))
    assert.equal((await client.objectStructure(classUrl)).metaData['adtcore:version'], 'inactive')
    assert.ok(
      (await client.inactiveObjects()).some(each => each.object?.['adtcore:uri'] === classUrl)
    )
  })

  test('the corrected source activates', async () => {
    await save(classUrl, classSource('+'))
    await activated(className, classUrl)
    assert.ok(
      !(await client.inactiveObjects()).some(each => each.object?.['adtcore:name'] === className)
    )
  })

  test('creates a test include; a red test turns green when the class is corrected', async () => {
    client.stateful = session.stateful
    const { LOCK_HANDLE } = await client.lock(classUrl)
    await client.createTestInclude(className, LOCK_HANDLE)
    await client.setObjectSource(`${classUrl}/includes/testclasses`, testSource, LOCK_HANDLE)
    await client.unLock(classUrl, LOCK_HANDLE)
    await activated(className, classUrl)
    const structure = await client.objectStructure(classUrl)
    assert.ok(isClassStructure(structure))
    assert.ok(ADTClient.classIncludes(structure).has('testclasses'))

    const [red] = await client.unitTestRun(classUrl)
    assert.equal(red?.['adtcore:name'], 'LTC_COMPUTE')
    assert.equal(red?.riskLevel, 'harmless')
    const failing = red?.testmethods
      .filter(method => method.alerts.length > 0)
      .map(method => method['adtcore:name'])
    assert.deepEqual(failing, ['MULTIPLIES', 'ZERO_STAYS'])
    const [alert] = red?.testmethods[0]?.alerts ?? []
    assert.equal(alert?.kind, 'failedAssertion')
    assert.ok(
      alert?.details.some(
        detail => detail.includes(`${input * factor}`) && detail.includes(`${input + factor}`)
      ),
      String(alert?.details)
    )
    const line =
      testSource.split('\n').findIndex(each => each.includes(`exp = ${input * factor} `)) + 1
    assert.match(
      alert?.stack[0]?.['adtcore:uri'] ?? '',
      new RegExp(`${className.toLowerCase()}/includes/testclasses#start=${line},`)
    )

    await save(classUrl, classSource('*'))
    await activated(className, classUrl)
    const [green] = await client.unitTestRun(classUrl)
    assert.deepEqual(
      green?.testmethods.map(method => [method['adtcore:name'], method.alerts.length]),
      [
        ['MULTIPLIES', 0],
        ['ZERO_STAYS', 0]
      ]
    )
  })

  test('runs the class on the console', async () => {
    assert.equal((await client.runClass(className)).trim(), `Result ${input * factor}`)
  })

  test('finds definition and implementation', async () => {
    const source = `CLASS ${callerName.toLowerCase()} DEFINITION PUBLIC.
  PUBLIC SECTION.
    METHODS call RETURNING VALUE(rv) TYPE i.
ENDCLASS.
CLASS ${callerName.toLowerCase()} IMPLEMENTATION.
  METHOD call.
    DATA lo TYPE REF TO ${interfaceName.toLowerCase()}.
    lo = NEW ${className.toLowerCase()}( ).
    rv = lo->compute( ${input} ).
  ENDMETHOD.
ENDCLASS.
`
    await save(callerUrl, source)
    await activated(callerName, callerUrl)
    const column = source.split('\n')[8]?.indexOf('compute') ?? 0
    const definition = await client.findDefinition(
      `${callerUrl}/source/main`,
      source,
      9,
      column,
      column + 7
    )
    assert.deepEqual(definition, { url: `${interfaceUrl}/source/main`, line: 2, column: 10 })
    const methodColumn = classSource('*').split('\n')[7]?.indexOf('compute') ?? 0
    const declared = await client.findDefinition(
      `${classUrl}/source/main`,
      classSource('*'),
      8,
      methodColumn,
      methodColumn + 7
    )
    assert.equal(declared.url, `${interfaceUrl}/source/main`)
    const nothing = await adtError(
      client.findDefinition(`${callerUrl}/source/main`, source, 1, 0, 1)
    )
    assert.equal(nothing.status, 404)
  })

  test('lists the uses with their lines', async () => {
    const references = await client.usageReferences(`${interfaceUrl}/source/main`, 2, 12)
    const uris = references.filter(each => each.isResult).map(each => each.uri)
    assert.ok(uris.includes(`${callerUrl}/source/main`), String(uris))
    assert.ok(uris.includes(`${classUrl}/includes/testclasses`))
    assert.ok(
      references.some(each => each.uri === callerUrl && each.parentUri === tmp && !each.isResult)
    )
    const tests = references.find(each => each.uri === `${classUrl}/includes/testclasses`)
    assert.equal(tests?.usageInformation, 'gradeDirect,includeTest')
    const snippets = await client.usageReferenceSnippets(references)
    const lines = snippets.flatMap(each => each.snippets).map(each => each.content)
    assert.ok(lines.some(line => String(line).includes(`lo->compute( ${input} )`)))
  })

  test('outlines a class', async () => {
    const outline = await client.classComponents(classUrl)
    assert.equal(outline['adtcore:name'], className)
    const components = outline.components.map(each => each['adtcore:name'])
    assert.ok(
      components.some(each => each.endsWith('COMPUTE')),
      String(components)
    )
    assert.ok(outline.links.some(link => /#start=1,6;end=1,/.test(link.href)))
  })

  test('formats a source', async () => {
    assert.equal((await client.prettyPrinterSetting())['abapformatter:style'], 'keywordUpper')
    assert.match(
      await client.prettyPrinter('report zx.\nif 1 = 1.\nwrite 1.\nendif.'),
      /IF 1 = 1\.\n {2}WRITE 1\.\nENDIF\./
    )
  })

  test('defines a table and a view, and reads rows through both', async () => {
    await client.createObject('TABL/DT', tableName, '$TMP', 'Rows', tmp)
    await save(
      tableUrl,
      `@EndUserText.label : 'Rows'
@AbapCatalog.enhancement.category : #NOT_EXTENSIBLE
@AbapCatalog.tableCategory : #TRANSPARENT
@AbapCatalog.deliveryClass : #A
@AbapCatalog.dataMaintenance : #RESTRICTED
define table ${tableName.toLowerCase()} {

  key client : abap.clnt not null;
  key id     : abap.numc(4) not null;
  city       : abap.char(20);
  amount     : abap.dec(11,2);
  day        : abap.dats;

}
`
    )
    await activated(tableName, tableUrl)
    await client.createObject('DDLS/DF', viewName, '$TMP', 'View', tmp)
    await save(
      viewUrl,
      `define view entity ${viewName} as select from ${tableName.toLowerCase()} { key id, city, amount }`
    )
    await activated(viewName, viewUrl)

    const query = await client.runQuery(`SELECT id, amount FROM ${tableName}`)
    assert.deepEqual(
      query.columns.map(column => [column.name, column.type, column.keyAttribute]),
      [
        ['ID', 'N', false],
        ['AMOUNT', 'P', false]
      ]
    )
    assert.deepEqual(query.values, [])
    const table = await client.tableContents(tableName, 10)
    assert.deepEqual(
      table.columns.filter(column => column.keyAttribute).map(column => column.name),
      ['CLIENT', 'ID']
    )
    assert.deepEqual(
      (await client.tableContents(viewName)).columns.map(column => column.name),
      ['ID', 'CITY', 'AMOUNT']
    )
    assert.equal((await adtError(client.runQuery(`SELECT nonsense FROM ${tableName}`))).status, 400)
    assert.equal((await adtError(client.runQuery(`DELETE FROM ${tableName}`))).status, 400)
    assert.equal((await adtError(client.tableContents(name('ZNO_')))).status, 400)
  })

  test('reads seeded rows with their ABAP types', async () => {
    const rows = await client.runQuery('SELECT mandt, mtext FROM t000')
    assert.equal(rows.columns[0]?.name, 'MANDT')
    assert.ok(rows.values.length > 0)
  })

  test('validates names before creation', async () => {
    const good = await client.validateNewObject({
      objtype: 'CLAS/OC',
      objname: name('ZCL_FREE_'),
      description: 'x',
      packagename: '$TMP'
    })
    assert.equal(good.success, true)
    await assert.rejects(
      client.validateNewObject({
        objtype: 'CLAS/OC',
        objname: className,
        description: 'x',
        packagename: '$TMP'
      }),
      /already exists/
    )
  })

  test('creates, reads, writes, activates and deletes an object of every type', async () => {
    const group = name('ZFG_')
    const groupUrl = `${base}/functions/groups/${group.toLowerCase()}`
    const objects = [
      {
        type: 'PROG/P',
        id: name('ZPROG_'),
        url: (id: string) => `${base}/programs/programs/${id}`,
        source: (id: string) => `REPORT ${id}.\nWRITE / ${input}.\n`
      },
      {
        type: 'PROG/I',
        id: name('ZINC_'),
        url: (id: string) => `${base}/programs/includes/${id}`,
        source: () => `CONSTANTS gc_${stamp.toLowerCase()} TYPE i VALUE ${factor}.\n`
      },
      {
        type: 'INTF/OI',
        id: name('ZIF_MORE_'),
        url: (id: string) => `${base}/oo/interfaces/${id}`,
        source: (id: string) =>
          `INTERFACE ${id} PUBLIC.\n  CONSTANTS gc TYPE i VALUE ${factor}.\nENDINTERFACE.\n`
      },
      {
        type: 'CLAS/OC',
        id: name('ZCX_'),
        url: (id: string) => `${base}/oo/classes/${id}`,
        source: (id: string) =>
          `CLASS ${id} DEFINITION PUBLIC INHERITING FROM cx_static_check.\nENDCLASS.\nCLASS ${id} IMPLEMENTATION.\nENDCLASS.\n`
      },
      { type: 'FUGR/F', id: group, url: (id: string) => `${base}/functions/groups/${id}` },
      {
        type: 'FUGR/FF',
        id: name('Z_FM_'),
        parent: group,
        url: (id: string) => `${groupUrl}/fmodules/${id}`,
        source: (id: string) =>
          `FUNCTION ${id}\n  IMPORTING\n    VALUE(iv_in) TYPE i\n  EXPORTING\n    VALUE(ev_out) TYPE i.\n\n  ev_out = iv_in + ${factor}.\n\nENDFUNCTION.\n`
      },
      {
        type: 'FUGR/I',
        id: 'F01',
        parent: group,
        url: () => `${groupUrl}/includes/l${group.toLowerCase()}f01`,
        source: () => `FORM sub_${stamp.toLowerCase()}.\nENDFORM.\n`
      },
      {
        type: 'TABL/DS',
        id: name('ZS_'),
        url: (id: string) => `${base}/ddic/structures/${id}`,
        source: (id: string) =>
          `@EndUserText.label : 'Structure'\n@AbapCatalog.enhancement.category : #NOT_EXTENSIBLE\ndefine structure ${id} {\n\n  first  : abap.char(${factor});\n  second : abap.int4;\n\n}\n`
      }
    ] as const
    const created: { type: string; url: string; id: string }[] = []
    for (const object of objects) {
      const parent = 'parent' in object ? object.parent : undefined
      await client.createObject(
        object.type,
        object.id,
        parent ?? '$TMP',
        `Text of ${object.id}`,
        parent === undefined ? tmp : groupUrl
      )
      const url = object.url(object.id.toLowerCase())
      created.push({ type: object.type, url, id: object.id })
      assert.equal((await client.objectStructure(url)).metaData['adtcore:type'], object.type)
      if (!('source' in object)) continue
      const text = object.source(object.id.toLowerCase())
      await save(url, text)
      assert.equal(await client.getObjectSource(`${url}/source/main`), text)
    }
    for (const { type, url, id } of created.filter(each => !each.type.startsWith('FUGR/'))) {
      if (type !== 'PROG/I') await activated(id, url)
    }
    await activated(group, groupUrl)
    for (const { url } of created.reverse()) {
      client.stateful = session.stateful
      const { LOCK_HANDLE } = await client.lock(url)
      await client.deleteObject(url, LOCK_HANDLE)
      await client.unLock(url, LOCK_HANDLE)
      assert.equal((await adtError(client.objectStructure(url))).status, 404)
    }
  })

  test('creates and deletes a package', async () => {
    const id = name('$PACK_')
    const url = `${base}/packages/${encodeURIComponent(id.toLowerCase())}`
    const options: NewPackageOptions = {
      objtype: 'DEVC/K',
      name: id,
      parentName: '$TMP',
      description: 'Package',
      parentPath: tmp,
      swcomp: 'LOCAL',
      transportLayer: '',
      packagetype: 'development'
    }
    await client.createObject(options)
    assert.equal((await client.searchObject(id, 'DEVC')).length, 1)
    client.stateful = session.stateful
    const { LOCK_HANDLE } = await client.lock(url)
    await client.deleteObject(url, LOCK_HANDLE)
    await client.unLock(url, LOCK_HANDLE)
    assert.equal((await client.searchObject(id, 'DEVC')).length, 0)
  })

  test('two users, and two sessions of one user, cannot lock the same object', async () => {
    client.stateful = session.stateful
    const { LOCK_HANDLE } = await client.lock(classUrl)
    for (const other of [connect(users[1]), connect()]) {
      await other.login()
      other.stateful = session.stateful
      const refused = await adtError(other.lock(classUrl))
      assert.deepEqual(refused, {
        type: 'ExceptionResourceNoAccess',
        status: 403,
        message: `User DEVELOPER is currently editing ${className}`
      })
      const foreign = await adtError(
        other.setObjectSource(`${classUrl}/source/main`, classSource('-'), LOCK_HANDLE)
      )
      assert.deepEqual([foreign.type, foreign.status], ['ExceptionResourceInvalidLockHandle', 423])
      await other.logout()
    }
    await client.unLock(classUrl, LOCK_HANDLE)
    const reviewer = connect(users[1])
    reviewer.stateful = session.stateful
    await reviewer.login()
    const lock = await reviewer.lock(classUrl)
    await reviewer.unLock(classUrl, lock.LOCK_HANDLE)
    await reviewer.logout()
  })

  test('dropping the session releases its locks', async () => {
    client.stateful = session.stateful
    await client.lock(classUrl)
    assert.equal(sandbox.counters.openLocks, 1)
    await client.dropSession()
    assert.equal(sandbox.counters.openLocks, 0)
    client.stateful = session.stateful
    const { LOCK_HANDLE } = await client.lock(classUrl)
    await client.unLock(classUrl, LOCK_HANDLE)
  })

  test('lists versions of a source', async () => {
    const revisions = await client.revisions(await client.objectStructure(classUrl))
    assert.deepEqual(
      revisions.map(each => each.uri.split('/').at(-2)),
      ['00000'],
      'an object without a request has its active version alone'
    )
    assert.equal(await client.getObjectSource(revisions[0]?.uri ?? ''), classSource('*'))
  })

  test('what the sandbox does not support is refused as an absent service', async () => {
    const refused = await adtError(client.gitRepos())
    assert.deepEqual([refused.type, refused.status], ['ExceptionResourceNotFound', 404])
  })
})
