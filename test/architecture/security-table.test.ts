/** The threat table names a test for each row, and the tests are there. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

const page = readFileSync(new URL('../../docs/security.md', import.meta.url), 'utf8')
/** The page has tables of other things, too. */
const tables = [...page.matchAll(/^\| threat \|.*\n\|-.*\n((?:\|.*\n)*)/gm)].map(
  ([, lines = '']) => lines
)
/** Figures stand in a table with a column of their own. */
const counted = (row: readonly string[]) => row.length === 4
const rows = tables
  .join('')
  .trim()
  .split('\n')
  .map(line =>
    line
      .split('|')
      .map(cell => cell.trim())
      .slice(1, -1)
  )

test('each row has a threat, a defence and a test that exists', () => {
  assert.ok(rows.length >= 50, String(rows.length))
  let named = false
  for (const row of rows) {
    const [threat = '', defence = '', proof = ''] = row
    assert.ok(row.length === 3 || counted(row), threat)
    if (counted(row)) assert.match(row[3] ?? '', /\d/, `${threat}: a figure`)
    assert.ok(threat.length > 3 && defence.length > 10, threat)
    const files = [...proof.matchAll(/`([^`]+\.(?:test|attack)\.ts)`/g)].map(
      ([, file = '']) => file
    )
    assert.ok(files.length > 0 || (named && proof === 'the same'), `${threat}: ${proof}`)
    named = true
    for (const file of files) {
      assert.ok(
        existsSync(new URL(`../${file}`, import.meta.url)),
        `${threat}: test/${file} is not there`
      )
    }
  }
})

test('each class of attack has its figure', () => {
  assert.ok(rows.filter(counted).length >= 12, String(rows.filter(counted).length))
})

test('it names what is not defended', () => {
  for (const title of ['## From the client to the bridge', '## What an agent may do']) {
    const from = page.indexOf(title)
    assert.ok(
      from >= 0 &&
        page.slice(from, page.indexOf('\n## ', from + 4)).includes('What is not defended'),
      title
    )
  }
})
