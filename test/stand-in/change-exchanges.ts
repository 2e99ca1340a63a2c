/** Documented exchanges of changes that no sandbox has; every name and value in them is made up. */
import { noGcts } from './gcts-exchanges.ts'
import type { Exchange } from './server.ts'

const adt = '/sap/bc/adt'
const core = 'xmlns:adtcore="http://www.sap.com/adt/core"'
const inTmp = `<adtcore:packageRef adtcore:uri="${adt}/packages/%24tmp" adtcore:type="DEVC/K" adtcore:name="$TMP"/>`
const asx = (data: string) =>
  `<asx:abap xmlns:asx="http://www.sap.com/abapxml" version="1.0"><asx:values><DATA>${data}</DATA></asx:values></asx:abap>`

/** A release that keeps sessions, so that the proof of it is not asked for. */
export const release: Exchange = {
  method: 'GET',
  path: `${adt}/system/components`,
  accept: 'application/atom+xml;type=feed',
  type: 'application/atom+xml',
  answer:
    '<atom:feed xmlns:atom="http://www.w3.org/2005/Atom"><atom:entry><atom:id>SAP_BASIS</atom:id><atom:title>758;SAPK-75801INSAPBASIS;0001;Basis</atom:title></atom:entry></atom:feed>'
}

export function locked(path: string): Exchange[] {
  return [
    {
      method: 'POST',
      path,
      query: { _action: 'LOCK', accessMode: 'MODIFY' },
      answer: asx(
        '<LOCK_HANDLE>H1</LOCK_HANDLE><CORRNR/><CORRUSER/><CORRTEXT/><IS_LOCAL>X</IS_LOCAL><IS_LINK_UP/><MODIFICATION_SUPPORT>NoModification</MODIFICATION_SUPPORT>'
      )
    },
    { method: 'POST', path, query: { _action: 'UNLOCK', lockHandle: 'H1' } }
  ]
}

interface Written {
  readonly path: string
  readonly type: string
  readonly charset?: string
  readonly before: string
  readonly after: string
}

/** A document that is read, written once and read again. */
function written({ path, type, charset = 'utf-8', before, after }: Written): Exchange[] {
  let now = before
  return [
    { method: 'GET', path, accept: type, reply: () => ({ type, answer: now }) },
    {
      method: 'PUT',
      path,
      query: { lockHandle: 'H1' },
      contentType: `${type}; charset=${charset}`,
      body: after,
      reply: ({ body }) => {
        now = body
        return {}
      }
    }
  ]
}

const domainXml = (type: string) =>
  `<doma:domain xmlns:doma="http://www.sap.com/dictionary/domain" ${core} adtcore:name="ZDEMO_STATUS" adtcore:type="DOMA/DD" adtcore:version="active" adtcore:description="Demo status">${inTmp}${type}</doma:domain>`
const before =
  '<doma:content><doma:typeInformation><doma:datatype>CHAR</doma:datatype><doma:length>000001</doma:length><doma:decimals>000000</doma:decimals></doma:typeInformation><doma:outputInformation><doma:length>000001</doma:length><doma:style>00</doma:style><doma:conversionExit/><doma:signExists>false</doma:signExists><doma:lowercase>false</doma:lowercase><doma:ampmFormat>false</doma:ampmFormat></doma:outputInformation><doma:valueInformation><doma:valueTableRef/><doma:appendExists>false</doma:appendExists><doma:fixValues><doma:fixValue><doma:position>0001</doma:position><doma:low>A</doma:low><doma:high/><doma:text>Active</doma:text></doma:fixValue></doma:fixValues></doma:valueInformation></doma:content>'
const after =
  '<doma:content><doma:typeInformation><doma:datatype>CHAR</doma:datatype><doma:length>000001</doma:length><doma:decimals>000000</doma:decimals></doma:typeInformation><doma:outputInformation><doma:length>000001</doma:length><doma:style>00</doma:style><doma:conversionExit/><doma:signExists>false</doma:signExists><doma:lowercase>false</doma:lowercase><doma:ampmFormat>false</doma:ampmFormat></doma:outputInformation><doma:valueInformation><doma:valueTableRef/><doma:appendExists>false</doma:appendExists><doma:fixValues><doma:fixValue><doma:position>0001</doma:position><doma:low>A</doma:low><doma:high/><doma:text>Active &amp; used</doma:text></doma:fixValue><doma:fixValue><doma:position>0002</doma:position><doma:low>I</doma:low><doma:high/><doma:text>Inactive</doma:text></doma:fixValue></doma:fixValues></doma:valueInformation></doma:content>'
const domainPath = `${adt}/ddic/domains/zdemo_status`

