/** Operations of adt/: the requests that they send and the answers that they read. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  checkSyntax,
  findDefinition,
  findReferences,
  formatSource,
  packageContents,
  previewTable,
  probeTransportNeed,
  readDiscovery,
  readMetadata,
  readOutline,
  readSnippets,
  readSystem,
  resolvePackage,
  runClass,
  runSql,
  runUnitTests,
  searchObjects,
  searchSource
} from '../../erp-client/index.ts'
import { asx, connect, demo, demoPath, demoSource } from './fake-erp.ts'
import type { FakeErp, Reply } from './fake-erp.ts'

/** Answers the one service of the test and gives the last request to it. */
function serve(fake: FakeErp, path: string, reply: Reply) {
  fake.handle = seen => (seen.path === `/sap/bc/adt/${path}` ? reply : undefined)
  return () => fake.seen.filter(seen => seen.path === `/sap/bc/adt/${path}`).at(-1)
}

const report = (status: string, messages: string, list = 'checkMessageList') => ({
  body: `<chkrun:checkRunReports xmlns:chkrun="x"><chkrun:checkReport chkrun:reporter="abapCheckRun" chkrun:status="${status}"><chkrun:${list}>${messages}</chkrun:${list}></chkrun:checkReport></chkrun:checkRunReports>`
})
const message = `<chkrun:checkMessage chkrun:uri="${demoSource}#start=3,4" chkrun:type="E" chkrun:shortText="Field &quot;LV_X&quot; is unknown." chkrun:code="MESSAGE(GSF)"/>`

test('a syntax check sends unsaved source in base64 and reads places 1-based', async t => {
  const { fake, erp } = await connect(t)
  const last = serve(fake, 'checkruns', report('processed', message))
  const result = await checkSyntax(erp.reader, { ref: demo, part: 'testclasses', source: 'x = ü.' })
  assert.deepEqual(result, {
    processed: true,
    findings: [
      {
        severity: 'error',
        text: 'Field "LV_X" is unknown.',
        code: 'MESSAGE(GSF)',
        ref: demo,
        part: 'main',
        uri: `${demoSource}#start=3,4`,
        line: 3,
        column: 5
      }
    ]
  })
  const body = last()?.body ?? ''
  assert.match(
    body,
    /<chkrun:checkObject adtcore:uri="\/sap\/bc\/adt\/oo\/classes\/zcl_demo" chkrun:version="inactive">/
  )
  assert.match(body, /chkrun:uri="\/sap\/bc\/adt\/oo\/classes\/zcl_demo\/includes\/testclasses"/)
  assert.equal(
    Buffer.from(
      /<chkrun:content>(.*)<\/chkrun:content>/.exec(body)?.[1] ?? '',
      'base64'
    ).toString(),
    'x = ü.'
  )
  serve(fake, 'checkruns', report('processed', message, 'checkMessages'))
  assert.equal((await checkSyntax(erp.reader, { ref: demo })).findings.length, 1)
})

test('an object without a draft is checked in its active version', async t => {
  const { fake, erp } = await connect(t)
  fake.handle = seen =>
    seen.path.endsWith('/checkruns')
      ? report(seen.body.includes('"active"') ? 'processed' : 'notProcessed', '')
      : undefined
  assert.deepEqual(await checkSyntax(erp.reader, { ref: demo }), { processed: true, findings: [] })
  assert.deepEqual(await checkSyntax(erp.reader, { ref: demo, version: 'inactive' }), {
    processed: false,
    findings: []
  })
  const gone = 'Resource CLASS ZCL_DEMO does not exist.'
  serve(fake, 'checkruns', report(`notProcessed" chkrun:statusText="${gone}`, ''))
  assert.deepEqual(await checkSyntax(erp.reader, { ref: demo }), {
    processed: false,
    reason: gone,
    findings: []
  })
})

test('a class that is no console class is refused, whatever the status of the answer', async t => {
  const { fake, erp } = await connect(t)
  const words = 'Class does not implement if_oo_adt_classrun~main method!'
  for (const body of [words, `Error: ${words}\n`]) {
    serve(fake, 'oo/classrun/ZCL_DEMO', { body })
    await assert.rejects(runClass(erp.writer, { name: 'ZCL_DEMO' }), { code: 'ERP_BAD_REQUEST' })
  }
  serve(fake, 'oo/classrun/ZCL_DEMO', { body: `said: ${words}` })
  assert.equal(await runClass(erp.writer, { name: 'ZCL_DEMO' }), `said: ${words}`)
})

