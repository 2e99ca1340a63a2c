/**
 * Documented exchanges of the services behind the tests; every name and value in them is made up.
 */
import type { Exchange } from './server.ts'

const adt = '/sap/bc/adt'
const worklistId = '0242AC1100021EEB9D9F7A9E4E5F6789'

export const atc: readonly Exchange[] = [
  {
    method: 'GET',
    path: `${adt}/atc/customizing`,
    accept: 'application/xml, application/vnd.sap.atc.customizing-v1+xml',
    answer:
      '<atc:customizing xmlns:atc="http://www.sap.com/adt/atc"><properties><property name="systemCheckVariant" value="ZDEMO_DEFAULT"/></properties></atc:customizing>'
  },
  {
    method: 'GET',
    path: `${adt}/atc/variants`,
    query: { maxItemCount: '100', name: 'Z*' },
    answer:
      '<nameditem:namedItemList xmlns:nameditem="http://www.sap.com/adt/nameditem"><nameditem:totalItemCount>1</nameditem:totalItemCount><nameditem:namedItem><nameditem:name>ZDEMO_STRICT</nameditem:name><nameditem:description>Strict</nameditem:description></nameditem:namedItem></nameditem:namedItemList>'
  },
  {
    method: 'POST',
    path: `${adt}/atc/worklists`,
    query: { checkVariant: 'ZDEMO_DEFAULT' },
    accept: 'text/plain',
    type: 'text/plain',
    status: 201,
    answer: worklistId
  },
  {
    method: 'POST',
    path: `${adt}/atc/runs`,
    query: { worklistId, clientWait: 'true' },
    accept: 'application/xml',
    contentType: 'application/xml',
    body: /^<\?xml version="1\.0" encoding="UTF-8"\?><atc:run xmlns:atc="http:\/\/www\.sap\.com\/adt\/atc" maximumVerdicts="101"><objectSets xmlns:adtcore="http:\/\/www\.sap\.com\/adt\/core"><objectSet kind="inclusive"><adtcore:objectReferences[^>]*><adtcore:objectReference adtcore:uri="\/sap\/bc\/adt\/oo\/classes\/zcl_demo"\/><\/adtcore:objectReferences><\/objectSet><\/objectSets><\/atc:run>$/,
    answer: `<atcworklist:worklistRun xmlns:atcworklist="http://www.sap.com/adt/atc/worklist"><atcworklist:worklistId>${worklistId}</atcworklist:worklistId><atcworklist:worklistTimestamp>2026-05-01T10:11:12Z</atcworklist:worklistTimestamp><atcworklist:infos><atcinfo:info xmlns:atcinfo="http://www.sap.com/adt/atc/info"><atcinfo:type>FINDING_STATS</atcinfo:type><atcinfo:description>1,1,0</atcinfo:description></atcinfo:info></atcworklist:infos></atcworklist:worklistRun>`
  },
  {
    method: 'GET',
    path: `${adt}/atc/worklists/${worklistId}`,
    query: { timestamp: '2026-05-01T10:11:12Z', includeExemptedFindings: 'false' },
    accept: 'application/atc.worklist.v1+xml',
    type: 'application/atc.worklist.v1+xml',
    answer:
      `<atcworklist:worklist xmlns:atcworklist="http://www.sap.com/adt/atc/worklist" atcworklist:id="${worklistId}" atcworklist:timestamp="2026-05-01T10:11:12Z" atcworklist:usedObjectSet="99999999999999999999999999999999" atcworklist:objectSetIsComplete="true"><atcworklist:objects><atcobject:object xmlns:atcobject="http://www.sap.com/adt/atc/object" xmlns:adtcore="http://www.sap.com/adt/core" adtcore:uri="/sap/bc/adt/atc/objects/R3TR/CLAS/ZCL_DEMO" adtcore:type="CLAS" adtcore:name="ZCL_DEMO" adtcore:packageName="ZDEMO_PKG" atcobject:author="DEVELOPER"><atcobject:findings>` +
      finding({
        index: 1,
        priority: 2,
        line: '12,4',
        title: 'Variable LV_X is never used',
        message: 'UNUSED',
        automatic: true
      }) +
      finding({
        index: 2,
        priority: 1,
        line: '30,2',
        title: 'SELECT in a loop',
        message: 'LOOP',
        automatic: false
      }) +
      '</atcobject:findings></atcobject:object></atcworklist:objects><atcworklist:infos/></atcworklist:worklist>'
  },
  {
    method: 'GET',
    path: `${adt}/documentation/atc/documents/itemid/0242/index/1`,
    accept: 'text/html',
    type: 'text/html',
    answer:
      '<html><head><title>x</title></head><body><h1>Unused</h1><p>Remove the variable &amp; its declaration.</p></body></html>'
  },
  {
    method: 'GET',
    path: `${adt}/documentation/atc/documents/itemid/0242/index/2`,
    accept: 'text/html',
    type: 'text/html',
    answer: '<p>Read once.</p>'
  }
]

