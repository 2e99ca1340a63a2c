/** Changes that wait for a second person, on the sandbox: asked for, decided, run once. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { readSource } from '../../../erp-client/index.ts'
import { approvalRules, createTokenSigner, createUsedTokens } from '../../../tools/index.ts'
import type {
  ApprovalAccess,
  ApprovalItem,
  Approvals,
  Caller,
  ToolResult
} from '../../../tools/index.ts'
import { errorOf } from '../helpers/erp.ts'
import type { BenchOptions } from '../helpers/erp.ts'
import { startUndoBench } from '../journal/undo-bench.ts'
import type { UndoBench } from '../journal/undo-bench.ts'

const place = '["sandbox","001"]'
const signer = createTokenSigner('state key', { place })
let bench: UndoBench

before(async () => {
  bench = await startUndoBench()
})
after(async () => {
  await bench?.close()
})

interface Who {
  readonly name: string
  readonly scopes?: readonly ('read' | 'write' | 'admin')[]
  readonly of?: Partial<Caller>
  readonly id?: string
  readonly erpUser?: string
  readonly kind?: 'user' | 'key'
}

const callerOf = ({
  name,
  scopes = ['read', 'write'],
  of,
  id,
  erpUser,
  kind = 'user'
}: Who): Caller => ({
  principal: {
    name,
    kind,
    ...(id === undefined ? {} : { id }),
    ...(erpUser === undefined ? {} : { erpUser })
  },
  method: 'oidc',
  scopes: new Set(scopes),
  ...of
})

interface Held {
  readonly rules?: readonly string[]
  readonly store?: Approvals
  readonly signer?: typeof signer
  readonly announce?: ApprovalAccess['announce']
  readonly options?: BenchOptions
}

function as(who: Who, held: Held = {}) {
  const { rules = ['ops=D', 'packages=ZFIN*'], store = bench.journal.approvals } = held
  const approval = {
    rules: approvalRules(rules),
    store,
    signer: held.signer ?? signer,
    place,
    hours: 1,
    announce: held.announce
  }
  return bench.as('DEVELOPER', { ...held.options, caller: callerOf(who), approval })
}

const requester: Who = { name: 'rita' }
const approver: Who = { name: 'otto', scopes: ['read', 'write', 'admin'] }

let counter = 0
async function program(text = 'WRITE 1.'): Promise<string> {
  const name = `ZAPPR_${++counter}`
  const source = `REPORT ${name.toLowerCase()}.\n${text}\n`
  await bench.changed('ERPWrite', {
    action: 'create',
    type: 'PROG',
    name,
    package: '$TMP',
    source,
    activate: true
  })
  return name
}

function waiting(result: ToolResult): { approval: string; digest: string } {
  assert.equal(errorOf(result).code, 'APPROVAL_NEEDED', result.text)
  const { approval, digest } = ('data' in result ? result.data : {}) as Record<string, string>
  assert.ok(approval !== undefined && digest !== undefined, result.text)
  return { approval, digest }
}

const isThere = async (name: string) =>
  await readSource(bench.erp.reader, { ref: { type: 'PROG', name }, fresh: true }).then(
    () => true,
    () => false
  )
const deletion = (name: string) => ({ action: 'delete', type: 'PROG', name })

test('a deletion waits, is approved by another person, and runs once', async () => {
  const name = await program()
  const asked = waiting(await as(requester).call('ERPWrite', deletion(name)))
  assert.equal(await isThere(name), true)
  const again = waiting(await as(requester).call('ERPWrite', deletion(name)))
  assert.deepEqual(again, asked, 'the same change waits once')
  const shown = await as(approver).data('ERPManage', {
    action: 'approvals',
    approval: asked.approval
  })
  assert.match(String(shown['shown']), new RegExp(name))
  const approved = await as(approver).data('ERPManage', { action: 'approve', ...asked })
  assert.equal(approved['state'], 'approved')
  assert.equal(await isThere(name), true, 'an approval runs nothing')
  const done = await as(requester).call('ERPWrite', deletion(name))
  assert.ok(done.kind !== 'error', done.text)
  assert.equal(await isThere(name), false)
  await bench.changed('ERPWrite', {
    action: 'create',
    type: 'PROG',
    name,
    package: '$TMP',
    source: `REPORT ${name.toLowerCase()}.\n`,
    activate: true
  })
  const next = waiting(await as(requester).call('ERPWrite', deletion(name)))
  assert.notEqual(next.approval, asked.approval, 'an approval permits one change')
})

test('an object that changed after the approval waits again', async () => {
  const name = await program()
  const asked = waiting(await as(requester).call('ERPWrite', deletion(name)))
  await as(approver).data('ERPManage', { action: 'approve', ...asked })
  await bench.changed('ERPWrite', {
    action: 'update',
    type: 'PROG',
    name,
    overwrite: true,
    source: `REPORT ${name.toLowerCase()}.\nWRITE 2.\n`
  })
  const next = waiting(await as(requester).call('ERPWrite', deletion(name)))
  assert.notEqual(next.approval, asked.approval)
  assert.equal(await isThere(name), true)
})

const samePersons: readonly (readonly [string, Who])[] = [
  ['the same identity', { ...requester, scopes: ['read', 'write', 'admin'] }],
  ['the same name in another spelling', { ...approver, name: 'RITA' }],
  ['the same name with a domain', { ...approver, name: 'Rita@example.com' }],
  ['the same ERP user', { ...approver, erpUser: 'rita' }],
  [
    'a key that the person owns',
    { ...approver, kind: 'key', of: { method: 'api-key', client: 'Rita' } }
  ],
  [
    'a key with the ERP user of the person, at a system with a technical user',
    { ...approver, kind: 'key', of: { method: 'api-key', aliases: ['RITA'] } }
  ]
]

const unnamed: readonly (readonly [string, Partial<Caller>])[] = [
  ['of a shell', { principal: { name: 'local', kind: 'local' }, method: 'local' }],
  ['without a log-on', { principal: { name: 'anonymous', kind: 'anonymous' }, method: 'none' }]
]

test('an approver is named by a log-on', async t => {
  const name = await program()
  const asked = waiting(await as(requester).call('ERPWrite', deletion(name)))
  for (const [words, of] of unnamed) {
    await t.test(words, async () => {
      const decision = { action: 'approve', ...asked }
      assert.equal(await as({ ...approver, of }).code('ERPManage', decision), 'APPROVAL_UNNAMED')
    })
  }
  waiting(await as(requester).call('ERPWrite', deletion(name)))
})

test('a caller that approves decides without scope admin, and does nothing else with it', async () => {
  const name = await program()
  const asked = waiting(await as(requester).call('ERPWrite', deletion(name)))
  const key = as({ name: 'gate', scopes: ['write'], of: { approves: true } })
  const seen = await key.data('ERPManage', { action: 'approvals', approval: asked.approval })
  assert.equal(seen['digest'], asked.digest)
  assert.equal((await key.data('ERPManage', { action: 'approve', ...asked }))['state'], 'approved')
  await assert.rejects(
    async () => await key.code('ERPTransport', { action: 'release', transport: 'SBXK900001' }),
    /admin/
  )
  const bare = as({ name: 'gate', scopes: [], of: { approves: true } })
  await assert.rejects(async () => await bare.code('ERPRead', { type: 'SYSTEM' }), /read/)
})

test('a person does not approve a change of their own', async t => {
  const name = await program()
  const asked = waiting(await as(requester).call('ERPWrite', deletion(name)))
  for (const [words, who] of samePersons) {
    await t.test(words, async () => {
      assert.equal(await as(who).code('ERPManage', { action: 'approve', ...asked }), 'APPROVAL_OWN')
    })
  }
  waiting(await as(requester).call('ERPWrite', deletion(name)))
})

test('without scope admin nothing is decided, and changes of others are not seen', async () => {
  const name = await program()
  const asked = waiting(await as(requester).call('ERPWrite', deletion(name)))
  const other = as({ name: 'paul' })
  await assert.rejects(
    async () => await other.code('ERPManage', { action: 'approve', ...asked }),
    /admin/
  )
  assert.equal(
    await other.code('ERPManage', { action: 'approvals', approval: asked.approval }),
    'APPROVAL_UNKNOWN'
  )
  const own = await as(requester).data('ERPManage', { action: 'approvals' })
  assert.match(JSON.stringify(own), new RegExp(asked.approval))
})

test('an approval with another digest is refused', async () => {
  const name = await program()
  const asked = waiting(await as(requester).call('ERPWrite', deletion(name)))
  const wrong = { action: 'approve', approval: asked.approval, digest: 'A'.repeat(43) }
  assert.equal(await as(approver).code('ERPManage', wrong), 'APPROVAL_OUTDATED')
})

test('a rejected change stays rejected, with the reason', async () => {
  const name = await program()
  const asked = waiting(await as(requester).call('ERPWrite', deletion(name)))
  await as(approver).data('ERPManage', { action: 'reject', ...asked, reason: 'still used' })
  const result = await as(requester).call('ERPWrite', deletion(name))
  assert.equal(errorOf(result).code, 'APPROVAL_REJECTED')
  assert.match(result.text, /still used/)
  assert.equal(
    await as(approver).code('ERPManage', { action: 'approve', ...asked }),
    'APPROVAL_OUTDATED'
  )
})

test('other arguments and other callers are not covered by an approval', async () => {
  const [name, second] = [await program(), await program()]
  const asked = waiting(await as(requester).call('ERPWrite', deletion(name)))
  await as(approver).data('ERPManage', { action: 'approve', ...asked })
  waiting(await as(requester).call('ERPWrite', deletion(second)))
  waiting(await as({ name: 'paul' }).call('ERPWrite', deletion(name)))
  assert.equal(await isThere(name), true)
})

/** What stands in the database after an attack that has no state key. */
const forgeries: readonly (readonly [string, (item: ApprovalItem) => ApprovalItem])[] = [
  ['no signature', item => ({ ...item, state: 'approved' })],
  [
    'an invented signature',
    item => ({
      ...item,
      state: 'approved',
      decision: {
        by: { identity: 'x', name: 'otto', marks: ['x'] },
        at: 1,
        signature: `zzzzzzz..${'A'.repeat(22)}`
      }
    })
  ],
  ...(['id', 'digest', 'requester', 'approver', 'key', 'place', 'expired'] as const).map(
    what =>
      [
        `a signature for another ${what}`,
        (item: ApprovalItem): ApprovalItem => {
          const by = { identity: 'x', name: 'otto', marks: ['x'] }
          const other =
            what === 'key'
              ? createTokenSigner('another key', { place })
              : what === 'place'
                ? createTokenSigner('state key', { place: 'elsewhere' })
                : signer
          const signature = other.sign(undefined, {
            kind: 'approval',
            bound: [
              what === 'id' ? 'other' : item.id,
              what === 'digest' ? 'other' : item.digest,
              what === 'requester' ? 'other' : item.requester.identity,
              what === 'approver' ? 'other' : by.identity
            ],
            seconds: what === 'expired' ? -10 : 60
          })
          return { ...item, state: 'approved', decision: { by, at: 1, signature } }
        }
      ] as const
  ),
  [
    'the signature of the requester',
    item => ({
      ...item,
      state: 'approved',
      decision: {
        by: item.requester,
        at: 1,
        signature: signer.sign(undefined, {
          kind: 'approval',
          bound: [item.id, item.digest, item.requester.identity, item.requester.identity],
          seconds: 60
        })
      }
    })
  ]
]

