/** Which writing actions can be staged, written by hand, and the page that says so. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { tools } from '../../../tools/index.ts'

const stages = [
  ...['create', 'update', 'edit', 'edit_method', 'edit_class', 'edit_texts'],
  ...['replace', 'move_members', 'delete', 'batch']
]
const refused = [
  ...['move', 'rename', 'change_signature', 'extract_method', 'apply_quick_fix'],
  ...['scaffold', 'undo']
]
const page = readFileSync(new URL('../../../docs/change-sets.md', import.meta.url), 'utf8')

test('each action of ERPWrite stages, or says why it cannot', () => {
  const actions = [...(tools.find(({ name }) => name === 'ERPWrite')?.actions.values() ?? [])]
  assert.deepEqual(
    actions
      .filter(({ staging }) => staging === 'stages')
      .map(({ name }) => name)
      .toSorted(),
    stages.toSorted()
  )
  const others = actions.filter(({ staging }) => typeof staging === 'object')
  assert.deepEqual(others.map(({ name }) => name).toSorted(), refused.toSorted())
  for (const { name = '', staging } of others) {
    const why = typeof staging === 'object' ? staging.refused : ''
    const [first = ''] = why.split(';')
    assert.ok(page.includes(`\`${name}\``) && page.includes(first), `${name}: ${first}`)
  }
})

test('an action stages or shows where it takes a change set, and nowhere else', () => {
  for (const tool of tools) {
    for (const { name, properties, staging } of tool.actions.values()) {
      if (name === 'change_set') continue
      const words = `${tool.name} ${name ?? ''}`
      assert.equal(properties['changeSet'] !== undefined, staging !== undefined, words)
    }
  }
})
