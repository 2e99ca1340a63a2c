/** The data preview cuts the lines of a query, as a real one does. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linesAsRead } from '../../routes/preview-lines.ts'
import { logOn, startSandbox } from '../http/fixture.ts'

test('a line is cut after 255 characters, wherever that is', () => {
  const line = `${'a'.repeat(255)}${'b'.repeat(255)}c`
  assert.equal(
    linesAsRead(`${line}\r\nshort`, false),
    `${'a'.repeat(255)} ${'b'.repeat(255)} c\nshort`
  )
  assert.equal(linesAsRead('x'.repeat(255), false), 'x'.repeat(255))
  assert.equal(
    linesAsRead(`'${'x'.repeat(254)}'`, false),
    undefined,
    'a literal does not survive the cut'
  )
})

test('an old release drops the text behind a cut at a blank', () => {
  const line = `${'a'.repeat(250).padEnd(260)}b`
  assert.equal(linesAsRead(line, true)?.trim(), 'a'.repeat(250))
  assert.match(linesAsRead(line, false) ?? '', /b$/)
})

test('a line that begins with a star is a comment, on old releases in the first column only', () => {
  assert.equal(linesAsRead('SELECT\n * FROM t\n* x\nFROM u', false), 'SELECT\nFROM u')
  assert.equal(linesAsRead('SELECT\n * FROM t\n* x\nFROM u', true), 'SELECT\n * FROM t\nFROM u')
})

test('a query in one long line fails, and in short lines it does not', async t => {
  const client = await logOn(await startSandbox(t))
  const list = Array.from({ length: 40 }, (_, index) => `'${String(index).padStart(20, 'X')}'`)
  const ask = (separator: string) =>
    client.post(
      '/sap/bc/adt/datapreview/freestyle',
      `SELECT mandt FROM t000 WHERE mtext IN ( ${list.join(`,${separator}`)} )`,
      { 'content-type': 'text/plain' }
    )
  assert.equal((await ask('\n')).status, 200)
  const long = await ask('')
  assert.equal(long.status, 400, long.text)
  const star = await client.post('/sap/bc/adt/datapreview/freestyle', 'SELECT\n  * FROM t000', {
    'content-type': 'text/plain'
  })
  assert.equal(star.status, 400, star.text)
})
