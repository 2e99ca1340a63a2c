import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { ADTClient, session_types as sessionTypes } from 'abap-adt-api'
import type { CreatableTypeIds, NewBindingOptions } from 'abap-adt-api'
import type { Sandbox } from '../../server.ts'
import { lock, logOn, randomName, startSandbox, users } from '../http/fixture.ts'
import type { Client } from '../http/client.ts'

const adt = '/sap/bc/adt'
const stateful = { 'x-sap-adt-sessiontype': 'stateful' }

interface Box {
  readonly sandbox: Sandbox
  readonly client: ADTClient
  readonly raw: Client
}

async function start(t: TestContext): Promise<Box> {
  const sandbox = await startSandbox(t)
  const client = new ADTClient(sandbox.url, users[0].name, users[0].password)
  await client.login()
  client.stateful = sessionTypes.stateful
  return { sandbox, client, raw: await logOn(sandbox) }
}

const create = ({ client }: Box, type: CreatableTypeIds, name: string, description = 'Made') =>
  client.createObject(type, name, '$TMP', description, `${adt}/packages/%24tmp`)

/** Puts a document below its lock and answers what the server says. */
async function put(
  { raw }: Box,
  uri: string,
  body: string,
  type = 'application/*'
): Promise<{ status: number; text: string }> {
  const handle = await lock(raw, uri)
  const answer = await raw.put(`${uri}?lockHandle=${handle}`, body, {
    ...stateful,
    'content-type': type
  })
  await raw.post(`${uri}?_action=UNLOCK&lockHandle=${handle}`, '', stateful)
  return answer
}

const file = ({ sandbox }: Box, name: string) =>
  readFileSync(join(sandbox.dataDir, 'src', '$tmp', name), 'utf8')

test('a domain: created, changed by a client without loss, usable immediately', async t => {
  const box = await start(t)
  const { client, raw } = box
  const name = randomName('ZDO').slice(0, 30)
  const uri = `${adt}/ddic/domains/${name.toLowerCase()}`
  await create(box, 'DOMA/DD', name, 'A status <&>')
  const { metaData } = await client.getDomainProperties(uri)
  assert.deepEqual(
    [metaData.name, metaData.description, metaData.packageName],
    [name, 'A status <&>', '$TMP']
  )
  const { LOCK_HANDLE } = await client.lock(uri)
  const length = 3 + Math.floor(Math.random() * 20)
  await client.setDomainProperties(
    uri,
    {
      typeInformation: { datatype: 'CHAR', length, decimals: 0 },
      outputInformation: {
        length,
        style: '00',
        conversionExit: 'ALPHA',
        signExists: false,
        lowercase: true,
        ampmFormat: false
      },
      valueInformation: {
        valueTableRef: '',
        appendExists: false,
        fixValues: [
          { low: 'A', high: '', text: 'Active & <well>' },
          { low: 'B', high: 'D', text: '' }
        ]
      }
    },
    { ...metaData, description: 'Another' },
    LOCK_HANDLE
  )
  await client.unLock(uri, LOCK_HANDLE)
  const result = await client.activate(name, uri)
  assert.equal(result.success, true)
  const bytes = await raw.get(uri, { accept: 'application/vnd.sap.adt.domains.v2+xml' })
  assert.equal(bytes.headers['content-type'], 'application/vnd.sap.adt.domains.v2+xml')
  const digits = String(length).padStart(6, '0')
  assert.match(
    bytes.text,
    /^<\?xml version="1\.0" encoding="utf-8"\?><doma:domain xmlns:doma="http:\/\/www\.sap\.com\/dictionary\/domain" xmlns:adtcore="http:\/\/www\.sap\.com\/adt\/core" adtcore:responsible="ALICE" .*adtcore:version="active" .*adtcore:description="Another"/
  )
  assert.ok(
    bytes.text.endsWith(
      `<doma:content><doma:typeInformation><doma:datatype>CHAR</doma:datatype><doma:length>${digits}</doma:length><doma:decimals>000000</doma:decimals></doma:typeInformation><doma:outputInformation><doma:length>${digits}</doma:length><doma:style>00</doma:style><doma:conversionExit>ALPHA</doma:conversionExit><doma:signExists>false</doma:signExists><doma:lowercase>true</doma:lowercase><doma:ampmFormat>false</doma:ampmFormat></doma:outputInformation><doma:valueInformation><doma:valueTableRef/><doma:appendExists>false</doma:appendExists><doma:fixValues><doma:fixValue><doma:position>0001</doma:position><doma:low>A</doma:low><doma:high/><doma:text>Active &amp; &lt;well&gt;</doma:text></doma:fixValue><doma:fixValue><doma:position>0002</doma:position><doma:low>B</doma:low><doma:high>D</doma:high><doma:text/></doma:fixValue></doma:fixValues></doma:valueInformation></doma:content></doma:domain>`
    ),
    bytes.text
  )
  const kept = file(box, `${name.toLowerCase()}.doma.xml`)
  assert.equal((await put(box, uri, bytes.text)).status, 200)
  assert.equal(
    box.sandbox.store.get({ type: 'DOMA', name })?.state,
    'active',
    'the same document again changes nothing'
  )
  assert.equal(file(box, `${name.toLowerCase()}.doma.xml`), kept)
  const wrong = bytes.text.replace(
    /(<doma:typeInformation>.*<\/doma:typeInformation>)(<doma:outputInformation>.*<\/doma:outputInformation>)/,
    '$2$1'
  )
  const refused = await put(box, uri, wrong)
  assert.deepEqual(
    [refused.status, /type id="([^"]+)/.exec(refused.text)?.[1]],
    [400, 'ExceptionInvalidData']
  )
  assert.equal((await raw.put(uri, bytes.text, { 'content-type': 'application/*' })).status, 423)
  const missing = await raw.get(`${adt}/ddic/domains/znot_there`)
  assert.deepEqual(
    [missing.status, /<message lang="EN">([^<]+)/.exec(missing.text)?.[1]],
    [404, 'Error while importing object ZNOT_THERE from the database.']
  )
  assert.equal((await raw.get(`${adt}/ddic/domains`)).status, 400)
})

