/** A read at a second system: its policy decides, its audit records, and its failures name it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { Type } from '@sinclair/typebox'
import { readSource } from '../../../erp-client/index.ts'
import { defineTool, prepare, run, ToolError } from '../../../tools/index.ts'
import type { OtherRead, ToolContext, ToolSession } from '../../../tools/index.ts'
import { callerWith, errorOf, recordingErp } from '../helpers/erp.ts'
import type { BenchOptions } from '../helpers/erp.ts'
import { linked } from '../helpers/systems.ts'

const ref = { type: 'CLAS', name: 'ZCL_DEMO' }

type Work = (there: ToolContext, here: ToolContext) => Promise<string>

const readThere: Work = async there => (await readSource(there.erp, { ref }, there.signal)).text

/** A tool that reads at a system, for the tests. */
function reading(
  work: Work,
  {
    operation = 'read',
    ...rest
  }: Partial<OtherRead> & { operation?: 'read' | 'query' | 'update' } = {}
) {
  return defineTool({
    name: 'ERPContext',
    title: 'Test',
    description: 'A tool of this test that reads at another system.',
    scope: 'read',
    operation,
    input: Type.Object({ with: Type.String() }),
    run: async (args, context) => ({
      kind: 'text',
      text: await context.readAt(
        { system: args.with, object: 'CLAS ZCL_DEMO', ...rest },
        async there => await work(there, context)
      )
    })
  })
}

async function systems(
  t: TestContext,
  work: Work,
  options: {
    readonly there?: Partial<BenchOptions>
    readonly wanted?: Parameters<typeof reading>[1]
    readonly session?: Partial<ToolSession>
  } = {}
) {
  const [dev, qas] = [
    await recordingErp(t, () => ({ status: 200, body: 'here' })),
    await recordingErp(t, () => ({ status: 200, body: 'there' }))
  ]
  const tools = [reading(work, options.wanted)]
  const both = linked(
    { erp: dev.erp, tools },
    { erp: qas.erp, tools, ...options.there },
    options.session === undefined ? {} : { there: options.session }
  )
  return { dev, qas, ...both }
}

test('reads there, and each system records its own event', async t => {
  const { dev, qas, call, events } = await systems(t, readThere)
  const result = await call('ERPContext', { with: 'qas' }, { requestId: 'r-1' })
  assert.equal(result.text, 'there')
  assert.equal(result.untrusted, true)
  assert.equal(dev.asked.length, 0)
  assert.ok(qas.asked.length > 0)
  assert.deepEqual(
    events.map(({ system, tool, outcome, object, letters, changes, requestId }) => ({
      system,
      tool,
      outcome,
      object,
      letters,
      changes,
      requestId
    })),
    [
      {
        system: 'qas',
        tool: 'ERPContext',
        outcome: 'ok',
        object: 'CLAS ZCL_DEMO',
        letters: 'R',
        changes: false,
        requestId: 'r-1'
      },
      {
        system: 'dev',
        tool: 'ERPContext',
        outcome: 'ok',
        object: undefined,
        letters: 'R',
        changes: false,
        requestId: 'r-1'
      }
    ]
  )
})

test('unknown, forbidden and malformed names get the same words, and nothing is sent', async t => {
  const { dev, qas, call, events, opened } = await systems(t, readThere)
  const words = async (name: string) => {
    const { code, text } = errorOf(await call('ERPContext', { with: name }))
    assert.equal(code, 'SYSTEM_NOT_PERMITTED')
    return text.replace(JSON.stringify(name.slice(0, 40)), 'NAME')
  }
  const texts = await Promise.all(
    ['prd', 'nowhere', '../prd', 'QAS', 'qas qas', '__proto__', 'x'.repeat(99)].map(words)
  )
  assert.equal(new Set(texts).size, 1, texts.join('\n'))
  assert.match(texts[0] ?? '', /The other systems of this caller: qas\./)
  assert.deepEqual(opened, ['prd', 'nowhere'])
  assert.equal(dev.asked.length + qas.asked.length, 0)
  assert.deepEqual([...new Set(events.map(({ system }) => system))], ['dev'])
})

test('the own system is no other system', async t => {
  const { call } = await systems(t, readThere)
  assert.equal(errorOf(await call('ERPContext', { with: 'dev' })).code, 'TOOL_BAD_ARGUMENTS')
})

test('the policy of the other system decides, and its refusal is recorded there', async t => {
  const { qas, call, events } = await systems(t, readThere, {
    there: { policy: { disallowedOps: 'R' } }
  })
  const { code, text } = errorOf(await call('ERPContext', { with: 'qas' }))
  assert.equal(code, 'BLOCKED_OPERATION')
  assert.match(text, /System qas: .*operation R/)
  assert.equal(qas.asked.length, 0)
  assert.deepEqual(
    events.map(({ system, outcome, code: why }) => [system, outcome, why]),
    [
      ['qas', 'blocked', 'BLOCKED_OPERATION'],
      ['dev', 'blocked', 'BLOCKED_OPERATION']
    ]
  )
})

