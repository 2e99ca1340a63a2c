/**
 * Codecs of the wire: XML, failures, metadata, tables, lists, searches, outlines and unit test
 * results.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isErpError } from '../../erp-client/index.ts'
import {
  attribute,
  byName,
  child,
  children,
  escapeXml,
  parseXml,
  rawText,
  textOf
} from '../../erp-client/wire/xml.ts'
import { acceptedInstead, failureOf } from '../../erp-client/wire/failure.ts'
import { readMetadataXml } from '../../erp-client/wire/metadata.ts'
import { readTableXml } from '../../erp-client/wire/table.ts'
import { readTransportCheck } from '../../erp-client/wire/transport-check.ts'
import { readInactive } from '../../erp-client/wire/checks/findings.ts'
import { readNodes, readReferences, readSourceHits } from '../../erp-client/wire/search.ts'
import { readOutlineXml } from '../../erp-client/wire/outline.ts'
import { readUnitXml } from '../../erp-client/wire/checks/unit.ts'
import type { ErpCall } from '../../erp-client/http/erp-call.ts'
import { exceptionBody } from './fake-erp.ts'
import { readException } from '../../erp-client/wire/exception.ts'

const call = (effect: ErpCall['effect'] = 'none', holding = false): ErpCall => ({
  operation: 'x',
  effect,
  session: { stateful: holding, context: new Map(), holding, broken: false },
  accept: '*/*',
  steady: false,
  deadline: 0,
  signal: undefined,
  sent: true,
  authorize: false,
  leader: false,
  generation: 0
})
const fail = (
  status: number,
  body = '',
  more: { headers?: Record<string, string>; effect?: ErpCall['effect']; holding?: boolean } = {}
) =>
  failureOf(
    { status, headers: more.headers ?? {}, body: Buffer.from(body) },
    call(more.effect, more.holding)
  )

test('XML is read by local names, as text, with the five entities and numbers', () => {
  const { root, element } = parseXml(
    '<?xml version="1.0"?>\n<!-- c --><a:r xmlns:a="u" a:n="0012" b="&#x41;&amp;&#10;"><x:c xmlns:x="v"> 01 &lt;&#8364;</x:c><c><![CDATA[<&amp;>]]></c><d/></a:r>\n'
  )
  assert.equal(root, 'r')
  assert.deepEqual(
    [attribute(element, 'n'), attribute(element, 'b'), attribute(element, 'xmlns')],
    ['0012', 'A&\n', undefined]
  )
  assert.deepEqual(children(element, 'c').map(rawText), [' 01 <€', '<&amp;>'])
  assert.deepEqual(
    [textOf(element, 'c'), textOf(element, 'd'), textOf(element, 'nope', 'x'), child(element, 'e')],
    ['01 <€', '', '', undefined]
  )
  assert.equal(attribute(parseXml('<a/>').element, 'toString'), undefined)
})

test('a truncated or unsafe document is refused', () => {
  const bad = [
    '',
    'text',
    '{}',
    '<a><b></a',
    '<a><b/>',
    '<a>',
    '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>',
    '<a><!DOCTYPE b></a>',
    '<a b="x?y=1&z=2" c="&amp;"/>',
    '<a>1 & 2;</a>',
    '<a b="1" b="2/>',
    '<r>'.repeat(300) + '</r>'.repeat(300),
    '<html><body>x</body></html>'
  ]
  for (const text of bad) {
    assert.throws(
      () => parseXml(text, ['a', 'r']),
      (error: unknown) => isErpError(error, 'ERP_BAD_ANSWER'),
      text.slice(0, 40)
    )
  }
  assert.equal(parseXml('<a:r/>', ['r']).root, 'r')
  assert.equal(parseXml('<a></a >').root, 'a')
})

test('a document with harmless faults is accepted as it is', () => {
  const { element } = parseXml('<a note="&nbsp;"><b>\u0001 &copy; &#0; ]]> ok</b></a>')
  assert.deepEqual(
    [attribute(element, 'note'), textOf(element, 'b')],
    ['&nbsp;', '\u0001 &copy; &#0; ]]> ok']
  )
})

