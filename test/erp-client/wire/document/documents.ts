/**
 * Documents as rich as those of real systems, and the ways in which the same document may be
 * written.
 */
import { dictionaryCases } from './dictionary-documents.ts'

const core = 'xmlns:adtcore="http://www.sap.com/adt/core"'
const atom = 'xmlns:atom="http://www.w3.org/2005/Atom"'
const common = (name: string, type: string) =>
  `adtcore:responsible="MAKER" adtcore:masterLanguage="EN" adtcore:masterSystem="DV1" adtcore:abapLanguageVersion="standard" adtcore:name="${name}" adtcore:type="${type}" adtcore:changedAt="2026-03-04T05:06:07Z" adtcore:version="active" adtcore:createdAt="2026-03-04T00:00:00Z" adtcore:changedBy="MAKER" adtcore:createdBy="MAKER" adtcore:description="A &quot;first&quot; &amp; only text" adtcore:language="EN"`
const links = `<atom:link href="versions" rel="http://www.sap.com/adt/relations/versions" title="Historic versions" ${atom}/><atom:link href="/sap/bc/adt/vit/wb/x?masterLanguage=E&amp;mode=edit" rel="self" type="application/vnd.sap.sapgui" ${atom}/>`
const home =
  '<adtcore:packageRef adtcore:uri="/sap/bc/adt/packages/zpack" adtcore:type="DEVC/K" adtcore:name="ZPACK" adtcore:description="Pack"/>'

/**
 * Elements and attributes that no table of fields knows, one of them of a name that a field has.
 */
const unknown =
  '<later:future xmlns:later="urn:later" later:flag="X"><later:deep>kept &lt;as&gt; it is</later:deep><later:text/></later:future>'

const domain =
  `<?xml version="1.0" encoding="utf-8"?><doma:domain ${common('ZDOMA', 'DOMA/DD')} xmlns:doma="http://www.sap.com/dictionary/domain" ${core}>${links}${home}` +
  '<doma:content doma:release="later"><doma:typeInformation><doma:datatype>CHAR</doma:datatype><doma:length>000002</doma:length><doma:decimals>000000</doma:decimals></doma:typeInformation>' +
  `<doma:outputInformation><doma:length>000003</doma:length><doma:style>01</doma:style><doma:conversionExit>ALPHA</doma:conversionExit><doma:signExists>false</doma:signExists><doma:lowercase>true</doma:lowercase><doma:ampmFormat>true</doma:ampmFormat>${unknown}</doma:outputInformation>` +
  '<doma:valueInformation><doma:valueTableRef adtcore:uri="/sap/bc/adt/ddic/tables/zvalues" adtcore:type="TABL/DT" adtcore:name="ZVALUES" doma:since="750"/><doma:appendExists>true</doma:appendExists>' +
  '<doma:fixValues><doma:fixValue><doma:position>0006</doma:position><doma:low>A</doma:low><doma:high/><doma:text>Active &amp; used</doma:text></doma:fixValue>' +
  `<doma:fixValue doma:append="ZAPPEND"><doma:position>0007</doma:position><doma:low>B</doma:low><doma:high>D</doma:high><doma:text/>${unknown}</doma:fixValue></doma:fixValues></doma:valueInformation></doma:content></doma:domain>`

const label = (name: string, value: string, length: number, most: number) =>
  `<dtel:${name}FieldLabel>${value}</dtel:${name}FieldLabel><dtel:${name}FieldLength>${String(length).padStart(2, '0')}</dtel:${name}FieldLength><dtel:${name}FieldMaxLength>${most}</dtel:${name}FieldMaxLength>`
const dataElement = (kind: string, name: string) =>
  `<?xml version="1.0" encoding="utf-8"?><blue:wbobj ${common('ZDTEL', 'DTEL/DE')} xmlns:blue="http://www.sap.com/wbobj/dictionary/dtel" ${core}>${links}${home}` +
  `<dtel:dataElement xmlns:dtel="http://www.sap.com/adt/dictionary/dataelements"><dtel:typeKind>${kind}</dtel:typeKind><dtel:typeName>${name}</dtel:typeName><dtel:dataType>CHAR</dtel:dataType><dtel:dataTypeLength>000003</dtel:dataTypeLength><dtel:dataTypeDecimals>000000</dtel:dataTypeDecimals>` +
  label('short', 'Client', 9, 10) +
  label('medium', 'Client &amp; co', 15, 20) +
  label('long', 'The client', 20, 40) +
  label('heading', 'Cl.', 3, 55) +
  '<dtel:searchHelp>ZHELP</dtel:searchHelp><dtel:searchHelpParameter>PARAM</dtel:searchHelpParameter><dtel:setGetParameter/><dtel:defaultComponentName>CLIENT</dtel:defaultComponentName>' +
  `<dtel:deactivateInputHistory>true</dtel:deactivateInputHistory><dtel:changeDocument>false</dtel:changeDocument><dtel:leftToRightDirection>true</dtel:leftToRightDirection><dtel:deactivateBIDIFiltering>true</dtel:deactivateBIDIFiltering>${unknown}</dtel:dataElement></blue:wbobj>`