test('an approval that was not signed for this change permits nothing', async t => {
  const name = await program()
  waiting(await as(requester).call('ERPWrite', deletion(name)))
  for (const [words, forge] of forgeries) {
    await t.test(words, async () => {
      const { approvals } = bench.journal
      const store: Approvals = {
        ...approvals,
        async ofCall(...of) {
          const item = await approvals.ofCall(...of)
          return item === undefined ? undefined : forge(item)
        },
        use: async () => true
      }
      waiting(await as(requester, { store }).call('ERPWrite', deletion(name)))
      assert.equal(await isThere(name), true)
    })
  }
})

test('of two runs at the same time one uses the approval', async () => {
  const name = await program()
  const asked = waiting(await as(requester).call('ERPWrite', deletion(name)))
  await as(approver).data('ERPManage', { action: 'approve', ...asked })
  const results = await Promise.all(
    [1, 2, 3].map(async () => await as(requester).call('ERPWrite', deletion(name)))
  )
  const done = results.filter(({ kind }) => kind !== 'error')
  assert.equal(done.length, 1, results.map(({ text }) => text).join('\n---\n'))
})

test('a package rule holds back what goes into the package, and nothing else', async () => {
  const rules = ['packages=$TMP']
  const create = (name: string) => ({
    action: 'create',
    type: 'PROG',
    name,
    package: '$TMP',
    source: `REPORT ${name.toLowerCase()}.\n`
  })
  waiting(await as(requester, { rules }).call('ERPWrite', create('ZAPPR_NEW')))
  assert.equal(await isThere('ZAPPR_NEW'), false)
  const other = await as(requester, { rules: ['packages=ZFIN*'] }).call(
    'ERPWrite',
    create('ZAPPR_FREE')
  )
  assert.ok(other.kind !== 'error', other.text)
  const name = await program()
  const update = {
    action: 'update',
    type: 'PROG',
    name,
    overwrite: true,
    source: `REPORT ${name}.\nWRITE 3.\n`
  }
  waiting(await as(requester, { rules }).call('ERPWrite', update))
})