test('children stand under their names in the order of the document', () => {
  const { element } = parseXml('<r><a n="1"/><x:b xmlns:x="u"/><a n="2"><c/></a>t</r>')
  assert.deepEqual(
    [...byName(element)].map(([name, all]) => [name, all.length]),
    [
      ['a', 2],
      ['b', 1]
    ]
  )
  assert.deepEqual(children(element, 'a', 'c').length, 1)
  assert.deepEqual(
    children(element, 'a').map(each => attribute(each, 'n')),
    ['1', '2']
  )
})

test('code in CDATA can look like markup', () => {
  assert.equal(
    rawText(parseXml('<a><![CDATA[<!DOCTYPE html>&lt;]]></a>').element),
    '<!DOCTYPE html>&lt;'
  )
})

test('an entity bomb and a prototype are just text', () => {
  assert.throws(
    () => parseXml('<!DOCTYPE l [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]><l>&b;</l>'),
    { code: 'ERP_BAD_ANSWER' }
  )
  const { element } = parseXml('<a><toString>x</toString><hasOwnProperty/></a>')
  assert.equal(typeof element.toString, 'function')
  assert.equal(({} as Record<string, unknown>)['x'], undefined)
})

test('escaping survives the way there and back', () => {
  const text = 'a<b>&"\'\r\n\t ]]> ü漢𝒳'
  assert.equal(attribute(parseXml(`<a b="${escapeXml(text)}"/>`).element, 'b'), text)
  assert.equal(rawText(parseXml(`<a>${escapeXml(text)}</a>`).element), text)
})

test('an exception of the ERP keeps type, message and properties, repeated ones too', () => {
  const body = exceptionBody('ExceptionResourceSaveFailure', 'A &amp; B', { LINE: '3' }).replace(
    '</properties>',
    '<entry key="LINE">7</entry></properties>'
  )
  assert.deepEqual(readException(body), {
    type: 'ExceptionResourceSaveFailure',
    message: 'A & B',
    properties: { LINE: '3', 'LINE-2': '7' }
  })
  assert.equal(readException('<html>exception</html>'), undefined)
  assert.equal(readException('<exc:exception><type id="x"'), undefined)
})

const mapped: readonly (readonly [number, string, string, string])[] = [
  [
    404,
    'ExceptionResourceNotFound',
    'Error while importing object ZX from the database.',
    'ERP_NOT_FOUND'
  ],
  [404, 'ExceptionResourceNotFound', 'I::000', 'ERP_NOT_FOUND'],
  [
    404,
    'ExceptionResourceNotFound',
    'Resource  /sap/bc/adt/ddic/domains does not exist.',
    'ERP_UNSUPPORTED'
  ],
  [
    409,
    'ExceptionResourceAlreadyExists',
    'Resource Package ZDEMO does already exist.',
    'ERP_ALREADY_EXISTS'
  ],
  [
    500,
    'ExceptionResourceCreationFailure',
    'A program or include already exists with the name ZDEMO.',
    'ERP_ALREADY_EXISTS'
  ],
  [500, 'ExceptionResourceSaveFailure', 'does not have any inactive version', 'ERP_BAD_REQUEST'],
  [403, 'ExceptionResourceNoAccess', 'User DEVELOPER is currently editing ZCL_DEMO', 'ERP_LOCKED'],
  [
    403,
    'ExceptionResourceNoAccess',
    'Structure packages cannot contain development objects',
    'ERP_FORBIDDEN'
  ],
  [409, 'ExceptionResourceLockConflict', 'Object is locked', 'ERP_LOCKED'],
  [423, 'ExceptionResourceInvalidLockHandle', 'not locked', 'ERP_LOCK_LOST'],
  [403, 'ExceptionNotAuthorized', 'no', 'ERP_FORBIDDEN'],
  [406, 'ExceptionResourceNotAcceptable', 'no', 'ERP_NOT_ACCEPTABLE'],
  [415, 'ExceptionUnsupportedMediaType', 'no', 'ERP_NOT_ACCEPTABLE'],
  [405, 'ExceptionMethodNotSupported', 'no', 'ERP_UNSUPPORTED'],
  [500, 'uriMappingError', 'No URI-Mapping defined for URI', 'ERP_UNSUPPORTED'],
  [400, 'ExceptionParameterNotFound', 'Parameter x could not be found.', 'ERP_BAD_REQUEST'],
  [400, 'ExceptionDataPreviewGeneral', '"ZNO" is not defined', 'ERP_BAD_REQUEST'],
  [500, 'ExceptionInternalError', 'dump', 'ERP_SERVER_ERROR']
]
test('types of exceptions become codes', () => {
  for (const [status, type, message, code] of mapped) {
    assert.deepEqual(
      [
        fail(status, exceptionBody(type, message)).code,
        fail(status, exceptionBody(type, message)).type
      ],
      [code, type],
      `${type} ${message}`
    )
  }
  assert.equal(
    fail(404, exceptionBody('ExceptionResourceNotFound', 'I::000')).message,
    'The ERP answered 404 (ExceptionResourceNotFound)'
  )
})