test('SQL goes without its period, one row more is asked for', async t => {
  const { fake, erp } = await connect(t)
  const rows =
    '<dataPreview:tableData xmlns:dataPreview="x"><dataPreview:totalRows>9</dataPreview:totalRows><dataPreview:columns><dataPreview:metadata dataPreview:name="A" dataPreview:type="C"/><dataPreview:dataSet><dataPreview:data>1</dataPreview:data><dataPreview:data>2</dataPreview:data></dataPreview:dataSet></dataPreview:columns></dataPreview:tableData>'
  const last = serve(fake, 'datapreview/freestyle', { body: rows })
  const result = await runSql(erp.reader, { sql: ' SELECT a FROM t. \n', maxRows: 1 })
  assert.deepEqual(
    [last()?.body, last()?.query.get('rowNumber'), result.rows, result.truncated, result.total],
    ['SELECT a FROM t', '2', [['1']], true, 9]
  )
  const preview = serve(fake, 'datapreview/ddic', { body: rows })
  await previewTable(erp.reader, { name: '/abc/tab', maxRows: 5 })
  assert.deepEqual(
    [preview()?.query.get('ddicEntityName'), preview()?.query.get('rowNumber'), preview()?.body],
    ['/ABC/TAB', '6', '']
  )
  await assert.rejects(previewTable(erp.reader, { name: 'T; DROP', maxRows: 1 }), {
    code: 'ERP_BAD_NAME'
  })
})

test('a search requests in upper case and drops what the ERP did not filter', async t => {
  const { fake, erp } = await connect(t)
  const hit = (type: string, uri: string, name: string, pack: string) =>
    `<adtcore:objectReference adtcore:uri="/sap/bc/adt/${uri}" adtcore:type="${type}" adtcore:name="${name}" adtcore:packageName="${pack}"/>`
  const last = serve(fake, 'repository/informationsystem/search', {
    body: `<adtcore:objectReferences xmlns:adtcore="x">${hit('CLAS/OC', 'oo/classes/zcl_a', 'ZCL_A', 'ZP')}${hit('CLAS/OC', 'oo/classes/zcl_b', 'ZCL_B', 'OTHER')}${hit('PROG/P', 'programs/programs/za', 'ZA', 'ZP')}</adtcore:objectReferences>`
  })
  const found = await searchObjects(erp.reader, {
    query: 'zcl_* ',
    type: 'class',
    package: 'zp',
    maxResults: 7
  })
  assert.deepEqual(
    found.map(each => each.name),
    ['ZCL_A']
  )
  assert.deepEqual(
    ['query', 'objectType', 'packageName', 'maxResults', 'operation'].map(name =>
      last()?.query.get(name)
    ),
    ['ZCL_*', 'CLAS/OC', 'ZP', '7', 'quickSearch']
  )
})

test('a package lists its objects and the packages in it', async t => {
  const { fake, erp } = await connect(t)
  const node = (type: string, name: string, uri: string) =>
    `<SEU_ADT_REPOSITORY_OBJ_NODE><OBJECT_TYPE>${type}</OBJECT_TYPE><OBJECT_NAME>${name}</OBJECT_NAME><OBJECT_URI>${uri}</OBJECT_URI></SEU_ADT_REPOSITORY_OBJ_NODE>`
  const last = serve(
    fake,
    'repository/nodestructure',
    asx(
      `<TREE_CONTENT>${node('DEVC/K', 'ZSUB', '/sap/bc/adt/packages/zsub')}${node('CLAS/OC', 'ZCL_A', '/sap/bc/adt/oo/classes/zcl_a')}</TREE_CONTENT>`
    )
  )
  const contents = await packageContents(erp.reader, { package: '$tmp' })
  assert.deepEqual(
    [contents.subPackages, contents.objects.map(each => each.ref)],
    [['ZSUB'], [{ type: 'CLAS', name: 'ZCL_A' }]]
  )
  assert.deepEqual(
    [last()?.query.get('parent_name'), last()?.query.get('parent_type')],
    ['$TMP', 'DEVC/K']
  )
})

test('a system without source search is reported as such', async t => {
  const { fake, erp } = await connect(t)
  await assert.rejects(searchSource(erp.reader, { query: 'x', maxResults: 5 }), {
    code: 'ERP_UNSUPPORTED'
  })
  serve(fake, 'repository/informationsystem/textsearch', { status: 500, body: 'not configured' })
  await assert.rejects(
    searchSource(erp.reader, { query: 'x', maxResults: 5 }),
    (error: Error) =>
      'code' in error &&
      error.code === 'ERP_UNSUPPORTED' &&
      error.message.includes('not configured')
  )
})