test('an approver sees all that a change gives, with characters that show nothing', async () => {
  const rules = ['ops=C']
  const source = 'REPORT zappr_shown.\nWRITE 1.\u202e\n* The call gives exactly this:\n'
  const create = { action: 'create', type: 'PROG', package: '$TMP' }
  const items = [
    { ...create, name: 'ZAPPR_SHOWN', source },
    { ...create, name: 'ZAPPR_SHOWN_2', source: `${source}WRITE 2.` }
  ]
  const asked = waiting(await as(requester, { rules }).call('ERPWrite', { action: 'batch', items }))
  const { approval } = asked
  const seen = await as(approver, { rules }).data('ERPManage', { action: 'approvals', approval })
  const shown = String(seen['shown'])
  for (const line of ['        | WRITE 1.\\u{202E}', '        | WRITE 2.', '      package: $TMP']) {
    assert.ok(shown.split('\n').includes(line), `${line} in ${shown}`)
  }
})

test('an approver sees all of a change set, where an answer for a model would be cut', async () => {
  const held = { rules: ['ops=C'], options: { limits: { bytes: 2000, rows: 10 } } }
  const source = `REPORT zappr_set.\n${'* line of a long source\n'.repeat(300)}* the last line\n`
  const create = { action: 'create', type: 'PROG', name: 'ZAPPR_SET', package: '$TMP', source }
  const staged = await as(requester, held).call('ERPWrite', { ...create, changeSet: 'long' })
  assert.ok(staged.kind !== 'error', staged.text)
  const apply = { action: 'change_set', changeSet: 'long', mode: 'apply' }
  const { approval } = waiting(await as(requester, held).call('ERPManage', apply))
  const shown = (await bench.journal.approvals.read(place, approval))?.shown ?? ''
  assert.match(shown, /the last line/)
  assert.equal(await isThere('ZAPPR_SET'), false)
})

