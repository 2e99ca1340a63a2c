/** The page about data that reaches the model says what each action returns. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations } from '../../../tools/operations.ts'
import { tools } from '../../../tools/index.ts'
import { dataOf } from '../../../tooling/data-kinds.ts'

const actions = tools.flatMap(tool =>
  [...tool.actions.values()].map(action => ({ tool, action, name: action.name ?? '' }))
)
const words = ({ tool, name }: (typeof actions)[number]) => `${tool.name} ${name}`

test('each action has a line, and each line an action', () => {
  const written = Object.entries(dataOf).flatMap(([tool, lines]) =>
    Object.keys(lines).map(name => `${tool} ${name}`)
  )
  assert.deepEqual(written.toSorted(), actions.map(words).toSorted())
  for (const [tool, lines] of Object.entries(dataOf)) {
    for (const [name, kinds] of Object.entries(lines)) {
      assert.ok(kinds.length > 0, `${tool} ${name}`)
      assert.equal(new Set(kinds).size, kinds.length, `${tool} ${name}`)
    }
  }
})

test('the audit records each action that returns rows, values or output by default', () => {
  for (const one of actions) {
    const { tool, action, name } = one
    const kinds = dataOf[tool.name]?.[name] ?? []
    const shows = ['rows', 'values', 'output'].some(kind => kinds.some(given => given === kind))
    const rows = action.possible.map(operation => operations[operation])
    const isRecorded =
      action.reveals ||
      rows.some(({ letters, readOnlyAllowed }) => letters.includes('Q') || !readOnlyAllowed)
    if (shows) assert.ok(isRecorded, `${words(one)} returns ${kinds.join(', ')}`)
    if (action.reveals || rows.every(({ letters }) => letters === 'Q')) {
      assert.ok(shows, `${words(one)} is recorded for what it shows`)
    }
  }
})
