/** git_* over gCTS against documented bytes; the expected values are written by hand. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { createFeatureProbe, prepare, run } from '../../tools/index.ts'
import type { PolicyOptions, ToolResult } from '../../tools/index.ts'
import { readJsonFailure } from '../../erp-client/wire/git/gcts.ts'
import { benchOf } from '../tools/helpers/erp.ts'
import { gcts, system } from './gcts-exchanges.ts'
import type { State } from './gcts-exchanges.ts'
import { standIn } from './server.ts'

const before: State = { commit: '2222', branch: 'main', status: 'READY', known: true, saved: true }

async function gctsBench(
  t: TestContext,
  state: Partial<State> = {},
  policy: Partial<PolicyOptions> = { allowTransportableEdits: true }
) {
  const now = { ...before, ...state }
  const { erp } = await standIn(t, gcts(now))
  const { session, events } = benchOf({ erp, policy })
  const withFile = {
    ...session,
    gitCredentials: (url: string) =>
      url.startsWith('https://git.example/team/')
        ? { user: '', password: 'canary-token', endpoint: 'https://git.example/team' }
        : undefined
  }
  const call = async (args: object): Promise<ToolResult> =>
    await run(prepare(withFile, 'ERPManage', args), withFile, {
      signal: new AbortController().signal
    })
  const data = async (args: object) => {
    const result = await call(args)
    assert.equal(result.kind, 'data', result.text)
    return { ...(result as Extract<ToolResult, { kind: 'data' }>).data } as Record<string, unknown>
  }
  const code = async (args: object) => {
    const result = await call(args)
    return result.kind === 'error' ? result.code : result.kind
  }
  return { call, data, code, now, events }
}

const demo = {
  backend: 'gCTS',
  key: 'demo',
  name: 'demo',
  url: 'https://git.example/team/demo.git',
  branch: 'main',
  status: 'READY',
  role: 'SOURCE',
  type: 'GIT',
  vsid: 'DEV',
  commit: '2222'
}

test('the repositories of gCTS where there is no abapGit, and one in detail', async t => {
  const { data } = await gctsBench(t)
  const found = await data({ action: 'git_repos' })
  assert.deepEqual([found['backends'], (found['repositories'] as object[])[0]], [['gCTS'], demo])
  const status = await data({ action: 'git_status', repository: 'demo' })
  assert.deepEqual(
    [status['repository'], status['history'], status['branches'], status['objects']],
    [
      demo,
      [
        {
          type: 'PULL',
          from: '1111',
          to: '2222',
          at: '20260501101112',
          by: 'DEVELOPER',
          request: 'A4HK900123'
        }
      ],
      [
        { name: 'main', type: 'active' },
        { name: 'next', type: 'remote' }
      ],
      [{ pgmid: 'R3TR', type: 'CLAS', name: 'ZCL_DEMO' }]
    ]
  )
})

test('a pull is recorded where gCTS is set to; credentials are stored once and shown nowhere', async t => {
  const { call, data, now, events } = await gctsBench(t, { saved: false })
  const done = await data({ action: 'git_pull', repository: 'https://git.example/team/demo.git' })
  assert.deepEqual(
    [done['outcome'], done['from'], done['to'], done['transport'], now.saved],
    ['done', '2222', '3333', 'A4HK900124', true]
  )
  assert.doesNotMatch(JSON.stringify([done, await call({ action: 'git_repos' }), events]), /canary/)
})

test('a switch, a commit, a clone and an end', async t => {
  const { data, now } = await gctsBench(t)
  const pushed = await data({
    action: 'git_push',
    repository: 'demo',
    objects: [{ type: 'CLAS', name: 'ZCL_DEMO' }],
    description: 'Message'
  })
  assert.deepEqual([pushed['outcome'], pushed['commit']], ['done', '4444'])
  assert.equal(
    (
      (await data({ action: 'git_switch', repository: 'demo', branch: 'refs/heads/next' }))[
        'repository'
      ] as { branch: string }
    ).branch,
    'next'
  )
  await data({ action: 'git_unlink', repository: 'demo' })
  assert.equal(now.known, false)
  Object.assign(now, { branch: 'main' })
  const cloned = await data({
    action: 'git_clone',
    repository: 'https://git.example/team/demo.git'
  })
  assert.deepEqual([cloned['outcome'], cloned['repository']], ['done', demo])
})

test('a dry run reads and changes nothing', async t => {
  const { data, now } = await gctsBench(t, { saved: false })
  for (const args of [
    { action: 'git_pull', repository: 'demo' },
    { action: 'git_switch', repository: 'demo', branch: 'next' },
    { action: 'git_unlink', repository: 'demo' },
    { action: 'git_stage', repository: 'demo', objects: [{ type: 'CLAS', name: 'ZCL_DEMO' }] }
  ]) {
    assert.equal((await data({ ...args, dryRun: true }))['outcome'], 'dry_run')
  }
  assert.deepEqual(now, { ...before, saved: false })
})

const refusals: readonly (readonly [string, Partial<PolicyOptions>, string])[] = [
  ['transportable objects are not permitted', {}, 'BLOCKED_NOT_TRANSPORTABLE'],
  [
    'only some packages are permitted',
    { allowTransportableEdits: true, allowedPackages: ['Z*', '$*'] },
    'BLOCKED_PACKAGE'
  ],
  [
    'only some requests are permitted',
    { allowTransportableEdits: true, allowedTransports: ['A4HK*'] },
    'BLOCKED_TRANSPORT'
  ],
  [
    'everything is read-only',
    { allowTransportableEdits: true, readOnly: true },
    'BLOCKED_READ_ONLY'
  ]
]

for (const [when, policy, expected] of refusals) {
  test(`nothing is pulled where ${when}`, async t => {
    const { code, now } = await gctsBench(t, {}, policy)
    for (const args of [
      { action: 'git_pull', repository: 'demo' },
      { action: 'git_switch', repository: 'demo', branch: 'next' },
      { action: 'git_unlink', repository: 'demo' }
    ]) {
      assert.equal(await code(args), expected)
    }
    assert.deepEqual(now, before)
  })
}

test('a push reads the package of each object', async t => {
  const { code } = await gctsBench(
    t,
    {},
    { allowTransportableEdits: true, allowedPackages: ['ZOTHER'] }
  )
  assert.equal(
    await code({
      action: 'git_push',
      repository: 'demo',
      objects: [{ type: 'CLAS', name: 'ZCL_DEMO' }],
      description: 'Message'
    }),
    'BLOCKED_PACKAGE'
  )
})

test('what cannot be is said before anything is sent', async t => {
  const { code } = await gctsBench(t)
  assert.equal(
    await code({ action: 'git_pull', repository: 'demo', transport: 'A4HK900001' }),
    'TOOL_BAD_ARGUMENTS'
  )
  assert.equal(
    await code({ action: 'git_pull', repository: 'demo', branch: 'next' }),
    'TOOL_BAD_ARGUMENTS'
  )
  assert.equal(
    await code({
      action: 'git_push',
      repository: 'demo',
      objects: [{ type: 'CLAS', name: 'ZCL_DEMO' }]
    }),
    'TOOL_BAD_ARGUMENTS'
  )
  assert.equal(await code({ action: 'git_pull', repository: 'none' }), 'ERP_NOT_FOUND')
  assert.equal(
    await code({ action: 'git_clone', repository: 'https://git.example/team/demo.git' }),
    'ERP_ALREADY_EXISTS'
  )
  assert.equal(
    await code({ action: 'git_clone', repository: 'https://robot:x@git.example/team/demo.git' }),
    'TOOL_BAD_ARGUMENTS'
  )
})

test('what did not happen is not reported as done', async t => {
  const state = { ...before }
  const stuck = gcts(state).map(one =>
    one.path.endsWith('/pullByCommit') || one.path.endsWith('/commit')
      ? { ...one, answer: '{"trkorr":"","fromCommit":"2222","toCommit":"9999"}' }
      : one
  )
  const { erp } = await standIn(t, stuck)
  const { call } = benchOf({ erp, policy: { allowTransportableEdits: true } })
  Object.assign(state, before)
  for (const args of [
    { action: 'git_pull', repository: 'demo' },
    {
      action: 'git_push',
      repository: 'demo',
      objects: [{ type: 'CLAS', name: 'ZCL_DEMO' }],
      description: 'Message'
    }
  ]) {
    const result = await call('ERPManage', args)
    assert.equal(result.kind === 'error' ? result.code : result.text, 'OUTCOME_UNKNOWN')
  }
})

test('an error of gCTS is quoted, and the error of a failed clone names what exists now', async t => {
  const state = { ...before, known: false }
  const log = {
    exception: 'Cannot clone',
    errorLog: [
      {
        time: 20260501101112,
        user: 'DEVELOPER',
        section: 'REPOSITORY',
        action: 'CLONE_REPOSITORY',
        severity: 'ERROR',
        message: 'Remote host unknown'
      }
    ]
  }
  const failing = gcts(state).map(one =>
    one.path.endsWith('/clone') ? { ...one, status: 500, answer: JSON.stringify(log) } : one
  )
  const { erp } = await standIn(t, failing)
  Object.assign(state, { known: false })
  const result = await benchOf({ erp, policy: { allowTransportableEdits: true } }).call(
    'ERPManage',
    { action: 'git_clone', repository: 'https://git.example/team/demo.git' }
  )
  assert.equal(result.kind === 'error' ? result.code : '', 'PARTLY_DONE')
  assert.match(result.text, /demo exists in gCTS now.*Cannot clone: Remote host unknown/)
  for (const text of ['', 'x', '{', '[]', '{"a":1}', '{"exception":{}}', '{"exception":""}']) {
    assert.equal(readJsonFailure(text), undefined)
  }
})

test('a system with gCTS alone has the git feature', async t => {
  const { erp } = await standIn(t, [
    system,
    {
      method: 'GET',
      path: '/sap/bc/adt/discovery',
      type: 'application/atomsvc+xml',
      answer:
        '<app:service xmlns:app="http://www.w3.org/2007/app" xmlns:atom="http://www.w3.org/2005/Atom"><app:workspace><atom:title>x</atom:title><app:collection href="/sap/bc/adt/programs/programs"><atom:title>x</atom:title></app:collection></app:workspace></app:service>'
    }
  ])
  const ignore = () => {}
  const told = Promise.withResolvers<void>()
  const probe = createFeatureProbe(new Map([['gitsync', 'unknown']]), {
    log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
    onChange: told.resolve
  })
  probe.watch(() => erp)()
  await told.promise
  assert.equal(probe.features().get('gitsync'), 'present')
})
