/** Documented exchanges behind the reading tools; every name and value in them is made up. */
import type { Exchange } from './server.ts'

const adt = '/sap/bc/adt'
const textKind = (kind: string) => `application/vnd.sap.adt.textelements.${kind}.v1`

export const apiState: readonly Exchange[] = [
  {
    method: 'GET',
    path: `${adt}/apireleases/%2Fsap%2Fbc%2Fadt%2Foo%2Fclasses%2Fzcl_demo`,
    accept: 'application/vnd.sap.adt.apirelease.v10+xml',
    answer:
      '<ars:apiRelease xmlns:ars="http://www.sap.com/adt/ars" xmlns:adtcore="http://www.sap.com/adt/core"><ars:releasableObject adtcore:uri="/sap/bc/adt/oo/classes/zcl_demo" adtcore:type="CLAS/OC" adtcore:name="ZCL_DEMO"/><ars:c0Release ars:contract="C0"><ars:status ars:state="NOT_RELEASED" ars:stateDescription="Not released"/></ars:c0Release><ars:c1Release ars:contract="C1" ars:useInSAPCloudPlatform="true"><ars:status ars:state="RELEASED" ars:stateDescription="Released"/></ars:c1Release></ars:apiRelease>'
  }
]

export const texts: readonly Exchange[] = [
  {
    method: 'GET',
    path: `${adt}/textelements/programs/zdemo_report/source/symbols`,
    accept: textKind('symbols'),
    type: textKind('symbols'),
    answer: '@MaxLength:20\r\n001=Demo text\r\n'
  },
  {
    method: 'GET',
    path: `${adt}/textelements/programs/zdemo_report/source/selections`,
    accept: textKind('selections'),
    type: textKind('selections'),
    answer: 'P_FILE=File name\r\n'
  },
  {
    method: 'GET',
    path: `${adt}/textelements/programs/zdemo_report/source/headings`,
    accept: textKind('headings'),
    status: 404,
    answer:
      '<exc:exception xmlns:exc="http://www.sap.com/abapxml/types/communicationframework"><namespace id="com.sap.adt"/><type id="ExceptionResourceNotFound"/><message lang="EN">No text pool</message></exc:exception>'
  }
]

const entry = (key: string, value: string) =>
  `<abapsource:entry abapsource:key="${key}">${value}</abapsource:entry>`

export const cds: readonly Exchange[] = [
  {
    method: 'GET',
    path: `${adt}/ddic/ddl/elementinfo`,
    query: {
      getTargetForAssociation: 'false',
      getExtensionViews: 'true',
      getSecondaryObjects: 'false',
      path: 'ZI_DEMO'
    },
    accept: 'application/vnd.sap.adt.elementinfo+xml',
    answer: `<abapsource:elementInfo xmlns:abapsource="http://www.sap.com/adt/abapsource" xmlns:adtcore="http://www.sap.com/adt/core" adtcore:type="DDLS/DF" adtcore:name="ZI_DEMO"><abapsource:elementInfo adtcore:type="DDLS/DF" adtcore:name="DemoId"><abapsource:properties>${entry('ddicIsKey', 'true')}${entry('ddicDataElement', 'ZDEMO_ID')}${entry('ddicDataType', 'CHAR')}${entry('ddicLength', '000010')}${entry('ddicDecimals', '000000')}</abapsource:properties></abapsource:elementInfo></abapsource:elementInfo>`
  }
]

const measurement = `${adt}/runtime/traces/coverage/measurements/0242AC1100021EEB9D9F7A9E4E5F6789`
const counted = (type: string, total: number, executed: number) =>
  `<coverage type="${type}" total="${total}" executed="${executed}"/>`

export const coverage: readonly Exchange[] = [
  {
    method: 'POST',
    path: `${adt}/abapunit/testruns`,
    contentType: 'application/vnd.sap.adt.abapunit.testruns.config.v4+xml',
    accept: 'application/vnd.sap.adt.abapunit.testruns.result.v2+xml',
    body: /<external><coverage active="true"\/><\/external>[^]*<testRiskLevels harmless="true" dangerous="false" critical="false"\/>[^]*adtcore:uri="\/sap\/bc\/adt\/oo\/classes\/zcl_demo"/,
    answer: `<aunit:runResult xmlns:aunit="http://www.sap.com/adt/aunit" xmlns:adtcore="http://www.sap.com/adt/core"><external><coverage adtcore:uri="${measurement}"/></external><program adtcore:uri="/sap/bc/adt/oo/classes/zcl_demo" adtcore:type="CLAS/OC" adtcore:name="ZCL_DEMO" uriType="semantic"><testClasses><testClass adtcore:uri="/sap/bc/adt/oo/classes/zcl_demo/includes/testclasses#type=CLAS%2FOCL;name=LTCL_DEMO" adtcore:type="CLAS/OL" adtcore:name="LTCL_DEMO" durationCategory="short" riskLevel="harmless"><testMethods><testMethod adtcore:name="ADDS" executionTime="0.01" unit="s"/></testMethods></testClass></testClasses></program></aunit:runResult>`
  },
  {
    method: 'GET',
    path: `${adt}/oo/classes/zcl_demo/includes/testclasses`,
    query: { version: 'active' },
    accept: 'text/plain',
    type: 'text/plain',
    answer:
      'CLASS ltcl_demo DEFINITION FOR TESTING RISK LEVEL HARMLESS.\n  PRIVATE SECTION.\n    METHODS adds FOR TESTING.\nENDCLASS.\n'
  },
  {
    method: 'GET',
    path: `${adt}/oo/classes/zcl_demo`,
    query: { version: 'active' },
    answer:
      '<class:abapClass xmlns:class="http://www.sap.com/adt/oo/classes" xmlns:adtcore="http://www.sap.com/adt/core" adtcore:name="ZCL_DEMO" adtcore:version="active"/>'
  },
  {
    method: 'POST',
    path: measurement,
    contentType: 'application/xml',
    accept: 'application/xml',
    body: /^<\?xml version="1\.0" encoding="UTF-8"\?><cov:query xmlns:cov="http:\/\/www\.sap\.com\/adt\/cov"><adtcore:objectSets xmlns:adtcore="http:\/\/www\.sap\.com\/adt\/core"><objectSet kind="inclusive"><adtcore:objectReferences[^>]*><adtcore:objectReference adtcore:uri="\/sap\/bc\/adt\/oo\/classes\/zcl_demo"\/><\/adtcore:objectReferences><\/objectSet><\/adtcore:objectSets><\/cov:query>$/,
    answer: `<cov:result xmlns:cov="http://www.sap.com/adt/cov" xmlns:adtcore="http://www.sap.com/adt/core" name="ADT_ROOT_NODE"><nodes><node><adtcore:objectReference adtcore:uri="/sap/bc/adt/oo/classes/zcl_demo" adtcore:type="CLAS/OC" adtcore:name="ZCL_DEMO"/><coverages>${counted('branch', 10, 8)}${counted('procedure', 3, 3)}${counted('statement', 20, 17)}</coverages></node></nodes></cov:result>`
  }
]