test('other refusals become codes by status, and never carry markup', () => {
  const html = { 'content-type': 'text/html' }
  const cases: readonly (readonly [string, ReturnType<typeof fail>])[] = [
    [
      'ERP_LOGON_FAILED',
      fail(401, '<html><title>Logon Error Message</title></html>', { headers: html })
    ],
    ['ERP_UNSUPPORTED', fail(404, 'No suitable resource found')],
    [
      'ERP_UNSUPPORTED',
      fail(403, '<html><head><title>Service cannot be reached</title></head></html>', {
        headers: html
      })
    ],
    ['ERP_UNSUPPORTED', fail(501, 'The sandbox has no lock objects.')],
    ['ERP_BUSY', fail(503)],
    ['ERP_BUSY', fail(429)],
    ['ERP_UNREACHABLE', fail(502)],
    ['ERP_TIMEOUT', fail(504)],
    ['ERP_SERVER_ERROR', fail(500)],
    ['ERP_BAD_REQUEST', fail(400)],
    ['ERP_BAD_REQUEST', fail(418)],
    [
      'ERP_CSRF',
      fail(403, 'CSRF token validation failed', { headers: { 'x-csrf-token': 'Required' } })
    ],
    ['ERP_SESSION_LOST', fail(400, 'x', { headers: { ...html, 'sap-err-id': 'ICMENOSESSION' } })],
    ['ERP_SESSION_LOST', fail(401, '', { holding: true })],
    ['ERP_LOGON_PAGE', fail(302, '', { headers: { location: 'https://idp.example/saml?x=y' } })]
  ]
  for (const [code, error] of cases) {
    assert.equal(error.code, code)
    assert.doesNotMatch(error.message, /[<>]/)
    assert.ok(error.remedy.length > 10)
  }
  const page =
    '<html><head><title>Application Server Error</title></head><body><p class="detailText"> <span id="msgText">Server time: 1</span></p><p class="detailText"> <span id="msgText">UCON &amp; <b>blocked</b></span></p></body></html>'
  assert.equal(
    fail(500, page, { headers: html }).message,
    'Application Server Error: UCON & blocked'
  )
  assert.match(cases.at(-1)?.[1].message ?? '', /idp\.example/)
})

test('the failure of a change has an outcome', () => {
  const outcome = (status: number, body = '') => fail(status, body, { effect: 'change' }).outcome
  assert.deepEqual(
    [
      outcome(400),
      outcome(423),
      outcome(503),
      outcome(501),
      outcome(502),
      outcome(504),
      outcome(500, 'dump')
    ],
    ['failed', 'failed', 'failed', 'failed', 'unknown', 'unknown', 'unknown']
  )
  assert.equal(outcome(500, exceptionBody('ExceptionResourceSaveFailure', 'x')), 'failed')
  assert.equal(fail(500).outcome, undefined)
})