test('a definition is asked for with the whole word and the source it stands in', async t => {
  const { fake, erp } = await connect(t)
  fake.sources.set(demoSource, 'REPORT x.\r\n  zcl_a=>run( ).\r\n')
  const target = {
    body: '<adtcore:objectReference xmlns:adtcore="x" adtcore:uri="/sap/bc/adt/oo/classes/zcl_a/source/main#start=2,5" adtcore:type="CLAS/OM" adtcore:name="RUN"/>'
  }
  const last = serve(fake, 'navigation/target', target)
  const place = await findDefinition(erp.reader, {
    ref: demo,
    line: 2,
    column: 11,
    implementation: true
  })
  assert.deepEqual(place, {
    ref: { type: 'CLAS', name: 'ZCL_A' },
    part: 'main',
    uri: '/sap/bc/adt/oo/classes/zcl_a/source/main#start=2,5',
    line: 2,
    column: 6,
    adtType: 'CLAS/OM',
    name: 'RUN'
  })
  assert.deepEqual(
    [last()?.query.get('uri'), last()?.query.get('filter'), last()?.body],
    [`${demoSource}#start=2,9;end=2,12`, 'implementation', 'REPORT x.\n  zcl_a=>run( ).\n']
  )
  await findDefinition(erp.reader, {
    ref: demo,
    line: 1,
    column: 3,
    endColumn: 5,
    source: 'abcdef'
  })
  assert.deepEqual(
    [last()?.query.get('uri'), last()?.query.get('filter')],
    [`${demoSource}#start=1,2;end=1,4`, 'definition']
  )
  await assert.rejects(findDefinition(erp.reader, { ref: demo, line: 9, column: 1, source: 'a' }), {
    code: 'ERP_BAD_REQUEST'
  })
  serve(fake, 'navigation/target', { body: '' })
  await assert.rejects(findDefinition(erp.reader, { ref: demo, line: 1, column: 1, source: 'a' }), {
    code: 'ERP_NOT_FOUND'
  })
})

test('uses are read with either prefix, and their snippets by identifier', async t => {
  const { fake, erp } = await connect(t)
  const usages = (prefix: string) => ({
    body: `<${prefix}:usageReferenceResult xmlns:${prefix}="x" numberOfResults="1"><${prefix}:referencedObjects><${prefix}:referencedObject uri="/sap/bc/adt/oo/classes/zcl_user/includes/testclasses" isResult="true" usageInformation="gradeDirect,includeTest"><${prefix}:adtObject adtcore:name="Local Test Classes" adtcore:type="CLAS/I"><adtcore:packageRef adtcore:name="ZDEMO"/></${prefix}:adtObject><objectIdentifier>ABAPFullName;X;\\TY:Z</objectIdentifier></${prefix}:referencedObject></${prefix}:referencedObjects></${prefix}:usageReferenceResult>`
  })
  for (const prefix of ['usageReferences', 'usagereferences']) {
    const last = serve(fake, 'repository/informationsystem/usageReferences', usages(prefix))
    const {
      total,
      references: [reference]
    } = await findReferences(erp.reader, { ref: demo, line: 3, column: 5 })
    assert.equal(last()?.query.get('uri'), `${demoSource}#start=3,4`)
    assert.deepEqual(
      [
        total,
        reference?.ref?.name,
        reference?.part,
        reference?.package,
        reference?.isResult,
        reference?.objectIdentifier,
        reference?.usage
      ],
      [
        1,
        'ZCL_USER',
        'testclasses',
        'ZDEMO',
        true,
        'ABAPFullName;X;\\TY:Z',
        'gradeDirect,includeTest'
      ]
    )
    await findReferences(erp.reader, { ref: demo })
    assert.equal(last()?.query.get('uri'), demoPath)
  }
  const last = serve(fake, 'repository/informationsystem/usageSnippets', {
    body: '<u:usageSnippetResult xmlns:u="x"><u:codeSnippetObjects><u:codeSnippetObject><objectIdentifier>A&amp;B</objectIdentifier><u:codeSnippets><u:codeSnippet uri="/sap/bc/adt/oo/classes/zcl_user/source/main#start=10" matches="1-2"><content>  a = b.</content></u:codeSnippet></u:codeSnippets></u:codeSnippetObject></u:codeSnippetObjects></u:usageSnippetResult>'
  })
  const snippets = await readSnippets(erp.reader, { identifiers: ['A&B'] })
  assert.deepEqual(snippets.get('A&B'), [
    { uri: '/sap/bc/adt/oo/classes/zcl_user/source/main#start=10', line: 10, text: '  a = b.' }
  ])
  assert.match(last()?.body ?? '', /<objectIdentifier optional="false">A&amp;B</)
})

