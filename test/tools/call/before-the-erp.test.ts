/** What a call meets before anything is asked of the ERP: each ends in a result, never in a fault. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ToolError, tools } from '../../../tools/index.ts'
import type { ChangeSets } from '../../../tools/index.ts'
import { createChangeSetAccess } from '../../../tools/change-sets/access.ts'
import { benchOf, errorOf } from '../helpers/erp.ts'

/** A store of change sets that answers as given, and otherwise like an empty one. */
const accessOf = (answers: Partial<ChangeSets>) =>
  createChangeSetAccess(
    { unsettled: async () => [], list: async () => [], ...answers } as unknown as ChangeSets,
    'https://erp.example/001'
  )
const change = {
  ...{ action: 'update', type: 'PROG', name: 'ZP' },
  ...{ source: 'REPORT zp.', overwrite: true }
}

test('arguments in `args` that contradict those beside it are refused', async () => {
  const { call } = benchOf()
  const answer = await call('ERPRead', { type: 'CLAS', args: { type: 'PROG', name: 'ZP' } })
  assert.match(errorOf(answer).text, /`type` stands in `args` and beside it/)
})

test('help for an action needs no ERP', async () => {
  const { call } = benchOf()
  const answer = await call('ERPWrite', { action: 'edit', help: true })
  assert.equal(answer.kind, 'text')
  assert.match(answer.text, /edits/)
})

test('a bridge that keeps no interrupted calls says so', async () => {
  const { call } = benchOf()
  const answer = await call('ERPWrite', { action: 'batch', resume: 'abc' })
  assert.equal(errorOf(answer).code, 'TOOL_RESUME_UNKNOWN')
})

test('a store of change sets that cannot be read fails the call that needs it', async () => {
  const lost = async () => await Promise.reject(new ToolError('JOURNAL_UNAVAILABLE', 'It is away.'))
  const { call } = benchOf({ changeSets: accessOf({ unsettled: lost, read: lost }) })
  const answer = await call('ERPWrite', { ...change, changeSet: 'ONE' })
  assert.equal(errorOf(answer).code, 'JOURNAL_UNAVAILABLE')
})

test('a broken-off set is named where the tool that settles it is not offered', async () => {
  const { call } = benchOf({
    tools: tools.filter(({ name }) => name !== 'ERPManage'),
    changeSets: accessOf({ unsettled: async () => ['ONE'] })
  })
  const answer = await call('ERPWrite', change)
  assert.match(answer.text, /^Change set ONE is not settled: .*no tool named "ERPManage"/)
})
