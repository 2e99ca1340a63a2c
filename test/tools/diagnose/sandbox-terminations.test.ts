/** Programs that exceed time, memory or call stack leave a short dump, and the next one runs. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { errorOf } from '../helpers/erp.ts'
import { startSandboxBench } from '../helpers/sandbox-bench.ts'
import type { SandboxBench } from '../helpers/sandbox-bench.ts'

const source = (name: string, body: string) => `CLASS ${name} DEFINITION PUBLIC.
  PUBLIC SECTION.
    INTERFACES if_oo_adt_classrun.
    METHODS work IMPORTING iv_start TYPE i.
ENDCLASS.
CLASS ${name} IMPLEMENTATION.
  METHOD if_oo_adt_classrun~main.
    work( 42 ).
  ENDMETHOD.
  METHOD work.
    DATA lt_rows TYPE string_table.
    DATA lv_count TYPE i.
${body}
  ENDMETHOD.
ENDCLASS.
`
const programs = {
  ZCL_ENDLESS: `    DO.\n      lv_count = iv_start.\n    ENDDO.`,
  ZCL_FILLS: `    DO.\n      APPEND to_upper( repeat( val = |x| occ = 500000 ) ) TO lt_rows.\n    ENDDO.`,
  ZCL_RECURS: `    lv_count = iv_start + 1.\n    work( lv_count ).`,
  ZCL_ENDS: `    lv_count = 1.`
}
let bench: SandboxBench

before(async () => {
  bench = await startSandboxBench({ policy: { expert: new Set(['execute'] as const) } })
  for (const [name, body] of Object.entries(programs)) {
    const object = { type: 'CLAS', name, package: '$TMP' }
    const text = source(name.toLowerCase(), body)
    await bench.text('ERPWrite', { action: 'create', ...object, source: text, activate: true })
  }
})

after(async () => {
  await bench?.close()
})

async function terminated(name: keyof typeof programs, error: string): Promise<string> {
  const { text } = errorOf(await bench.call('ERPManage', { action: 'run_class', name }))
  assert.match(text, new RegExp(`Runtime Error ${error}`))
  const { dumps } = await bench.data('ERPDiagnose', { action: 'dumps', name })
  const [head, ...others] = dumps as { id: string; error: string }[]
  assert.deepEqual([head?.error, others.length], [error, 0])
  await bench.text('ERPManage', { action: 'run_class', name: 'ZCL_ENDS' })
  return await bench.text('ERPDiagnose', { action: 'dump', id: head?.id, values: true })
}

test('an endless loop ends with TIME_OUT, which leaves its calls and values', async () => {
  const text = await terminated('ZCL_ENDLESS', 'TIME_OUT')
  assert.match(text, /2 METHOD ZCL_ENDLESS=>WORK[^]*> 14:/)
  assert.match(text, /1 METHOD ZCL_ENDLESS=>IF_OO_ADT_CLASSRUN~MAIN[^]*> 8:/)
  assert.match(text, /IV_START\n {4}42\n/)
})

test('a table that takes all memory ends with TSV_TNEW_PAGE_ALLOC_FAILED', async () => {
  const text = await terminated('ZCL_FILLS', 'TSV_TNEW_PAGE_ALLOC_FAILED')
  assert.match(text, /2 METHOD ZCL_FILLS=>WORK/)
  assert.match(text, /LT_ROWS\n {4}Table\[\d{2,} rows\]/)
})

test('an endless recursion ends with SYSTEM_NO_ROLL', async () => {
  const text = await terminated('ZCL_RECURS', 'SYSTEM_NO_ROLL')
  assert.match(text, /METHOD ZCL_RECURS=>WORK[^]*> 14:/)
})
