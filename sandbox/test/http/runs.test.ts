import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { createSandbox } from '../../server.ts'
import type { Sandbox } from '../../server.ts'
import { createClass, lock, logOn, randomName, write } from './fixture.ts'
import type { Client, Reply } from './client.ts'
import { libraryFolder } from '../helpers/library-folder.ts'

const stateful = { 'x-sap-adt-sessiontype': 'stateful' }
const adtcore = 'xmlns:adtcore="http://www.sap.com/adt/core"'
let sandbox: Sandbox
let client: Client
const answer = Math.floor(Math.random() * 1e6)
const library = libraryFolder(answer)

function activate(...uris: readonly string[]): Promise<Reply> {
  return client.post(
    '/sap/bc/adt/activation?method=activate',
    `<a:l xmlns:a="a" ${adtcore}>${uris.map(uri => `<a:objectReference adtcore:uri="${uri}"/>`).join('')}</a:l>`
  )
}

function configuration(uri: string, options = ''): string {
  return `<?xml version="1.0" encoding="UTF-8"?><aunit:runConfiguration xmlns:aunit="http://www.sap.com/adt/aunit"><external><coverage active="false"/></external><options><uriType value="semantic"/>${options}</options><adtcore:objectSets ${adtcore}><objectSet kind="inclusive"><adtcore:objectReferences><adtcore:objectReference adtcore:uri="${uri}"/></adtcore:objectReferences></objectSet></adtcore:objectSets></aunit:runConfiguration>`
}

function run(uri: string, options = ''): Promise<Reply> {
  return client.post('/sap/bc/adt/abapunit/testruns', configuration(uri, options), {
    'content-type': 'application/vnd.sap.adt.abapunit.testruns.config.v4+xml',
    accept: 'application/vnd.sap.adt.abapunit.testruns.result.v2+xml'
  })
}

function methodsOf(text: string): string[] {
  return [...text.matchAll(/<testMethod [^>]*adtcore:name="(\w+)"/g)].map(match => match[1] ?? '')
}

async function testedClass(tests: string, packageName = '$TMP', body = ''): Promise<string> {
  const name = randomName('ZCL')
  const uri = await createClass(client, name, packageName)
  await write(
    client,
    uri,
    `CLASS ${name.toLowerCase()} DEFINITION PUBLIC.\n  PUBLIC SECTION.\n${body === '' ? '' : '    INTERFACES if_oo_adt_classrun.\n'}ENDCLASS.\nCLASS ${name.toLowerCase()} IMPLEMENTATION.\n${body}ENDCLASS.\n`
  )
  if (tests !== '') {
    const handle = await lock(client, uri)
    await client.post(`${uri}/includes/testclasses?lockHandle=${handle}`, '', stateful)
    await client.put(`${uri}/includes/testclasses?lockHandle=${handle}`, tests, {
      ...stateful,
      'content-type': 'text/plain'
    })
    await client.post(`${uri}?_action=UNLOCK&lockHandle=${handle}`, '', stateful)
  }
  const activation = await activate(uri)
  assert.doesNotMatch(activation.text, /type="E"/)
  return uri
}

function testClass(
  name: string,
  risk: string,
  duration: string,
  methods: Readonly<Record<string, string>>
): string {
  const names = Object.keys(methods)
  return (
    `CLASS ${name} DEFINITION FINAL FOR TESTING${risk}${duration}.\n  PRIVATE SECTION.\n${names.map(each => `    METHODS ${each} FOR TESTING.\n`).join('')}ENDCLASS.\nCLASS ${name} IMPLEMENTATION.\n` +
    names.map(each => `  METHOD ${each}.\n    ${methods[each]}\n  ENDMETHOD.\n`).join('') +
    'ENDCLASS.\n'
  )
}

const passes = 'cl_abap_unit_assert=>assert_true( abap_true ).'