export const domain: readonly Exchange[] = [
  release,
  ...locked(domainPath),
  ...written({
    path: domainPath,
    type: 'application/vnd.sap.adt.domains.v2+xml',
    before: domainXml(before),
    after: domainXml(after)
  }),
  {
    method: 'POST',
    path: `${adt}/checkruns`,
    query: { reporters: 'abapCheckRun' },
    accept: 'application/vnd.sap.adt.checkmessages+xml',
    contentType: 'application/vnd.sap.adt.checkobjects+xml',
    body: new RegExp(`<chkrun:checkObject adtcore:uri="${domainPath}" chkrun:version="inactive">`),
    type: 'application/vnd.sap.adt.checkmessages+xml',
    answer:
      '<chkrun:checkRunReports xmlns:chkrun="http://www.sap.com/adt/checkrun">' +
      '<chkrun:checkReport chkrun:reporter="abapCheckRun" chkrun:status="processed"/></chkrun:checkRunReports>'
  }
]

const messagePath = `${adt}/messageclass/zdemo`
const messages = (list: string) =>
  `<mc:messageClass xmlns:mc="http://www.sap.com/adt/MessageClass" ${core} adtcore:name="ZDEMO" adtcore:type="MSAG/N" adtcore:language="EN" adtcore:version="active">${inTmp}${list}</mc:messageClass>`

export const messageClass: readonly Exchange[] = [
  release,
  ...locked(messagePath),
  ...written({
    path: messagePath,
    type: 'application/vnd.sap.adt.mc.messageclass+xml',
    before: messages(
      '<mc:messages mc:msgno="001" mc:msgtext="Object &amp;1 not found" mc:selfexplainatory="true" mc:documented="false"/><mc:messages mc:msgno="003" mc:msgtext="Old" mc:selfexplainatory="true" mc:documented="false"/>'
    ),
    after: messages(
      '<mc:messages mc:msgno="001" mc:msgtext="Object &amp;1 not found" mc:selfexplainatory="true" mc:documented="false"/><mc:messages mc:msgno="002" mc:msgtext="New" mc:selfexplainatory="true"/><mc:deletedmessages mc:msgno="003"/>'
    )
  })
]

const programPath = `${adt}/programs/programs/zdemo_report`
const textsPath = `${adt}/textelements/programs/zdemo_report`
const programFacts: Exchange = {
  method: 'GET',
  path: programPath,
  answer: `<program:abapProgram xmlns:program="http://www.sap.com/adt/programs/programs" ${core} adtcore:name="ZDEMO_REPORT" adtcore:type="PROG/P" adtcore:version="active">${inTmp}</program:abapProgram>`
}

export const texts: readonly Exchange[] = [
  release,
  programFacts,
  ...locked(textsPath),
  ...written({
    path: `${textsPath}/source/symbols`,
    type: 'application/vnd.sap.adt.textelements.symbols.v1',
    charset: 'UTF-8',
    before: '@MaxLength:20\r\n001=Demo text\r\n@MaxLength:5\r\n002=Old\r\n',
    after: '@MaxLength:20\r\n001=Another text\r\n@MaxLength:3\r\n003=New\r\n'
  })
]

const bindingPath = `${adt}/businessservices/bindings/zdemo_ui_o2`

/** Published as soon as it was asked to be. */
export function binding(severity: string): readonly Exchange[] {
  let published = false
  return [
    {
      method: 'GET',
      path: bindingPath,
      get answer() {
        return `<srvb:serviceBinding xmlns:srvb="http://www.sap.com/adt/ddic/ServiceBindings" ${core} adtcore:name="ZDEMO_UI_O2" adtcore:type="SRVB/SVB" adtcore:version="active" srvb:published="${String(published)}">${inTmp}<srvb:services srvb:name="ZDEMO_UI_O2"><srvb:content srvb:version="0001"><srvb:serviceDefinition adtcore:name="ZDEMO_UI"/></srvb:content></srvb:services><srvb:binding srvb:category="0" srvb:type="ODATA" srvb:version="V2"><srvb:implementation adtcore:name=""/></srvb:binding></srvb:serviceBinding>`
      }
    },
    {
      method: 'POST',
      path: `${adt}/businessservices/odatav2/publishjobs`,
      query: { servicename: 'ZDEMO_UI_O2', serviceversion: '0001' },
      accept: 'application/vnd.sap.as+xml;charset=UTF-8;dataname=com.sap.adt.StatusMessage',
      contentType: 'application/xml',
      body: /<adtcore:objectReferences xmlns:adtcore="http:\/\/www\.sap\.com\/adt\/core"><adtcore:objectReference adtcore:name="ZDEMO_UI_O2"\/><\/adtcore:objectReferences>$/,
      get answer() {
        published = severity === 'OK'
        return asx(
          `<SEVERITY>${severity}</SEVERITY><SHORT_TEXT>ZDEMO_UI_O2 published locally</SHORT_TEXT><LONG_TEXT/>`
        )
      }
    }
  ]
}

