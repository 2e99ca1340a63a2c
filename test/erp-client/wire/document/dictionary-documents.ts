/**
 * Documents of lock objects and of the settings of tables: elements and order as
 * Freight-Art/abapsmith and arc-mcp/arc-1 read them on 754 to 816, and clients of 758 write them.
 */
import type { Case } from './documents.ts'

const core = 'xmlns:adtcore="http://www.sap.com/adt/core" xmlns:atom="http://www.w3.org/2005/Atom"'
const common = (name: string, type: string) =>
  `adtcore:responsible="MAKER" adtcore:masterLanguage="EN" adtcore:name="${name}" adtcore:type="${type}" adtcore:changedAt="2026-03-04T05:06:07Z" adtcore:version="active" adtcore:changedBy="MAKER" adtcore:description="Of a &quot;test&quot;" adtcore:language="EN"`
const link = '<atom:link href="versions" rel="http://www.sap.com/adt/relations/versions"/>'
const unknown = '<later:future xmlns:later="urn:later" later:flag="X">kept &amp; so</later:future>'

const lockRow = (wanted: boolean, name: string, table = 'ZHEAD') =>
  `<enqu:lockParameter><enqu:parameterWanted>${wanted}</enqu:parameterWanted><enqu:parameterName>${name}</enqu:parameterName><enqu:tableName>${table}</enqu:tableName><enqu:fieldName>${name}</enqu:fieldName></enqu:lockParameter>`
const secondary = (table: string, mode: string) =>
  `<enqu:secondaryTable><enqu:tableName>${table}</enqu:tableName><enqu:lockMode>${mode}</enqu:lockMode></enqu:secondaryTable>`

export const lockObject =
  `<?xml version="1.0" encoding="utf-8"?><enqu:lockobject ${common('EZLOCK', 'ENQU/DL')} xmlns:enqu="http://www.sap.com/adt/ddic/enqu" ${core}>${link}<adtcore:packageRef adtcore:name="ZPACK" adtcore:type="DEVC/K"/>` +
  '<enqu:content><enqu:allowRFC>false</enqu:allowRFC><enqu:primaryTable><enqu:tableName>ZHEAD</enqu:tableName><enqu:lockMode>E</enqu:lockMode></enqu:primaryTable>' +
  `<enqu:secondaryTables>${secondary('ZITEM', 'S')}</enqu:secondaryTables>` +
  `<enqu:lockParameters>${lockRow(true, 'MANDT')}${lockRow(true, 'ID')}</enqu:lockParameters>${unknown}</enqu:content></enqu:lockobject>`

const settings =
  `<?xml version="1.0" encoding="utf-8"?><ts:tableSettings ${common('ZHEAD', 'TABL/DTT')} xmlns:ts="http://www.sap.com/dictionary/table/settings" ${core}><adtcore:containerRef adtcore:uri="/sap/bc/adt/ddic/tables/zhead" adtcore:type="TABL/DT" adtcore:name="ZHEAD"/>${link}` +
  '<ts:dataClassCategory>APPL0</ts:dataClassCategory><ts:sizeCategory>0</ts:sizeCategory><ts:buffering><ts:allowed>X</ts:allowed><ts:type>G</ts:type><ts:areaKeyFields>1</ts:areaKeyFields></ts:buffering>' +
  `<ts:storageType>C</ts:storageType><ts:sharingType/><ts:loadUnit/><ts:translation ts:value="" ts:granularity="2" ts:isVisible="false"/><ts:loggingEnabled>false</ts:loggingEnabled><ts:supportsLoggingAssessment>false</ts:supportsLoggingAssessment>${unknown}</ts:tableSettings>`

const inLock = (fields: Case['fields'], from: string, to: string): Case => ({
  type: 'ENQU',
  document: lockObject,
  fields,
  from,
  to
})
const inSettings = (fields: Case['fields'], from: string, to: string): Case => ({
  type: 'TABT',
  document: settings,
  fields,
  from,
  to
})
const given = [
  { name: 'MANDT', table: 'ZHEAD' },
  { name: 'ID', table: 'ZHEAD' }
]

export const dictionaryCases: readonly Case[] = [
  inLock(
    { table: 'zother', parameters: given },
    '<enqu:tableName>ZHEAD</enqu:tableName><enqu:lockMode>E<',
    '<enqu:tableName>ZOTHER</enqu:tableName><enqu:lockMode>E<'
  ),
  inLock({ lockMode: 'X' }, '<enqu:lockMode>E<', '<enqu:lockMode>X<'),
  inLock({ allowRfc: true }, '<enqu:allowRFC>false<', '<enqu:allowRFC>true<'),
  inLock(
    { secondaryTables: [{ table: 'ZITEM', lockMode: 'E' }], parameters: given },
    '<enqu:lockMode>S<',
    '<enqu:lockMode>E<'
  ),
  inLock(
    { secondaryTables: [{ table: 'ZITEM' }, { table: 'ZTEXT', lockMode: '' }], parameters: given },
    '</enqu:secondaryTable></enqu:secondaryTables>',
    '</enqu:secondaryTable><enqu:secondaryTable><enqu:tableName>ZTEXT</enqu:tableName><enqu:lockMode/></enqu:secondaryTable></enqu:secondaryTables>'
  ),
  inLock({ secondaryTables: [], parameters: given }, secondary('ZITEM', 'S'), ''),
  inLock({ parameters: given.slice(0, 1) }, lockRow(true, 'ID'), ''),
  inLock(
    { parameters: [given[0], { name: 'ID', table: 'ZHEAD', wanted: false }] },
    lockRow(true, 'ID'),
    lockRow(false, 'ID')
  ),
  inLock(
    { parameters: [...given, { name: 'POS', table: 'zitem' }] },
    '</enqu:lockParameter></enqu:lockParameters>',
    `</enqu:lockParameter>${lockRow(true, 'POS', 'ZITEM')}</enqu:lockParameters>`
  ),
  inSettings({ dataClass: 'appl1' }, '>APPL0<', '>APPL1<'),
  inSettings({ sizeCategory: 3 }, '<ts:sizeCategory>0<', '<ts:sizeCategory>3<'),
  inSettings({ bufferingAllowed: 'A' }, '<ts:allowed>X<', '<ts:allowed>A<'),
  inSettings({ bufferingType: 'P' }, '<ts:type>G<', '<ts:type>P<'),
  inSettings({ keyFields: 2 }, '<ts:areaKeyFields>1<', '<ts:areaKeyFields>2<'),
  inSettings({ storageType: 'R' }, '<ts:storageType>C<', '<ts:storageType>R<'),
  inSettings({ logging: true }, '<ts:loggingEnabled>false<', '<ts:loggingEnabled>true<')
]
