import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createEngine } from '../../engine/index.ts'
import type { Engine } from '../../types.ts'
import { LIBRARY, file, table, unique } from './fixture.ts'

const [A, B, VIEW] = [unique('zt_').slice(0, 14), unique('zu_').slice(0, 14), unique('zv_')]
let engine: Engine
before(async () => {
  engine = createEngine({ library: LIBRARY })
  await engine.load([
    table(A, [
      ['code', 'CHAR', 10, true],
      ['amount', 'INT4', 10],
      ['price', 'DEC', 11],
      ['day', 'DATS', 8],
      ['number', 'NUMC', 4]
    ]),
    table(B, [
      ['code', 'CHAR', 10, true],
      ['name', 'CHAR', 40]
    ]),
    file(
      `${VIEW}.ddls.asddls`,
      `define view entity ${VIEW} as select from ${A} {`,
      '  key code as Id,',
      '  amount',
      '}'
    )
  ])
})
after(() => engine.close())

const columns = async (sql: string) => {
  const answer = await engine.analyzeSelect({ sql })
  assert.deepEqual(answer.messages, [], sql)
  return answer.columns.map(column => `${column.name} ${column.type ?? '?'}${column.length ?? ''}`)
}
const refusal = async (sql: string) => {
  const { messages, columns: none } = await engine.analyzeSelect({ sql })
  assert.deepEqual(none, [], sql)
  const [first] = messages
  return first === undefined ? 'accepted' : `${first.row}:${first.column} ${first.text}`
}

describe('a query that is right', () => {
  test('has typed columns', async () => {
    assert.deepEqual(await columns(`SELECT code, amount AS a, price, day, number FROM ${A}`), [
      'CODE CHAR10',
      'A INT410',
      'PRICE DEC11',
      'DAY DATS8',
      'NUMBER NUMC4'
    ])
    assert.deepEqual(await columns(`SELECT * FROM ${B}`), ['CODE CHAR10', 'NAME CHAR40'])
    assert.deepEqual(
      await columns(`SELECT b~*, a~amount FROM ${A} AS a INNER JOIN ${B} AS b ON a~code = b~code`),
      ['CODE CHAR10', 'NAME CHAR40', 'AMOUNT INT410']
    )
  })

  test('has the types of aggregates and none of calculations', async () => {
    assert.deepEqual(
      await columns(
        `SELECT code, COUNT( * ) AS n, SUM( amount ) AS s, MAX( day ) AS d, CASE WHEN amount > 1 THEN 1 ELSE 2 END AS c FROM ${A} GROUP BY code, amount`
      ),
      ['CODE CHAR10', 'N INT819', 'S INT410', 'D DATS8', 'C ?']
    )
    assert.deepEqual(
      await columns(
        `SELECT code, SUM( amount ) OVER( PARTITION BY day ORDER BY code ) AS s, amount - LAG( amount ) OVER( ORDER BY code ) AS d FROM ${A}`
      ),
      ['CODE CHAR10', 'S INT410', 'D INT410']
    )
  })

  test('may read a view, limit its rows anywhere, use subqueries and unions, and end with a period', async () => {
    assert.deepEqual(await columns(`SELECT Id, amount FROM ${VIEW}`), [
      'ID CHAR10',
      'AMOUNT INT410'
    ])
    assert.deepEqual(
      await columns(`SELECT code FROM ${A} UP TO 5 ROWS WHERE amount > 3 ORDER BY code.`),
      ['CODE CHAR10']
    )
    assert.deepEqual(await columns(`SELECT code FROM ${A} ORDER BY code UP TO 5 ROWS OFFSET 2`), [
      'CODE CHAR10'
    ])
    assert.deepEqual(
      await columns(
        `SELECT code FROM ${A} WHERE code IN ( SELECT code FROM ${B} ) UNION ALL SELECT code FROM ${B}`
      ),
      ['CODE CHAR10']
    )
  })

  test('returns the tables that it reads and the origin of plain columns', async () => {
    const answer = await engine.analyzeSelect({
      sql: `SELECT a~code AS c FROM ${A} AS a WHERE EXISTS ( SELECT name FROM ${B} WHERE code = a~code )`
    })
    assert.deepEqual(answer.tables.toSorted(), [A.toUpperCase(), B.toUpperCase()].toSorted())
    assert.equal(answer.columns[0]?.origin, `${A.toUpperCase()}~CODE`)
  })
})

