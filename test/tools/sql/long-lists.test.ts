import assert from 'node:assert/strict'
import { test } from 'node:test'
import { splitLongList } from '../../../tools/sql/long-lists.ts'

const list = (length: number, word = 'V') =>
  Array.from({ length }, (_, index) => `'${word}${index}'`).join(', ')

test('a long list goes in parts; a short one and a dependent statement stay whole', () => {
  const parts = splitLongList(
    `SELECT a, b FROM ztab WHERE c = 'X' AND a IN ( ${list(900)} ) AND d > 1`
  )
  assert.equal(parts?.length, 3)
  assert.match(
    parts?.[0] ?? '',
    /^SELECT a , b FROM ztab WHERE c = 'X' AND a IN \( 'V0', 'V1',.*'V399' \) AND d > 1$/
  )
  assert.match(parts?.[2] ?? '', /IN \( 'V800',.*'V899' \) AND d > 1$/)
  for (const whole of [
    `SELECT a FROM ztab WHERE a IN ( ${list(10)} )`,
    `SELECT a FROM ztab WHERE a NOT IN ( ${list(900)} )`,
    `SELECT COUNT( * ) FROM ztab WHERE a IN ( ${list(900)} )`,
    `SELECT a FROM ztab WHERE a IN ( ${list(900)} ) ORDER BY a`,
    `SELECT a FROM ztab WHERE a IN ( ${list(900)} ) OR b = 1`,
    'SELECT a FROM ztab WHERE a IN ( SELECT b FROM zz )',
    `SELECT a FROM ztab WHERE a IN ( ${list(900)} ) AND b IN ( ${list(900)} )`
  ]) {
    assert.equal(splitLongList(whole), undefined, whole.slice(0, 60))
  }
})

test('a value that stands twice is asked for once', () => {
  const parts = splitLongList(`SELECT a FROM ztab WHERE a IN ( ${list(300)}, ${list(300)} )`)
  assert.equal(parts?.length, 1)
  assert.equal(parts?.[0]?.match(/'V7'/g)?.length, 1)
})