function finding({
  index,
  priority,
  line,
  title,
  message,
  automatic
}: {
  index: number
  priority: number
  line: string
  title: string
  message: string
  automatic: boolean
}): string {
  return `<atcfinding:finding xmlns:atcfinding="http://www.sap.com/adt/atc/finding" adtcore:uri="/sap/bc/adt/atc/findings/itemid/0242/index/${index}" atcfinding:location="/sap/bc/adt/oo/classes/zcl_demo/source/main#start=${line}" atcfinding:priority="${priority}" atcfinding:checkId="0242AC" atcfinding:checkTitle="Problems" atcfinding:messageId="${message}" atcfinding:messageTitle="${title}" atcfinding:exemptionApproval="" atcfinding:exemptionKind=""><atom:link xmlns:atom="http://www.w3.org/2005/Atom" href="/sap/bc/adt/documentation/atc/documents/itemid/0242/index/${index}" rel="http://www.sap.com/adt/relations/documentation" type="text/html"/><atcfinding:quickfixes atcfinding:manual="false" atcfinding:automatic="${automatic}" atcfinding:pseudo="false"/></atcfinding:finding>`
}

const dumpId = '20260501102914a4h_A4H_00%20%20%20%20DEVELOPER%20%20%20001%2019'
const feed = (entries: string) =>
  `<atom:feed xmlns:atom="http://www.w3.org/2005/Atom" xmlns:trc="http://www.sap.com/adt/runtime/traces/abaptraces"><atom:title>List</atom:title><atom:updated>2026-05-01T10:30:00Z</atom:updated>${entries}</atom:feed>`
const feedType = 'application/atom+xml;type=feed'
const dumpEntry = `<atom:entry xml:lang="EN"><atom:author FullName="Demo"><atom:name>DEVELOPER</atom:name></atom:author><atom:category term="COMPUTE_INT_ZERODIVIDE" label="ABAP runtime error"/><atom:category term="ZDEMO_REPORT" label="Terminated ABAP program"/><atom:id>/sap/bc/adt/vit/runtime/dumps/${dumpId}</atom:id><atom:published>2026-05-01T10:29:14Z</atom:published><atom:summary type="html">&lt;h4&gt;Short text&lt;/h4&gt;&lt;p&gt;Division by zero&lt;/p&gt;</atom:summary></atom:entry>`
const chapter = (title: string, line: number) =>
  `<dump:chapter name="k" title="${title}" category="ABAP Developer View" line="${line}" chapterOrder="1" categoryOrder="1"/>`

/** The text of a dump: boxed, chapters at the lines that the head names. */
export const dumpText = [
  '|Runtime Errors         COMPUTE_INT_ZERODIVIDE      |',
  '|--------------------------------------------------|',
  '|Short Text                                        |',
  '|    Division by the number 0.                     |',
  '|--------------------------------------------------|',
  '|Active Calls/Events                               |',
  '|    2 FORM         ZDEMO_REPORT  ZDEMO_REPORT  3   |',
  '|      DIVIDE                                      |',
  '|    1 EVENT        SAPMSSY1  SAPMSSY1  10   |',
  '|      %_START                                     |'
].join('\r\n')

