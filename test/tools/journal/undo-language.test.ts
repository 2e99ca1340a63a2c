/** What is made again, by an undo or a push, keeps its original language. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ToolContext } from '../../../tools/call/context.ts'
import type { Comparison } from '../../../tools/files/compare.ts'
import { pushPlan } from '../../../tools/files/push-items.ts'
import { assertOriginalLanguage } from '../../../tools/journal/undo/original-language.ts'
import { Reversal } from '../../../tools/journal/undo/reversal.ts'
import { ToolError } from '../../../tools/index.ts'

const ref = { type: 'PROG', name: 'ZGONE' }
const loggedOnIn = (language: string) =>
  ({ erp: { system: { language } } }) as unknown as ToolContext

test('an undo creates an object again in its original language alone', () => {
  for (const [language, facts, isRefused] of [
    ['EN', { language: 'EN' }, false],
    ['en', { language: 'EN' }, false],
    ['EN', {}, false],
    ['EN', { language: 'DE' }, true],
    ['DE', { language: 'EN' }, true]
  ] as const) {
    const reversal = new Reversal()
    reversal.recreate({ ref, facts })
    const check = () => assertOriginalLanguage(loggedOnIn(language), reversal)
    if (!isRefused) check()
    else {
      assert.throws(
        check,
        error =>
          error instanceof ToolError &&
          error.code === 'TOOL_NOT_UNDOABLE' &&
          /PROG ZGONE had the original language/.test(error.message)
      )
    }
  }
})

test('a push makes no object in another language than the folder has', () => {
  const comparison = {
    top: 'ZP',
    entries: [{ kind: 'new here', ref, package: 'ZP', here: new Map() }],
    packages: new Set(['ZP']),
    folders: new Map(),
    repository: { language: 'DE', languageVersion: 'standard' }
  } as unknown as Comparison
  const plan = pushPlan(comparison, { create: true, delete: true, language: 'EN' })
  assert.deepEqual(plan.items, [])
  assert.match(plan.skipped.join(), /original language DE .*logged on in EN/)
})