test('after a 406 only a media type is asked for', () => {
  const named = (value: string) =>
    acceptedInstead({
      status: 406,
      headers: {},
      body: Buffer.from(exceptionBody('x', 'y', { 'T100KEY-V1': value }))
    })
  assert.deepEqual(
    [named('application/xml'), named('x\r\ny: z'), named('')],
    ['application/xml', '*/*', '*/*']
  )
})

test('metadata is read whatever the prefixes of the release', () => {
  const ref = { type: 'CLAS', name: 'ZCL_X' }
  const metadata = readMetadataXml(
    '<c:abapClass xmlns:c="u" xmlns:core="v" core:description="A &amp; B" core:version="new" core:changedBy="DEV" core:masterLanguage="DE"><core:packageRef core:name="zpkg"/><c:include c:includeType="main" core:version="inactive"/><c:superClassRef core:name="zcl_base"/><oo:interfaceRef xmlns:oo="w" core:name="ZIF_A"/><oo:interfaceRef core:name=""/></c:abapClass>',
    ref
  )
  assert.deepEqual(
    [
      metadata.description,
      metadata.version,
      metadata.package,
      metadata.changedBy,
      metadata.language,
      metadata.superclass
    ],
    ['A & B', 'new', 'ZPKG', 'DEV', 'DE', 'ZCL_BASE']
  )
  assert.deepEqual(
    [metadata.includes, metadata.interfaces],
    [[{ part: 'main', version: 'inactive' }], ['ZIF_A']]
  )
  const group = readMetadataXml(
    '<fmodule:abapFunctionModule xmlns:adtcore="a"><adtcore:containerRef adtcore:uri="/sap/bc/adt/functions/groups/zfg" adtcore:name="ZFG"/></fmodule:abapFunctionModule>',
    ref
  )
  assert.deepEqual([group.package, group.container], [undefined, { type: 'FUGR', name: 'ZFG' }])
  const pack = readMetadataXml(
    '<pak:package adtcore:name="ZDEMO"><pak:attributes pak:packageType="development"/><pak:superPackage adtcore:name="ZROOT"/><pak:transport><pak:softwareComponent pak:name="HOME"/><pak:transportLayer pak:name=""/></pak:transport></pak:package>',
    ref
  )
  assert.deepEqual(
    [
      pack.package,
      pack.attributes['superPackage'],
      pack.attributes['softwareComponent'],
      pack.attributes['packageType']
    ],
    ['ZDEMO', 'ZROOT', 'HOME', 'development']
  )
})

const column = (name: string, data: string, type = 'C') =>
  `<dataPreview:columns><dataPreview:metadata dataPreview:name="${name}" dataPreview:type="${type}" dataPreview:length="3" dataPreview:keyAttribute="true"/><dataPreview:dataSet>${data}</dataPreview:dataSet></dataPreview:columns>`
const table = (columns: string, total = 2) =>
  `<dataPreview:tableData xmlns:dataPreview="x"><dataPreview:totalRows>${total}</dataPreview:totalRows>${columns}</dataPreview:tableData>`
const cell = (text: string) => `<dataPreview:data>${text}</dataPreview:data>`

test('columns become rows, values stay as they are', () => {
  const read = readTableXml(
    table(column('A', cell('000') + cell(' 1 ')) + column('B', cell('') + '<dataPreview:data/>')),
    10
  )
  assert.deepEqual(read.rows, [
    ['000', ''],
    [' 1 ', '']
  ])
  assert.deepEqual(read.columns[0], {
    name: 'A',
    type: 'C',
    length: 3,
    description: undefined,
    key: true
  })
  assert.deepEqual([read.total, read.truncated], [2, false])
  assert.deepEqual(readTableXml(table(column('A', ''), 0), 10), {
    columns: read.columns.slice(0, 1),
    rows: [],
    total: 0,
    truncated: false
  })
})