describe('runs', () => {
  before(async () => {
    sandbox = await createSandbox({ user: 'ALICE', password: 'a', libraries: [library] })
    client = await logOn(
      sandbox,
      sandbox.user === '' ? undefined : { name: sandbox.user, password: sandbox.password }
    )
  })
  after(() => sandbox.close())
  after(() => rmSync(library, { recursive: true }))

  test('the result has program, class and method with semantic and navigation URIs', async () => {
    const uri = await testedClass(
      testClass('ltc_one', ' RISK LEVEL HARMLESS', ' DURATION SHORT', { good: passes })
    )
    const reply = await run(uri)
    assert.equal(reply.status, 200)
    assert.equal(
      reply.headers['content-type'],
      'application/vnd.sap.adt.abapunit.testruns.result.v2+xml'
    )
    const name = uri.slice(uri.lastIndexOf('/') + 1)
    const padded = `LTC_ONE${'%20'.repeat(23)}GOOD`
    assert.ok(
      reply.text.startsWith(
        `<?xml version="1.0" encoding="utf-8"?><aunit:runResult xmlns:aunit="http://www.sap.com/adt/aunit" xmlns:adtcore="http://www.sap.com/adt/core"><program adtcore:uri="${uri}" adtcore:type="CLAS/OC" adtcore:name="${name.toUpperCase()}" uriType="semantic"><testClasses><testClass adtcore:uri="${uri}/includes/testclasses#type=CLAS%2FOCL;name=LTC_ONE" adtcore:type="CLAS/OL" adtcore:name="LTC_ONE" uriType="semantic" navigationUri="${uri}/includes/testclasses#start=1,6" durationCategory="short" riskLevel="harmless"><testMethods><testMethod adtcore:uri="${uri}/includes/testclasses#type=CLAS%2FOLD;name=${padded}" adtcore:type="CLAS/OLI" adtcore:name="GOOD" executionTime="`
      ),
      reply.text
    )
    assert.match(
      reply.text,
      /unit="s" uriType="semantic" navigationUri="[^"]*#start=3,12"\/><\/testMethods>/
    )
  })

  test('code of a library runs with what uses it, and is trusted no more than that', async () => {
    const methods = {
      called: `cl_abap_unit_assert=>assert_equals( act = zcl_lib=>get( ) exp = ${answer} ).`,
      native: 'cl_abap_unit_assert=>assert_equals( act = zcl_native=>get( ) exp = 7 ).'
    }
    const uri = await testedClass(testClass('ltc_lib', ' RISK LEVEL HARMLESS', '', methods))
    const [, called = '', native = ''] = (await run(uri)).text.split('<testMethod ')
    assert.match(called, /adtcore:name="CALLED"/)
    assert.doesNotMatch(called, /<alert /)
    assert.match(native, /adtcore:name="NATIVE".*<alert /s)
    assert.deepEqual(methodsOf((await run('/sap/bc/adt/oo/classes/zcl_lib')).text), [])
  })

  test('risk levels and durations filter the test classes; an untagged class is critical', async () => {
    const uri = await testedClass(
      testClass('ltc_harmless', ' RISK LEVEL HARMLESS', ' DURATION SHORT', {
        in_harmless: passes
      }) +
        testClass('ltc_dangerous', ' RISK LEVEL DANGEROUS', ' DURATION MEDIUM', {
          in_dangerous: passes
        }) +
        testClass('ltc_untagged', '', '', { in_untagged: passes })
    )
    const levels = (harmless: boolean, dangerous: boolean, critical: boolean) =>
      `<testRiskLevels harmless="${harmless}" dangerous="${dangerous}" critical="${critical}"/>`
    assert.deepEqual(methodsOf((await run(uri)).text).sort(), [
      'IN_DANGEROUS',
      'IN_HARMLESS',
      'IN_UNTAGGED'
    ])
    assert.deepEqual(methodsOf((await run(uri, levels(true, false, false))).text), ['IN_HARMLESS'])
    assert.deepEqual(methodsOf((await run(uri, levels(false, true, false))).text), ['IN_DANGEROUS'])
    assert.deepEqual(methodsOf((await run(uri, levels(false, false, true))).text), ['IN_UNTAGGED'])
    assert.deepEqual(
      methodsOf((await run(uri, '<testDurations short="false" medium="true" long="false"/>')).text),
      ['IN_DANGEROUS']
    )
  })

  test('one class or one method can be chosen by fragment, in both spellings', async () => {
    const uri = await testedClass(
      testClass('ltc_a', ' RISK LEVEL HARMLESS', '', { one: passes, two: passes }) +
        testClass('ltc_b', ' RISK LEVEL HARMLESS', '', { three: passes })
    )
    assert.deepEqual(methodsOf((await run(`${uri}#testclass=LTC_A;testmethod=TWO`)).text), ['TWO'])
    assert.deepEqual(methodsOf((await run(`${uri}#testclass=LTC_B`)).text), ['THREE'])
    assert.deepEqual(
      methodsOf(
        (await run(`${uri}/includes/testclasses#type=CLAS%2FOLD;name=LTC_A${'%20'.repeat(25)}ONE`))
          .text
      ),
      ['ONE']
    )
    assert.deepEqual(
      methodsOf((await run(`${uri}/includes/testclasses#type=CLAS%2FOCL;name=LTC_A`)).text),
      ['ONE', 'TWO']
    )
  })

  test('a package runs the tests of its objects and of the packages below', async () => {
    const before = methodsOf((await run('/sap/bc/adt/packages/%24tmp')).text)
    await testedClass(testClass('ltc_p', ' RISK LEVEL HARMLESS', '', { in_package: passes }))
    const afterwards = methodsOf(
      (await run('/sap/bc/adt/vit/wb/object_type/devck/object_name/$TMP')).text
    )
    assert.equal(afterwards.length, before.length + 1)
  })

  test('failures and uncaught exceptions are alerts of their method, the others keep their results', async () => {
    const uri = await testedClass(
      testClass('ltc_bad', ' RISK LEVEL HARMLESS', '', {
        fails: 'cl_abap_unit_assert=>assert_equals( act = 4711 exp = 815 msg = `odd <one>` ).',
        raises: 'DATA(zero) = 0. DATA(x) = 1 / zero.',
        works: passes
      })
    )
    const { text } = await run(uri)
    const alertsOf = (method: string) =>
      new RegExp(`adtcore:name="${method}"[^>]*>(.*?)</testMethod>`).exec(text)?.[1] ?? ''
    assert.match(
      alertsOf('FAILS'),
      /<alerts><alert kind="failedAssertion" severity="critical"><title>[^<]*odd &lt;one&gt;[^<]*<\/title><details>.*4711.*<\/details><stack><stackEntry adtcore:uri="[^"]*\/includes\/testclasses#start=\d+,0" adtcore:type="CLAS\/OCN\/testclasses"/
    )
    assert.match(
      alertsOf('FAILS'),
      /<detail text="Test 'LTC_BAD-&gt;FAILS' in Main Program '[A-Z0-9_]+=+CP'\."\/>/
    )
    assert.match(
      alertsOf('RAISES'),
      /kind="exception" severity="critical"><title>[^<]*CX_SY_ZERODIVIDE/
    )
    assert.match(text, /adtcore:name="WORKS"[^>]*\/>/)
  })

  test('nothing to test is an alert of its own, an unknown object 404, another document 400', async () => {
    const reply = await run(await testedClass(''))
    assert.match(
      reply.text,
      /^<\?xml [^>]*><aunit:runResult [^>]*><alerts><alert kind="noTestClasses" severity="tolerable"><title>The task definition does not refer to any test<\/title><details\/><\/alert><\/alerts><\/aunit:runResult>$/
    )
    assert.equal((await run('/sap/bc/adt/oo/classes/zcl_not_there')).status, 404)
    assert.equal((await client.post('/sap/bc/adt/abapunit/testruns', '<a/>')).status, 400)
  })

  test('an object whose parts no longer fit together is not run', async () => {
    const helper = await testedClass('')
    const name = helper.slice(helper.lastIndexOf('/') + 1)
    const uri = await testedClass(
      testClass('ltc_dep', ' RISK LEVEL HARMLESS', '', {
        uses: `DATA lo TYPE REF TO ${name}. cl_abap_unit_assert=>assert_initial( lo ).`
      })
    )
    const handle = await lock(client, helper)
    await client.del(`${helper}?lockHandle=${handle}`, stateful)
    const { text } = await run(uri)
    assert.match(
      text,
      /<program [^>]*><alerts><alert aunit:hasSyntaxErrors="true" kind="warning" severity="critical">/
    )
    assert.deepEqual(methodsOf(text), [])
  })

  test('a console class answers its text; one that fails, or is none, an exception', async () => {
    const main = (statement: string) =>
      `  METHOD if_oo_adt_classrun~main.\n    ${statement}\n  ENDMETHOD.\n`
    const classRun = (uri: string) =>
      client.post(
        `/sap/bc/adt/oo/classrun/${uri.slice(uri.lastIndexOf('/') + 1).toUpperCase()}`,
        '',
        { accept: 'text/plain' }
      )
    const good = await classRun(
      await testedClass('', '$TMP', main('out->write( `Gr\u00fc\u00dfe & <more>` ).'))
    )
    assert.deepEqual(
      [good.status, good.text.trim(), good.headers['content-type']],
      [200, 'Gr\u00fc\u00dfe & <more>', 'text/plain; charset=utf-8']
    )
    const failing = await classRun(
      await testedClass('', '$TMP', main('DATA(zero) = 0. out->write( 1 / zero ).'))
    )
    assert.equal(failing.status, 500)
    assert.match(failing.text, /CX_SY_ZERODIVIDE.*source\/main#start=7,0/)
    const none = await classRun(await testedClass(''))
    assert.deepEqual(
      [none.status, none.text],
      [200, 'Error: Class does not implement if_oo_adt_classrun~main method!']
    )
    assert.equal((await classRun('zcl_not_there')).status, 404)
    assert.equal((await client.get('/sap/bc/adt/oo/classrun')).status, 400)
  })

  test('the pretty printer follows its settings', async () => {
    const path = '/sap/bc/adt/abapsource/prettyprinter'
    const set = (style: string, indentation: boolean) =>
      client.put(
        `${path}/settings`,
        `<?xml version="1.0"?><p:PrettyPrinterSettings xmlns:p="http://www.sap.com/adt/prettyprintersettings" p:indentation="${indentation}" p:style="${style}"/>`,
        { 'content-type': 'application/*' }
      )
    const format = async () =>
      (
        await client.post(path, 'REPORT zx.\nIF 1 = 1.\nwrite Zname.\nENDIF.', {
          'content-type': 'text/plain',
          accept: 'text/plain'
        })
      ).text.trim()
    assert.match(
      (await client.get(`${path}/settings`)).text,
      /<abapformatter:PrettyPrinterSettings xmlns:abapformatter="http:\/\/www\.sap\.com\/adt\/prettyprintersettings" abapformatter:indentation="true" abapformatter:style="keywordUpper"\/>/
    )
    assert.equal(await format(), 'REPORT zx.\nIF 1 = 1.\n  WRITE Zname.\nENDIF.')
    assert.equal((await set('keywordLower', true)).status, 200)
    assert.equal(await format(), 'report zx.\nif 1 = 1.\n  write Zname.\nendif.')
    await set('none', false)
    assert.equal(await format(), 'REPORT zx.\nIF 1 = 1.\nwrite Zname.\nENDIF.')
    assert.deepEqual(
      [(await set('toUpper', true)).status, (await set('fancy', true)).status],
      [501, 400]
    )
    await set('keywordUpper', true)
  })

  test('a preview has one column element a column, and an empty element for every initial value', async () => {
    const name = randomName('ZT').slice(0, 16)
    const uri = `/sap/bc/adt/ddic/tables/${name.toLowerCase()}`
    await client.post(
      '/sap/bc/adt/ddic/tables',
      `<b:s xmlns:b="b" ${adtcore} adtcore:name="${name}"><adtcore:packageRef adtcore:name="$TMP"/></b:s>`
    )
    await write(
      client,
      uri,
      `@EndUserText.label : 'T'\n@AbapCatalog.tableCategory : #TRANSPARENT\n@AbapCatalog.deliveryClass : #A\ndefine table ${name.toLowerCase()} {\n\n  key client : abap.clnt not null;\n  key id     : abap.numc(4) not null;\n  city       : abap.char(20);\n  amount     : abap.dec(11,2);\n  day        : abap.dats;\n  number     : abap.int4;\n\n}\n`
    )
    assert.doesNotMatch((await activate(uri)).text, /type="E"/)
    const type = 'application/vnd.sap.adt.datapreview.table.v1+xml'
    const headers = { accept: `application/xml;q=0.8, ${type}` }
    const bare = await client.post(
      `/sap/bc/adt/datapreview/ddic?rowNumber=10&ddicEntityName=${name}`,
      '',
      headers
    )
    assert.equal(bare.headers['content-type'], type)
    assert.match(
      bare.text,
      new RegExp(
        `<dataPreview:tableData xmlns:dataPreview="http://www\\.sap\\.com/adt/dataPreview"><dataPreview:totalRows>0</dataPreview:totalRows>.*<dataPreview:name>${name}</dataPreview:name>`
      )
    )
    assert.deepEqual(
      [
        ...bare.text.matchAll(
          /dataPreview:name="(\w+)" dataPreview:type="(\w)"[^>]*dataPreview:keyAttribute="(\w+)"/g
        )
      ].map(match => match.slice(1)),
      [
        ['CLIENT', 'C', 'true'],
        ['ID', 'N', 'true'],
        ['CITY', 'C', 'false'],
        ['AMOUNT', 'P', 'false'],
        ['DAY', 'D', 'false'],
        ['NUMBER', 'I', 'false']
      ]
    )
    assert.equal((bare.text.match(/<dataPreview:dataSet\/>/g) ?? []).length, 6)
    const metadata = await client.get(`/sap/bc/adt/datapreview/ddic/${name}/metadata`)
    assert.equal(metadata.status, 200)
    const full = await client.post(
      '/sap/bc/adt/datapreview/freestyle?rowNumber=5',
      'SELECT mandt, mtext FROM t000.'
    )
    const sets = [...full.text.matchAll(/<dataPreview:dataSet>(.*?)<\/dataPreview:dataSet>/g)].map(
      match => (match[1] ?? '').match(/<dataPreview:data[ >/]/g)?.length
    )
    assert.equal(new Set(sets).size, 1)
  })

  test('a query that is wrong is 400 with a message, whatever is tried', async () => {
    const wrong = [
      '',
      '.',
      'SELECT * FROM zno_such_table',
      'SELECT nope FROM t000',
      'DELETE FROM t000',
      'SELECT * FROM t000. SELECT * FROM t000',
      'SELECT * FROM t000; DROP TABLE t000',
      "UPDATE t000 SET mtext = 'x'",
      'SELECT * FROM sqlite_master',
      'PRAGMA table_info(t000)',
      "ATTACH DATABASE '/tmp/x' AS y",
      'hello world',
      "SELECT * FROM t000 WHERE '",
      '((((((((((',
      "SELECT load_extension('x') FROM t000"
    ]
    for (const sql of wrong) {
      const reply = await client.post('/sap/bc/adt/datapreview/freestyle', sql)
      assert.equal(reply.status, 400, `${sql} → ${reply.status} ${reply.text}`)
      assert.match(
        reply.text,
        /<namespace id="http:\/\/www\.sap\.com\/adt\/wda\/dataPreview"\/><type id="ExceptionDataPreviewGeneral"\/>/
      )
    }
    assert.equal(
      (await client.post('/sap/bc/adt/datapreview/freestyle?rowNumber=many', 'SELECT * FROM t000'))
        .status,
      400
    )
    assert.equal((await client.post('/sap/bc/adt/datapreview/ddic')).status, 400)
    assert.match(
      (await client.post('/sap/bc/adt/datapreview/freestyle', 'SELECT COUNT(*) FROM t000')).text,
      /<dataPreview:data>\d+</
    )
  })

  test('the where-used list uses the spelling of the client, and returns snippets for its entries', async () => {
    const helper = await testedClass('')
    const name = helper.slice(helper.lastIndexOf('/') + 1)
    const user = await testedClass(
      testClass('ltc_use', ' RISK LEVEL HARMLESS', '', {
        uses: `DATA lo TYPE REF TO ${name}. cl_abap_unit_assert=>assert_initial( lo ).`
      })
    )
    const base = '/sap/bc/adt/repository/informationsystem'
    const camel = await client.post(
      `${base}/usageReferences?uri=${encodeURIComponent(helper)}`,
      '',
      { accept: 'application/*' }
    )
    assert.match(
      camel.text,
      /^<\?xml [^>]*><usageReferences:usageReferenceResult xmlns:usageReferences="http:\/\/www\.sap\.com\/adt\/ris\/usageReferences" numberOfResults="[1-9]\d*" resultDescription="\[SBX\] Where-Used List: \w+ \(Class\)" referencedObjectIdentifier="">/
    )
    assert.match(
      camel.text,
      new RegExp(
        `uri="${user}/includes/testclasses" parentUri="${user}" isResult="true" canHaveChildren="true" usageInformation="gradeDirect,includeTest"`
      )
    )
    const vendor = 'application/vnd.sap.adt.repository.usagereferences.result.v1+xml'
    const lower = await client.post(
      `${base}/usageReferences?uri=${encodeURIComponent(helper)}`,
      '',
      { accept: vendor }
    )
    assert.equal(lower.headers['content-type'], vendor)
    assert.match(lower.text, /<usagereferences:usageReferenceResult xmlns:usagereferences=/)
    const scope = await client.post(
      `${base}/usageReferences/scope?uri=${encodeURIComponent(helper)}`,
      '',
      { accept: 'application/vnd.sap.adt.repository.usagereferences.scope.response.v1+xml' }
    )
    assert.match(
      scope.text,
      /<usagereferences:usageScopeResult .*<usagereferences:type name="CLAS\/OC" isSelected="true" isDefault="true"\/>.*<usagereferences:payload>[A-Za-z0-9+/=]+<\/usagereferences:payload>/
    )
    const [, identifier = ''] = /<objectIdentifier>([^<]+)</.exec(camel.text) ?? []
    const request = (text: string) =>
      `<u:usageSnippetRequest xmlns:u="u"><u:objectIdentifiers><u:objectIdentifier optional="false">${text}</u:objectIdentifier></u:objectIdentifiers><u:affectedObjects/></u:usageSnippetRequest>`
    const snippets = await client.post(`${base}/usageSnippets`, request(identifier), {
      accept: 'application/*'
    })
    assert.match(
      snippets.text,
      new RegExp(
        `<usageReferences:codeSnippet uri="${user}/includes/testclasses#start=7,\\d+" matches="\\d+-\\d+"><content>[^<]*${name}`
      )
    )
    assert.equal((await client.post(`${base}/usageSnippets`, request('rubbish'))).status, 400)
    assert.equal((await client.post(`${base}/usageReferences?uri=nonsense`)).status, 400)
    assert.equal((await client.post(`${base}/usageReferences`)).status, 400)
    assert.match(
      (await client.post(`${base}/usageReferences?uri=${encodeURIComponent(user)}`)).text,
      /numberOfResults="0".*<usageReferences:referencedObjects\/>/
    )
  })
})
