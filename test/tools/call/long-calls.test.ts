import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLongCalls, createTokenSigner } from '../../../tools/index.ts'
import type { Caller, SharedResults, ToolResult } from '../../../tools/index.ts'
import { ToolError } from '../../../tools/failure/errors.ts'

const caller = (name: string): Caller => ({
  principal: { name, kind: 'user' },
  scopes: new Set(['read']),
  method: 'host'
})
const done: ToolResult = { kind: 'text', text: 'done' }
const handleOf = (result: { kind: string; data?: object }) =>
  String((result.data as { cursor?: unknown } | undefined)?.cursor)

function setUp(afterMs = 10) {
  const signer = createTokenSigner('a secret of all replicas')
  const work = Promise.withResolvers<ToolResult>()
  const call = {
    caller: caller('ada'),
    tool: 'ERPDiagnose',
    again: { action: 'unit_test', name: 'ZCL_X' }
  }
  return {
    first: createLongCalls({ signer, afterMs }),
    second: createLongCalls({ signer, afterMs }),
    work,
    call
  }
}

test('a call that is done in time has its own answer', async () => {
  const { first, work, call } = setUp(60_000)
  work.resolve(done)
  assert.equal(await first.orHandle(call, async () => await work.promise, assert.fail), done)
})

test('a call that takes long answers with a handle, which collects the result', async () => {
  const { first, work, call } = setUp()
  let handedOver = false
  const late = await first.orHandle(
    call,
    async () => await work.promise,
    () => {
      handedOver = true
    }
  )
  assert.ok(handedOver)
  assert.equal(late.kind === 'error' && late.code, 'RUNNING')
  const handle = handleOf(late)
  const still = await first.collect(handle, call.caller, call.tool)
  assert.equal(handleOf(still), handle)
  work.resolve(done)
  assert.equal(await first.collect(handle, call.caller, call.tool), done)
  assert.equal(
    await first.collect(handle, call.caller, call.tool),
    done,
    'an answer that got lost can be asked for again'
  )
})

test('another replica does the reading again; of a change it says that it does not know', async () => {
  const { first, second, work, call } = setUp()
  const reading = handleOf(
    await first.orHandle(
      call,
      async () => await work.promise,
      () => {}
    )
  )
  assert.deepEqual(await second.collect(reading, call.caller, call.tool), {
    kind: 'again',
    args: call.again
  })
  const change = handleOf(
    await first.orHandle(
      { ...call, again: undefined },
      async () => await work.promise,
      () => {}
    )
  )
  await assert.rejects(
    second.collect(change, call.caller, call.tool),
    (error: ToolError) => error.code === 'TOOL_HANDLE_UNKNOWN'
  )
})

test('a handle is valid for its caller and its tool only', async () => {
  const { first, work, call } = setUp()
  const handle = handleOf(
    await first.orHandle(
      call,
      async () => await work.promise,
      () => {}
    )
  )
  for (const attempt of [
    first.collect(handle, caller('eve'), call.tool),
    first.collect(handle, call.caller, 'ERPRead'),
    first.collect(`${handle}x`, call.caller, call.tool),
    first.collect('run.', call.caller, call.tool)
  ]) {
    await assert.rejects(
      attempt,
      (error: unknown) => error instanceof ToolError && error.code === 'TOOL_HANDLE_UNKNOWN'
    )
  }
})

/** Long calls of several callers at one process; each ends when the test says so. */
function crowd(limits?: { most: number; each: number }) {
  const dropped: string[] = []
  const shared: SharedResults = {
    begin: async () => () => {},
    put: async () => {},
    get: async () => undefined,
    drop: async id => {
      dropped.push(id)
    }
  }
  const running = createLongCalls({
    signer: createTokenSigner('a secret of all replicas'),
    afterMs: 1,
    shared,
    limits
  })
  const begin = async (name: string, kind: 'reading' | 'change') => {
    const work = Promise.withResolvers<ToolResult>()
    const again = kind === 'reading' ? { action: 'unit_test' } : undefined
    const call = { caller: caller(name), tool: 'ERPDiagnose', again }
    const late = await running.orHandle(
      call,
      async () => await work.promise,
      () => {}
    )
    const handle = handleOf(late)
    return {
      end: () => {
        work.resolve(done)
      },
      collect: async () => (await running.collect(handle, call.caller, call.tool)).kind
    }
  }
  const ended = async (name: string, kind: 'reading' | 'change') => {
    const call = await begin(name, kind)
    call.end()
    await Promise.resolve()
    return call
  }
  return { running, begin, ended, dropped }
}

test('200 results of one caller leave the result of a change of another', async () => {
  const { ended, begin } = crowd()
  const change = await ended('ada', 'change')
  const atWork = await begin('ada', 'reading')
  for (let turn = 0; turn < 200; turn++) {
    await ended('reader', turn % 2 === 0 ? 'reading' : 'change')
  }
  assert.equal(await change.collect(), 'text')
  atWork.end()
  assert.equal(await atWork.collect(), 'text')
})

test('a full share evicts collected results, then reads, then changes', async () => {
  const { ended, dropped } = crowd({ most: 10, each: 3 })
  const [change, reading, collected] = [
    await ended('ada', 'change'),
    await ended('ada', 'reading'),
    await ended('ada', 'change')
  ]
  assert.equal(await collected.collect(), 'text')
  await ended('ada', 'change')
  await assert.rejects(collected.collect(), { code: 'TOOL_HANDLE_UNKNOWN' })
  await ended('ada', 'change')
  assert.equal(await reading.collect(), 'again', 'it can be asked again')
  await ended('ada', 'change')
  await assert.rejects(change.collect(), { code: 'TOOL_HANDLE_UNKNOWN' })
  assert.equal(dropped.length, 3, 'nor do they stay in the shared store')
})

test('where all calls are at work, another one is refused before it starts', async () => {
  const { begin, running } = crowd({ most: 5, each: 2 })
  const first = await begin('ada', 'change')
  await begin('ada', 'reading')
  let starts = 0
  const start = async () => {
    starts++
    return done
  }
  const call = (name: string) => ({ caller: caller(name), tool: 'ERPDiagnose', again: undefined })
  const refused = running.orHandle(call('ada'), start, assert.fail)
  await assert.rejects(refused, { code: 'TOOL_TOO_MANY_CALLS' })
  assert.equal(starts, 0)
  assert.equal(await running.orHandle(call('bob'), start, assert.fail), done)
  first.end()
  assert.equal(await first.collect(), 'text')
  assert.equal(await running.orHandle(call('ada'), start, assert.fail), done)
  assert.equal(starts, 2)
})

test('calls that end in time leave nothing behind', async () => {
  const { running } = crowd({ most: 2, each: 2 })
  const call = { caller: caller('ada'), tool: 'ERPDiagnose', again: undefined }
  for (let turn = 0; turn < 10; turn++) {
    assert.equal(await running.orHandle(call, async () => done, assert.fail), done)
    const failing = running.orHandle(
      call,
      async () => {
        throw new Error('broken')
      },
      assert.fail
    )
    await assert.rejects(failing, /broken/)
  }
})
