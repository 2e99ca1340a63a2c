import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from '@sinclair/typebox'
import {
  createLongCalls,
  createTokenSigner,
  defineTool,
  prepare,
  run
} from '../../../tools/index.ts'
import type { ToolResult, ToolSession } from '../../../tools/index.ts'
import { benchOf, errorOf } from '../helpers/erp.ts'

const done: ToolResult = { kind: 'text', text: 'done' }

/** A long tool whose end the test decides, and two sessions as on two replicas. */
function setUp() {
  const work = Promise.withResolvers<ToolResult>()
  let starts = 0
  const slow = defineTool({
    name: 'Probe',
    title: 'Probe',
    description: 'A tool for tests that takes as long as the test wants.',
    scope: 'read',
    operation: 'read',
    long: true,
    input: Type.Object({ name: Type.Optional(Type.String({ description: 'Name.' })) }),
    run: async () => {
      starts++
      return await work.promise
    }
  })
  const signer = createTokenSigner('a secret of all replicas')
  const { session } = benchOf({ tools: [slow] })
  const replica = (): ToolSession => ({
    ...session,
    running: createLongCalls({ signer, afterMs: 5 })
  })
  const call = async (at: ToolSession, args: object) =>
    await run(prepare(at, 'Probe', args), at, { signal: new AbortController().signal })
  return { work, starts: () => starts, session, first: replica(), second: replica(), call }
}

const handleOf = (result: ToolResult): string =>
  String((result as { data?: { cursor?: unknown } }).data?.cursor)

test('a long call answers with a handle, and the handle collects the result', async () => {
  const { work, starts, first, call } = setUp()
  const late = await call(first, { name: 'X' })
  assert.equal(errorOf(late).code, 'RUNNING')
  work.resolve(done)
  assert.deepEqual(await call(first, { cursor: handleOf(late) }), done)
  assert.equal(starts(), 1)
})

test('another replica reads again; where nothing is kept, and for a made-up handle, it says so', async () => {
  const { work, starts, session, first, second, call } = setUp()
  const handle = handleOf(await call(first, { name: 'X' }))
  work.resolve(done)
  assert.deepEqual(await call(second, { cursor: handle }), done)
  assert.equal(starts(), 2)
  assert.equal(errorOf(await call(session, { cursor: handle })).code, 'TOOL_HANDLE_UNKNOWN')
  assert.equal(errorOf(await call(first, { cursor: `${handle}x` })).code, 'TOOL_HANDLE_UNKNOWN')
})

test('a call without a place is refused in an answer and an event, and runs nothing', async () => {
  const { work, session, starts, call } = setUp()
  const limits = { most: 1, each: 1 }
  const running = createLongCalls({
    signer: createTokenSigner('a secret of all replicas'),
    afterMs: 5,
    limits
  })
  const codes: (string | undefined)[] = []
  const full: ToolSession = { ...session, running, observers: [({ code }) => codes.push(code)] }
  await call(full, { name: 'X' })
  assert.equal(errorOf(await call(full, { name: 'Y' })).code, 'TOOL_TOO_MANY_CALLS')
  assert.equal(starts(), 1)
  assert.deepEqual(codes, ['TOOL_TOO_MANY_CALLS'])
  work.resolve(done)
})
