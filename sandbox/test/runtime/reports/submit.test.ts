import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { kernelTables } from '../../../kernel/index.ts'
import type { ConsoleRun, RepositoryFile } from '../../../types.ts'
import { database, sharedRuntime, temporaryFolder } from '../support.ts'

const runtime = sharedRuntime()
const folder = temporaryFolder()
const LIST = 'NO STANDARD PAGE HEADING LINE-SIZE 60'

/** A report that shows its selections and how often its class was used; it leaves a text. */
const CALLED = `REPORT zcalled ${LIST}.
PARAMETERS p_a TYPE i DEFAULT 1.
DATA n TYPE i.
SELECT-OPTIONS s_n FOR n DEFAULT 5.
INITIALIZATION.
  p_a = p_a + 1.
AT SELECTION-SCREEN.
  IF p_a = 99.
    RAISE EXCEPTION TYPE cx_sy_zerodivide.
  ENDIF.
START-OF-SELECTION.
  zcl_count=>count = zcl_count=>count + 1.
  WRITE: / 'called', (4) p_a, (3) zcl_count=>count.
  LOOP AT s_n.
    WRITE: / s_n-sign, s_n-option, (2) s_n-low, (2) s_n-high.
  ENDLOOP.
  DATA(text) = |p { p_a }|.
  EXPORT result FROM text number = p_a TO MEMORY ID 'ZC'.`
const COUNT: RepositoryFile = {
  name: 'zcl_count.clas.abap',
  text: 'CLASS zcl_count DEFINITION PUBLIC.\n  PUBLIC SECTION.\n    CLASS-DATA count TYPE i VALUE 10.\nENDCLASS.\nCLASS zcl_count IMPLEMENTATION.\nENDCLASS.\n'
}

const variants = kernelTables().filter(({ shape }) => /^VARI[DT]?$/.test(shape.name))
const rows = database(
  folder,
  variants.map(({ shape }) => ({ shape, rows: [] }))
)

async function run(source: string, programs: readonly string[] = []): Promise<ConsoleRun> {
  return await runtime.report({
    files: [
      { name: 'zcaller.prog.abap', text: `REPORT zcaller ${LIST}.\n${source}\n` },
      { name: 'zcalled.prog.abap', text: `${CALLED}\n` },
      COUNT
    ],
    outside: { classes: [], functions: [], programs, namespaces: [] },
    program: 'ZCALLER',
    tables: variants.map(({ shape }) => shape),
    database: rows.file
  })
}

async function list(source: string): Promise<string[]> {
  const { output, alert } = await run(source)
  assert.equal(alert, undefined, JSON.stringify(alert))
  return output.trimEnd().split('\n')
}

