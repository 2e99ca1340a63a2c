/** The key store of the pseudonyms in a file. */
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { openPersons, personsLater } from '../../journal/persons/open.ts'
import { openSqlite } from '../../journal/sqlite/database.ts'
import { personTests } from './person-cases.ts'

function fileOf(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'persons-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, 'persons.sqlite')
}

personTests(async t => {
  const file = fileOf(t)
  return async () => await openSqlite(file, { forgets: true })
})

test('the file is for its user alone, and nothing of an erased person is left in it', async t => {
  const file = fileOf(t)
  const store = await openPersons({ auditPseudonyms: file })
  assert.ok(store)
  t.after(async () => await store.close())
  if (process.platform !== 'win32') assert.equal(statSync(file).mode & 0o777, 0o600)
  const bytes = () =>
    readdirSync(join(file, '..'))
      .map(name => readFileSync(join(file, '..', name), 'latin1'))
      .join('')
  const { id } = await store.keyOf('identity-of-jane', ['canary-jane'])
  assert.match(bytes(), /canary-jane[^]*|identity-of-jane/)
  await store.erase(id)
  assert.doesNotMatch(bytes(), /canary-jane|identity-of-jane/)
  assert.equal(bytes().includes(id), false)
})

test('with a state key the file has no name', async t => {
  const file = fileOf(t)
  const store = await openPersons({ auditPseudonyms: file, stateKey: 'a key of the state' })
  await store?.keyOf('identity-of-jane', ['canary-jane', 'CANARY-JANE'])
  await store?.close()
  assert.doesNotMatch(readFileSync(file, 'latin1'), /jane/i)
})

test('a file that is removed or replaced while it is used is not written any more', async t => {
  const file = fileOf(t)
  const store = await openPersons({ auditPseudonyms: file })
  t.after(async () => await store?.close())
  rmSync(file)
  await assert.rejects(async () => await store?.keyOf('id', []), /removed or replaced/)
  assert.equal(existsSync(file), false)
})

test('a place that cannot be used names the setting', async t => {
  const file = fileOf(t)
  const place = { auditPseudonyms: join(file, '..', '..', '..', 'dev', 'null', 'x') }
  await assert.rejects(openPersons(place))
  await assert.rejects(async () => await personsLater(place)?.keyOf('id', []))
  assert.equal(await openPersons({}), undefined)
})