test('a document changes only its own facts: other facts of the file survive', async t => {
  const box = await start(t)
  const name = randomName('ZDO')
  const uri = `${adt}/ddic/domains/${name.toLowerCase()}`
  await create(box, 'DOMA/DD', name)
  await box.client.activate(name, uri)
  const { store } = box.sandbox
  const part = { object: { type: 'DOMA' as const, name }, part: 'main' }
  const text = store.read(part, 'active')?.text ?? ''
  store.write(
    part,
    text.replace(
      '</DD01V>',
      '<RESERVEDOM>007</RESERVEDOM></DD01V><DD07_TEXTS><item><DDLANGUAGE>D</DDLANGUAGE><DDTEXT>Offen</DDTEXT></item></DD07_TEXTS>'
    ),
    'ALICE'
  )
  const document = (await box.raw.get(uri)).text
  assert.equal(
    (await put(box, uri, document.replace('<doma:datatype>CHAR', '<doma:datatype>NUMC'))).status,
    200
  )
  const after = store.read(part, 'inactive')?.text ?? ''
  assert.match(after, /<DATATYPE>NUMC<\/DATATYPE>/)
  assert.match(after, /<RESERVEDOM>007<\/RESERVEDOM>/)
  assert.match(after, /<DDTEXT>Offen<\/DDTEXT>/)
})