test('more rows than requested are truncated and reported, wrong totals are ignored', () => {
  const three = column('A', cell('1') + cell('2') + cell('3'))
  const cut = readTableXml(table(three, 3), 2)
  assert.deepEqual([cut.rows.length, cut.truncated, cut.total], [2, true, undefined])
  assert.deepEqual(
    [readTableXml(table(three, 100), 2).total, readTableXml(table(three, 100), 3).truncated],
    [100, true]
  )
  assert.deepEqual(
    [readTableXml(table(three, 0), 5).total, readTableXml(table(three, 0), 5).truncated],
    [undefined, false]
  )
  assert.throws(() => readTableXml(table(column('A', cell('1')) + column('B', '')), 5), {
    code: 'ERP_BAD_ANSWER'
  })
})

const checkData = (data: string) =>
  `<asx:abap xmlns:asx="x" version="1.0"><asx:values><DATA>${data}</DATA></asx:values></asx:abap>`
const header = (number: string) =>
  `<REQ_HEADER><TRKORR>${number}</TRKORR><AS4USER>DEV</AS4USER><AS4TEXT>Text</AS4TEXT></REQ_HEADER>`

test('the need for a transport is read from its five signs', () => {
  const need = readTransportCheck(
    checkData(
      `<DEVCLASS>ZX</DEVCLASS><RECORDING>X</RECORDING><REQUESTS><CTS_REQUEST>${header('A4HK900001')}<TASK_HEADERS/></CTS_REQUEST></REQUESTS><LOCKS/>`
    )
  )
  assert.deepEqual(need, {
    recording: true,
    isLocal: false,
    requests: [{ number: 'A4HK900001', owner: 'DEV', description: 'Text' }],
    lockedIn: undefined
  })
  const held = readTransportCheck(
    checkData(
      `<RECORDING/><LOCKS><CTS_OBJECT_LOCK><LOCK_HOLDER>${header('A4HK900002')}</LOCK_HOLDER></CTS_OBJECT_LOCK></LOCKS>`
    )
  )
  assert.deepEqual([held.recording, held.lockedIn?.number], [true, 'A4HK900002'])
  assert.deepEqual(
    readTransportCheck(checkData('<DEVCLASS>$TMP</DEVCLASS><DLVUNIT>LOCAL</DLVUNIT><RECORDING/>')),
    { recording: false, isLocal: true, requests: [], lockedIn: undefined }
  )
  assert.throws(
    () =>
      readTransportCheck(
        checkData(
          '<MESSAGES><CTS_MESSAGE><SEVERITY>E</SEVERITY><TEXT>No layer</TEXT></CTS_MESSAGE></MESSAGES>'
        )
      ),
    { code: 'ERP_BAD_REQUEST', message: 'No layer' }
  )
})

test('inactive objects are read in both forms, requests and unknown types included or left out as they should', () => {
  const entry =
    '<ioc:entry><ioc:object ioc:user="DEV" ioc:deleted="false"><ioc:ref adtcore:uri="/sap/bc/adt/oo/classes/zcl_demo/includes/testclasses" adtcore:type="CLAS/OCN/testclasses" adtcore:name="ZCL_DEMO"/></ioc:object><ioc:transport ioc:user="DEV"><ioc:ref adtcore:name="A4HK900002"/></ioc:transport></ioc:entry>'
  const request =
    '<ioc:entry><ioc:object/><ioc:transport><ioc:ref adtcore:name="A4HK900002"/></ioc:transport></ioc:entry>'
  const odd =
    '<ioc:entry><ioc:object ioc:user="DEV" ioc:deleted="true"><ioc:ref adtcore:uri="/sap/bc/adt/vit/wb/object_type/wdyn/object_name/ZW" adtcore:type="WDYN/X" adtcore:name="ZW"/></ioc:object></ioc:entry>'
  const read = readInactive(
    parseXml(`<ioc:inactiveObjects>${entry}${request}${odd}</ioc:inactiveObjects>`).element
  )
  assert.deepEqual(
    read.map(({ ref, part, user, deleted, transport }) => ({
      ref,
      part,
      user,
      deleted,
      transport
    })),
    [
      {
        ref: { type: 'CLAS', name: 'ZCL_DEMO' },
        part: 'testclasses',
        user: 'DEV',
        deleted: false,
        transport: 'A4HK900002'
      },
      {
        ref: { type: 'WDYN/X', name: 'ZW' },
        part: undefined,
        user: 'DEV',
        deleted: true,
        transport: undefined
      }
    ]
  )
  assert.equal(
    readInactive(
      parseXml(
        '<adtcore:objectReferences><adtcore:objectReference adtcore:uri="/sap/bc/adt/programs/programs/zx"/></adtcore:objectReferences>'
      ).element
    )[0]?.ref.name,
    'ZX'
  )
})

