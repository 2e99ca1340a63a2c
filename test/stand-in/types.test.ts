/**
 * ERPRead of every type by its documented address, media type and root element; the expected values
 * are written by hand.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toolBench } from '../tools/helpers/sandbox-bench.ts'
import { standIn } from './server.ts'
import type { Exchange } from './server.ts'

const adt = '/sap/bc/adt'
const core = 'xmlns:adtcore="http://www.sap.com/adt/core" xmlns:x="http://www.sap.com/x"'
const vendor = (name: string) => `application/vnd.sap.adt.${name}+xml`

interface Row {
  readonly type: string
  readonly group?: string
  readonly path: string
  readonly media?: string
  readonly root: string
  readonly body?: string
  /** Path of the source below the object. */ readonly source?: string
  readonly shown?: RegExp
}

const text = 'line one\nline two\n'
const main = 'source/main'

const rows: readonly Row[] = [
  {
    type: 'PROG',
    path: 'programs/programs/zdemo',
    media: vendor('programs.programs.v2'),
    root: 'abapProgram',
    source: main
  },
  {
    type: 'INCL',
    path: 'programs/includes/zdemo',
    media: vendor('programs.includes.v2'),
    root: 'abapInclude',
    source: main
  },
  {
    type: 'CLAS',
    path: 'oo/classes/zdemo',
    media: vendor('oo.classes.v4'),
    root: 'abapClass',
    source: main
  },
  {
    type: 'INTF',
    path: 'oo/interfaces/zdemo',
    media: vendor('oo.interfaces.v5'),
    root: 'abapInterface',
    source: main
  },
  {
    type: 'FUGR',
    path: 'functions/groups/zdemo',
    media: vendor('functions.groups.v3'),
    root: 'abapFunctionGroup',
    source: main
  },
  {
    type: 'FUNC',
    group: 'ZGROUP',
    path: 'functions/groups/zgroup/fmodules/zdemo',
    media: vendor('functions.fmodules.v3'),
    root: 'abapFunctionModule',
    source: main
  },
  {
    type: 'FINC',
    group: 'ZGROUP',
    path: 'functions/groups/zgroup/includes/zdemo',
    media: vendor('functions.fincludes.v2'),
    root: 'abapFunctionGroupInclude',
    source: main
  },
  {
    type: 'DDLS',
    path: 'ddic/ddl/sources/zdemo',
    media: vendor('ddlSource'),
    root: 'ddlSource',
    source: main
  },
  {
    type: 'DCLS',
    path: 'acm/dcl/sources/zdemo',
    media: vendor('dclSource'),
    root: 'dclSource',
    source: main
  },
  {
    type: 'DDLX',
    path: 'ddic/ddlx/sources/zdemo',
    media: vendor('ddic.ddlx.v1'),
    root: 'ddlxSource',
    source: main
  },
  {
    type: 'DDLA',
    path: 'ddic/ddla/sources/zdemo',
    media: vendor('ddic.ddla.v1'),
    root: 'ddlaSource',
    source: main
  },
  {
    type: 'BDEF',
    path: 'bo/behaviordefinitions/zdemo',
    media: vendor('blues.v1'),
    root: 'blueSource',
    source: main
  },
  {
    type: 'SRVD',
    path: 'ddic/srvd/sources/zdemo',
    media: vendor('ddic.srvd.v1'),
    root: 'srvdSource',
    source: main
  },
  {
    type: 'TABL',
    path: 'ddic/tables/zdemo',
    media: vendor('tables.v2'),
    root: 'blueSource',
    source: main
  },
  {
    type: 'STRU',
    path: 'ddic/structures/zdemo',
    media: vendor('structures.v2'),
    root: 'blueSource',
    source: main
  },
  {
    type: 'TYPE',
    path: 'ddic/typegroups/zdemo',
    media: vendor('ddic.typegroups.v2'),
    root: 'typeGroup',
    source: main
  },
  {
    type: 'XSLT',
    path: 'xslt/transformations/zdemo',
    media: vendor('transformations'),
    root: 'transformation',
    source: main
  },
  { type: 'HOOK', path: 'enhancements/enhoxhh/zdemo', root: 'objectData', source: main },
  {
    type: 'DSFD',
    path: 'ddic/dsfd/sources/zdemo',
    media: vendor('blues.v1'),
    root: 'blueSource',
    source: main
  },
  {
    type: 'DSFI',
    path: 'ddic/dsfi/zdemo',
    media: vendor('blues.v2'),
    root: 'blueSource',
    source: main
  },
  {
    type: 'DESD',
    path: 'ddic/desd/zdemo',
    media: vendor('blues.v1'),
    root: 'blueSource',
    source: main
  },
  {
    type: 'DTSC',
    path: 'ddic/dtsc/sources/zdemo',
    media: vendor('blues.v1'),
    root: 'blueSource',
    source: main
  },
  {
    type: 'EVTB',
    path: 'businessservices/evtbevb/zdemo',
    media: vendor('blues.v1'),
    root: 'blueSource',
    source: main
  },
  {
    type: 'COTA',
    path: 'conn/commtargets/zdemo',
    media: vendor('blues.v1'),
    root: 'blueSource',
    source: main
  },
  {
    type: 'SRVB',
    path: 'businessservices/bindings/zdemo',
    media: vendor('businessservices.servicebinding.v2'),
    root: 'serviceBinding',
    body: '<x:services x:name="ZDEMO"><x:content x:version="0001" x:releaseState="NOT_RELEASED"><x:serviceDefinition adtcore:name="ZDEMO_SRV"/></x:content></x:services><x:binding x:type="ODATA" x:version="V4" x:category="0"/>',
    shown: /protocol: ODATA V4\nuse: UI.*serviceDefinition: ZDEMO_SRV/s
  },
  {
    type: 'DOMA',
    path: 'ddic/domains/zdemo',
    media: vendor('domains.v2'),
    root: 'domain',
    body: '<x:content><x:typeInformation><x:datatype>CHAR</x:datatype><x:length>000001</x:length></x:typeInformation><x:valueInformation><x:fixValues><x:fixValue><x:low>A</x:low><x:text>Active</x:text></x:fixValue></x:fixValues></x:valueInformation></x:content>',
    shown: /datatype: CHAR\nlength: 1.*low: A, text: Active/s
  },
  {
    type: 'DTEL',
    path: 'ddic/dataelements/zdemo',
    media: vendor('dataelements.v2'),
    root: 'wbobj',
    body: '<x:dataElement><x:typeKind>domain</x:typeKind><x:typeName>ZDOMA</x:typeName><x:shortFieldLabel>Short</x:shortFieldLabel></x:dataElement>',
    shown: /typeKind: domain\ntypeName: ZDOMA.*short: Short/s
  },
  {
    type: 'TTYP',
    path: 'ddic/tabletypes/zdemo',
    media: vendor('tabletype.v1'),
    root: 'tableType',
    body: '<x:rowType><x:typeKind>dictionaryType</x:typeKind><x:typeName>ZSTRU</x:typeName></x:rowType>',
    shown: /typeName: ZSTRU/
  },
  {
    type: 'MSAG',
    path: 'messageclass/zdemo',
    media: vendor('mc.messageclass'),
    root: 'messageClass',
    body: '<x:messages x:msgno="001" x:msgtext="Object &amp;1 not found"/>',
    shown: /number: 001, text: Object &1 not found/
  },
  {
    type: 'ENQU',
    path: 'ddic/lockobjects/sources/zdemo',
    media: vendor('lockobjects.v1'),
    root: 'lockObject',
    body: '<x:primaryTable x:name="ZTAB"/>',
    shown: /ZTAB/
  },
  {
    type: 'VIEW',
    path: 'vit/wb/object_type/viewdv/object_name/ZDEMO',
    root: 'mainObject',
    shown: /VIEW ZDEMO/
  },
  {
    type: 'TRAN',
    path: 'vit/wb/object_type/trant/object_name/ZDEMO',
    root: 'mainObject',
    shown: /TRAN ZDEMO/
  },
  {
    type: 'AUTH',
    path: 'aps/iam/auth/zdemo',
    media: vendor('blues.v1'),
    root: 'auth',
    body: '<x:content><x:fieldName>ZDEMO</x:fieldName><x:rollName>ZROLL</x:rollName></x:content>',
    shown: /rollName: ZROLL/
  },
  {
    type: 'SUSO',
    path: 'aps/iam/suso/zdemo',
    media: vendor('blues.v1'),
    root: 'suso',
    body: '<x:content><x:field x:name="ACTVT"/></x:content>',
    shown: /ACTVT/
  },
  {
    type: 'BADI',
    path: 'enhancements/enhoxhb/zdemo',
    media: vendor('enh.enhoxhb.v4'),
    root: 'objectData',
    body: '<x:contentSpecific><x:badiTechnology><x:badiImplementations><x:badiImplementation x:name="ZIMPL"/></x:badiImplementations></x:badiTechnology></x:contentSpecific>',
    shown: /ZIMPL/
  },
  {
    type: 'ENHI',
    path: 'enhancements/enhoxh/zdemo',
    root: 'objectData',
    body: '<x:contentCommon x:toolType="HOOK_IMPL"/>',
    shown: /HOOK_IMPL/
  },
  {
    type: 'ENHS',
    path: 'enhancements/enhsxsb/zdemo',
    root: 'objectData',
    body: '<x:badiDefinitions><x:badiDefinition x:name="ZBADI"/></x:badiDefinitions>',
    shown: /ZBADI/
  },
  {
    type: 'SKTD',
    path: 'documentation/ktd/documents/zdemo',
    media: vendor('sktdv2'),
    root: 'docu',
    body: `<x:text>${Buffer.from('# What it is for\nOrders & more').toString('base64')}</x:text>`,
    shown: /# What it is for\nOrders & more/
  }
]

