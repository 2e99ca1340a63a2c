/** Statements in the lines that the data preview takes whole. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isErpError, longestQueryWord, previewTable, runSql } from '../../erp-client/index.ts'
import { queryLines } from '../../erp-client/wire/query-lines.ts'
import { connect } from './fake-erp.ts'

const list = Array.from({ length: 90 }, (_, index) => `'VALUE ${index}'`).join(', ')

test('a short statement stays in one line', () => {
  assert.equal(
    queryLines("SELECT *\n FROM t000\tWHERE mtext = 'a  b'"),
    "SELECT * FROM t000 WHERE mtext = 'a  b'"
  )
})

test('lines end between words, and never begin with a star', () => {
  const words = [
    'SELECT',
    'COUNT(',
    '*',
    ')',
    "'it''s  a * star'",
    '`x  *`',
    '*',
    "'",
    'a*b',
    ',',
    '=',
    'x'.repeat(60),
    `'${'y '.repeat(90)}'`
  ]
  let state = 7
  const next = () => {
    state = (state * 1103515245 + 12345) % 2147483648
    return state
  }
  for (let round = 0; round < 2000; round += 1) {
    const chosen = [
      'SELECT',
      ...Array.from({ length: next() % 120 }, () => words[next() % words.length] ?? '')
    ].filter(word => word !== "'")
    const lines = queryLines(chosen.join(' ')).split('\n')
    assert.equal(lines.join(' '), chosen.join(' '), 'nothing but the breaks is new')
    for (const line of lines) {
      assert.ok(line.length <= 200, line)
      assert.doesNotMatch(line, /^\s*\*/)
      assert.equal(
        line.replaceAll("''", '').split("'").length % 2,
        1,
        `no literal is open at the end of ${line}`
      )
    }
  }
})

test('a literal as long as a line may be stands alone, and a longer one is refused', () => {
  const fits = `'${'x'.repeat(longestQueryWord - 2)}'`
  assert.deepEqual(queryLines(`SELECT a FROM t WHERE b = ${fits} AND c = 1`).split('\n'), [
    'SELECT a FROM t WHERE b =',
    fits,
    'AND c = 1'
  ])
  for (const text of [
    `'${'x'.repeat(longestQueryWord - 1)}'`,
    `'${'a b '.repeat(70)}'`,
    'x'.repeat(300)
  ]) {
    assert.throws(
      () => queryLines(`SELECT a FROM t WHERE b = ${text}`),
      error => isErpError(error, 'ERP_BAD_REQUEST') && /cuts lines/.test(error.message)
    )
  }
})

test('a comment in a line of its own or behind a word hides no word', () => {
  assert.equal(
    queryLines('SELECT a " it\'s\nFROM t " x\nWHERE b = \'"\''),
    "SELECT a FROM t WHERE b = '\"'"
  )
})

test('hostile statements are broken into lines in linear time', () => {
  for (const text of [
    "'".repeat(99_999),
    "' ".repeat(50_000),
    '* '.repeat(50_000),
    '"'.repeat(100_000),
    ' '.repeat(100_000)
  ]) {
    try {
      queryLines(text)
    } catch (error) {
      assert.ok(isErpError(error, 'ERP_BAD_REQUEST'))
    }
  }
})

test('both services get the lines', async t => {
  const { fake, erp } = await connect(t)
  const bodies: string[] = []
  fake.handle = seen => {
    if (!seen.path.includes('/datapreview/')) return undefined
    bodies.push(seen.body)
    return { body: '<dataPreview:tableData xmlns:dataPreview="x"/>' }
  }
  const sql = `SELECT a FROM t WHERE b IN ( ${list} )`
  await runSql(erp.reader, { sql, maxRows: 1 })
  await previewTable(erp.reader, { name: 'T', sql, maxRows: 1 })
  assert.equal(bodies.length, 2)
  for (const body of bodies) {
    assert.ok(body.split('\n').every(line => line.length <= 200))
    assert.equal(body.replaceAll('\n', ' '), sql)
  }
})

test('a long literal and what touches it come into lines of their own', () => {
  const literal = `'${'x'.repeat(252)}'`
  const sql = `SELECT concat(${literal},${literal}) FROM t WHERE a IN (${literal},'b')`
  const lines = queryLines(sql).split('\n')
  assert.deepEqual(
    lines.filter(line => line.length > 200),
    [literal, literal, literal]
  )
  const bare = (text: string) => text.replaceAll(/\s/g, '')
  assert.equal(bare(lines.join('')), bare(sql), 'nothing is lost')
})

test('string templates and host expressions stay whole', () => {
  const template = '|a  "b\\| c|'
  const host = `@( ${template} && \`x )\` && f( 1 ) )`
  const filler = Array.from({ length: 40 }, (_, index) => `'X${index}',`).join(' ')
  const lines = queryLines(`SELECT a FROM t WHERE b IN ( ${filler} ${host} ) AND c = ${template}`)
  assert.ok(
    lines.split('\n').some(line => line.includes(host)),
    lines
  )
  assert.ok(lines.includes(`= ${template}`), lines)
})
