import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRunning, createSealer } from '../../tools/index.ts'
import type { Caller, ToolResult } from '../../tools/index.ts'
import { ToolError } from '../../tools/errors.ts'

const caller = (name: string): Caller => ({ principal: { name, kind: 'user' }, scopes: new Set(['read']), method: 'host' })
const done: ToolResult = { kind: 'text', text: 'done' }
const handleOf = (result: { kind: string, data?: object }) => String((result.data as { cursor?: unknown } | undefined)?.cursor)

function setUp (afterMs = 10) {
  const sealer = createSealer('a secret of all replicas')
  const work = Promise.withResolvers<ToolResult>()
  const call = { caller: caller('ada'), tool: 'ERPDiagnose', again: { action: 'unit_test', name: 'ZCL_X' } }
  return { first: createRunning({ sealer, afterMs }), second: createRunning({ sealer, afterMs }), work, call }
}

test('a call that is done in time has its own answer', async () => {
  const { first, work, call } = setUp(60_000)
  work.resolve(done)
  assert.equal(await first.orHandle(call, work.promise, assert.fail), done)
})

test('a call that takes long answers with a handle, which collects the result', async () => {
  const { first, work, call } = setUp()
  let handedOver = false
  const late = await first.orHandle(call, work.promise, () => { handedOver = true })
  assert.ok(handedOver)
  assert.equal(late.kind === 'error' && late.code, 'RUNNING')
  const handle = handleOf(late)
  const still = await first.collect(handle, call.caller, call.tool)
  assert.equal(handleOf(still), handle)
  work.resolve(done)
  assert.equal(await first.collect(handle, call.caller, call.tool), done)
  assert.equal(await first.collect(handle, call.caller, call.tool), done, 'an answer that got lost can be asked for again')
})

test('another replica does the reading again; of a change it says that it does not know', async () => {
  const { first, second, work, call } = setUp()
  const reading = handleOf(await first.orHandle(call, work.promise, () => {}))
  assert.deepEqual(await second.collect(reading, call.caller, call.tool), { kind: 'again', args: call.again })
  const change = handleOf(await first.orHandle({ ...call, again: undefined }, work.promise, () => {}))
  await assert.rejects(second.collect(change, call.caller, call.tool), (error: ToolError) => error.code === 'TOOL_HANDLE_UNKNOWN')
})

test('a handle is good for its caller and its tool alone', async () => {
  const { first, work, call } = setUp()
  const handle = handleOf(await first.orHandle(call, work.promise, () => {}))
  for (const attempt of [
    first.collect(handle, caller('eve'), call.tool), first.collect(handle, call.caller, 'ERPRead'),
    first.collect(`${handle}x`, call.caller, call.tool), first.collect('run.', call.caller, call.tool)
  ]) await assert.rejects(attempt, (error: unknown) => error instanceof ToolError && error.code === 'TOOL_HANDLE_UNKNOWN')
})