const documentOf = ({ root, body = '' }: Row, name = 'ZDEMO') =>
  `<x:${root} ${core} adtcore:name="${name}" adtcore:version="active" adtcore:description="Demo" adtcore:responsible="DEVELOPER"><adtcore:packageRef adtcore:uri="${adt}/packages/zpack" adtcore:type="DEVC/K" adtcore:name="ZPACK"/>${body}</x:${root}>`

for (const row of rows) {
  test(`ERPRead ${row.type}`, async t => {
    const path = `${adt}/${row.path}`
    const object: Exchange = {
      method: 'GET',
      path,
      ...(row.media === undefined ? {} : { accept: row.media }),
      answer: documentOf(row)
    }
    const source: readonly Exchange[] =
      row.source === undefined
        ? []
        : [
            {
              method: 'GET',
              path: `${path}/${row.source}`,
              accept: 'text/plain',
              type: 'text/plain',
              answer: text
            }
          ]
    const { erp } = await standIn(t, [object, ...source])
    const read = await toolBench(erp).text('ERPRead', {
      type: row.type,
      name: 'ZDEMO',
      ...(row.group === undefined ? {} : { group: row.group })
    })
    assert.match(
      read,
      row.source === undefined
        ? (row.shown ?? /never/)
        : new RegExp(
            `${row.type} ZDEMO.* · active · hash [0-9a-f]{16} · 2 lines · complete[^]*line one\\n(?:2: )?line two`
          )
    )
    if (row.source === undefined) assert.match(read, /package ZPACK/)
  })
}