const tableType = (row: string, definition: string, components: string) =>
  `<?xml version="1.0" encoding="utf-8"?><ttyp:tableType ${common('ZTTYP', 'TTYP/DA')} xmlns:ttyp="http://www.sap.com/dictionary/tabletype" ${core}>${links}${home}` +
  `<ttyp:rowType ttyp:isEditable="true">${row}</ttyp:rowType><ttyp:initialRowCount>01000</ttyp:initialRowCount><ttyp:accessType>sorted</ttyp:accessType>` +
  `<ttyp:primaryKey ttyp:isVisible="true" ttyp:isEditable="true"><ttyp:definition>${definition}</ttyp:definition><ttyp:kind>notSpecified</ttyp:kind><ttyp:components ttyp:isVisible="true">${components}</ttyp:components><ttyp:alias>KEY</ttyp:alias></ttyp:primaryKey>` +
  '<ttyp:secondaryKeys ttyp:isVisible="true"><ttyp:allowed>notAllowed</ttyp:allowed><ttyp:secondaryKey ttyp:name="BY_DATE"><ttyp:definition>keyComponents</ttyp:definition><ttyp:kind>nonUnique</ttyp:kind><ttyp:components><ttyp:component ttyp:name="DAY"/></ttyp:components></ttyp:secondaryKey></ttyp:secondaryKeys>' +
  `<ttyp:valueHelps><ttyp:typeKindValues><ttyp:valueHelp ttyp:key="dictionaryType" ttyp:value="Dictionary Type"/></ttyp:typeKindValues></ttyp:valueHelps>${unknown}</ttyp:tableType>`
const structureRow =
  '<ttyp:typeKind>dictionaryType</ttyp:typeKind><ttyp:typeName>ZROW</ttyp:typeName><ttyp:builtInType><ttyp:dataType>STRU</ttyp:dataType><ttyp:length>000000</ttyp:length><ttyp:decimals>000000</ttyp:decimals></ttyp:builtInType><ttyp:rangeType>ZNOT_EMPTY</ttyp:rangeType>'
const plainRow =
  '<ttyp:typeKind>predefinedAbapType</ttyp:typeKind><ttyp:typeName/><ttyp:builtInType><ttyp:dataType>CHAR</ttyp:dataType><ttyp:length>000030</ttyp:length><ttyp:decimals>000000</ttyp:decimals></ttyp:builtInType><ttyp:rangeType/>'

const message = (number: string, text: string, own: string) =>
  `<mc:messages adtcore:name="" mc:msgno="${number}" mc:msgtext="${text}" ${own} mc:lastchangedby="MAKER" mc:lastmodified="2026-03-04"><atom:link href="/sap/bc/adt/x/${number}" rel="http://www.sap.com/adt/relations/longtext" ${atom}/>${unknown}</mc:messages>`
const messageClass =
  `<?xml version="1.0" encoding="utf-8"?><mc:messageClass ${common('ZMSAG', 'MSAG/N')} xmlns:mc="http://www.sap.com/adt/MessageClass" ${core} mc:future="X">${links}${home}` +
  message(
    '001',
    'Order &amp;1 is &lt;gone&gt;',
    'mc:selfexplainatory="false" mc:documented="true"'
  ) +
  message('005', 'Five', 'mc:selfexplainatory="true" mc:documented="false"') +
  '</mc:messageClass>'