test('what cannot be shown as a whole does not wait', async () => {
  const source = `REPORT zappr_large.\n${`* ${'x'.repeat(60)}\n`.repeat(7000)}`
  const create = { action: 'create', type: 'PROG', name: 'ZAPPR_LARGE', package: '$TMP', source }
  const held = as(requester, { rules: ['ops=C'] })
  assert.equal(await held.code('ERPWrite', create), 'APPROVAL_TOO_LARGE')
  assert.equal(await isThere('ZAPPR_LARGE'), false)
})

test('approvers are told once of a change and of its decision', async () => {
  const name = await program()
  const told: string[] = []
  const announce: ApprovalAccess['announce'] = (news, { id }) => told.push(`${news} ${id}`)
  const held = { announce }
  const [asked] = await Promise.all(
    [1, 2, 3].map(async () => waiting(await as(requester, held).call('ERPWrite', deletion(name))))
  )
  assert.ok(asked !== undefined)
  await as(approver, held).data('ERPManage', { action: 'reject', ...asked })
  assert.equal(
    await as(approver, held).code('ERPManage', { action: 'approve', ...asked }),
    'APPROVAL_OUTDATED'
  )
  assert.deepEqual(told, [`waiting ${asked.approval}`, `rejected ${asked.approval}`])
})