describe('a query that is wrong', () => {
  test('is refused at the place of the unknown name', async () => {
    assert.equal(
      await refusal('SELECT code FROM zno_such'),
      '1:17 The table or view "ZNO_SUCH" does not exist.'
    )
    assert.equal(
      await refusal(`SELECT nope FROM ${A}`),
      `1:7 The field "NOPE" does not exist in "${A.toUpperCase()}".`
    )
    assert.equal(
      await refusal(`SELECT code\n  FROM ${A}\n WHERE nope = 1`),
      `3:7 The field "NOPE" does not exist in "${A.toUpperCase()}".`
    )
    assert.match(await refusal(`SELECT code FROM ${A} WHERE code = @lv_x`), /"lv_x" is unknown/)
  })

  test('is refused unless it is exactly one SELECT', async () => {
    assert.match(
      await refusal(`DELETE FROM ${A}`),
      /Only a SELECT statement is allowed, not "DELETE"/
    )
    assert.match(await refusal(`SELECT code FROM ${A}. DELETE FROM ${A}.`), /Only one SELECT/)
    assert.match(await refusal(`UPDATE ${A} SET amount = 1`), /not "UPDATE"/)
    assert.match(await refusal('DATA x TYPE i. x = 1'), /not "DATA"/)
    assert.match(await refusal(`SELECT code FROM ${A} INTO @DATA(x)`), /INTO is not allowed/)
    for (const empty of ['', '  \n ', '" only a comment', '* star']) {
      assert.match(await refusal(empty), /empty/, JSON.stringify(empty))
    }
    assert.match(await refusal(`SELECT ${'code, '.repeat(50_000)} code FROM ${A}`), /too long/)
  })

  test('is refused at the clause that is wrong', async () => {
    assert.match(await refusal(`SELECT code FRM ${A}`), /FROM/)
    assert.match(
      await refusal(`SELECT code FROM ${A} WHERE AND`),
      /^1:\d+ The clause beginning with "WHERE" is not valid/
    )
    assert.match(await refusal(`SELECT code, , FROM ${A}`), /list of fields/)
    assert.match(
      await refusal(`SELECT code, amount +, day FROM ${A}`),
      /^1:13 The list of fields is not valid from "AMOUNT" on/
    )
  })

  test('is refused at the blank that is missing in a window or a group, and at WITH', async () => {
    for (const [query, expected] of [
      ['ROW_NUMBER( ) OVER( ORDER BY code) AS n', '1:40 A blank is expected in front of ")".'],
      ['ROW_NUMBER( ) OVER(ORDER BY code ) AS n', '1:26 A blank is expected behind "(".'],
      [
        'ROW_NUMBER( ) OVER ( ORDER BY code ) AS n',
        '1:26 No blank is expected between "OVER" and "(".'
      ]
    ]) {
      assert.equal(await refusal(`SELECT ${query} FROM ${A}`), expected, query)
    }
    assert.match(
      await refusal(`SELECT code FROM ${A} WHERE (code = 'A' OR code = 'B' )`),
      /^1:\d+ A blank is expected behind/
    )
    assert.match(
      await refusal(`WITH +a AS ( SELECT code FROM ${A} ) SELECT code FROM +a`),
      /^1:0 Only a SELECT statement is allowed: WITH is a statement of its own, which runs in programs/
    )
  })

  test('is refused for a literal that the type of the column cannot keep', async () => {
    for (const [column, literal] of [
      ['amount', "'abc'"],
      ['amount', '99999999999'],
      ['code', "'ABCDEFGHIJK'"],
      ['day', "'20260230'"],
      ['number', "'12345'"]
    ]) {
      assert.equal(
        await refusal(`SELECT code FROM ${A} WHERE ${column} = ${literal}`),
        `1:${23 + A.length + 1} The type of "${literal}" cannot be converted to the type of "${column?.toUpperCase()}".`
      )
    }
    assert.equal((await columns(`SELECT code FROM ${A} WHERE amount = '7' AND day = ''`)).length, 1)
  })

  test('leaves no trace', async () => {
    await refusal('SELECT code FROM zno_such')
    assert.equal(
      await engine.structure({ file: 'zz_engine_select.prog.abap', overlay: [] }),
      undefined
    )
  })
})
