/**
 * Changes that the ERP carries out by itself in many objects: each package is asked before, and one
 * that is foreign stops all of it.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import type { PolicyOptions } from '../../../tools/index.ts'
import { benchOf, callerWith, errorOf, recordingErp } from '../helpers/erp.ts'
import type { Answer, Asked } from '../helpers/erp.ts'

const xml = { 'content-type': 'application/xml; charset=utf-8' }
const core = 'xmlns:adtcore="http://www.sap.com/adt/core"'
const repositories =
  '<r:repositories xmlns:r="http://www.sap.com/adt/abapgit/repositories"><r:repository><r:key>000000000001</r:key><r:package>ZOWN</r:package><r:url>https://git.example/demo.git</r:url><r:branchName>refs/heads/main</r:branchName><r:status>S</r:status></r:repository></r:repositories>'
const ok = (body: string): Answer => ({ status: 200, headers: xml, body })
const tree = (...names: string[]) =>
  ok(
    `<asx:abap xmlns:asx="http://www.sap.com/abapxml" version="1.0"><asx:values><DATA><TREE_CONTENT>${names.map(name => `<SEU_ADT_REPOSITORY_OBJ_NODE><OBJECT_TYPE>DEVC/K</OBJECT_TYPE><OBJECT_NAME>${name}</OBJECT_NAME><OBJECT_URI>/sap/bc/adt/packages/${name.toLowerCase()}</OBJECT_URI></SEU_ADT_REPOSITORY_OBJ_NODE>`).join('')}</TREE_CONTENT></DATA></asx:values></asx:abap>`
  )

/** `below`: the packages under each package, or the answer to the question for them. */
function abapGit(
  below: Readonly<Record<string, readonly string[] | Answer>>
): (asked: Asked) => Answer | undefined {
  return ({ path, query }) => {
    if (path === '/sap/bc/adt/abapgit/repos') return ok(repositories)
    if (path.endsWith('/abapgit/repos/000000000001/pull')) return { status: 202 }
    if (!path.endsWith('/nodestructure')) return undefined
    const found = below[query.get('parent_name') ?? ''] ?? []
    return 'status' in found ? found : tree(...(found as readonly string[]))
  }
}

const calls = [
  { action: 'git_pull', repository: '000000000001' },
  { action: 'git_switch', repository: 'ZOWN', branch: 'refs/heads/next' },
  { action: 'git_clone', repository: 'https://git.example/other.git', package: 'ZOWN' }
]
const rules: Partial<PolicyOptions> = {
  allowTransportableEdits: true,
  allowedPackages: ['ZOWN', 'ZOWN_*']
}
const transport = 'DEVK900001'

async function pull(
  t: TestContext,
  below: Parameters<typeof abapGit>[0],
  policy = rules,
  packages?: readonly string[]
) {
  const { erp, asked, changes } = await recordingErp(t, abapGit(below))
  const { call } = benchOf({
    erp,
    policy,
    caller: {
      ...callerWith('read', 'write', 'admin'),
      ...(packages === undefined ? {} : { packages })
    }
  })
  return {
    call: async (args: object) => await call('ERPManage', { ...args, transport }),
    asked,
    sent: () =>
      changes()
        .filter(({ path }) => path.includes('abapgit'))
        .map(({ method, path }) => `${method} ${path}`)
  }
}

test('a package below the repository’s that is foreign, at any depth, stops pull, switch and clone', async t => {
  for (const [title, below] of Object.entries({
    'the first below': { ZOWN: ['ZFOREIGN'] },
    'beside permitted ones': { ZOWN: ['ZOWN_A', 'ZOWN_B', 'ZFOREIGN', 'ZOWN_C'] },
    'three levels below': { ZOWN: ['ZOWN_A'], ZOWN_A: ['ZOWN_B'], ZOWN_B: ['ZFOREIGN'] },
    'the same letters and more': { ZOWN: ['ZOWNED'] },
    'in a ring': { ZOWN: ['ZOWN_A'], ZOWN_A: ['ZOWN', 'ZFOREIGN'] }
  })) {
    const { call, sent } = await pull(t, below)
    for (const args of calls) {
      assert.equal(errorOf(await call(args)).code, 'BLOCKED_PACKAGE', `${title}: ${args.action}`)
    }
    assert.deepEqual(sent(), [], title)
  }
})

test('what is below and cannot be found out stops them, too', async t => {
  for (const [title, below] of Object.entries({
    'an error': { ZOWN: { status: 500 } },
    'not found': { ZOWN: { status: 404 } },
    'not permitted below': { ZOWN: ['ZOWN_A'], ZOWN_A: { status: 403 } },
    'no XML': { ZOWN: { status: 200, headers: xml, body: '<asx' } },
    'a page': {
      ZOWN: {
        status: 200,
        headers: { 'content-type': 'text/html' },
        body: '<html><form>Logon</form></html>'
      }
    },
    'more than can be judged': { ZOWN: Array.from({ length: 300 }, (_, index) => `ZOWN_${index}`) }
  })) {
    const { call, sent } = await pull(t, below)
    for (const args of calls) {
      assert.equal((await call(args)).kind, 'error', `${title}: ${args.action}`)
    }
    assert.deepEqual(sent(), [], title)
  }
})

