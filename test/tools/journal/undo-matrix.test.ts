/** The matrix of what can be undone, the table of opposites and the tools say the same. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeOperations, restorable } from '../../../erp-client/index.ts'
import type { ChangeRow } from '../../../erp-client/index.ts'
import { undoableOperations } from '../../../tools/journal/undo/opposites.ts'
import { tools } from '../../../tools/index.ts'

const rows = Object.entries(changeOperations) as [string, ChangeRow][]

test('each request that the journal has is restorable by its opposite, or says why not', () => {
  for (const [name, row] of rows) {
    if (row.journal === false) continue
    const level = restorable(row)
    assert.equal(undoableOperations.has(name), level !== 'never', name)
    if (level !== 'whole') assert.ok((row.limits ?? '').length > 10, name)
  }
})

test('what loses something for good belongs to an action that asks before', () => {
  const sent = new Set(tools.flatMap(tool => [...tool.actions.values()].flatMap(one => one.sends)))
  for (const [name, row] of rows) if (row.loses === true) assert.ok(sent.has(name as never), name)
})