const developmentPackage =
  `<?xml version="1.0" encoding="utf-8"?><pak:package ${common('ZPACK', 'DEVC/K')} xmlns:pak="http://www.sap.com/adt/packages" ${core}>${links}${home}` +
  '<pak:attributes pak:packageType="development" pak:isPackageTypeEditable="false" pak:isAddingObjectsAllowed="false" pak:isEncapsulated="true" pak:recordChanges="true" pak:languageVersion=""/>' +
  '<pak:superPackage adtcore:uri="/sap/bc/adt/packages/zabove" adtcore:type="DEVC/K" adtcore:name="ZABOVE" adtcore:description="Above"/><pak:extensionAlias pak:isVisible="false"/><pak:applicationComponent pak:name="" pak:description="none" pak:isVisible="true"/>' +
  `<pak:transport><pak:softwareComponent pak:name="HOME" pak:description="Customer"/><pak:transportLayer pak:name="ZDV1" pak:description="Layer" pak:isVisible="true"/></pak:transport><pak:useAccesses pak:isVisible="true"/><pak:packageInterfaces/><pak:subPackages><pak:packageRef adtcore:name="ZBELOW"/></pak:subPackages>${unknown}</pak:package>`

/**
 * One field set alone, and the bytes of the compact document that become other bytes; all others
 * must stay.
 */
export interface Case {
  readonly type: string
  readonly document: string
  readonly fields: Readonly<Record<string, unknown>>
  readonly from: string
  readonly to: string
}

const data = (own: string) => ({ type: 'DTEL', document: own })
const named = dataElement('domain', 'ZDOMA')
const builtIn = dataElement('predefinedAbapType', '')
const byComponents = tableType(
  structureRow,
  'keyComponents',
  '<ttyp:component ttyp:name="CARRIER" ttyp:rank="1"/><ttyp:component ttyp:name="FLIGHT"/>'
)
const byRow = tableType(plainRow, 'rowType', '')
const inDomain = (fields: Case['fields'], from: string, to: string): Case => ({
  type: 'DOMA',
  document: domain,
  fields,
  from,
  to
})
const inMessages = (entry: object, from: string, to: string): Case => ({
  type: 'MSAG',
  document: messageClass,
  fields: { messages: [entry] },
  from,
  to
})
const inType = (
  document: string,
  fields: Case['fields'],
  [from, to]: readonly [string, string]
): Case => ({ type: 'TTYP', document, fields, from, to })
const rowOf = (position: string, low: string, rest: string) =>
  `<doma:fixValue><doma:position>${position}</doma:position><doma:low>${low}</doma:low>${rest}</doma:fixValue>`