test('formatting with nothing to do gives the source back', async t => {
  const { fake, erp } = await connect(t)
  serve(fake, 'abapsource/prettyprinter', { body: 'REPORT x.\r\n' })
  assert.equal(await formatSource(erp.reader, { source: 'report x.' }), 'REPORT x.\n')
  serve(fake, 'abapsource/prettyprinter', { body: '' })
  assert.equal(await formatSource(erp.reader, { source: 'report x.' }), 'report x.')
})

test('tests beyond harmless need a writer', async t => {
  const { fake, erp } = await connect(t)
  const last = serve(fake, 'abapunit/testruns', { body: '<aunit:runResult xmlns:aunit="x"/>' })
  assert.equal(
    (
      await runUnitTests(erp.reader, {
        refs: [demo, { type: 'DEVC', name: 'ZDEMO' }],
        risks: ['harmless']
      })
    ).verdict,
    'nothing_run'
  )
  assert.match(
    last()?.body ?? '',
    /<testRiskLevels harmless="true" dangerous="false" critical="false"\/>/
  )
  assert.match(
    last()?.body ?? '',
    /adtcore:uri="\/sap\/bc\/adt\/oo\/classes\/zcl_demo"\/><adtcore:objectReference adtcore:uri="\/sap\/bc\/adt\/packages\/zdemo"/
  )
  await assert.rejects(
    runUnitTests(erp.reader, { refs: [demo], risks: ['harmless', 'critical'] }),
    { code: 'ERP_READER_CANNOT_CHANGE' }
  )
  await runUnitTests(erp.writer, { refs: [demo], risks: ['critical'] })
  assert.match(
    last()?.body ?? '',
    /<testRiskLevels harmless="false" dangerous="false" critical="true"\/>/
  )
  await assert.rejects(
    runUnitTests(erp.reader, { refs: [{ type: 'DOMA', name: 'ZD' }], risks: ['harmless'] }),
    { code: 'ERP_UNSUPPORTED' }
  )
})

test('an old release gets the configuration as plain XML', async t => {
  const { fake, erp } = await connect(t)
  fake.handle = seen =>
    seen.path.endsWith('/testruns')
      ? seen.headers['content-type'] === 'application/xml'
        ? { body: '<aunit:runResult xmlns:aunit="x"/>' }
        : { status: 415 }
      : undefined
  assert.equal(
    (await runUnitTests(erp.reader, { refs: [demo], risks: ['harmless'] })).verdict,
    'nothing_run'
  )
})

test('the package of a function module is that of its group, cached for a while', async t => {
  const { fake, erp } = await connect(t)
  fake.handle = seen =>
    /functions\/groups/.test(seen.path)
      ? {
          body: seen.path.includes('fmodules')
            ? '<f:m adtcore:name="Z_FM"><adtcore:containerRef adtcore:uri="/sap/bc/adt/functions/groups/zfg" adtcore:name="ZFG"/></f:m>'
            : '<g:g adtcore:name="ZFG"><adtcore:packageRef adtcore:name="ZDEMO"/></g:g>'
        }
      : undefined
  const ref = { type: 'FUNC', name: 'Z_FM', group: 'ZFG' }
  assert.equal(await resolvePackage(erp.reader, { ref }), 'ZDEMO')
  const { length } = fake.seen
  assert.equal(await resolvePackage(erp.reader, { ref }), 'ZDEMO')
  assert.equal(fake.seen.length, length)
  fake.handle = seen =>
    seen.path.endsWith('zcl_demo') ? { body: '<c:c adtcore:name="ZCL_DEMO"/>' } : undefined
  await assert.rejects(resolvePackage(erp.reader, { ref: demo }), { code: 'ERP_BAD_ANSWER' })
})