test('a key with packages of its own is bound by them, and a dry run says so', async t => {
  const { call, sent } = await pull(t, { ZOWN: ['ZOWN_A'] }, { allowTransportableEdits: true }, [
    'ZOWN'
  ])
  for (const args of calls) {
    assert.equal(errorOf(await call(args)).code, 'BLOCKED_PACKAGE', args.action)
  }
  for (const args of calls) {
    assert.match(
      (await call({ ...args, dryRun: true })).text,
      /DRY RUN.*A real run would be refused: BLOCKED_PACKAGE.*ZOWN_A/s
    )
  }
  assert.deepEqual(sent(), [])
})

test('where all of them are permitted the pull is sent, after each was asked', async t => {
  const { call, sent, asked } = await pull(t, { ZOWN: ['ZOWN_A', 'ZOWN_B'], ZOWN_A: ['ZOWN_C'] })
  assert.equal((await call({ action: 'git_pull', repository: 'ZOWN' })).kind, 'data')
  assert.deepEqual(sent(), ['POST /sap/bc/adt/abapgit/repos/000000000001/pull'])
  const order = asked.map(({ path, query }) =>
    path.endsWith('/nodestructure')
      ? query.get('parent_name')
      : path.endsWith('/pull')
        ? 'pull'
        : ''
  )
  for (const name of ['ZOWN', 'ZOWN_A', 'ZOWN_B', 'ZOWN_C']) {
    assert.ok(order.includes(name) && order.indexOf(name) < order.indexOf('pull'), name)
  }
})

test('gCTS, which says of no object where it goes, is for those alone who may change everything', async t => {
  const answer = ({ path }: Asked): Answer | undefined => {
    if (path.endsWith('/cts_abapvcs/repository')) {
      return {
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          result: [
            {
              rid: 'demo',
              name: 'demo',
              vsid: 'DEV',
              url: 'https://git.example/demo.git',
              status: 'READY',
              branch: 'main',
              currentCommit: '1'
            }
          ]
        })
      }
    }
    return path.endsWith('/cts_abapvcs/system')
      ? {
          status: 200,
          headers: { 'content-type': 'application/json' },
          body: '{"result":{"status":"READY"}}'
        }
      : undefined
  }
  for (const [policy, packages] of [
    [{ allowedPackages: ['Z*', '$*', '/*'] }, undefined],
    [{}, ['Z*']],
    [{ allowedPackages: ['DEMO'] }, undefined]
  ] as const) {
    const { erp, asked } = await recordingErp(t, answer)
    const { call } = benchOf({
      erp,
      policy: { allowTransportableEdits: true, ...policy },
      caller: {
        ...callerWith('read', 'write', 'admin'),
        ...(packages === undefined ? {} : { packages })
      }
    })
    for (const args of [
      { action: 'git_pull', repository: 'demo' },
      { action: 'git_switch', repository: 'demo', branch: 'next' },
      { action: 'git_clone', repository: 'https://git.example/new.git' },
      { action: 'git_unlink', repository: 'demo' }
    ]) {
      assert.equal(
        errorOf(await call('ERPManage', args)).code,
        'BLOCKED_PACKAGE',
        JSON.stringify([args, policy])
      )
    }
    assert.deepEqual(
      asked.filter(({ method, path }) => method !== 'GET' || /pull|switch|clone/.test(path)),
      []
    )
  }
})

const places = [
  '/sap/bc/adt/programs/programs/zone/source/main',
  '/sap/bc/adt/oo/classes/ztwo/includes/testclasses',
  '/sap/bc/adt/functions/groups/zthree/fmodules/z_three/source/main',
  '/sap/bc/adt/programs/includes/zfour/source/main'
]
const affected = (uris: readonly string[]) =>
  uris
    .map(
      uri =>
        `<generic:affectedObject adtcore:uri="${uri}" adtcore:name="X" adtcore:packageName="ZOWN"><generic:textReplaceDeltas><generic:textReplaceDelta><generic:rangeFragment>#start=2,5;end=2,9</generic:rangeFragment><generic:contentOld>lv_x</generic:contentOld><generic:contentNew/></generic:textReplaceDelta></generic:textReplaceDeltas></generic:affectedObject>`
    )
    .join('')
const renaming = (uris: readonly string[]) =>
  ok(
    `<rename:renameRefactoring xmlns:rename="http://r" xmlns:generic="http://g" ${core}><rename:oldName>lv_x</rename:oldName><rename:newName></rename:newName><generic:genericRefactoring><generic:affectedObjects>${affected(uris)}</generic:affectedObjects></generic:genericRefactoring></rename:renameRefactoring>`
  )