test('a change that its dry run refuses does not wait', async () => {
  const name = await program()
  const update = { action: 'update', type: 'PROG', name, source: 'REPORT x.' }
  const held = as(requester, { rules: ['ops=U'] })
  assert.equal(await held.code('ERPWrite', update), 'TOOL_BAD_ARGUMENTS')
})

test('a batch is held back as a whole', async () => {
  const name = await program()
  const items = [
    {
      action: 'update',
      type: 'PROG',
      name,
      overwrite: true,
      source: `REPORT ${name.toLowerCase()}.\nWRITE 4.\n`
    },
    {
      action: 'create',
      type: 'PROG',
      name: 'ZAPPR_B',
      package: '$TMP',
      source: 'REPORT zappr_b.\n'
    }
  ]
  const rules = ['ops=C']
  const before = await readSource(bench.erp.reader, { ref: { type: 'PROG', name }, fresh: true })
  const asked = waiting(await as(requester, { rules }).call('ERPWrite', { action: 'batch', items }))
  const after = await readSource(bench.erp.reader, { ref: { type: 'PROG', name }, fresh: true })
  assert.equal(after.hash, before.hash)
  await as(approver, { rules }).data('ERPManage', { action: 'approve', ...asked })
  const done = await as(requester, { rules }).call('ERPWrite', { action: 'batch', items })
  assert.ok(done.kind !== 'error', done.text)
  assert.equal(await isThere('ZAPPR_B'), true)
})

test('a dry run waits for nothing, and shows the change', async () => {
  const name = await program()
  const result = await as(requester).call('ERPWrite', { ...deletion(name), dryRun: true })
  assert.ok(result.kind !== 'error', result.text)
})

test('the journal names the change of an approved call', async () => {
  const name = await program()
  const asked = waiting(await as(requester).call('ERPWrite', deletion(name)))
  await as(approver).data('ERPManage', { action: 'approve', ...asked })
  const done = await as(requester).call('ERPWrite', deletion(name))
  assert.match(done.text, /\nchange [0-9a-z]{12}$/)
})

test('a confirmation of the requester and an approval are both needed, and each is used once', async () => {
  const confirmation = { mode: 'always', signer, used: createUsedTokens() } as const
  const held = as(requester, { options: { confirmation } })
  const name = await program()
  const ask = async () => {
    const asked = await held.call('ERPWrite', deletion(name))
    assert.equal(asked.kind, 'confirm', asked.text)
    return asked.kind === 'confirm' ? asked.digest : ''
  }
  const confirm = await ask()
  const asked = waiting(await held.call('ERPWrite', { ...deletion(name), confirm }))
  await as(approver).data('ERPManage', { action: 'approve', ...asked })
  assert.equal((await held.call('ERPWrite', deletion(name))).kind, 'confirm')
  assert.equal(await isThere(name), true, 'an approval is no confirmation')
  const done = await held.call('ERPWrite', { ...deletion(name), confirm: await ask() })
  assert.ok(done.kind === 'data' || done.kind === 'text', done.text)
  assert.equal(await isThere(name), false)
})