test('search hits name objects with and without an editor', () => {
  const hits = readReferences(
    '<adtcore:objectReferences><adtcore:objectReference adtcore:uri="/sap/bc/adt/functions/groups/zdemo/fmodules/z_fm" adtcore:type="FUGR/FF" adtcore:name="Z_FM" adtcore:packageName="zdemo"/><adtcore:objectReference adtcore:uri="/sap/bc/adt/vit/wb/object_type/trant/object_name/ZT" adtcore:type="TRAN/T" adtcore:name="ZT"/><adtcore:objectReference adtcore:uri="/sap/bc/adt/programs/programs/zdemo" adtcore:type="PROG/P" adtcore:name="ZDEMO (PROGRAM)"/><adtcore:objectReference adtcore:type="SUSH" adtcore:name="X"/></adtcore:objectReferences>'
  )
  assert.deepEqual(
    hits.map(hit => hit.ref),
    [
      { type: 'FUNC', name: 'Z_FM', group: 'ZDEMO' },
      { type: 'TRAN', name: 'ZT' },
      { type: 'PROG', name: 'ZDEMO' },
      { type: 'SUSH', name: 'X' }
    ]
  )
  assert.deepEqual([hits[0]?.package, hits[2]?.name], ['ZDEMO', 'ZDEMO'])
  assert.deepEqual(readReferences('<adtcore:objectReferences xmlns:adtcore="x"/>'), [])
})

test('an empty package is empty, a cut-off answer is not', () => {
  assert.deepEqual(readNodes('', 'ZX'), [])
  assert.throws(() => readNodes('<asx:abap><asx:values><DATA><TREE_CONTENT>', 'ZX'), {
    code: 'ERP_BAD_ANSWER'
  })
  const nodes = readNodes(
    checkData(
      '<TREE_CONTENT><SEU_ADT_REPOSITORY_OBJ_NODE><OBJECT_TYPE>CLAS/OC</OBJECT_TYPE><OBJECT_NAME>ZCL_DEMO</OBJECT_NAME><OBJECT_URI/><OBJECT_VIT_URI>/sap/bc/adt/vit/wb/object_type/clasoc/object_name/ZCL_DEMO</OBJECT_VIT_URI><DESCRIPTION>D</DESCRIPTION></SEU_ADT_REPOSITORY_OBJ_NODE></TREE_CONTENT>'
    ),
    'ZX'
  )
  assert.deepEqual(nodes, [
    {
      ref: { type: 'CLAS', name: 'ZCL_DEMO' },
      uri: '/sap/bc/adt/vit/wb/object_type/clasoc/object_name/ZCL_DEMO',
      adtType: 'CLAS/OC',
      name: 'ZCL_DEMO',
      package: 'ZX',
      description: 'D'
    }
  ])
})

test('hits in sources are read as references and as a feed', () => {
  const references = readSourceHits(
    '<r><adtcore:objectReference adtcore:uri="/sap/bc/adt/oo/classes/zcl_demo/source/main" adtcore:name="ZCL_DEMO" adtcore:type="CLAS/OC"><textSearchResult line="5" snippet="a = b."/><textSearchResult line="9" snippet="c"/></adtcore:objectReference></r>'
  )
  assert.deepEqual(
    references.map(hit => [hit.ref.name, hit.part, hit.line, hit.snippet]),
    [
      ['ZCL_DEMO', 'main', 5, 'a = b.'],
      ['ZCL_DEMO', 'main', 9, 'c']
    ]
  )
  const feed = readSourceHits(
    '<atom:feed xmlns:atom="x"><atom:entry><atom:id>/sap/bc/adt/programs/programs/zx/source/main#start=3,1</atom:id><atom:title>ZX</atom:title><atom:content>text</atom:content></atom:entry></atom:feed>'
  )
  assert.deepEqual(
    feed.map(hit => [hit.ref, hit.line, hit.snippet]),
    [[{ type: 'PROG', name: 'ZX' }, 3, 'text']]
  )
})

