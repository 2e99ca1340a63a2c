/**
 * The review of a request on the sandbox: what it changes, what it lacks, what of it is not the
 * caller's, what blocks its release.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createErp } from '../../../erp-client/index.ts'
import type { Erp } from '../../../erp-client/index.ts'
import { createSandbox } from '../../../sandbox/server.ts'
import type { Sandbox } from '../../../sandbox/server.ts'
import { callerWith } from '../helpers/erp.ts'
import { toolBench } from '../helpers/sandbox-bench.ts'

let sandbox: Sandbox
const erps: Erp[] = []
const options = { policy: { enableTransports: true, allowTransportableEdits: true } }
let mine: ReturnType<typeof toolBench>
let others: ReturnType<typeof toolBench>

before(async () => {
  sandbox = await createSandbox({
    users: [
      { name: 'DEVELOPER', password: 'secret-1', fullName: 'One' },
      { name: 'OTHER', password: 'secret-2', fullName: 'Two' }
    ]
  })
  for (const [user, password] of [
    ['DEVELOPER', 'secret-1'],
    ['OTHER', 'secret-2']
  ] as const) {
    erps.push(
      createErp({
        baseUrl: sandbox.url,
        client: sandbox.client,
        language: 'EN',
        credential: { kind: 'basic', user, password }
      })
    )
  }
  const [own, other] = erps
  if (own === undefined || other === undefined) throw new Error('no connection')
  mine = toolBench(own, options)
  others = toolBench(other, options)
})

after(async () => {
  for (const erp of erps) await erp.close()
  await sandbox?.close()
})

const source = (name: string, body = 'result = 1.') =>
  `CLASS ${name} DEFINITION PUBLIC FINAL CREATE PUBLIC.\n  PUBLIC SECTION.\n    METHODS run RETURNING VALUE(result) TYPE i.\nENDCLASS.\nCLASS ${name} IMPLEMENTATION.\n  METHOD run.\n    ${body}\n  ENDMETHOD.\nENDCLASS.\n`
const create = async (bench: typeof mine, description: string) =>
  String((await bench.data('ERPTransport', { action: 'create', description }))['transport'])
const makeClass = async (bench: typeof mine, name: string, more: object) =>
  await bench.data('ERPWrite', {
    action: 'create',
    type: 'CLAS',
    name,
    package: 'ZFERRY_CORE',
    source: source(name),
    activate: true,
    ...more
  })
const review = async (bench: typeof mine, transport: string) => {
  const { kind, text } = await bench.call('ERPTransport', { action: 'review', transport })
  assert.equal(kind, 'text', text)
  return text
}

/** The lines below a heading of a review. */
function section(text: string, title: string): string[] {
  const lines = text.split('\n')
  const from = lines.findIndex(line => line.startsWith(title) && line.endsWith(':')) + 1
  if (from === 0) return []
  const to = lines.findIndex((line, index) => index >= from && !line.startsWith('  '))
  return lines.slice(from, to < 0 ? undefined : to).map(line => line.slice(2))
}

test('a request of one finished class is ready, and its changes are told', async () => {
  const request = await create(mine, 'Alone')
  await makeClass(mine, 'zcl_rv_alone', { transport: request })
  const { text } = await mine.call('ERPTransport', { action: 'review', transport: request })
  assert.match(
    text,
    /^Changes:\n {2}CLAS ZCL_RV_ALONE: .*\n(?:ATC:\n<erp>\n(?: {2}.*\n)+<\/erp>\n)?None: (?!.*source).*inactive, missing, syntax findings,.* in other open requests, of other users, not checked\.$/m
  )
  assert.match(text, /^.* · READY\nopen tasks: \w+\n/)
  assert.deepEqual(
    section(text, 'Changes').map(line => line.replace(/:.*/, '')),
    ['CLAS ZCL_RV_ALONE']
  )
})

test('what its objects use and the target may lack: local, in another request, never active', async () => {
  const request = await create(mine, 'Depends')
  const foreign = await create(others, 'Work of another user')
  await makeClass(mine, 'zcl_rv_local', { package: '$TMP' })
  await makeClass(others, 'zcl_rv_theirs', { transport: foreign })
  await makeClass(mine, 'zcl_rv_inside', { transport: request })
  await makeClass(mine, 'zcl_rv_user', {
    transport: request,
    source: source(
      'zcl_rv_user',
      'result = NEW zcl_rv_local( )->run( ) + NEW zcl_rv_theirs( )->run( ) + NEW zcl_rv_inside( )->run( ) + zcl_ferry_money=>percentage( amount = 1 percent = 1 ).'
    ),
    activate: false
  })
  const found = await review(mine, request)
  assert.deepEqual(section(found, 'Used objects that the target may lack').toSorted(), [
    'CLAS ZCL_FERRY_MONEY is in the local package $FERRY_PRICING and is never transported; used by CLAS ZCL_RV_USER',
    'CLAS ZCL_RV_LOCAL is in the local package $TMP and is never transported; used by CLAS ZCL_RV_USER',
    `CLAS ZCL_RV_THEIRS is in the open request ${foreign} (OTHER: <erp>Work of another user</erp>); used by CLAS ZCL_RV_USER`
  ])
  assert.match(found, /^.* · NOT READY\n/)
  assert.match(section(found, 'Inactive objects').join(), /^CLAS ZCL_RV_USER \(/)
})

test('a draft of another user is seen, and the request of another user is named as theirs', async () => {
  const request = await create(others, 'Theirs')
  await makeClass(others, 'zcl_rv_draft', { transport: request, activate: false })
  const found = await review(mine, request)
  assert.equal(section(found, 'Inactive objects').length, 1)
  assert.match(section(found, 'Of other users').join(), /request \w+ is OTHER's/)
})

test('a propagated user in another spelling is still the owner of its request', async () => {
  const request = await create(mine, 'Own')
  const [own] = erps
  if (own === undefined) throw new Error('no connection')
  const caller = callerWith('read', 'write', 'admin')
  const principal = { ...caller.principal, erpUser: 'Developer' }
  const found = await review(
    toolBench(own, { ...options, caller: { ...caller, principal } }),
    request
  )
  assert.deepEqual(section(found, 'Of other users'), [])
  assert.match(found, /None: .*of other users/)
})

test('a dry run of a release says what would block it, and the release that is refused says it too', async () => {
  const request = await create(mine, 'Blocked')
  await makeClass(mine, 'zcl_rv_block', { transport: request, activate: false })
  const dry = await mine.data('ERPTransport', {
    action: 'release',
    transport: request,
    dryRun: true
  })
  assert.equal((dry['blocks'] as string[]).length, 2)
  assert.match(
    JSON.stringify(dry['blocks']),
    /task \w+ of DEVELOPER is open.*CLAS ZCL_RV_BLOCK.*is inactive/
  )
  const refused = await mine.call('ERPTransport', {
    action: 'release_recursive',
    transport: request
  })
  assert.equal(refused.kind === 'error' ? refused.code : refused.text, 'TRANSPORT_NOT_RELEASED')
  assert.match(refused.text, /ZCL_RV_BLOCK.*inactive/s)
  assert.deepEqual(
    (await mine.data('ERPTransport', { action: 'get', transport: request }))['status'],
    'D'
  )
})