export const dumps: readonly Exchange[] = [
  {
    method: 'GET',
    path: `${adt}/runtime/dumps`,
    query: { $query: 'and(equals(user,DEVELOPER))', $top: '30' },
    accept: feedType,
    type: feedType,
    answer: feed(dumpEntry)
  },
  {
    method: 'GET',
    path: `${adt}/runtime/dump/${dumpId}`,
    accept: 'application/vnd.sap.adt.runtime.dump.v1+xml',
    answer: `<dump:dump xmlns:dump="http://www.sap.com/adt/categories/dump" title="x" error="COMPUTE_INT_ZERODIVIDE" author="DEVELOPER" exception="CX_SY_ZERODIVIDE" terminatedProgram="ZDEMO_REPORT" datetime="2026-05-01T10:29:14Z"><dump:links><dump:link relation="http://www.sap.com/adt/relations/runtime/dump/termination" uri="adt://A4H/sap/bc/adt/programs/programs/zdemo_report/source/main#start=3" contentType=""/></dump:links><dump:chapters>${chapter('Short Text', 3)}${chapter('Active Calls/Events', 6)}</dump:chapters></dump:dump>`
  },
  {
    method: 'GET',
    path: `${adt}/runtime/dump/${dumpId}/formatted`,
    accept: 'text/plain',
    type: 'text/plain',
    answer: dumpText
  },
  {
    method: 'GET',
    path: `${adt}/programs/programs/zdemo_report/source/main`,
    query: { version: 'active' },
    accept: 'text/plain',
    type: 'text/plain; charset=utf-8',
    headers: { etag: '202605011011120011' },
    answer: 'REPORT zdemo_report.\r\nFORM divide.\r\n  x = 1 / 0.\r\nENDFORM.\r\n'
  },
  {
    method: 'GET',
    path: `${adt}/programs/programs/zdemo_report`,
    query: { version: 'active' },
    answer:
      '<program:abapProgram xmlns:program="http://www.sap.com/adt/programs/programs" xmlns:adtcore="http://www.sap.com/adt/core" adtcore:name="ZDEMO_REPORT" adtcore:type="PROG/P" adtcore:version="active" adtcore:description="Demo"/>'
  },
  {
    method: 'GET',
    path: `${adt}/programs/programs/zdemo_report/source/main/versions`,
    accept: feedType,
    type: feedType,
    answer: feed(
      '<atom:entry><atom:author><atom:name>OTHER</atom:name></atom:author><atom:content type="text/plain" src="/sap/bc/adt/programs/programs/zdemo_report/source/main/versions/20260501101112/00000/content"/><atom:id>00000</atom:id><atom:link href="/sap/bc/adt/vit/wb/object_type/%20%20%20%20rq/object_name/A4HK900123" rel="http://www.sap.com/adt/relations/transport/request" type="application/vnd.sap.adt.transportrequests.v1+xml" title="Demo" adtcore:name="A4HK900123" xmlns:adtcore="http://www.sap.com/adt/core"/><atom:title>Demo</atom:title><atom:updated>2026-04-30T08:00:00Z</atom:updated></atom:entry>'
    )
  }
]

const traces = `${adt}/runtime/traces/abaptraces`
const traceId = 'a4h_A4H_00%2cAT000020.DAT'
const requestEntry = `<atom:entry><atom:author role="trace"><atom:name>DEVELOPER</atom:name></atom:author><atom:id>${traces}/requests/a4h_A4H_00%2c11%2c20260501082846</atom:id><trc:extendedData><trc:description>erp-bridge</trc:description><trc:expires>2026-05-01T11:00:00Z</trc:expires><trc:executions trc:maximal="1" trc:completed="0"/></trc:extendedData></atom:entry>`