export const cases: readonly Case[] = [
  inDomain({ dataType: 'numc' }, '<doma:datatype>CHAR<', '<doma:datatype>NUMC<'),
  inDomain(
    { length: 17 },
    '<doma:typeInformation><doma:datatype>CHAR</doma:datatype><doma:length>000002<',
    '<doma:typeInformation><doma:datatype>CHAR</doma:datatype><doma:length>000017<'
  ),
  inDomain({ decimals: 3 }, '<doma:decimals>000000<', '<doma:decimals>000003<'),
  inDomain(
    { outputLength: 30 },
    '<doma:outputInformation><doma:length>000003<',
    '<doma:outputInformation><doma:length>000030<'
  ),
  inDomain({ conversionExit: '' }, '<doma:conversionExit>ALPHA<', '<doma:conversionExit><'),
  inDomain({ signed: true }, '<doma:signExists>false<', '<doma:signExists>true<'),
  inDomain({ lowercase: false }, '<doma:lowercase>true<', '<doma:lowercase>false<'),
  inDomain(
    { valueTable: 'zother' },
    ' adtcore:uri="/sap/bc/adt/ddic/tables/zvalues" adtcore:type="TABL/DT" adtcore:name="ZVALUES"',
    ' adtcore:name="ZOTHER"'
  ),
  inDomain(
    { valueTable: '' },
    ' adtcore:uri="/sap/bc/adt/ddic/tables/zvalues" adtcore:type="TABL/DT" adtcore:name="ZVALUES"',
    ''
  ),
  inDomain(
    {
      values: [
        { low: 'B', high: 'D' },
        { low: 'A', text: 'Is <on>' }
      ]
    },
    '<doma:text>Active &amp; used<',
    '<doma:text>Is &lt;on&gt;<'
  ),
  inDomain({ values: [{ low: 'A' }, { low: 'B', high: 'F' }] }, '<doma:high>D<', '<doma:high>F<'),
  inDomain(
    { values: [{ low: 'B' }] },
    rowOf('0006', 'A', '<doma:high/><doma:text>Active &amp; used</doma:text>'),
    ''
  ),
  inDomain(
    { values: [{ low: 'Z', text: 'Last' }, { low: 'A' }, { low: 'B' }] },
    '</doma:fixValue></doma:fixValues>',
    `</doma:fixValue>${rowOf('0008', 'Z', '<doma:high/><doma:text>Last</doma:text>')}</doma:fixValues>`
  ),
  {
    ...data(named),
    fields: { typeKind: 'refToDictionaryType' },
    from: '<dtel:typeKind>domain<',
    to: '<dtel:typeKind>refToDictionaryType<'
  },
  {
    ...data(named),
    fields: { typeName: 'zelse' },
    from: '<dtel:typeName>ZDOMA<',
    to: '<dtel:typeName>ZELSE<'
  },
  {
    ...data(builtIn),
    fields: { dataType: 'dec' },
    from: '<dtel:dataType>CHAR<',
    to: '<dtel:dataType>DEC<'
  },
  {
    ...data(builtIn),
    fields: { length: 40 },
    from: '<dtel:dataTypeLength>000003<',
    to: '<dtel:dataTypeLength>000040<'
  },
  {
    ...data(builtIn),
    fields: { decimals: 2 },
    from: '<dtel:dataTypeDecimals>000000<',
    to: '<dtel:dataTypeDecimals>000002<'
  },
  {
    ...data(named),
    fields: { short: 'Firm' },
    from: '<dtel:shortFieldLabel>Client<',
    to: '<dtel:shortFieldLabel>Firm<'
  },
  {
    ...data(named),
    fields: { medium: 'A < B' },
    from: '<dtel:mediumFieldLabel>Client &amp; co<',
    to: '<dtel:mediumFieldLabel>A &lt; B<'
  },
  {
    ...data(named),
    fields: { long: '' },
    from: '<dtel:longFieldLabel>The client<',
    to: '<dtel:longFieldLabel><'
  },
  {
    ...data(named),
    fields: { heading: 'Fi.' },
    from: '<dtel:headingFieldLabel>Cl.<',
    to: '<dtel:headingFieldLabel>Fi.<'
  },
  ...(['short', 'medium', 'long', 'heading'] as const).map((each, index): Case => {
    const [before = 0, after = 0] =
      [
        [9, 8],
        [15, 20],
        [20, 10],
        [3, 55]
      ][index] ?? []
    return {
      ...data(named),
      fields: { [`${each}Length`]: after },
      from: `<dtel:${each}FieldLength>${String(before).padStart(2, '0')}<`,
      to: `<dtel:${each}FieldLength>${String(after).padStart(2, '0')}<`
    }
  }),
  {
    ...data(named),
    fields: { searchHelp: '' },
    from: '<dtel:searchHelp>ZHELP<',
    to: '<dtel:searchHelp><'
  },
  {
    ...data(named),
    fields: { searchHelpParameter: 'other' },
    from: '<dtel:searchHelpParameter>PARAM<',
    to: '<dtel:searchHelpParameter>OTHER<'
  },
  {
    ...data(named),
    fields: { parameterId: 'MND' },
    from: '<dtel:setGetParameter/>',
    to: '<dtel:setGetParameter>MND</dtel:setGetParameter>'
  },
  {
    ...data(named),
    fields: { componentName: 'FIRM' },
    from: '<dtel:defaultComponentName>CLIENT<',
    to: '<dtel:defaultComponentName>FIRM<'
  },
  {
    ...data(named),
    fields: { changeDocument: true },
    from: '<dtel:changeDocument>false<',
    to: '<dtel:changeDocument>true<'
  },
  inType(byComponents, { rowKind: 'refToDictionaryType' }, [
    '<ttyp:typeKind>dictionaryType<',
    '<ttyp:typeKind>refToDictionaryType<'
  ]),
  inType(byComponents, { rowType: 'zelse' }, ['<ttyp:typeName>ZROW<', '<ttyp:typeName>ZELSE<']),
  inType(byRow, { dataType: 'string' }, ['<ttyp:dataType>CHAR<', '<ttyp:dataType>STRING<']),
  inType(byRow, { length: 12 }, ['<ttyp:length>000030<', '<ttyp:length>000012<']),
  inType(byRow, { decimals: 1 }, ['<ttyp:decimals>000000<', '<ttyp:decimals>000001<']),
  inType(byComponents, { access: 'hashed' }, [
    '<ttyp:accessType>sorted<',
    '<ttyp:accessType>hashed<'
  ]),
  inType(byRow, { keyDefinition: 'standard' }, [
    '<ttyp:definition>rowType<',
    '<ttyp:definition>standard<'
  ]),
  inType(byComponents, { unique: true }, ['<ttyp:kind>notSpecified<', '<ttyp:kind>unique<']),
  inType(byRow, { unique: false }, ['<ttyp:kind>notSpecified<', '<ttyp:kind>nonUnique<']),
  inType(byComponents, { keyComponents: ['flight', 'carrier'] }, [
    '<ttyp:component ttyp:name="CARRIER" ttyp:rank="1"/><ttyp:component ttyp:name="FLIGHT"/>',
    '<ttyp:component ttyp:name="FLIGHT"/><ttyp:component ttyp:name="CARRIER" ttyp:rank="1"/>'
  ]),
  inType(byComponents, { keyComponents: ['carrier', 'flight', 'day'] }, [
    '<ttyp:component ttyp:name="FLIGHT"/>',
    '<ttyp:component ttyp:name="FLIGHT"/><ttyp:component ttyp:name="DAY"/>'
  ]),
  inMessages(
    { number: '1', text: 'Order &1 "is" here' },
    'mc:msgtext="Order &amp;1 is &lt;gone&gt;"',
    'mc:msgtext="Order &amp;1 &quot;is&quot; here"'
  ),
  inMessages(
    { number: '001', text: 'Order &1 is <gone>', selfExplanatory: true },
    'mc:selfexplainatory="false"',
    'mc:selfexplainatory="true"'
  ),
  inMessages(
    { number: '003', text: 'Three' },
    message('005', 'Five', 'mc:selfexplainatory="true" mc:documented="false"'),
    '<mc:messages mc:msgno="003" mc:msgtext="Three" mc:selfexplainatory="true"/>' +
      message('005', 'Five', 'mc:selfexplainatory="true" mc:documented="false"')
  ),
  inMessages(
    { number: '005', text: '' },
    message('005', 'Five', 'mc:selfexplainatory="true" mc:documented="false"'),
    '<mc:deletedmessages mc:msgno="005"/>'
  ),
  {
    type: 'DEVC',
    document: developmentPackage,
    fields: { description: 'New & "old"' },
    from: 'adtcore:description="A &quot;first&quot; &amp; only text"',
    to: 'adtcore:description="New &amp; &quot;old&quot;"'
  },
  {
    type: 'DEVC',
    document: developmentPackage,
    fields: { packageType: 'main' },
    from: 'pak:packageType="development"',
    to: 'pak:packageType="main"'
  },
  {
    type: 'DEVC',
    document: developmentPackage,
    fields: { transportLayer: '' },
    from: 'pak:transportLayer pak:name="ZDV1"',
    to: 'pak:transportLayer pak:name=""'
  },
  ...dictionaryCases
]