const repo = 'xmlns:abapgitrepo="http://www.sap.com/adt/abapgit/repositories"'
const emptyNodes = asx('<TREE_CONTENT/><CATEGORIES/><OBJECT_TYPES/>')

export const git: readonly Exchange[] = [
  noGcts,
  {
    method: 'GET',
    path: `${adt}/abapgit/repos`,
    accept: 'application/abapgit.adt.repos.v2+xml',
    answer: `<abapgitrepo:repositories ${repo} xmlns:atom="http://www.w3.org/2005/Atom"><abapgitrepo:repository><abapgitrepo:key>000000000001</abapgitrepo:key><abapgitrepo:package>$ZDEMO_GIT</abapgitrepo:package><abapgitrepo:url>https://git.example/demo.git</abapgitrepo:url><abapgitrepo:branchName>refs/heads/main</abapgitrepo:branchName><abapgitrepo:status>S</abapgitrepo:status><abapgitrepo:statusText>Pulled Successfully</abapgitrepo:statusText></abapgitrepo:repository></abapgitrepo:repositories>`
  },
  {
    method: 'POST',
    path: `${adt}/repository/nodestructure`,
    query: { parent_type: 'DEVC/K', parent_name: '$ZDEMO_GIT', withShortDescriptions: 'true' },
    body: /[^]*/,
    answer: emptyNodes
  },
  {
    method: 'POST',
    path: `${adt}/abapgit/repos/000000000001/pull`,
    contentType: 'application/abapgit.adt.repo.v3+xml',
    body: `<?xml version="1.0" encoding="UTF-8"?><abapgitrepo:repository ${repo}><abapgitrepo:branchName>refs/heads/main</abapgitrepo:branchName><abapgitrepo:remoteUser>robot</abapgitrepo:remoteUser><abapgitrepo:remotePassword>canary&lt;1&gt;</abapgitrepo:remotePassword></abapgitrepo:repository>`,
    status: 202
  }
]

/** A folder of an app, as SAP/open-ux-tools archiveFolderContent_i18n.xml has it. */
export const files = (...entries: readonly (readonly [kind: string, title: string])[]): string =>
  `<atom:feed xmlns:atom="http://www.w3.org/2005/Atom">${entries.map(([kind, title]) => `<atom:entry><atom:category term="${kind}"/><atom:id>${title.replaceAll('/', '%2f')}</atom:id><atom:title>${title}</atom:title></atom:entry>`).join('')}</atom:feed>`

export const apps: readonly Exchange[] = [
  {
    method: 'GET',
    path: `${adt}/filestore/ui5-bsp/objects`,
    query: { name: '*', maxResults: '200' },
    accept: 'application/atom+xml',
    answer:
      '<atom:feed xmlns:atom="http://www.w3.org/2005/Atom"><atom:entry><atom:id>ZAPP</atom:id><atom:title>ZAPP</atom:title><atom:summary>Demo app</atom:summary></atom:entry></atom:feed>'
  },
  {
    method: 'GET',
    path: `${adt}/filestore/ui5-bsp/objects/ZAPP/content`,
    accept: 'application/atom+xml;type=feed',
    answer: files(['folder', 'ZAPP/view'], ['file', 'ZAPP/Component.js'])
  },
  {
    method: 'GET',
    path: `${adt}/filestore/ui5-bsp/objects/ZAPP%2fview/content`,
    accept: 'application/atom+xml;type=feed',
    answer: files(['file', 'ZAPP/view/Main.xml'])
  },
  {
    method: 'GET',
    path: `${adt}/filestore/ui5-bsp/objects/ZAPP%2fview%2fMain.xml/content`,
    type: 'application/octet-stream',
    answer: '<View/>\r\n'
  },
  // The requests of ilcgmbh/gulp-nwabap-ui5uploader lib/filestore.js and
  // nrdev88/nwabap-ui5uploader lib/filestore.js, tried by their authors on 7.40 and 7.50.
  {
    method: 'PUT',
    path: `${adt}/filestore/ui5-bsp/objects/ZAPP%2fview%2fMain.xml/content`,
    query: { isBinary: 'false', charset: 'UTF-8' },
    contentType: 'application/octet-stream',
    sends: { 'if-match': '*' },
    body: '<View/>\n'
  },
  {
    method: 'GET',
    path: `${adt}/repository/informationsystem/search`,
    query: { operation: 'quickSearch', query: 'ZAPP', maxResults: '20' },
    answer: `<adtcore:objectReferences ${core}><adtcore:objectReference adtcore:uri="${adt}/vit/wb/object_type/wapawo/object_name/ZAPP" adtcore:type="WAPA/WO" adtcore:name="ZAPP" adtcore:packageName="$ZAPPS"/></adtcore:objectReferences>`
  }
]