export const traceExchanges: readonly Exchange[] = [
  {
    method: 'GET',
    path: traces,
    query: { user: 'DEVELOPER' },
    answer: feed(
      `<atom:entry xml:lang="EN"><atom:author><atom:name>DEVELOPER</atom:name></atom:author><atom:id>${traces}/${traceId}</atom:id><atom:published>2026-05-01T10:00:00Z</atom:published><atom:title>Demo trace</atom:title><trc:extendedData><trc:runtime>15000</trc:runtime><trc:runtimeDatabase>3000</trc:runtimeDatabase><trc:objectName>ZDEMO_REPORT</trc:objectName><trc:state value="R" text="Finished"/></trc:extendedData></atom:entry>`
    )
  },
  {
    method: 'GET',
    path: `${traces}/requests`,
    query: { user: 'DEVELOPER' },
    answer: feed(requestEntry)
  },
  {
    method: 'GET',
    path: `${traces}/${traceId}/hitlist`,
    query: { withSystemEvents: 'false' },
    answer:
      '<trc:hitlist xmlns:trc="x"><trc:entry topDownIndex="1" index="1" hitCount="2" recursionDepth="0" description="PERFORM DIVIDE"><trc:calledProgram context="ZDEMO_REPORT"/><trc:grossTime time="900" percentage="60"/><trc:traceEventNetTime time="300" percentage="20"/></trc:entry><trc:entry topDownIndex="2" index="2" hitCount="1" recursionDepth="0" description="LOAD"><trc:calledProgram context="ZDEMO_REPORT"/><trc:grossTime time="800" percentage="50"/><trc:traceEventNetTime time="750" percentage="50"/></trc:entry></trc:hitlist>'
  },
  {
    method: 'GET',
    path: `${traces}/${traceId}/dbAccesses`,
    query: { withSystemEvents: 'false' },
    answer:
      '<trc:dbAccesses xmlns:trc="x" totalDbTime="3000"><trc:dbAccess index="1" tableName="ZDEMO_TAB" statement="SELECT" type="OpenSQL" totalCount="4" bufferedCount="1"><trc:accessTime total="2500" applicationServer="500" database="2000" ratioOfTraceTotal="16.6"/></trc:dbAccess><trc:tables/></trc:dbAccesses>'
  },
  {
    method: 'POST',
    path: `${traces}/parameters`,
    contentType: 'application/xml',
    body: /^<trc:parameters xmlns:trc="http:\/\/www\.sap\.com\/adt\/runtime\/traces\/abaptraces">(?:<trc:(?:allMiscAbapStatements|allProceduralUnits|allInternalTableEvents|allDynproEvents|description|aggregate|explicitOnOff|withRfcTracing|allSystemKernelEvents|sqlTrace|allDbEvents|maxSizeForTraceFile|maxTimeForTracing) value="[^"]+"\/>){13}<\/trc:parameters>$/,
    status: 201,
    headers: { location: `${traces}/parameters/77` }
  },
  {
    method: 'POST',
    path: `${traces}/requests`,
    query: {
      server: '*',
      description: 'erp-bridge',
      traceUser: 'DEVELOPER',
      traceClient: '001',
      processType: `${traces}/processtypes/any`,
      objectType: `${traces}/objecttypes/any`,
      expires: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/,
      maximalExecutions: '1',
      parametersId: `${traces}/parameters/77`
    },
    answer: feed(requestEntry)
  },
  { method: 'DELETE', path: `${traces}/requests/a4h_A4H_00%2c11%2c20260501082846` },
  { method: 'GET', path: `${traces}/requests`, answer: feed('') }
]

export const logs: readonly Exchange[] = [
  {
    method: 'GET',
    path: `${adt}/runtime/systemmessages`,
    accept: feedType,
    type: feedType,
    answer: feed(
      '<atom:entry><atom:author><atom:name>ADMIN</atom:name></atom:author><atom:id>1</atom:id><atom:title>Restart</atom:title><atom:updated>2026-05-01T09:00:00Z</atom:updated><atom:summary>At ten</atom:summary></atom:entry>'
    )
  },
  {
    method: 'GET',
    path: `${adt}/gw/errorlog`,
    query: { $query: 'and(equals(username,DEVELOPER))' },
    accept: feedType,
    type: feedType,
    answer: feed(
      '<atom:entry><atom:author><atom:name>DEVELOPER</atom:name></atom:author><atom:id>FRONTEND_ERROR/ABC123</atom:id><atom:title>FRONTEND_ERROR: no service</atom:title><atom:updated>2026-05-01T09:30:00Z</atom:updated></atom:entry>'
    )
  },
  {
    method: 'GET',
    path: `${adt}/gw/errorlog/FRONTEND_ERROR/ABC123`,
    // arc-mcp/arc-1 src/adt/diagnostics.ts reads HTML there; fr0ster/mcp-abap-adt-clients
    // src/runtime/gatewayErrorLog/read.ts asks for XML alone.
    accept: 'text/html, application/xml',
    type: 'text/html',
    answer: '<html><body><h4 id="HEADER">Header</h4><p>Service ZDEMO</p></body></html>'
  },
  {
    method: 'GET',
    path: `${adt}/st05/trace/state`,
    accept: 'application/vnd.sap.adt.perf.trace.state.v1+xml',
    answer:
      '<ts:traceStateInstanceTable xmlns:ts="http://www.sap.com/adt/tools/performance/tracestate"><ts:traceStateInstance><ts:instance>a4h_A4H_00</ts:instance><ts:modificationUser>ADMIN</ts:modificationUser><ts:modificationDateTime>2026-05-01T08:00:00Z</ts:modificationDateTime><ts:traceTypes><ts:sqlOn>true</ts:sqlOn><ts:rfcOn>false</ts:rfcOn></ts:traceTypes><ts:traceFilter><ts:traceUser>DEVELOPER</ts:traceUser></ts:traceFilter></ts:traceStateInstance></ts:traceStateInstanceTable>'
  }
]
