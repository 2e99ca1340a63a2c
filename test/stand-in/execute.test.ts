/**
 * What runs, generates, releases, refactors and synchronises, against documented bytes; the
 * expected values are written by hand.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { setReleaseState } from '../../erp-client/index.ts'
import { prepare, run } from '../../tools/index.ts'
import type { PolicyOptions, ToolResult } from '../../tools/index.ts'
import { benchOf } from '../tools/helpers/erp.ts'
import { toolBench } from '../tools/helpers/sandbox-bench.ts'
import { noGcts } from './gcts-exchanges.ts'
import { standIn } from './server.ts'
import type { Exchange } from './server.ts'

const adt = '/sap/bc/adt'
const core = 'xmlns:adtcore="http://www.sap.com/adt/core"'
const free: Partial<PolicyOptions> = {
  expert: new Set(['execute'] as const),
  allowTransportableEdits: true
}

async function benchOn(t: TestContext, exchanges: readonly Exchange[], policy = free) {
  const server = await standIn(t, exchanges)
  return { ...server, ...toolBench(server.erp, { policy }) }
}

test('a program and a class are run, and what they print comes back as it is', async t => {
  const at = await benchOn(t, [
    {
      method: 'POST',
      path: `${adt}/programs/programrun/ZDEMO_REPORT`,
      accept: 'text/plain',
      type: 'text/plain',
      answer: 'List\n  1 line'
    },
    {
      method: 'POST',
      path: `${adt}/oo/classrun/ZCL_DEMO`,
      accept: 'text/plain',
      type: 'text/plain',
      answer: ''
    }
  ])
  assert.match(
    await at.text('ERPManage', { action: 'run_program', name: 'zdemo_report' }),
    / · output of PROG ZDEMO_REPORT\n<erp>\nList\n {2}1 line\n<\/erp>$/
  )
  assert.match(
    await at.text('ERPManage', { action: 'run_class', name: 'ZCL_DEMO' }),
    / · output of CLAS ZCL_DEMO: nothing$/
  )
  assert.deepEqual(at.asked, [
    `POST ${adt}/programs/programrun/ZDEMO_REPORT`,
    `POST ${adt}/oo/classrun/ZCL_DEMO`
  ])
})

test('for a release that runs no programs the error names what to run instead', async t => {
  const at = await benchOn(t, [
    {
      method: 'POST',
      path: `${adt}/programs/programrun/ZDEMO_REPORT`,
      status: 404,
      answer:
        '<exc:exception xmlns:exc="http://www.sap.com/abapxml/types/communicationframework"><namespace id="com.sap.adt"/><type id="ExceptionResourceNotFound"/><message lang="EN">Resource  /sap/bc/adt/programs/programrun/ZDEMO_REPORT does not exist.</message><properties/></exc:exception>'
    }
  ])
  const result = await at.call('ERPManage', { action: 'run_program', name: 'ZDEMO_REPORT' })
  assert.equal(
    result.kind === 'error' &&
      /^(?:ERP_UNSUPPORTED|NOT_SUPPORTED_BY_RELEASE): /.test(result.text) &&
      /IF_OO_ADT_CLASSRUN/.test(result.text),
    true,
    result.text
  )
})

const entity = `${adt}/ddic/ddl/sources/zi_demo`
const generators = `${adt}/businessservices/generators/uiservice`
const content = '{"general":{"namespace":"Z"}}'
const wanted = {
  action: 'scaffold',
  type: 'DDLS',
  name: 'ZI_DEMO',
  generator: 'uiservice',
  package: '$TMP'
}
const references = `<adtcore:objectReferences ${core}><adtcore:objectReference adtcore:uri="${adt}/bo/behaviordefinitions/zi_demo" adtcore:type="BDEF/BDO" adtcore:name="ZI_DEMO" adtcore:description="Behavior"/><adtcore:objectReference adtcore:uri="${adt}/businessservices/bindings/zui_demo_o4" adtcore:type="SRVB/SVB" adtcore:name="ZUI_DEMO_O4" adtcore:description="Binding"/></adtcore:objectReferences>`
const status = (severity: string, text: string) =>
  `<asx:abap xmlns:asx="http://www.sap.com/abapxml" version="1.0"><asx:values><DATA><SEVERITY>${severity}</SEVERITY><SHORT_TEXT>${text}</SHORT_TEXT><LONG_TEXT/></DATA></asx:values></asx:abap>`
const announces = (...paths: string[]): Exchange => ({
  method: 'GET',
  path: `${adt}/discovery`,
  answer: `<app:service xmlns:app="http://www.w3.org/2007/app"><app:workspace>${paths.map(path => `<app:collection href="${path}"/>`).join('')}</app:workspace></app:service>`
})
const generation: readonly Exchange[] = [
  {
    method: 'GET',
    path: `${generators}/validation`,
    query: {
      referencedObject: entity,
      package: '$TMP',
      checks: 'PACKAGE,REFERENCEDOBJECT,AUTHORIZATION'
    },
    answer: status('OK', '')
  },
  {
    method: 'GET',
    path: `${generators}/content`,
    query: { referencedObject: entity, package: '$TMP' },
    accept: 'application/vnd.sap.adt.repository.generator.content.v1+json',
    type: 'application/json',
    answer: content
  },
  {
    method: 'POST',
    path: `${generators}/preview`,
    query: { referencedObject: entity },
    contentType: 'application/vnd.sap.adt.repository.generator.content.v1+json',
    accept: 'application/vnd.sap.adt.repository.generator.preview.v1+xml',
    body: content,
    answer: references
  },
  {
    method: 'POST',
    path: generators,
    query: { referencedObject: entity, corrNr: '' },
    contentType: 'application/vnd.sap.adt.repository.generator.content.v1+json',
    accept: 'application/vnd.sap.adt.repository.generator.v1+json',
    body: content,
    answer: references
  }
]

test('a service is generated by the ERP: shown before, made once', async t => {
  const at = await benchOn(t, [announces(), ...generation], {})
  assert.match(
    await at.text('ERPWrite', { ...wanted, dryRun: true }),
    /DRY RUN of uiservice for DDLS ZI_DEMO: 2 objects in \$TMP · nothing created\nNothing to check before it is saved\.\nBDEF ZI_DEMO {2}Behavior\nSRVB ZUI_DEMO_O4 {2}Binding\nThe change cannot be undone: the generated objects can be deleted one by one\.$/
  )
  assert.equal(at.asked.filter(one => one.startsWith(`POST ${generators}?`)).length, 0)
  const done = await at.data('ERPWrite', wanted)
  assert.deepEqual(
    { ...done, system: '' },
    {
      system: '',
      outcome: 'done',
      generator: 'uiservice',
      package: '$TMP',
      objects: [
        { type: 'BDEF', name: 'ZI_DEMO' },
        { type: 'SRVB', name: 'ZUI_DEMO_O4' }
      ]
    }
  )
  assert.equal(at.asked.filter(one => one.startsWith(`POST ${generators}?`)).length, 1)
})

// SAP/open-ux-tools packages/axios-extension/test/abap/mockResponses/generatorConfig.xml and
// validationResponse.xml (recorded), src/abap/adt-catalog/generators/ui-service-generator.ts.
test('a system that lists its generators is asked for the one it lists', async t => {
  const own = `${adt}/rap/generators/ui-service`
  const link = (name: string, rel: string) =>
    `<atom:link href="${own}${name}?referencedObject=x" rel="http://www.sap.com/adt/repository/generator${rel}"/>`
  const entry = (id: string, links: string) =>
    `<atom:entry referencedObjectTypes="BDEF"><atom:id>${id}</atom:id>${links}<atom:title>${id}</atom:title></atom:entry>`
  const asx = 'application/vnd.sap.as+xml;charset=UTF-8;dataname=com.sap.adt.StatusMessage'
  const messages = (severity: string, text: string) =>
    `<v:validationMessages xmlns:v="http://www.sap.com/adt/core/validationMessages"><v:validationMessage><v:severity>OK</v:severity></v:validationMessage><v:validationMessage><v:severity>${severity}</v:severity><v:shortText>${text}</v:shortText></v:validationMessage></v:validationMessages>`
  let refusal = messages('OK', '')
  const type = 'application/vnd.sap.adt.repository.generator.content.v1+json'
  const body = '{"general":{"namespace":"Z"},"metadata":{"package":"$TMP"}}'
  const reference = (kind: string, name: string, path: string) =>
    `<m:object><m:property m:key="Operation">CREATE</m:property><m:objectReference ${core} adtcore:type="${kind}" adtcore:name="${name}" adtcore:uri="${adt}/${path}"/></m:object>`
  const at = await benchOn(
    t,
    [
      announces(`${adt}/repository/generators`),
      {
        method: 'GET',
        path: `${adt}/repository/generators`,
        query: { referencedObject: entity },
        accept: 'application/atom+xml;type=feed',
        answer: `<atom:feed xmlns:atom="http://www.w3.org/2005/Atom">${entry('published-ui-service', '')}${entry('ui-service', link('/schema', '/schema') + link('', ''))}</atom:feed>`
      },
      {
        method: 'GET',
        path: `${own}/validation`,
        query: {
          referencedObject: entity,
          package: '$TMP',
          checks: 'package,referencedobject,authorization'
        },
        accept: 'application/vnd.sap.adt.validationMessages.v1+xml',
        reply: () => ({ answer: refusal })
      },
      {
        method: 'GET',
        path: `${own}/content`,
        query: { referencedObject: entity, package: '$TMP' },
        accept: type,
        type: 'application/json',
        answer: content
      },
      {
        method: 'POST',
        path: `${own}/preview`,
        query: { referencedObject: entity },
        contentType: type,
        accept: 'application/vnd.sap.adt.repository.objects.massoperation.v1+xml',
        body,
        answer: `<m:group xmlns:m="http://www.sap.com/adt/massoperation" m:name="Service Artifacts"><m:group m:name="Business Service Layer">${reference('SRVD/SRV', 'ZUI_DEMO', 'ddic/srvd/sources/zui_demo')}${reference('SRVB/SVB', 'ZUI_DEMO_O4', 'businessservices/bindings/zui_demo_o4')}</m:group></m:group>`
      },
      {
        method: 'POST',
        path: own,
        query: { referencedObject: entity, corrNr: '' },
        contentType: type,
        accept: `application/vnd.sap.adt.repository.generator.v1+json, ${asx}`,
        body,
        answer: references
      }
    ],
    {}
  )
  assert.match(
    await at.text('ERPWrite', { ...wanted, dryRun: true }),
    /2 objects in \$TMP · nothing created\n[^\n]+\nSRVD ZUI_DEMO\nSRVB ZUI_DEMO_O4\nThe change cannot be undone: the generated objects can be deleted one by one\.$/
  )
  const done = await at.data('ERPWrite', wanted)
  assert.equal(done['outcome'], 'done')
  refusal = messages('ERROR', 'Package &quot;Z&quot; is missing')
  assert.match(
    (await at.call('ERPWrite', wanted)).text,
    /^ERP_BAD_REQUEST: Package "Z" is missing/,
    'the second message counts as well'
  )
})

test('an entity that the generator refuses', async t => {
  const at = await benchOn(
    t,
    [
      announces(),
      { ...(generation[0] ?? assert.fail()), answer: status('ERROR', 'Entity is not active') }
    ],
    {}
  )
  const result = await at.call('ERPWrite', wanted)
  assert.match(result.text, /^ERP_BAD_REQUEST: Entity is not active/)
})

test('a release contract is set and looked at again', async t => {
  let state = 'NOT_RELEASED'
  const unchanged =
    '<exc:exception xmlns:exc="http://www.sap.com/abapxml/types/communicationframework"><namespace id="com.sap.adt"/><type id="ExceptionResourceBadRequest"/><message lang="EN">No changes were made</message></exc:exception>'
  const path = `${adt}/apireleases/${encodeURIComponent(`${adt}/oo/classes/zcl_demo`)}`
  const root = `<ars:apiRelease xmlns:ars="http://www.sap.com/adt/ars" ${core}>`
  const document = (own: string) =>
    `${root}<ars:releasableObject adtcore:uri="${adt}/oo/classes/zcl_demo" adtcore:type="CLAS/OC" adtcore:name="ZCL_DEMO"/><ars:c0Release ars:contract="C0"><ars:status ars:state="NOT_RELEASED" ars:stateDescription="Not Released"/></ars:c0Release><ars:c1Release ars:contract="C1" ars:comment=""><ars:status ars:state="${own}" ars:stateDescription="Not Released"/><ars:stateTransitions/></ars:c1Release></ars:apiRelease>`
  // A release whose newest version of the document is 6.
  const accept = 'application/vnd.sap.adt.apirelease.v6+xml'
  const at = await benchOn(t, [
    {
      method: 'GET',
      path: `${adt}/oo/classes/zcl_demo`,
      answer:
        '<class:abapClass xmlns:class="http://www.sap.com/adt/oo/classes" xmlns:adtcore="http://www.sap.com/adt/core" adtcore:name="ZCL_DEMO" adtcore:type="CLAS/OC"><adtcore:packageRef adtcore:name="ZDEMO"/></class:abapClass>'
    },
    { method: 'GET', path, accept, reply: () => ({ type: accept, answer: document(state) }) },
    {
      method: 'PUT',
      path: `${path}/c1`,
      query: { request: 'A4HK900001' },
      contentType: accept,
      accept,
      body: `<?xml version="1.0" encoding="UTF-8"?>${root}<ars:c1Release ars:contract="C1" ars:comment=""><ars:status ars:state="RELEASED"/></ars:c1Release></ars:apiRelease>`,
      reply() {
        if (state === 'RELEASED') return { status: 400, answer: unchanged }
        state = 'RELEASED'
        return { answer: document(state) }
      }
    }
  ])
  const args = {
    action: 'set_release_state',
    type: 'CLAS',
    name: 'ZCL_DEMO',
    contract: 'C1',
    state: 'RELEASED',
    transport: 'A4HK900001'
  }
  assert.match(
    await at.text('ERPManage', { ...args, dryRun: true }),
    /DRY RUN: CLAS ZCL_DEMO C1 NOT_RELEASED → RELEASED · nothing changed$/
  )
  const done = await at.data('ERPManage', args)
  assert.deepEqual(
    { ...done, system: '' },
    {
      system: '',
      outcome: 'done',
      action: 'set_release_state',
      object: { type: 'CLAS', name: 'ZCL_DEMO' },
      contract: 'C1',
      before: 'NOT_RELEASED',
      state: 'RELEASED',
      transport: 'A4HK900001'
    }
  )
  assert.match(
    await at.text('ERPManage', args),
    /C1: RELEASED → RELEASED \(verified\)/,
    'a state that it has already is no failure'
  )
  assert.match(
    (await at.call('ERPManage', { ...args, contract: 'C4' })).text,
    /^ERP_UNSUPPORTED: The object cannot have the contract C4/
  )
})

test('a contract without a state of its own is refused, and the next one keeps its state', async t => {
  const path = `${adt}/apireleases/${encodeURIComponent(`${adt}/oo/classes/zcl_demo`)}`
  const type = 'application/vnd.sap.adt.apirelease.v10+xml'
  const answer = `<ars:apiRelease xmlns:ars="http://www.sap.com/adt/ars" ${core}><ars:c0Release ars:contract="C0"/><ars:c1Release ars:contract="C1"><ars:status ars:state="RELEASED"/></ars:c1Release></ars:apiRelease>`
  const { erp } = await standIn(t, [{ method: 'GET', path, accept: type, type, answer }])
  await assert.rejects(
    setReleaseState(erp.writer, {
      ref: { type: 'CLAS', name: 'ZCL_DEMO' },
      contract: 'C0',
      state: 'NOT_RELEASED'
    }),
    { code: 'ERP_UNSUPPORTED', outcome: 'failed' }
  )
})

const repos = `${adt}/abapgit/repos`
const repo = 'xmlns:abapgitrepo="http://www.sap.com/adt/abapgit/repositories"'
const url = 'https://git.example/demo.git'
const known = (branch = 'refs/heads/main') =>
  `<abapgitrepo:repository><abapgitrepo:key>000000000001</abapgitrepo:key><abapgitrepo:package>$ZDEMO_GIT</abapgitrepo:package><abapgitrepo:url>${url}</abapgitrepo:url><abapgitrepo:branchName>${branch}</abapgitrepo:branchName><abapgitrepo:status>S</abapgitrepo:status><abapgitrepo:statusText>Pulled Successfully</abapgitrepo:statusText></abapgitrepo:repository>`
const object = `<abapgitstaging:abapgitobject adtcore:uri="${adt}/oo/classes/zcl_demo" adtcore:type="CLAS" adtcore:name="ZCL_DEMO" abapgitstaging:wbkey="CLASZCL_DEMO" abapgitstaging:version=""><abapgitstaging:abapgitfile abapgitstaging:name="zcl_demo.clas.abap" abapgitstaging:path="/src/" abapgitstaging:localState="M" abapgitstaging:remoteState=""/></abapgitstaging:abapgitobject>`
const other = object.replaceAll('ZCL_DEMO', 'ZCL_OTHER').replaceAll('zcl_demo', 'zcl_other')
const staging = (unstaged: string, staged: string, comment: string) =>
  `<abapgitstaging:abapgitstaging xmlns:abapgitstaging="http://www.sap.com/adt/abapgit/staging" ${core} xmlns:atom="http://www.w3.org/2005/Atom"><abapgitstaging:unstaged_objects>${unstaged}</abapgitstaging:unstaged_objects>${staged}<abapgitstaging:ignored_objects/><abapgitstaging:abapgit_comment abapgitstaging:comment="${comment}"><abapgitstaging:author abapgitstaging:name="Demo" abapgitstaging:email="d@example.com"/></abapgitstaging:abapgit_comment></abapgitstaging:abapgitstaging>`
const credentials = { username: 'robot', password: Buffer.from('canary<1>').toString('base64') }
const stageType = 'application/abapgit.adt.repo.stage.v1+xml'
const inside =
  '<asx:abap xmlns:asx="http://www.sap.com/abapxml" version="1.0"><asx:values><DATA><TREE_CONTENT/><CATEGORIES/><OBJECT_TYPES/></DATA></asx:values></asx:abap>'

test('abapGit: cloned, switched, staged, pushed and unlinked, with credentials that no answer shows', async t => {
  let branch: string | undefined
  let pushed = false
  const { erp, asked } = await standIn(t, [
    noGcts,
    {
      method: 'GET',
      path: repos,
      accept: 'application/abapgit.adt.repos.v2+xml',
      reply: () => ({
        answer: `<abapgitrepo:repositories ${repo}>${branch === undefined ? '' : known(branch)}</abapgitrepo:repositories>`
      })
    },
    {
      method: 'POST',
      path: `${adt}/repository/nodestructure`,
      query: { parent_type: 'DEVC/K', parent_name: '$ZDEMO_GIT', withShortDescriptions: 'true' },
      body: /[^]*/,
      answer: inside
    },
    {
      method: 'POST',
      path: repos,
      contentType: 'application/abapgit.adt.repo.v3+xml',
      body: `<?xml version="1.0" encoding="UTF-8"?><abapgitrepo:repository ${repo}><abapgitrepo:package>$ZDEMO_GIT</abapgitrepo:package><abapgitrepo:url>${url}</abapgitrepo:url><abapgitrepo:branchName>refs/heads/main</abapgitrepo:branchName><abapgitrepo:remoteUser>robot</abapgitrepo:remoteUser><abapgitrepo:remotePassword>canary&lt;1&gt;</abapgitrepo:remotePassword></abapgitrepo:repository>`,
      status: 201,
      reply() {
        branch = 'refs/heads/main'
        return {}
      }
    },
    {
      method: 'POST',
      path: `${repos}/000000000001/branches/refs%2Fheads%2Fnext`,
      query: { create: 'false' },
      // Without them a private repository has no branches, and the service changes nothing.
      sends: credentials,
      reply() {
        branch = 'refs/heads/next'
        return {}
      }
    },
    {
      method: 'POST',
      path: `${repos}/000000000001/branches/refs%2Fheads%2Fnone`,
      query: { create: 'false' },
      sends: credentials,
      // abapGit/ADT_Backend src/zcl_abapgit_res_repo_switch.clas.abap: no such branch is no error.
      reply: () => ({})
    },
    {
      method: 'GET',
      path: `${repos}/000000000001/stage`,
      accept: stageType,
      sends: credentials,
      type: stageType,
      reply: () => ({
        answer: staging(pushed ? other : object + other, '<abapgitstaging:staged_objects/>', '')
      })
    },
    {
      method: 'POST',
      path: `${repos}/000000000001/push`,
      accept: stageType,
      contentType: stageType,
      sends: credentials,
      body: staging(
        other,
        `<abapgitstaging:staged_objects>${object}</abapgitstaging:staged_objects>`,
        'A &lt;message&gt;'
      ),
      reply() {
        pushed = true
        return {}
      }
    },
    {
      method: 'DELETE',
      path: `${repos}/000000000001`,
      contentType: 'application/abapgit.adt.repo.v3+xml',
      reply() {
        branch = undefined
        return {}
      }
    }
  ])
  const { session } = benchOf({ erp })
  const withFile = {
    ...session,
    gitCredentials: (address: string) =>
      address.startsWith('https://git.example/')
        ? { user: 'robot', password: 'canary<1>' }
        : undefined
  }
  const results: ToolResult[] = []
  const call = async (args: object): Promise<ToolResult> => {
    const result = await run(prepare(withFile, 'ERPManage', args), withFile, {
      signal: new AbortController().signal
    })
    assert.equal(result.kind, 'data', result.text)
    results.push(result)
    return result
  }
  assert.match(
    (await call({ action: 'git_clone', repository: url, package: '$ZDEMO_GIT' })).text,
    /Pulled Successfully \(verified\)/
  )
  assert.match(
    (await call({ action: 'git_switch', repository: '$ZDEMO_GIT', branch: 'refs/heads/next' }))
      .text,
    /verified/
  )
  assert.equal(branch, 'refs/heads/next')
  const args = { action: 'git_switch', repository: '$ZDEMO_GIT', branch: 'refs/heads/none' }
  const refused = await run(prepare(withFile, 'ERPManage', args), withFile, {
    signal: new AbortController().signal
  })
  assert.match(
    refused.text,
    /^ERP_NOT_FOUND: abapGit stays at refs\/heads\/next: it found no branch refs\/heads\/none/
  )
  assert.match(
    (await call({ action: 'git_status', repository: '$ZDEMO_GIT' })).text,
    /differing: 2\n {2}CLAS ZCL_DEMO: zcl_demo\.clas\.abap/
  )
  const push = {
    repository: '$ZDEMO_GIT',
    objects: [{ type: 'CLAS', name: 'ZCL_DEMO' }],
    description: 'A <message>'
  }
  await call({ action: 'git_stage', ...push })
  assert.equal(asked.filter(one => one.includes('/push')).length, 0, 'staging sends nothing')
  await call({ action: 'git_push', ...push })
  assert.equal(asked.filter(one => one.includes('/push')).length, 1)
  await call({ action: 'git_unlink', repository: '$ZDEMO_GIT' })
  assert.equal(branch, undefined)
  assert.doesNotMatch(JSON.stringify(results), /canary|Y2FuYXJ5/)
})
