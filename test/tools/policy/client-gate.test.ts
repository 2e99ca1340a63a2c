/** The role of a system and its client: the stricter one counts. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { ErpError } from '../../../erp-client/index.ts'
import type { ErpReader } from '../../../erp-client/index.ts'
import { effectOf } from '../../../tools/operations.ts'
import type { OperationName } from '../../../tools/operations.ts'
import { createClientGate } from '../../../tools/policy/client-gate.ts'
import type { ClientGateOptions } from '../../../tools/policy/client-gate.ts'
import { ToolError } from '../../../tools/index.ts'

const column = (name: string, value: string) =>
  `<dp:columns><dp:metadata dp:name="${name}" dp:type="C"/><dp:dataSet><dp:data>${value}</dp:data></dp:dataSet></dp:columns>`

/** An ERP with this row of T000; or one that refuses. Counts the requests. */
function erpWith(row: { category: string; changes?: string } | 'forbidden') {
  const sent: string[] = []
  const state = { row }
  const reader = {
    async request({ body }: { body: string }) {
      sent.push(body)
      await turn()
      if (state.row === 'forbidden') throw new ErpError('ERP_FORBIDDEN', 'no authorization')
      const { category, changes = '' } = state.row
      const text = `<dp:tableData xmlns:dp="x">${column('CCNOCLIIND', changes)}${column('CCCATEGORY', category)}</dp:tableData>`
      return { text }
    }
  } as unknown as ErpReader
  return { reader, sent, state }
}

function gateOf(options: Partial<ClientGateOptions> = {}) {
  const warned: string[] = []
  const log = {
    ...{ debug() {}, info() {}, error() {} },
    warn: (_facts: object, words: string) => warned.push(words)
  }
  return { gate: createClientGate({ client: '100', log, ...options }), warned }
}

const effect = (...names: OperationName[]) =>
  effectOf({ tool: 'ERPWrite', action: 'x', scope: 'read' }, names)

/** Undefined where the change is permitted. */
async function refusalOf(
  row: Parameters<typeof erpWith>[0],
  role: ClientGateOptions['role'],
  name: OperationName = 'update',
  code = 'BLOCKED_READ_ONLY'
): Promise<string | undefined> {
  try {
    await gateOf({ role }).gate.assertMayChange(effect(name), () => erpWith(row).reader)
    return undefined
  } catch (error) {
    assert.ok(error instanceof ToolError)
    assert.equal(error.code, code)
    return error.message
  }
}

describe('values in the debugger', () => {
  /** Rows: the role; columns: the category, `?` for a table that cannot be read. */
  const expected = {
    none: { C: '+', D: '+', '': '-', '?': '-', T: '-' },
    development: { C: '+', D: '+', '': '+', '?': '+' },
    test: { C: '-', D: '-', '': '-', '?': '-', T: '-' },
    production: { C: '-', '': '-', '?': '-', T: '-', P: '-' }
  } as const
  for (const [said, columns] of Object.entries(expected)) {
    const role = said === 'none' ? undefined : (said as ClientGateOptions['role'])
    for (const [category, mark] of Object.entries(columns)) {
      test(`role ${said}, category ${category}: ${mark}`, async () => {
        const row = category === '?' ? 'forbidden' : { category }
        const refusal = await refusalOf(row, role, 'debugChange', 'BLOCKED_EXPERT')
        assert.equal(refusal === undefined ? '+' : '-', mark, refusal)
      })
    }
  }
})

describe('category of the client and configured role', () => {
  /** Rows: the role; columns: the category. `-` means that changes are refused. */
  const expected = {
    none: { C: '+', D: '+', E: '+', S: '+', '': '+', T: '+', P: '-' },
    development: { C: '+', D: '+', E: '+', S: '+', '': '+', T: '-', P: '-' },
    test: { C: '+', D: '+', E: '+', S: '+', '': '+', T: '+', P: '-' },
    production: { C: '+', D: '+', E: '+', S: '+', '': '+', T: '+', P: '+' }
  } as const
  for (const [said, columns] of Object.entries(expected)) {
    const role = said === 'none' ? undefined : (said as ClientGateOptions['role'])
    for (const [category, mark] of Object.entries(columns)) {
      test(`role ${said}, category ${category}: ${mark}`, async () => {
        for (const name of ['update', 'createRequest', 'test', 'execute'] as const) {
          const refusal = await refusalOf({ category }, role, name)
          assert.equal(refusal === undefined ? '+' : '-', mark, refusal)
        }
        assert.equal(await refusalOf({ category }, role, 'read'), undefined)
      })
    }
  }
})

test('a closed client refuses changes of the repository in every role, and nothing else', async () => {
  for (const role of [undefined, 'development', 'production'] as const) {
    for (const changes of ['2', '3']) {
      assert.match((await refusalOf({ category: 'C', changes }, role)) ?? '', /is closed/)
      const row = { category: 'C', changes }
      assert.equal(await refusalOf(row, role, 'updateRequest'), undefined)
    }
    assert.equal(await refusalOf({ category: 'C', changes: '1' }, role), undefined)
  }
})

test('the client is asked for once, for all calls, and only before a change', async () => {
  const { gate } = gateOf({ role: 'development' })
  const { reader, sent } = erpWith({ category: 'C' })
  await gate.assertMayChange(effect('read', 'query'), () => {
    throw new Error('a reading call opens no connection for it')
  })
  assert.deepEqual([sent.length, gate.words()], [0, undefined])
  await Promise.all(
    Array.from(
      { length: 20 },
      async () => await gate.assertMayChange(effect('update'), () => reader)
    )
  )
  await gate.assertMayChange(effect('delete'), () => reader)
  assert.deepEqual(sent, ["SELECT cccategory, ccnocliind FROM t000 WHERE mandt = '100'"])
  assert.equal(gate.words(), 'client 100: customizing')
})

test('where it cannot be read the configured role counts, which is said once', async () => {
  let now = 1e12
  const { gate, warned } = gateOf({ role: 'development', now: () => now })
  const { reader, sent, state } = erpWith('forbidden')
  for (let at = 0; at < 5; at++) await gate.assertMayChange(effect('update'), () => reader)
  assert.deepEqual([sent.length, warned.length], [1, 1])
  assert.match(gate.words() ?? '', /cannot be read/)
  // It may be permitted later.
  now += 600_001
  state.row = { category: 'P' }
  await assert.rejects(
    gate.assertMayChange(effect('update'), () => reader),
    /role production/
  )
  assert.deepEqual([sent.length, warned.length], [2, 1])
  assert.match(gate.words() ?? '', /production, stricter than the configured role \(development\)/)
})
