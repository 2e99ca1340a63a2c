/** How often the open entries of stopped processes are looked for. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ErpReader } from '../../../erp-client/index.ts'
import { ToolError } from '../../../tools/index.ts'
import type { Journal } from '../../../tools/index.ts'
import { createJournalAccess } from '../../../tools/journal/access.ts'

const erp = {} as ErpReader

function counted(answer: () => Promise<boolean>) {
  const asked: (string | undefined)[] = []
  const journal = {
    async hasOpen(identity?: string) {
      asked.push(identity)
      return await answer()
    }
  } as Partial<Journal> as Journal
  return { journal, asked }
}

test('each identity is looked after again once a lease may have ended', async () => {
  let clock = 0
  const { journal, asked } = counted(async () => false)
  const access = createJournalAccess(journal, () => clock)
  for (const at of [0, 1000, 29_000]) {
    clock = at
    await access.settle(erp, 'one')
  }
  assert.deepEqual(asked, ['one'])
  await access.settle(erp, undefined)
  clock = 30_000
  await Promise.all([access.settle(erp, 'one'), access.settle(erp, 'one')])
  assert.deepEqual(asked, ['one', undefined, 'one'])
})

test('a store that cannot be reached keeps no call back', async () => {
  const { journal, asked } = counted(async () => {
    throw new ToolError('JOURNAL_UNAVAILABLE', 'the disk is full', { outcome: 'failed' })
  })
  await createJournalAccess(journal).settle(erp, 'one')
  assert.deepEqual(asked, ['one'])
})