test('an outline has absolute 1-based places', () => {
  const link = (rel: string, at: string) =>
    `<atom:link rel="http://www.sap.com/adt/relations/source/${rel}" href="./../zcl_demo/source/main#${at}"/>`
  const outline = readOutlineXml(
    `<abapsource:objectStructureElement xml:base="/sap/bc/adt/oo/classes/zcl_demo/objectstructure" adtcore:name="ZCL_DEMO" adtcore:type="CLAS/OC" visibility="public"><abapsource:objectStructureElement adtcore:type="CLAS/OM" adtcore:name="HELLO" level="instance" clif_name="ZCL_DEMO" visibility="private">${link('definitionIdentifier', 'start=3,12;end=3,17')}${link('implementationBlock', 'start=9,2;end=11,11')}</abapsource:objectStructureElement></abapsource:objectStructureElement>`,
    '/sap/bc/adt/oo/classes/zcl_demo/objectstructure'
  )
  const [hello] = outline.children
  assert.deepEqual(
    [outline.name, hello?.name, hello?.visibility, hello?.level, hello?.attributes['clif_name']],
    ['ZCL_DEMO', 'HELLO', 'private', 'instance', 'ZCL_DEMO']
  )
  assert.deepEqual(
    [hello?.definition?.line, hello?.definition?.column, hello?.definition?.part],
    [3, 13, 'main']
  )
  assert.deepEqual(hello?.implementationBlock, {
    uri: '/sap/bc/adt/oo/classes/zcl_demo/source/main#start=9,2;end=11,11',
    part: 'main',
    startLine: 9,
    startColumn: 3,
    endLine: 11,
    endColumn: 12
  })
})

const alert = (kind: string, severity: string, title = 'T') =>
  `<alerts><alert kind="${kind}" severity="${severity}"><title>${title}</title><details><detail text="one"><details><detail text="two"/></details></detail></details><stack><stackEntry adtcore:uri="/sap/bc/adt/oo/classes/zcl_demo/includes/testclasses#start=24,0" adtcore:description="Line 24"/></stack></alert></alerts>`
const method = (name: string, alerts = '') =>
  `<testMethod adtcore:name="${name}" executionTime="0.01" unit="s">${alerts}</testMethod>`
const testClass = (methods: string, alerts = '', risk = ' riskLevel="harmless"') =>
  `<testClass adtcore:uri="/sap/bc/adt/oo/classes/zcl_demo/includes/testclasses#type=CLAS%2FOCL;name=LTCL" adtcore:name="LTCL"${risk}>${alerts}<testMethods>${methods}</testMethods></testClass>`
const run = (classes: string, alerts = '', programAlerts = '') =>
  readUnitXml(
    `<aunit:runResult xmlns:aunit="x" xmlns:adtcore="y">${alerts}<program adtcore:name="ZCL_DEMO">${programAlerts}<testClasses>${classes}</testClasses></program></aunit:runResult>`
  )