const search = (query: string, hits: string, maxResults = '20'): Exchange => ({
  method: 'GET',
  path: `${adt}/repository/informationsystem/search`,
  query: { operation: 'quickSearch', query, maxResults },
  answer: `<adtcore:objectReferences ${core}>${hits}</adtcore:objectReferences>`
})
const typed = (exchange: Exchange, type: string): Exchange => ({
  ...exchange,
  query: { ...exchange.query, objectType: type }
})
const hit = (uri: string, type: string, name: string) =>
  `<adtcore:objectReference adtcore:uri="${adt}/${uri}" adtcore:type="${type}" adtcore:name="${name}" adtcore:packageName="ZPACK"/>`
const missing = (path: string): Exchange => ({
  method: 'GET',
  path: `${adt}/${path}`,
  status: 404,
  answer:
    '<exc:exception xmlns:exc="http://www.sap.com/abapxml/types/communicationframework"><namespace id="com.sap.adt"/><type id="ExceptionResourceNotFound"/><message lang="EN">ZDEMO does not exist</message></exc:exception>'
})

test('a search help, and any other type without a row, is read at the address that the search gives', async t => {
  const at = 'vit/wb/object_type/shlpdh/object_name/ZDEMO'
  const { erp } = await standIn(t, [
    typed(search('ZDEMO', hit(at, 'SHLP/DH', 'ZDEMO')), 'SHLP'),
    {
      method: 'GET',
      path: `${adt}/${at}`,
      answer: documentOf({ type: 'SHLP', path: at, root: 'mainObject' })
    }
  ])
  assert.match(
    await toolBench(erp).text('ERPRead', { type: 'SHLP', name: 'ZDEMO' }),
    /SHLP\/DH ZDEMO · active · package ZPACK · <erp>Demo<\/erp>/
  )
})

test('a server-driven type unknown to the bridge is read with its source', async t => {
  const at = 'applicationjob/catalogs/zdemo'
  const { erp } = await standIn(t, [
    typed(search('ZDEMO', hit(at, 'SAJC/TYP', 'ZDEMO')), 'SAJC'),
    {
      method: 'GET',
      path: `${adt}/${at}`,
      answer: documentOf({ type: 'SAJC', path: at, root: 'blueSource' }).replace(
        'adtcore:description',
        'abapsource:sourceUri="source/main" xmlns:abapsource="http://www.sap.com/adt/abapsource" adtcore:description'
      )
    },
    {
      method: 'GET',
      path: `${adt}/${at}/source/main`,
      type: 'application/json',
      answer: '{"formatVersion":"1"}'
    }
  ])
  assert.match(
    await toolBench(erp).text('ERPRead', { type: 'SAJC', name: 'ZDEMO' }),
    /SAJC\/TYP ZDEMO[^]*--- source\n\{"formatVersion":"1"\}/
  )
})

