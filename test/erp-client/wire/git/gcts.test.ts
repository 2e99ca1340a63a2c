import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemState } from '../../../../erp-client/wire/git/gcts.ts'

// The shape of arc-mcp/arc-1 tests/fixtures/json/gcts-system.json (captured, 7.58); made-up values.
const part = (name: string, status: string, text: string) => ({ name, status, text })

test('the state of gCTS is that of its parts, where the ERP names them', () => {
  const green = [part('tp', 'GREEN', 'Available'), part('java', 'GREEN', 'Available')]
  const result = { sid: 'DEM', version: '2.7.1', workstate: 'ready', status: green }
  assert.deepEqual(systemState(result), { version: '2.7.1', status: 'ready' })
  assert.deepEqual(
    systemState({ ...result, status: [...green, part('gcts_path', 'RED', 'No directory')] }),
    { version: '2.7.1', status: 'gcts_path RED (No directory)' }
  )
})

test('an older gCTS says its state in one word, and an odd one nothing', () => {
  assert.deepEqual(systemState({ version: '2.8', status: 'READY' }), {
    version: '2.8',
    status: 'READY'
  })
  for (const odd of [undefined, null, [], {}, { status: [null, 7, 'x'] }, { status: { a: 1 } }]) {
    assert.deepEqual(systemState(odd), { version: '', status: '' })
  }
})