test('the caller needs the scope there', async t => {
  const { qas, call } = await systems(t, readThere, { there: { caller: callerWith('write') } })
  assert.equal(errorOf(await call('ERPContext', { with: 'qas' })).code, 'INSUFFICIENT_SCOPE')
  assert.equal(qas.asked.length, 0)
})

test('free SQL and blocked tables of the other system hold', async t => {
  const query: Work = async there => {
    await there.assertTables(['USR02'])
    return 'rows'
  }
  const options = { wanted: { operation: 'query' } } as const
  const free = await systems(t, query, { ...options, there: { policy: { blockFreeSql: true } } })
  assert.equal(errorOf(await free.call('ERPContext', { with: 'qas' })).code, 'BLOCKED_FREE_SQL')
  const blocked = await systems(t, query, {
    ...options,
    there: { policy: { blockedTables: ['USR*'] } }
  })
  assert.equal(errorOf(await blocked.call('ERPContext', { with: 'qas' })).code, 'BLOCKED_TABLE')
  assert.deepEqual(blocked.events[0]?.tables, ['USR02'])
  const absent = await systems(t, query, {
    wanted: { operation: 'query', feature: 'db' },
    there: { features: new Map([['db', 'absent']]) }
  })
  assert.equal(errorOf(await absent.call('ERPContext', { with: 'qas' })).code, 'BLOCKED_FEATURE')
})

test('an audit that cannot record keeps the read from starting', async t => {
  const { qas, call } = await systems(t, readThere, {
    session: {
      audit: {
        assertReady() {
          throw new ToolError('AUDIT_UNAVAILABLE', 'The audit cannot be written.')
        },
        intend() {}
      }
    }
  })
  assert.equal(errorOf(await call('ERPContext', { with: 'qas' })).code, 'AUDIT_UNAVAILABLE')
  assert.equal(qas.asked.length, 0)
})

test('nothing can be changed there, and there is no way to a third system', async t => {
  const change = await systems(t, async there => {
    await there.change({ ref }, async () => 'changed')
    return ''
  })
  assert.equal(errorOf(await change.call('ERPContext', { with: 'qas' })).code, 'TOOL_NOT_A_CHANGE')
  const onward = await systems(
    t,
    async there => await there.readAt({ system: 'prd', object: '' }, async () => 'onward')
  )
  assert.equal(
    errorOf(await onward.call('ERPContext', { with: 'qas' })).code,
    'SYSTEM_NOT_PERMITTED'
  )
  const changing = await systems(t, readThere, { wanted: { operation: 'update' } })
  assert.equal(errorOf(await changing.call('ERPContext', { with: 'qas' })).code, 'TOOL_NOT_A_READ')
  assert.equal(changing.qas.asked.length, 0)
})

test('a failure there names the system and hides its secrets', async t => {
  const { call, events } = await systems(t, readThere, {
    there: { erp: (await recordingErp(t, () => ({ status: 500, body: 'hush' }))).erp },
    session: { redact: text => text.replaceAll('hush', '***') }
  })
  const result = errorOf(await call('ERPContext', { with: 'qas' }))
  assert.match(result.text, /System qas: .*\*\*\*/)
  assert.equal(events[0]?.system, 'qas')
  assert.equal(events[0]?.outcome, 'error')
})

test('an aborted read ends both, each with its event', async t => {
  const aborting = new AbortController()
  const { call, events } = await systems(t, async there => {
    aborting.abort()
    there.signal.throwIfAborted()
    return ''
  })
  const result = errorOf(await call('ERPContext', { with: 'qas' }, { signal: aborting.signal }))
  assert.equal(result.code, 'TOOL_CANCELLED')
  assert.deepEqual(
    events.map(({ system, code }) => [system, code]),
    [
      ['qas', 'TOOL_CANCELLED'],
      ['dev', 'TOOL_CANCELLED']
    ]
  )
})

test('without other systems every name is refused', async t => {
  const { session } = await systems(t, readThere)
  const { otherSystems: _none, ...alone } = session
  const io = { signal: new AbortController().signal }
  const result = errorOf(await run(prepare(alone, 'ERPContext', { with: 'qas' }), alone, io))
  assert.equal(result.code, 'SYSTEM_NOT_PERMITTED')
  assert.match(result.text, /no other system/)
})

test('a failure of the own system during the read does not name the other one', async t => {
  const { call } = await systems(t, async (there, here) => {
    await readThere(there, here)
    throw new ToolError('ERP_NOT_FOUND', 'Nothing here.')
  })
  const { text } = errorOf(await call('ERPContext', { with: 'qas' }))
  assert.ok(!text.includes('qas'), text)
})