test('ENHO is whichever kind of enhancement has the name', async t => {
  const path = 'enhancements/enhoxhh/zdemo'
  const { erp } = await standIn(t, [
    missing('enhancements/enhoxhb/zdemo'),
    search('ZDEMO', hit(path, 'ENHO/XHH', 'ZDEMO')),
    {
      method: 'GET',
      path: `${adt}/${path}`,
      answer: documentOf({ type: 'HOOK', path, root: 'objectData' })
    },
    { method: 'GET', path: `${adt}/${path}/source/main`, type: 'text/plain', answer: text }
  ])
  assert.match(
    await toolBench(erp).text('ERPRead', { type: 'ENHO', name: 'ZDEMO' }),
    /HOOK ZDEMO[^]*line one/
  )
})

test('a name that no kind of the type has stays missing', async t => {
  const { erp } = await standIn(t, [
    missing('enhancements/enhoxhb/zdemo'),
    search('ZDEMO', hit('oo/classes/zdemo', 'CLAS/OC', 'ZDEMO')),
    search('ZDEMO', hit('oo/classes/zdemo', 'CLAS/OC', 'ZDEMO'), '50')
  ])
  assert.equal(
    await toolBench(erp).code('ERPRead', { type: 'ENHO', name: 'ZDEMO' }),
    'ERP_NOT_FOUND'
  )
})

const column = (name: string, values: readonly string[]) =>
  `<dataPreview:columns><dataPreview:metadata dataPreview:name="${name}" dataPreview:type="C" dataPreview:description="" dataPreview:keyAttribute="false" dataPreview:colType="" dataPreview:isKeyFigure="false" dataPreview:length="20"/><dataPreview:dataSet>${values.map(value => `<dataPreview:data>${value}</dataPreview:data>`).join('')}</dataPreview:dataSet></dataPreview:columns>`
const table = (columns: Readonly<Record<string, readonly string[]>>) =>
  `<dataPreview:tableData xmlns:dataPreview="http://www.sap.com/adt/dataPreview"><dataPreview:totalRows>2</dataPreview:totalRows>${Object.entries(
    columns
  )
    .map(([name, values]) => column(name, values))
    .join('')}</dataPreview:tableData>`
const ask = (body: RegExp, columns: Readonly<Record<string, readonly string[]>>): Exchange => ({
  method: 'POST',
  path: `${adt}/datapreview/freestyle`,
  query: { rowNumber: '501' },
  contentType: 'text/plain; charset=utf-8',
  accept: vendor('datapreview.table.v1'),
  body,
  type: vendor('datapreview.table.v1'),
  answer: table(columns)
})

test('the variants of a program, where tables may be read', async t => {
  const { erp } = await standIn(t, [
    ask(
      /^SELECT variant, protected, ename, edat, aename, aedat FROM varid WHERE report = 'ZDEMO' ORDER BY variant$/,
      {
        VARIANT: ['DAILY', 'TEST'],
        PROTECTED: ['X', ''],
        ENAME: ['DEVELOPER', 'OTHER'],
        EDAT: ['20260501', '20260502'],
        AENAME: ['', 'OTHER'],
        AEDAT: ['00000000', '20260503']
      }
    ),
    ask(/^SELECT variant, langu, vtext FROM varit WHERE report = 'ZDEMO'$/, {
      VARIANT: ['DAILY'],
      LANGU: ['E'],
      VTEXT: ['Every day']
    })
  ])
  assert.match(
    await toolBench(erp).text('ERPRead', { type: 'VARI', name: 'zdemo' }),
    /VARI ZDEMO · 2 variants\n<erp>\nDAILY · Every day · protected · created DEVELOPER 20260501\nTEST · created OTHER 20260502 · changed OTHER 20260503\n/
  )
  for (const [options, code] of [
    [{ blockFreeSql: true }, 'BLOCKED_FREE_SQL'],
    [{ disallowedOps: 'Q' }, 'BLOCKED_OPERATION'],
    [{ blockedTables: ['VARI*'] }, 'BLOCKED_TABLE']
  ] as const) {
    assert.equal(
      await toolBench(erp, { policy: options }).code('ERPRead', { type: 'VARI', name: 'ZDEMO' }),
      code
    )
  }
  assert.equal(
    await toolBench(erp).code('ERPRead', { type: 'VARI', name: "Z' OR 1 = 1" }),
    'ERP_BAD_NAME'
  )
  assert.equal(await toolBench(erp).code('ERPRead', { type: 'VARI' }), 'TOOL_BAD_ARGUMENTS')
})