test('metadata and outline request the given version', async t => {
  const { fake, erp } = await connect(t)
  await readMetadata(erp.reader, { ref: demo, version: 'inactive' })
  assert.deepEqual(
    [fake.seen.at(-1)?.query.get('version'), fake.seen.at(-1)?.headers.accept],
    ['inactive', 'application/vnd.sap.adt.oo.classes.v4+xml, application/*;q=0.8']
  )
  serve(fake, 'oo/classes/zcl_demo/objectstructure', {
    body: '<abapsource:objectStructureElement xmlns:abapsource="x" xml:base="/sap/bc/adt/oo/classes/zcl_demo/objectstructure"/>'
  })
  await readOutline(erp.reader, { ref: demo })
  assert.equal(fake.seen.at(-1)?.query.has('version'), false)
})

const feed = (entries: Record<string, string>) => ({
  body: `<atom:feed xmlns:atom="x">${Object.entries(entries)
    .map(
      ([id, title]) =>
        `<atom:entry><atom:id>${id}</atom:id><atom:title>${title}</atom:title></atom:entry>`
    )
    .join('')}</atom:feed>`
})

test('a system is described by what its release and its authorizations show', async t => {
  const { fake, erp } = await connect(t)
  fake.handle = seen => {
    if (seen.path.endsWith('/systeminformation')) {
      return {
        headers: { 'content-type': 'application/json' },
        body: '{"systemID":"A4H","userName":"DEVELOPER","userFullName":"","client":"001","language":"EN"}'
      }
    }
    if (seen.path.endsWith('/system/information')) {
      return feed({ DBSystem: 'HDB', DBRelease: '2.00', OSName: 'Linux', KernelRelease: '793' })
    }
    return undefined
  }
  const info = await readSystem(erp.reader, {})
  assert.deepEqual(
    [
      info.id,
      info.user,
      info.userFullName,
      info.release,
      info.database,
      info.os,
      info.kernel,
      info.sandbox
    ],
    ['A4H', 'DEVELOPER', undefined, '758', 'HDB 2.00', 'Linux', '793', false]
  )
  assert.deepEqual(info.components, [
    { name: 'SAP_BASIS', release: '758', level: '0002', description: 'SAP Basis Component' }
  ])
  assert.deepEqual([erp.reader.system.id, erp.reader.system.sandbox], ['A4H', false])
  const { fake: old, erp: bare } = await connect(t)
  old.handle = seen => (seen.path.includes('/system') ? { status: 403 } : undefined)
  assert.deepEqual(
    [(await readSystem(bare.reader, {})).id, (await readSystem(bare.reader, {})).release],
    ['TST', undefined]
  )
})

test('the discovery is read once, whatever needs it', async t => {
  const { fake, erp } = await connect(t)
  serve(fake, 'discovery', {
    body: '<app:service xmlns:app="x"><app:workspace><app:collection href="https://erp:1/sap/bc/adt/oo/classes"><app:accept>a</app:accept><app:accept/></app:collection><app:collection href="/sap/bc/adt/packages/"/></app:workspace></app:service>'
  })
  const [one] = await Promise.all([readDiscovery(erp.reader, {}), readDiscovery(erp.writer, {})])
  assert.deepEqual(
    [...one.collections],
    [
      ['/sap/bc/adt/oo/classes', ['a']],
      ['/sap/bc/adt/packages', []]
    ]
  )
  assert.deepEqual(
    [one.has('/oo/classes'), one.has('/sap/bc/adt/packages/'), one.has('/nope')],
    [true, true, false]
  )
  assert.equal(fake.count('GET', /adt\/discovery$/), 1)
})

test('the transport check falls back to where 7.40 has it', async t => {
  const { fake, erp } = await connect(t)
  const need = asx('<DEVCLASS>ZX</DEVCLASS><RECORDING>X</RECORDING>')
  fake.handle = seen => (seen.path === '/sap/bc/cts/transportchecks' ? need : undefined)
  assert.equal((await probeTransportNeed(erp.reader, { ref: demo, package: 'ZX' })).recording, true)
  assert.match(
    fake.seen.at(-1)?.body ?? '',
    /<DEVCLASS>ZX<\/DEVCLASS><OPERATION>I<\/OPERATION><URI>\/sap\/bc\/adt\/oo\/classes\/zcl_demo\/source\/main<\/URI>/
  )
  fake.handle = seen =>
    seen.path.endsWith('/transportchecks')
      ? { status: seen.path.includes('/adt/') ? 501 : 200, body: 'not here, because' }
      : undefined
  await assert.rejects(probeTransportNeed(erp.reader, { ref: demo, package: 'ZX' }), {
    code: 'ERP_UNSUPPORTED',
    message: 'not here, because'
  })
})