test('a data element: with a domain and without, labels in order', async t => {
  const box = await start(t)
  const { client, raw } = box
  const [domain, name] = [randomName('ZDO'), randomName('ZDE')]
  await create(box, 'DOMA/DD', domain)
  await client.activate(domain, `${adt}/ddic/domains/${domain.toLowerCase()}`)
  await create(box, 'DTEL/DE', name, 'Status of it')
  const uri = `${adt}/ddic/dataelements/${name.toLowerCase()}`
  const first = await raw.get(uri)
  assert.match(
    first.text,
    /^<\?xml[^>]*><blue:wbobj xmlns:blue="http:\/\/www\.sap\.com\/wbobj\/dictionary\/dtel" xmlns:adtcore="http:\/\/www\.sap\.com\/adt\/core" .*<dtel:dataElement xmlns:dtel="http:\/\/www\.sap\.com\/adt\/dictionary\/dataelements"><dtel:typeKind>predefinedAbapType<\/dtel:typeKind><dtel:typeName\/><dtel:dataType>CHAR<\/dtel:dataType><dtel:dataTypeLength>000001<\/dtel:dataTypeLength><dtel:dataTypeDecimals>000000<\/dtel:dataTypeDecimals><dtel:shortFieldLabel\/><dtel:shortFieldLength>10<\/dtel:shortFieldLength><dtel:shortFieldMaxLength>10<\/dtel:shortFieldMaxLength>/
  )
  const { properties, metaData } = await client.getDataElementProperties(uri)
  const { LOCK_HANDLE } = await client.lock(uri)
  await client.setDataElementProperties(
    uri,
    {
      ...properties,
      typeName: domain,
      fieldLabels: {
        ...properties.fieldLabels,
        shortFieldLabel: 'Stat',
        headingFieldLabel: 'State & more'
      }
    },
    metaData,
    LOCK_HANDLE
  )
  await client.unLock(uri, LOCK_HANDLE)
  assert.equal((await client.activate(name, uri)).success, true)
  const second = await raw.get(uri)
  assert.match(
    second.text,
    /<dtel:shortFieldLabel>Stat<\/dtel:shortFieldLabel>.*<dtel:headingFieldLabel>State &amp; more<\/dtel:headingFieldLabel>/
  )
  assert.match(
    second.text,
    new RegExp(
      `<dtel:typeKind>domain</dtel:typeKind><dtel:typeName>${domain}</dtel:typeName><dtel:dataType>CHAR</dtel:dataType><dtel:dataTypeLength>000001</dtel:dataTypeLength>`
    )
  )
  assert.match(
    file(box, `${name.toLowerCase()}.dtel.xml`),
    new RegExp(`<DOMNAME>${domain}</DOMNAME>[^]*<REFKIND>D</REFKIND>`)
  )
  const refused = async (change: (text: string) => string) =>
    (await put(box, uri, change(second.text))).status
  assert.equal(
    await refused(text => text.replace('<dtel:shortFieldLength>10', '<dtel:shortFieldLength>03')),
    200
  )
  const tooShort = await client.activate(name, uri)
  assert.deepEqual(
    [tooShort.success, tooShort.messages.map(each => each.shortText)],
    [false, ['The length of the field label (4) exceeds the length 3 that is reserved for it.']]
  )
  for (const missing of ['searchHelp', 'deactivateInputHistory', 'longFieldMaxLength']) {
    assert.equal(
      await refused(text =>
        text.replace(new RegExp(`<dtel:${missing}(?:/>|>[^<]*</dtel:${missing}>)`), '')
      ),
      400,
      `${missing} is missing`
    )
  }
  assert.equal(await refused(text => text.replace('typeKind>domain', 'typeKind>whatever')), 400)
  assert.equal(
    await refused(text => text.replace('<dtel:dataTypeLength>000001', '<dtel:dataTypeLength>x')),
    200,
    'the length of a domain is only shown'
  )
  const plain = await put(
    box,
    uri,
    second.text
      .replace('typeKind>domain', 'typeKind>predefinedAbapType')
      .replace(`<dtel:typeName>${domain}</dtel:typeName>`, '<dtel:typeName/>')
      .replace('>CHAR<', '>DEC<')
      .replace('<dtel:dataTypeLength>000001', '<dtel:dataTypeLength>11')
      .replace('<dtel:dataTypeDecimals>000000', '<dtel:dataTypeDecimals>2')
  )
  assert.equal(plain.status, 200)
  assert.match(
    plain.text,
    /<dtel:dataType>DEC<\/dtel:dataType><dtel:dataTypeLength>000011<\/dtel:dataTypeLength><dtel:dataTypeDecimals>000002</
  )
})