/** The plan says that all is in ZOWN; the ERP's facts of the object say where it is. */
function renamable(uris: readonly string[], foreign: string): (asked: Asked) => Answer | undefined {
  return ({ path, query }) => {
    if (path.endsWith('/refactorings')) {
      return query.get('step') === 'execute' ? { status: 200 } : renaming(uris)
    }
    if (path.endsWith('/source/main')) {
      return {
        status: 200,
        headers: { 'content-type': 'text/plain', etag: '1' },
        body: 'REPORT zone.\nDATA lv_x TYPE i.\n'
      }
    }
    const isGroupPart = path.includes('/fmodules/')
    if (isGroupPart) {
      return ok(
        `<f:part xmlns:f="http://f" ${core} adtcore:name="X" adtcore:version="active"><adtcore:containerRef adtcore:uri="/sap/bc/adt/functions/groups/zthree" adtcore:type="FUGR/F" adtcore:name="ZTHREE"/></f:part>`
      )
    }
    return /\/(?:programs|classes|groups|includes)\//.test(path)
      ? ok(
          `<o:object xmlns:o="http://o" ${core} adtcore:name="X" adtcore:version="active"><adtcore:packageRef adtcore:name="${path.includes(foreign) ? 'ZFOREIGN' : 'ZOWN'}"/></o:object>`
        )
      : undefined
  }
}

test('a rename is judged by where each of its objects is, whatever the plan says of it', async t => {
  for (const foreign of ['zone', 'ztwo', 'zthree', 'zfour']) {
    const { erp, asked } = await recordingErp(t, renamable(places, foreign))
    const { call } = benchOf({ erp, policy: rules })
    const args = {
      action: 'rename',
      type: 'PROG',
      name: 'ZONE',
      line: 2,
      symbol: 'lv_x',
      newName: 'lv_y',
      transport
    }
    assert.equal(errorOf(await call('ERPWrite', args)).code, 'BLOCKED_PACKAGE', foreign)
    assert.match(
      (await call('ERPWrite', { ...args, dryRun: true })).text,
      /A real run would be refused: BLOCKED_PACKAGE/
    )
    assert.deepEqual(
      asked.filter(({ query }) => query.get('step') === 'execute'),
      [],
      foreign
    )
  }
})

test('and one that touches an unknown kind of target is not carried out', async t => {
  for (const uri of [
    '/sap/bc/adt/unknown/things/zx',
    '/sap/bc/other',
    '',
    '/sap/bc/adt/../public/x',
    '/sap/bc/adt/programs/programs/..%2f..%2fx'
  ]) {
    const { erp, asked } = await recordingErp(t, renamable([places[0] ?? '', uri], 'none'))
    const result = await benchOf({ erp, policy: rules }).call('ERPWrite', {
      action: 'rename',
      type: 'PROG',
      name: 'ZONE',
      line: 2,
      symbol: 'lv_x',
      newName: 'lv_y',
      transport
    })
    assert.ok(
      ['BLOCKED_PACKAGE', 'ERP_BAD_NAME'].includes(errorOf(result).code),
      `${uri}: ${result.text}`
    )
    assert.deepEqual(
      asked.filter(({ query }) => query.get('step') === 'execute'),
      [],
      uri
    )
  }
})

test('tests that may change data are asked for in each package below, where a list decides, and a ring of packages ends', async t => {
  const below: Readonly<Record<string, readonly string[]>> = {
    ZOWN: ['ZOWN_A'],
    ZOWN_A: ['ZOWN', 'ZFOREIGN']
  }
  const run = async (
    policy: Partial<PolicyOptions>,
    risk: string,
    packages?: readonly string[]
  ) => {
    const { erp, asked } = await recordingErp(t, ({ path, query }) => {
      if (path.endsWith('/nodestructure')) {
        return tree(...(below[query.get('parent_name') ?? ''] ?? []))
      }
      if (path.includes('/abapunit/')) {
        return ok('<aunit:runResult xmlns:aunit="http://www.sap.com/adt/aunit"/>')
      }
      return path.endsWith('/packages/zown') ||
        path.endsWith('/packages/zown_a') ||
        path.endsWith('/packages/zforeign')
        ? ok(
            `<pak:package xmlns:pak="http://www.sap.com/adt/packages" ${core} adtcore:name="${path.split('/').pop()?.toUpperCase()}" adtcore:type="DEVC/K"/>`
          )
        : undefined
    })
    const { call } = benchOf({
      erp,
      policy,
      caller: {
        ...callerWith('read', 'write', 'admin'),
        ...(packages === undefined ? {} : { packages })
      }
    })
    const result = await call('ERPDiagnose', {
      action: 'unit_test',
      type: 'DEVC',
      name: 'ZOWN',
      risk
    })
    return [
      result.kind === 'error' ? result.code : 'ok',
      asked.some(({ path }) => path.includes('/abapunit/'))
    ]
  }
  assert.deepEqual(await run({ allowedPackages: ['ZOWN', 'ZOWN_*'] }, 'critical'), [
    'BLOCKED_PACKAGE',
    false
  ])
  assert.deepEqual(await run({}, 'dangerous', ['ZOWN', 'ZOWN_*']), ['BLOCKED_PACKAGE', false])
  assert.deepEqual(await run({ allowedPackages: ['Z*'] }, 'critical'), ['ok', true])
  assert.deepEqual(await run({}, 'critical'), ['ok', true])
  assert.deepEqual(await run({ allowedPackages: ['ZOWN'] }, 'harmless'), ['ok', true])
})