describe('SUBMIT', { concurrency: 2 }, () => {
  test('passes selections behind INITIALIZATION, to a session of its own', async () => {
    const lines = await list(`DATA range TYPE RANGE OF i.
range = VALUE #( ( sign = 'E' option = 'EQ' low = 9 ) ).
WRITE / 'caller'.
SUBMIT zcalled AND RETURN.
SUBMIT zcalled WITH p_a = 5 WITH s_n IN range AND RETURN.
DATA(name) = \`ZCALLED\`.
SUBMIT (name) AND RETURN WITH s_n BETWEEN 1 AND 3 SIGN 'E' WITH s_n NE 2 WITH unknown = 1.
WRITE: / zcl_count=>count LEFT-JUSTIFIED.`)
    assert.deepEqual(lines, [
      'called   2  11',
      'I EQ 5  0',
      'called   5  11',
      'E EQ 9  0',
      'called   2  11',
      'E BT 1  3',
      'I NE 2  0',
      'caller',
      '10'
    ])
  })

  test('leaves its list in memory, and data objects for IMPORT', async () => {
    const lines = await list(`DATA objects TYPE STANDARD TABLE OF abaplist.
DATA lines TYPE STANDARD TABLE OF char200.
SUBMIT zcalled WITH p_a = 7 EXPORTING LIST TO MEMORY AND RETURN.
CALL FUNCTION 'LIST_FROM_MEMORY' TABLES listobject = objects EXCEPTIONS not_found = 1.
CALL FUNCTION 'LIST_TO_ASCI' TABLES listobject = objects listasci = lines EXCEPTIONS OTHERS = 1.
LOOP AT lines INTO DATA(line).
  WRITE: / '>', (20) line.
ENDLOOP.
CALL FUNCTION 'WRITE_LIST' TABLES listobject = objects.
CALL FUNCTION 'LIST_FREE_MEMORY'.
CALL FUNCTION 'LIST_FROM_MEMORY' TABLES listobject = objects EXCEPTIONS not_found = 1.
WRITE: / 'free', (2) sy-subrc.
DATA: text TYPE string, number TYPE i.
IMPORT result = text number = number FROM MEMORY ID 'ZC'.
WRITE: / text, (2) number, (2) sy-subrc.
FREE MEMORY ID 'ZC'.
IMPORT result = text FROM MEMORY ID 'ZC'.
WRITE: / text, (2) sy-subrc.`)
    assert.deepEqual(lines, [
      '> called   7  11',
      '> I EQ 5  0',
      'called   7  11',
      'I EQ 5  0',
      'free 1',
      'p 7 7  0',
      'p 7 4'
    ])
  })

  test('reads a variant, which a program has created', async () => {
    const lines = await list(`DATA header TYPE varid.
DATA contents TYPE STANDARD TABLE OF rsparams.
DATA texts TYPE STANDARD TABLE OF varit.
contents = VALUE #( ( selname = 'P_A' kind = 'P' low = '42' )
                    ( selname = 'S_N' kind = 'S' sign = 'I' option = 'BT' low = '7' high = '8' ) ).
DO 2 TIMES.
  CALL FUNCTION 'RS_CREATE_VARIANT'
    EXPORTING curr_report = 'ZCALLED' curr_variant = 'V1' vari_desc = header
    TABLES vari_contents = contents vari_text = texts
    EXCEPTIONS variant_exists = 7 OTHERS = 9.
  WRITE: / 'create', (2) sy-subrc.
ENDDO.
SUBMIT zcalled USING SELECTION-SET 'V1' AND RETURN.
SUBMIT zcalled USING SELECTION-SET 'V1' WITH p_a = 43 AND RETURN.
SUBMIT zcalled WITH SELECTION-TABLE contents AND RETURN.
CALL FUNCTION 'RS_VARIANT_DELETE' EXPORTING report = 'ZCALLED' variant = 'V1' EXCEPTIONS OTHERS = 1.
CALL FUNCTION 'RS_VARIANT_CONTENTS' EXPORTING report = 'ZCALLED' variant = 'V1'
  TABLES valutab = contents EXCEPTIONS variant_non_existent = 1.
WRITE: / 'gone', (2) sy-subrc, (2) lines( contents ).`)
    const called = (value: number) => [`called ${value}  11`, 'I BT 7  8']
    assert.deepEqual(lines, [
      ...called(42).map(line => line.replace('called ', 'called  ')),
      ...called(43).map(line => line.replace('called ', 'called  ')),
      ...called(42).map(line => line.replace('called ', 'called  ')),
      'create 0',
      'create 7',
      'gone 1  0'
    ])
    const { alert } = await run(`SUBMIT zcalled USING SELECTION-SET 'V2' AND RETURN.`)
    assert.equal(alert?.title, 'Variant V2 of report ZCALLED does not exist')
  })

  test('ends its caller without AND RETURN, or where the report fails', async () => {
    const ended = await run(`WRITE / 'lost'.\nSUBMIT zcalled.\nWRITE / 'never'.`)
    assert.deepEqual(ended, { output: 'called   2  11\nI EQ 5  0\n' })
    const failed = await run(
      `TRY.\n    SUBMIT zcalled WITH p_a = 99 AND RETURN.\n  CATCH cx_root.\n    WRITE / 'never'.\nENDTRY.`
    )
    assert.equal(failed.output, '')
    assert.match(failed.alert?.title ?? '', /CX_SY_ZERODIVIDE/)
    assert.equal(failed.alert?.stack[0]?.file, 'zcalled.prog.abap')
    const absent = await run('DATA(name) = `ZNONE`.\nSUBMIT (name) AND RETURN.')
    assert.equal(absent.alert?.title, 'Runtime Error LOAD_PROGRAM_NOT_FOUND')
    const outside = await run('DATA(name) = `ZLATER`.\nSUBMIT (name) AND RETURN.', ['ZLATER'])
    const words = /: the program ZLATER is named when the program runs and is no part of it$/
    assert.match(outside.alert?.title ?? '', words)
    const dialog = await run('SUBMIT zcalled VIA SELECTION-SCREEN AND RETURN.')
    assert.match(dialog.alert?.title ?? '', /VIA SELECTION-SCREEN/)
    assert.equal(dialog.alert?.stack[0]?.row, 2)
  })
})