test('a table type: row, access and key', async t => {
  const box = await start(t)
  const { raw, sandbox } = box
  const [structure, name] = [randomName('ZST'), randomName('ZTT')]
  await create(box, 'TABL/DS', structure)
  const body =
    `<ttyp:tableType xmlns:ttyp="http://www.sap.com/dictionary/tabletype" xmlns:adtcore="http://www.sap.com/adt/core" adtcore:name="${name}" adtcore:description="Rows" adtcore:type="TTYP/DA"><adtcore:packageRef adtcore:name="$TMP"/>` +
    `<ttyp:rowType><ttyp:typeKind>dictionaryType</ttyp:typeKind><ttyp:typeName>${structure}</ttyp:typeName></ttyp:rowType><ttyp:accessType>sorted</ttyp:accessType><ttyp:primaryKey><ttyp:definition>rowType</ttyp:definition><ttyp:kind>unique</ttyp:kind></ttyp:primaryKey></ttyp:tableType>`
  const made = await raw.post(`${adt}/ddic/tabletypes`, body, {
    'content-type': 'application/vnd.sap.adt.tabletype.v1+xml'
  })
  assert.equal(made.status, 201)
  assert.match(
    made.text,
    new RegExp(
      `<ttyp:rowType><ttyp:typeKind>dictionaryType</ttyp:typeKind><ttyp:typeName>${structure}</ttyp:typeName>.*<ttyp:accessType>sorted</ttyp:accessType><ttyp:primaryKey [^>]*><ttyp:definition>rowType</ttyp:definition><ttyp:kind>unique</ttyp:kind>`
    )
  )
  assert.match(
    sandbox.store.read({ object: { type: 'TTYP', name }, part: 'main' }, 'workingArea')?.text ?? '',
    new RegExp(`<ROWTYPE>${structure}</ROWTYPE>[^]*<ROWKIND>S</ROWKIND>`)
  )
  const uri = `${adt}/ddic/tabletypes/${name.toLowerCase()}`
  assert.equal((await put(box, uri, made.text.replace('>sorted<', '>hashed<'))).status, 200)
  assert.equal((await put(box, uri, made.text.replace('>sorted<', '>crooked<'))).status, 400)
  const broken = await raw.post(
    `${adt}/ddic/tabletypes`,
    body.replaceAll(name, `${name}X`).replace('>sorted<', '>crooked<')
  )
  assert.equal(broken.status, 400)
  assert.equal(sandbox.store.get({ type: 'TTYP', name: `${name}X` }), undefined)
})

test('a message class: the two locks of messages, changes, deletions, a rival', async t => {
  const box = await start(t)
  const { raw, sandbox } = box
  const name = randomName('ZM').slice(0, 20)
  await create(box, 'MSAG/N', name)
  const uri = `${adt}/messageclass/${name.toLowerCase()}`
  const open = `<mc:messageClass xmlns:mc="http://www.sap.com/adt/MessageClass" xmlns:adtcore="http://www.sap.com/adt/core" adtcore:name="${name}" adtcore:description="Texts">`
  const message = (number: string, text: string, more = '') =>
    `<mc:messages mc:msgno="${number}" mc:msgtext="${text}" mc:selfexplainatory="true"${more}/>`
  assert.equal(
    (
      await put(
        box,
        uri,
        `${open}${message('001', 'Object &amp;1 not found')}${message('010', 'Ten')}</mc:messageClass>`,
        'application/vnd.sap.adt.mc.messageclass+xml'
      )
    ).status,
    200
  )
  const read = await raw.get(uri, { accept: 'application/vnd.sap.adt.mc.messageclass+xml' })
  assert.match(
    read.text,
    /<mc:messages mc:msgno="001" mc:msgtext="Object &amp;1 not found" mc:selfexplainatory="true" mc:documented="false" mc:lastchangedby="ALICE" mc:lastmodified="\d{4}-\d\d-\d\d" adtcore:name=""><atom:link [^>]*rel="http:\/\/www\.sap\.com\/adt\/relations\/longtext"\/><atom:link [^>]*rel="http:\/\/www\.sap\.com\/adt\/relations\/messageclasses\/messages"\/><\/mc:messages><mc:messages mc:msgno="010"/
  )
  const lockMessage = (client: Client, number: string) =>
    client.post(`${uri}/messages/${number}?_action=LOCK_MSG&accessMode=MODIFY`, '', {
      ...stateful,
      'content-type': 'text/plain',
      accept: 'application/vnd.sap.as+xml;charset=UTF-8;dataname=com.sap.adt.StatusMessage'
    })
  const mine = await lockMessage(raw, '001')
  assert.match(String(mine.headers['content-type']), /dataname=com\.sap\.adt\.lock\.Result/)
  const handle = /<LOCK_HANDLE>([^<]+)/.exec(mine.text)?.[1] ?? ''
  const bob = await logOn(sandbox, users[1])
  const rival = await lockMessage(bob, '001')
  assert.deepEqual(
    [rival.status, /type id="([^"]+)/.exec(rival.text)?.[1]],
    [403, 'ExceptionResourceNoAccess']
  )
  assert.equal((await lockMessage(bob, '010')).status, 200)
  const both = `${message('001', 'Changed', ` mc:lockhandle="${handle}"`)}`
  assert.equal(
    (await put(box, uri, `${open}${both}${message('010', 'Stolen')}</mc:messageClass>`)).status,
    403
  )
  assert.equal(
    (
      await put(
        box,
        uri,
        `${open}${message('001', 'Changed', ' mc:lockhandle="WRONG"')}</mc:messageClass>`
      )
    ).status,
    423
  )
  assert.equal(
    (await put(box, uri, `${open}${both}${message('010', 'Ten')}</mc:messageClass>`)).status,
    200
  )
  assert.equal(
    (
      await raw.post(`${uri}/messages/001?_action=UNLOCK_ALL`, '[000, 001]', {
        ...stateful,
        'content-type': 'text/plain'
      })
    ).status,
    200
  )
  assert.equal((await lockMessage(bob, '001')).status, 200)
  await bob.post(`${uri}/messages/010?_action=UNLOCK_ALL`, '[001, 010]', {
    ...stateful,
    'content-type': 'text/plain'
  })
  assert.equal(
    (await put(box, uri, `${open}<mc:deletedmessages mc:msgno="010"/></mc:messageClass>`)).status,
    200
  )
  const numbers = [
    ...(await raw.get(uri)).text.matchAll(/mc:msgno="(\d+)" mc:msgtext="([^"]*)"/g)
  ].map(each => [each[1], each[2]])
  assert.deepEqual(numbers, [['001', 'Changed']])
  assert.equal(
    (await put(box, uri, `${open}${message('1234', 'x')}</mc:messageClass>`)).status,
    400
  )
  assert.equal(
    (await put(box, uri, `${open}${message('002', 'x'.repeat(74))}</mc:messageClass>`)).status,
    400
  )
})