/**
 * The same document written otherwise; each keeps the bytes between `>` and `<` of a value, and
 * those of an attribute's value.
 */
export const ways: Readonly<Record<string, (document: string) => string>> = {
  'as it is': document => document,
  'with a byte order mark': document => `\uFEFF${document}`,
  'with comments around it': document =>
    `${document.replace('?>', '?><!-- <a> -- & -->')}<!-- end -->\n`,
  'with a comment behind every end tag': document =>
    document.replaceAll(/(<\/[\w:]+>)(?=<)/g, '$1<!-- typeName>X< -->'),
  'with line ends of Windows': document =>
    document.replaceAll(/>(?=<(?!\/doma:fixValues|\/ttyp:components))/g, '>\r\n\t'),
  'with instructions in it': document =>
    document.replaceAll('<adtcore:packageRef', '<?keep me="<b>"?><adtcore:packageRef'),
  'with blanks in its tags': document =>
    document.replaceAll(/<(\/?)([a-z]+:[a-zA-Z]+)>/g, '<$1$2  >'),
  'with foreign elements of known names': document =>
    document
      .replace(
        '<dtel:dataElement',
        '<f:dataElement xmlns:f="urn:f"><f:typeName>F</f:typeName></f:dataElement><dtel:dataElement'
      )
      .replace(
        '<doma:content',
        '<f:content xmlns:f="urn:f"><f:typeInformation/></f:content><doma:content'
      )
      .replace(
        '<ttyp:primaryKey',
        '<f:accessType xmlns:f="urn:f">none</f:accessType><ttyp:primaryKey'
      )
      .replace('<mc:messages', '<f:messages xmlns:f="urn:f" f:msgno="001"/><mc:messages')
      .replace(
        '<pak:attributes',
        '<f:attributes xmlns:f="urn:f" f:packageType="none"/><pak:attributes'
      ),
  'with long text in it': document =>
    document.replace(
      '<adtcore:packageRef',
      `<later:much xmlns:later="urn:later">${'<![CDATA[<not> & a tag]]>text &#x41;&amp;'.repeat(50)}</later:much><adtcore:packageRef`
    )
}
