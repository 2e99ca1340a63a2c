import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createDatabase } from '../../sql/index.ts'
import { column, integer, open, refusal, rows, shape, temporaryFile, unique } from './support.ts'

const KEY = column('ID', 'INT4', 10, { key: true })

describe('tables', () => {
  test('keep the rows that fit when they change', () => {
    const database = open()
    const name = unique('ZT')
    database.defineTable(
      shape(name, [
        KEY,
        column('NAME', 'CHAR', 10),
        column('OLD', 'CHAR', 5),
        column('CODE', 'CHAR', 8)
      ])
    )
    const count = integer(5, 40)
    database.load(
      name,
      Array.from({ length: count }, (_unused, id) => ({
        ID: id,
        NAME: `name ${id}`,
        OLD: 'x',
        CODE: String(id)
      }))
    )
    database.defineTable(
      shape(name, [
        KEY,
        column('NAME', 'CHAR', 4),
        column('ADDED', 'DATS', 8),
        column('SUM', 'DEC', 9, { decimals: 2 }),
        column('CODE', 'NUMC', 5)
      ])
    )
    const result = database.query({ sql: `SELECT * FROM ${name} ORDER BY id`, maxRows: 100 })
    assert.deepEqual(
      result.columns.map(one => one.name),
      ['ID', 'NAME', 'ADDED', 'SUM', 'CODE']
    )
    assert.deepEqual(
      result.rows,
      Array.from({ length: count }, (_unused, id) => [
        id,
        'name',
        '00000000',
        0,
        String(id).padStart(5, '0')
      ])
    )
  })

  test('drop rows whose new key is taken', () => {
    const database = open()
    const name = unique('ZT')
    database.defineTable(shape(name, [KEY, column('KIND', 'CHAR', 1)]))
    database.load(name, [
      { ID: 1, KIND: 'A' },
      { ID: 2, KIND: 'A' },
      { ID: 3, KIND: 'B' }
    ])
    database.defineTable(
      shape(name, [column('KIND', 'CHAR', 1, { key: true }), column('ID', 'INT4', 10)])
    )
    assert.deepEqual(rows(database, `SELECT kind, id FROM ${name}`), [
      ['A', 1],
      ['B', 3]
    ])
  })

  test('survive closing and opening, and a copy is whole', () => {
    const file = temporaryFile()
    const name = unique('ZT')
    const first = createDatabase({ file })
    first.defineTable(shape(name, [KEY]))
    first.load(name, [{ ID: 7 }])
    const copy = temporaryFile()
    first.snapshot(copy)
    first.load(name, [{ ID: 8 }])
    first.close()
    for (const [path, expected] of [
      [file, [[7], [8]]],
      [copy, [[7]]]
    ] as const) {
      const again = createDatabase({ file: path })
      assert.deepEqual(rows(again, `SELECT id FROM ${name}`), expected)
      again.close()
    }
  })

  test('with namespaces and names that are words of SQL', () => {
    const database = open()
    const name = `/${unique('N')}/ORDERS`.slice(0, 30)
    database.defineTable(
      shape(name, [
        column('GROUP', 'CHAR', 3, { key: true }),
        column('ORDER', 'INT4', 10),
        column('SELECT', 'CHAR', 5)
      ])
    )
    database.load(name, [{ GROUP: 'A', ORDER: 1, SELECT: 'x' }])
    assert.deepEqual(rows(database, `SELECT * FROM ${name}`), [['A', 1, 'x']])
  })

  test('refuse what is no table, column or number', () => {
    const database = open()
    const name = unique('ZT')
    database.defineTable(shape(name, [KEY]))
    assert.equal(
      refusal(() => {
        database.load(unique('ZNONE'), [{ ID: 1 }])
      }).code,
      'UNKNOWN_TABLE'
    )
    assert.equal(
      refusal(() => {
        database.load(name, [{ NOPE: 1 }])
      }).code,
      'UNKNOWN_COLUMN'
    )
    assert.match(
      refusal(() => {
        database.load(name, [{ ID: 'many' }])
      }).message,
      /not a number/
    )
    assert.equal(
      refusal(() => {
        database.defineTable(shape('x" (a); DROP TABLE y; --', [KEY]))
      }).code,
      'SYNTAX'
    )
    assert.equal(
      refusal(() => {
        database.defineTable(shape(name, [KEY, KEY]))
      }).code,
      'SYNTAX'
    )
    assert.deepEqual(rows(database, `SELECT * FROM ${name}`), [])
  })

  test('a preview contains keys, accepts a condition and rejects a statement', () => {
    const database = open()
    const name = unique('ZT')
    database.defineTable(shape(name, [KEY, column('NAME', 'CHAR', 10)]))
    database.load(name, [
      { ID: 1, NAME: 'a' },
      { ID: 2, NAME: 'b' }
    ])
    const preview = database.preview({ name, maxRows: 1 })
    assert.deepEqual(
      [preview.columns.map(one => one.key), preview.rows, preview.total],
      [[true, false], [[1, 'a']], 2]
    )
    assert.deepEqual(database.preview({ name, maxRows: 5, where: "name = 'b'" }).rows, [[2, 'b']])
    assert.equal(
      refusal(() => database.preview({ name, maxRows: 5, where: '1 = 1 UNION SELECT 1' })).code,
      'SYNTAX'
    )
    assert.equal(
      refusal(() => database.preview({ name: `${name} WHERE`, maxRows: 5 })).code,
      'SYNTAX'
    )
  })

  test('dropping makes them unknown', () => {
    const database = open()
    const name = unique('ZT')
    database.defineTable(shape(name, [KEY]))
    database.dropTable(name)
    assert.equal(refusal(() => database.preview({ name, maxRows: 1 })).code, 'UNKNOWN_TABLE')
  })
})