test('every other type is made, read, written, checked, activated, versioned and deleted', async t => {
  const box = await start(t)
  const { client, raw, sandbox } = box
  const cases: readonly (readonly [
    CreatableTypeIds | 'BDEF/BDO' | 'TYPE/DG',
    string,
    string,
    string,
    string
  ])[] = [
    [
      'DCLS/DL',
      'acm/dcl/sources',
      'dcl:dclSource',
      'http://www.sap.com/adt/acm/dclsources',
      "@MappingRole: true\ndefine role NAME { grant select on t000 where mtext = '1'; }\n"
    ],
    [
      'DDLX/EX',
      'ddic/ddlx/sources',
      'ddlx:ddlxSource',
      'http://www.sap.com/adt/ddic/ddlxsources',
      '@Metadata.layer: #CORE\nannotate view t000 with\n{\n  @UI.lineItem: [{ position: 10 }]\n  mtext;\n}\n'
    ],
    [
      'SRVD/SRV',
      'ddic/srvd/sources',
      'srvd:srvdSource',
      'http://www.sap.com/adt/ddic/srvdsources',
      'define service NAME {\n  expose t000 as Any;\n}\n'
    ],
    [
      'BDEF/BDO',
      'bo/behaviordefinitions',
      'blue:blueSource',
      'http://www.sap.com/wbobj/blue',
      'managed implementation in class zbp_any unique;\nstrict ( 2 );\n\ndefine behavior for t000 alias Any\npersistent table t000\nlock master\nauthorization master ( global )\n{\n  create;\n}\n'
    ],
    [
      'TYPE/DG',
      'ddic/typegroups',
      'atypgr:abapTypeGroup',
      'http://www.sap.com/adt/ddic/typegroups',
      ''
    ]
  ]
  for (const [type, path, root, namespace, text] of cases) {
    const name =
      type === 'TYPE/DG'
        ? `Z${Math.random().toString(36).slice(2, 5).toUpperCase()}`
        : randomName('ZX')
    const source =
      text === ''
        ? `TYPE-POOL ${name.toLowerCase()}.\nTYPES ${name.toLowerCase()}_t TYPE i.\n`
        : text.replace('NAME', name)
    const uri = `${adt}/${path}/${name.toLowerCase()}`
    const [prefix = ''] = root.split(':')
    const made = await raw.post(
      `${adt}/${path}`,
      `<${root} xmlns:${prefix}="${namespace}" xmlns:adtcore="http://www.sap.com/adt/core" adtcore:name="${name}" adtcore:type="${type}" adtcore:description="D"><adtcore:packageRef adtcore:name="$TMP"/></${root}>`,
      {
        'content-type':
          type === 'BDEF/BDO' ? 'application/vnd.sap.adt.blues.v1+xml' : 'application/*'
      }
    )
    assert.equal(made.status, 201, `${type} ${made.text}`)
    assert.match(
      made.text,
      new RegExp(`^<\\?xml[^>]*><${root} xmlns:${prefix}="${namespace}".*adtcore:type="${type}"`),
      type
    )
    const { LOCK_HANDLE } = await client.lock(uri)
    await client.setObjectSource(`${uri}/source/main`, source, LOCK_HANDLE)
    await client.unLock(uri, LOCK_HANDLE)
    assert.equal(await client.getObjectSource(`${uri}/source/main`), source)
    const result = await client.activate(name, uri)
    assert.deepEqual(
      [type, result.success, result.messages.filter(each => each.type === 'E')],
      [type, true, []]
    )
    const feed = await raw.get(`${uri}/source/main/versions`)
    const [, content = ''] = /src="([^"]+)"/.exec(feed.text) ?? []
    assert.equal((await raw.get(content)).text, source, type)
    assert.match(
      (
        await raw.get(
          `${adt}/repository/informationsystem/search?operation=quickSearch&query=${name}`
        )
      ).text,
      new RegExp(`adtcore:uri="${uri}" adtcore:type="${type}"`)
    )
    const again = await client.lock(uri)
    await client.deleteObject(uri, again.LOCK_HANDLE)
    assert.equal((await raw.get(uri)).status, 404)
    assert.equal((await raw.get(`${adt}/${path}`)).status, 400)
  }
  assert.equal(sandbox.store.inactive().length, 0)
})