test('the verdict of a test run is passed only when all of it ran and passed', () => {
  const verdicts = {
    passed: run(testClass(method('A') + method('B'))),
    failed: run(testClass(method('A') + method('B', alert('failedAssertion', 'critical')))),
    exception: run(testClass(method('A', alert('exception', 'critical')))),
    skipped: run(
      testClass(method('A')) + testClass('', alert('abortion', 'tolerable', 'Risk level too high'))
    ),
    skippedAndFailed: run(
      testClass(method('A', alert('failedAssertion', 'critical'))) +
        testClass('', alert('abortion', 'tolerable'))
    ),
    setup: run(testClass('', alert('exception', 'critical'))),
    nothing: run('', alert('noTestClasses', 'tolerable')),
    syntax: run('', '', alert('warning', 'critical', 'Syntax error')),
    warned: run(testClass(method('A', alert('warning', 'tolerable'))))
  }
  assert.deepEqual(
    Object.values(verdicts).map(each => each.verdict),
    [
      'passed',
      'failed',
      'failed',
      'incomplete',
      'failed',
      'failed',
      'nothing_run',
      'failed',
      'passed'
    ]
  )
  assert.deepEqual(verdicts.skippedAndFailed.totals, {
    passed: 0,
    failed: 1,
    errors: 0,
    skippedClasses: 1
  })
  assert.deepEqual(
    verdicts.skipped.classes.map(each => each.skipped),
    [undefined, 'Risk level too high']
  )
  assert.deepEqual(verdicts.exception.classes[0]?.methods[0]?.status, 'error')
  const [failed] = verdicts.failed.classes[0]?.methods[1]?.alerts ?? []
  assert.deepEqual(
    [failed?.details, failed?.stack],
    [
      ['one', '  two'],
      [{ text: 'Line 24', ref: { type: 'CLAS', name: 'ZCL_DEMO' }, part: 'testclasses', line: 24 }]
    ]
  )
  assert.equal(run(testClass(method('A'), '', '')).classes[0]?.risk, 'critical')
})

test('a method without proof that it ran is not counted as passed', () => {
  const silent = (name: string, alerts = '') =>
    method(name, alerts).replace('executionTime="0.01"', 'executionTime="0"')
  const broken = run(testClass(silent('A') + silent('B'), alert('exception', 'fatal')))
  assert.deepEqual(
    [broken.verdict, broken.totals],
    ['failed', { passed: 0, failed: 0, errors: 0, skippedClasses: 0, unproven: 2 }]
  )
  const program = run(testClass(silent('A')), '', alert('warning', 'critical', 'Syntax error'))
  assert.deepEqual(
    [program.verdict, program.totals.passed, program.totals.unproven],
    ['failed', 0, 1]
  )
  // The measured time proves that these methods ran: the end of the class failed.
  const teardown = run(testClass(method('A') + method('B'), alert('exception', 'critical')))
  assert.deepEqual(
    [teardown.verdict, teardown.totals],
    ['failed', { passed: 2, failed: 0, errors: 1, skippedClasses: 0 }]
  )
  // The ERP measures 0 for most methods: alone it proves nothing.
  assert.deepEqual(run(testClass(silent('A'), alert('warning', 'tolerable'))).totals.passed, 1)
})

test('a method that skips itself keeps the run from being passed', () => {
  const skipping = run(testClass(method('A') + method('B', alert('abortion', 'tolerable'))))
  assert.deepEqual(
    [skipping.verdict, skipping.totals],
    ['incomplete', { passed: 1, failed: 0, errors: 0, skippedClasses: 0, skippedMethods: 1 }]
  )
  assert.deepEqual(
    skipping.classes[0]?.methods.map(({ status }) => status),
    ['passed', 'skipped']
  )
})

test('names that mean something to every object are ordinary attributes and children', () => {
  const outline = readOutlineXml(
    '<a:objectStructureElement xmlns:a="x" xmlns:c="y" c:name="ZCL_X" c:type="CLAS/OC"><a:objectStructureElement c:name="CONSTRUCTOR" c:type="CLAS/OM" constructor="true" toString="t"/></a:objectStructureElement>',
    '/sap/bc/adt/oo/classes/zcl_x'
  )
  assert.deepEqual({ ...outline.children[0]?.attributes }, { constructor: 'true', toString: 't' })
  const { element } = parseXml(
    '<a hasOwnProperty="1" __proto__="x"><constructor>2</constructor></a>'
  )
  assert.deepEqual(
    [
      attribute(element, 'hasOwnProperty'),
      attribute(element, 'toString'),
      textOf(element, 'constructor'),
      children(element, 'valueOf')
    ],
    ['1', undefined, '2', []]
  )
})
