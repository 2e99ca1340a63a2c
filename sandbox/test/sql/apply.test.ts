import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { createDatabase } from '../../sql/index.ts'
import type { Column } from '../../types.ts'

const column = (name: string, key: boolean): Column => ({
  name,
  type: 'CHAR',
  length: 10,
  decimals: 0,
  key,
  description: ''
})

test('commits of runs on their copies are applied; of two changes of one row the last wins, and a deleted table is skipped', t => {
  const folder = mkdtempSync(join(tmpdir(), 'apply-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const database = createDatabase({ file: join(folder, 'rows.sqlite') })
  t.after(() => database.close())
  for (const name of ['ZROWS', 'ZGONE']) {
    database.defineTable({
      name,
      description: '',
      columns: [column('ID', true), column('TEXT', false)]
    })
    database.load(name, [
      { ID: 'A', TEXT: 'old' },
      { ID: 'B', TEXT: 'old' }
    ])
  }
  const changesOf = (index: number, ...statements: readonly string[]) => {
    const file = join(folder, `copy-${index}.sqlite`)
    database.snapshot(file)
    const copy = new DatabaseSync(file)
    const session = copy.createSession()
    for (const statement of statements) copy.exec(statement)
    const changes = session.changeset()
    copy.close()
    return changes
  }
  const first = changesOf(
    1,
    "UPDATE zrows SET text = 'one' WHERE id = 'A'",
    "INSERT INTO zrows VALUES ('C', 'one')",
    "UPDATE zgone SET text = 'one'"
  )
  const second = changesOf(
    2,
    "UPDATE zrows SET text = 'two' WHERE id = 'A'",
    "INSERT INTO zrows VALUES ('C', 'two')",
    "DELETE FROM zrows WHERE id = 'B'"
  )
  const third = changesOf(3, "UPDATE zrows SET text = 'three' WHERE id = 'B'")
  database.dropTable('ZGONE')
  for (const changes of [first, second, third]) database.apply(changes)
  assert.deepEqual(database.preview({ name: 'ZROWS', maxRows: 10 }).rows, [
    ['A', 'two'],
    ['C', 'two']
  ])
})
