import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RunTrace } from '../../types.ts'
import {
  LIMITS,
  column,
  consoleClass,
  database,
  sharedRuntime,
  temporaryFolder,
  unique
} from '../runtime/support.ts'

const shape = {
  name: 'ZTRACED',
  description: 'Traced',
  columns: [column('id', 'INT4', 10, { key: true })]
}

const body = `    DO 3 TIMES.
      TRY.
          twice( sy-index ).
        CATCH cx_sy_zerodivide.
          out->write( 'caught' ).
      ENDTRY.
    ENDDO.
    SELECT COUNT(*) FROM ztraced INTO @DATA(count).
    out->write( count ).`
const more = {
  definition:
    '    METHODS twice IMPORTING number TYPE i.\n    METHODS once IMPORTING number TYPE i RETURNING VALUE(result) TYPE i.',
  implementation: `  METHOD twice.
    once( number ).
    once( number - 2 ).
  ENDMETHOD.
  METHOD once.
    IF number = 1.
      RETURN.
    ENDIF.
    SELECT SINGLE id FROM ztraced WHERE id = @number INTO @result.
    result = 1 / number.
  ENDMETHOD.`
}

async function traced(): Promise<RunTrace> {
  const runtime = sharedRuntime()
  const rows = database(temporaryFolder(), [{ shape, rows: [{ ID: 1 }, { ID: 2 }] }])
  const name = unique('zcl_')
  const { output, alert, trace } = await runtime.console({
    files: [consoleClass(name, body, more)],
    class: name,
    tables: [shape],
    database: rows.file,
    limits: LIMITS,
    isTraced: true
  })
  assert.equal(alert, undefined)
  assert.equal(output, 'caught\n2\n')
  assert.ok(trace)
  return trace
}

test('a traced program tells of its calls and accesses', async t => {
  const { calls, accesses } = await traced()
  const names = calls.map(({ procedure }) => procedure?.name)
  const callers = calls.map(({ parent }) => calls[parent]?.procedure?.name)
  await t.test('calls are counted by the way they come, whatever way they end', () => {
    assert.deepEqual(names, [undefined, 'IF_OO_ADT_CLASSRUN~MAIN', 'TWICE', 'ONCE'])
    assert.deepEqual(callers, [undefined, undefined, 'IF_OO_ADT_CLASSRUN~MAIN', 'TWICE'])
    assert.deepEqual(
      calls.map(({ count }) => count),
      [1, 1, 3, 6]
    )
  })
  await t.test('the time of a call holds that of the calls within', () => {
    for (const [at, { gross, net }] of calls.entries()) {
      const inner = calls.filter(({ parent }) => parent === at)
      const sum = inner.reduce((all, call) => all + call.gross, 0)
      assert.ok(net >= 0 && net <= gross && sum <= gross + calls.length, `call ${at}`)
    }
  })
  await t.test('accesses to the database have their table and their caller', () => {
    const found = accesses.map(({ statement, table, call, count }) => [
      ...[statement, table, names[call], count]
    ])
    assert.deepEqual(found, [
      ['SELECT', 'ZTRACED', 'ONCE', 4],
      ['SELECT', 'ZTRACED', 'IF_OO_ADT_CLASSRUN~MAIN', 1]
    ])
  })
})