test('unsupported content is reported, and invalid content is refused', async t => {
  const box = await start(t)
  const { client, raw } = box
  const make = async (path: string, root: string, source: string) => {
    const name = randomName('ZX')
    const uri = `${adt}/${path}/${name.toLowerCase()}`
    await raw.post(
      `${adt}/${path}`,
      `<r:${root} xmlns:r="x" xmlns:adtcore="http://www.sap.com/adt/core" adtcore:name="${name}"><adtcore:packageRef adtcore:name="$TMP"/></r:${root}>`
    )
    const { LOCK_HANDLE } = await client.lock(uri)
    await client.setObjectSource(`${uri}/source/main`, source, LOCK_HANDLE)
    await client.unLock(uri, LOCK_HANDLE)
    return { name, result: await client.activate(name, uri) }
  }
  const role = await make('acm/dcl/sources', 'dclSource', 'define role is anything')
  assert.equal(role.result.success, false)
  const policy = await make('acm/dcl/sources', 'dclSource', 'define accesspolicy zx { }')
  assert.equal(policy.result.success, true)
  assert.match(
    policy.result.messages.map(each => each.shortText).join(),
    /does not check this part/
  )
  const behavior = await make('bo/behaviordefinitions', 'blueSource', 'this is no behavior at all')
  assert.equal(behavior.result.success, false)
  const extension = await make(
    'ddic/ddlx/sources',
    'ddlxSource',
    'annotate nothing with anything }'
  )
  assert.equal(extension.result.success, false)
})

test('a service binding is kept, and publishing it is refused with the reason', async t => {
  const box = await start(t)
  const { client, raw } = box
  const [name, service] = [randomName('ZSB'), randomName('ZSD')]
  const options: NewBindingOptions = {
    objtype: 'SRVB/SVB',
    name,
    parentName: '$TMP',
    parentPath: `${adt}/packages/%24tmp`,
    description: 'Binding',
    responsible: 'ALICE',
    service,
    bindingtype: 'ODATA',
    category: '0'
  }
  await client.createObject(options)
  const uri = `${adt}/businessservices/bindings/${name.toLowerCase()}`
  const binding = (await client.objectStructure(uri)).metaData
  assert.equal(binding['adtcore:name'], name)
  const read = await raw.get(uri)
  assert.match(
    read.text,
    new RegExp(
      `<srvb:services srvb:name="${name}"><srvb:content srvb:version="0001" srvb:minorVersion="0" srvb:patchVersion="0" srvb:buildVersion="" srvb:releaseState="NOT_RELEASED"><srvb:serviceDefinition adtcore:uri="${adt}/ddic/srvd/sources/${service.toLowerCase()}" adtcore:type="SRVD/SRV" adtcore:name="${service}"/>`
    )
  )
  assert.match(read.text, /<srvb:binding srvb:type="ODATA" srvb:version="V2" srvb:category="0">/)
  assert.ok([...read.text.matchAll(/<atom:link /g)].length >= 2)
  const publish = await raw.post(
    `${adt}/businessservices/odatav2/publishjobs?servicename=${name}&serviceversion=0001`
  )
  assert.deepEqual(
    [publish.status, /type id="([^"]+)/.exec(publish.text)?.[1]],
    [404, 'ExceptionResourceNotFound']
  )
})

