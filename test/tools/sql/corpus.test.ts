/**
 * Statements in both halves: what passes reads exactly these tables, and what is refused is refused
 * before anything is sent.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { checkSelect } from '../../../tools/sql/select.ts'
import { tokenize } from '../../../tools/sql/tokens.ts'

interface Row {
  readonly line: number
  readonly good: boolean
  readonly tables: readonly string[]
  readonly sql: string
}

const rows: Row[] = readFileSync(new URL('corpus.txt', import.meta.url), 'utf8')
  .split('\n')
  .flatMap((text, index) => {
    const [, mark, tables = '', json = ''] = /^([+-]) \| (.*?) ?\| (".*")$/.exec(text) ?? []
    return mark === undefined
      ? []
      : [
          {
            line: index + 1,
            good: mark === '+',
            tables: tables.split(' ').filter(name => name !== ''),
            sql: JSON.parse(json) as string
          }
        ]
  })

test('the corpus is as large as it has to be', () => {
  assert.ok(rows.length >= 300, String(rows.length))
  for (const half of [true, false]) {
    assert.ok(rows.filter(({ good }) => good === half).length >= 150)
  }
})

test('every statement of the corpus', () => {
  const wrong: string[] = []
  for (const { line, good, tables, sql } of rows) {
    try {
      const found = checkSelect(sql)
      if (!good) wrong.push(`${line}: passes: ${sql}`)
      else if ([...found.tables].sort().join() !== [...tables].sort().join()) {
        wrong.push(`${line}: reads ${found.tables.join()}, not ${tables.join()}: ${sql}`)
      }
    } catch (error) {
      if ((error as { code?: string }).code !== 'TOOL_BAD_SQL') throw error
      if (good) wrong.push(`${line}: ${(error as Error).message}: ${sql}`)
    }
  }
  assert.deepEqual(wrong, [])
})

test('what is sent means the same and passes again', () => {
  for (const { good, sql, tables } of rows.filter(row => row.good)) {
    assert.ok(good)
    const once = checkSelect(sql)
    const twice = checkSelect(once.sql)
    assert.equal(twice.sql, once.sql)
    assert.deepEqual([...twice.tables].sort(), [...tables].sort(), sql)
    assert.deepEqual(
      tokenize(once.sql)
        .filter(({ kind }) => kind === 'literal')
        .map(({ text }) => text),
      tokenize(sql.replace(/[.;\s]+$/, ''))
        .filter(({ kind }) => kind === 'literal')
        .map(({ text }) => text)
    )
  }
})