test('names are validated for every type that can be made', async t => {
  const { client, raw } = await start(t)
  for (const type of [
    'DOMA/DD',
    'DTEL/DE',
    'MSAG/N',
    'DCLS/DL',
    'DDLX/EX',
    'SRVD/SRV',
    'TABL/DT',
    'TABL/DS'
  ] as const) {
    assert.equal(
      (
        await client.validateNewObject({
          objtype: type,
          objname: randomName('ZV').slice(0, 16),
          packagename: '$TMP',
          description: 'x'
        })
      ).success,
      true,
      type
    )
    await assert.rejects(
      client.validateNewObject({
        objtype: type,
        objname: 'Z'.repeat(31),
        packagename: '$TMP',
        description: 'x'
      }),
      /at most/,
      type
    )
  }
  assert.match(
    (await raw.post(`${adt}/ddic/tabletypes/validation?objname=ZX&packagename=$TMP`)).text,
    /<SEVERITY>OK</
  )
})

test('a document shows the log-on language; a message class that is changed in it moves to it', async t => {
  const box = await start(t)
  const { raw, sandbox } = box
  const name = randomName('ZM').slice(0, 20)
  await create(box, 'MSAG/N', name)
  const uri = `${adt}/messageclass/${name.toLowerCase()}`
  const document = (text: string) =>
    `<mc:messageClass xmlns:mc="http://www.sap.com/adt/MessageClass" xmlns:adtcore="http://www.sap.com/adt/core" adtcore:name="${name}" adtcore:description="Texts"><mc:messages mc:msgno="001" mc:msgtext="${text}" mc:selfexplainatory="true"/></mc:messageClass>`
  assert.equal((await put(box, uri, document('One'))).status, 200)
  const languages = async (query = '') => {
    const { text } = await raw.get(uri + query)
    return ['masterLanguage', 'language'].map(
      attribute => new RegExp(` adtcore:${attribute}="(\\w+)"`).exec(text)?.[1]
    )
  }
  assert.deepEqual(await languages(), ['EN', 'EN'])
  assert.deepEqual(await languages('?sap-language=DE'), ['EN', 'DE'])
  assert.equal((await put(box, uri, document('Eins'))).status, 200)
  assert.deepEqual(await languages('?sap-language=EN'), ['DE', 'EN'])
  const values = sandbox.store.read({ object: { type: 'MSAG', name }, part: 'main' }, 'workingArea')
  assert.match(values?.text ?? '', /<MASTERLANG>D</)
  assert.match(values?.text ?? '', /<SPRSL>D<[^]*<TEXT>Eins</)
})

test('a new object has the log-on language, a data element that of its document', async t => {
  const { raw } = await start(t)
  for (const [collection, name, language] of [
    ['/oo/classes', randomName('ZCL'), 'DE'],
    ['/ddic/domains', randomName('ZD'), 'DE'],
    ['/ddic/dataelements', randomName('ZE'), 'EN']
  ] as const) {
    const { status, text } = await raw.post(
      `${adt}${collection}?sap-language=DE`,
      `<x:any xmlns:x="x" xmlns:adtcore="http://www.sap.com/adt/core" adtcore:name="${name}" adtcore:description="X" adtcore:language="EN" adtcore:masterLanguage="EN"><adtcore:packageRef adtcore:name="$TMP"/></x:any>`,
      { 'content-type': 'application/*' }
    )
    assert.equal(status, 201, text)
    assert.match(text, new RegExp(`adtcore:masterLanguage="${language}"`))
    assert.match(text, / adtcore:language="DE"/)
  }
})
