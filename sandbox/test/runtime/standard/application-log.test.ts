/** The application log by function modules: in memory, and in the database as transactions demand. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { logCalls, logRows } from './log-calls.ts'
import { reportOn } from './report-on-rows.ts'

const list = reportOn(logRows)
const { create, add, fields, read, save, saved } = logCalls

describe('an application log in memory', () => {
  test('BAL_LOG_CREATE refuses an object or subobject that does not exist, and accepts none', async () => {
    const tries = [
      "object = 'ZLOG'",
      "object = 'ZNONE'",
      "object = 'ZLOG' subobject = 'SUB'",
      "object = 'ZLOG' subobject = 'NONE'",
      "extnumber = 'x'"
    ]
    assert.deepEqual(await list(fields + tries.map(create).join('')), ['0', '1', '0', '1', '0'])
  })

  test('BAL_LOG_MSG_ADD numbers messages and needs a message class', async () => {
    assert.deepEqual(
      await list(
        `${fields}${create('')}${add("msgid = '00' msgno = '001' msgv1 = 'a' msgty = 'E'")}${add("msgno = '001'")}${add("msgid = '00' msgno = '001' msgv1 = 'b' msgty = 'W'")}${read(1)}${read(2)}${read(3)}`
      ),
      ['0', '0 000001', '2 000000', '0 000002', '0 E a 1', '0 W b 1', '2']
    )
  })

  test('a message without a handle goes to the default log, which is the first one', async () => {
    const calls = `${create('')}DATA(first) = handle.\n${create('')}CLEAR handle.\n${add("msgid = '00' msgno = '001' msgv1 = 'c'")}handle = first.\n${read(1)}`
    assert.deepEqual(await list(fields + calls), ['0', '0', '0 000001', '0  c 1'])
  })

  test('BAL_LOG_MSG_CUMULATE counts what has the same class, number and variables', async () => {
    const cumulate = (value: string) =>
      `message = VALUE #( msgty = 'E' msgid = '00' msgno = '001' msgv1 = '${value}' ). CALL FUNCTION 'BAL_LOG_MSG_CUMULATE' EXPORTING i_log_handle = handle i_s_msg = message IMPORTING e_s_msg_handle = place. WRITE: / place-msgnumber.\n`
    const calls = create('') + ['a', 'b', 'a'].map(cumulate).join('')
    const statistics = `CALL FUNCTION 'BAL_LOG_HDR_READ' EXPORTING i_log_handle = handle IMPORTING e_statistics = counts. WRITE: / |{ counts-msg_cnt_al }{ counts-msg_cnt_e }{ counts-msg_cnt_w }|.\n`
    assert.deepEqual(await list(fields + calls + read(1) + statistics), [
      '0',
      '000001',
      '000002',
      '000001',
      '0 E a 2',
      '330'
    ])
  })

  test('a free text has 200 characters, and blanks between its parts', async () => {
    const text = `${'x'.repeat(49)} ${'y'.repeat(160)}`
    const calls = `DATA text TYPE c LENGTH 255. CALL FUNCTION 'BAL_LOG_MSG_ADD_FREE_TEXT' EXPORTING i_log_handle = handle i_msgty = 'S' i_text = '${text}'. place = VALUE #( log_handle = handle msgnumber = 1 ). CALL FUNCTION 'BAL_LOG_MSG_READ' EXPORTING i_s_msg_handle = place IMPORTING e_txt_msg = text. WRITE: / |{ strlen( text ) } { text(52) }|.\n`
    assert.deepEqual(await list(fields + create('') + calls), ['0', `200 ${'x'.repeat(49)} yy`])
  })

  test('an exception is read by BAL_LOG_EXCEPTION_READ alone', async () => {
    const calls = `DATA text TYPE c LENGTH 255. DATA found TYPE bal_s_excr. DATA failure TYPE bal_s_exc. TRY. DATA(n) = 1 / 0. CATCH cx_root INTO failure-exception. ENDTRY. failure-msgty = 'E'.
      CALL FUNCTION 'BAL_LOG_EXCEPTION_ADD' EXPORTING i_log_handle = handle i_s_exc = failure IMPORTING e_s_msg_handle = place.
      CALL FUNCTION 'BAL_LOG_EXCEPTION_READ' EXPORTING i_s_msg_handle = place IMPORTING e_s_exc = found e_txt_msg = text. WRITE: / |{ found-msgty } { found-exclsname } { text }|.\n`
    assert.deepEqual(await list(fields + create('') + calls + read(1)), [
      '0',
      'E CX_SY_ZERODIVIDE Division by zero',
      '2'
    ])
  })

  test('messages are found by filters and by handles', async () => {
    const search = (filter: string) =>
      `CLEAR handles. CALL FUNCTION 'BAL_GLB_SEARCH_MSG' EXPORTING i_s_msg_filter = VALUE bal_s_mfil( ${filter} ) IMPORTING e_t_msg_handle = places EXCEPTIONS msg_not_found = 1. WRITE: / |{ sy-subrc } { lines( places ) }|.\n`
    const calls = ['E', 'W', 'E']
      .map(type => add(`msgty = '${type}' msgid = '00' msgno = '001'`))
      .join('')
    const found = await list(
      `${fields}${create('')}${calls}${search('')}${search("msgty = VALUE #( ( sign = 'I' option = 'EQ' low = 'E' ) )")}${search("msgid = VALUE #( ( sign = 'I' option = 'EQ' low = 'ZZ' ) )")}`
    )
    assert.deepEqual(found.slice(-3), ['0 3', '0 2', '1 0'])
  })
})

describe('an application log in the database', () => {
  const message = add("msgty = 'E' msgid = '00' msgno = '001' msgv1 = 'kept'")
  const header = create("object = 'ZLOG' extnumber = 'one'")
  const refresh = "CALL FUNCTION 'BAL_GLB_MEMORY_REFRESH'.\n"
  const load = `CALL FUNCTION 'BAL_DB_LOAD' EXPORTING i_t_log_handle = VALUE bal_t_logh( ( handle ) ) IMPORTING e_t_log_handle = handles e_t_msg_handle = places EXCEPTIONS no_logs_specified = 1 log_not_found = 2 log_already_loaded = 3. WRITE: / |{ sy-subrc } { lines( handles ) } { lines( places ) }|.\n`

  test('BAL_DB_SAVE numbers a log and refuses one without object', async () => {
    assert.deepEqual(await list(fields + header + message + save('') + create('') + save('')), [
      '0',
      '0 000001',
      '0 $00001 00000000000000000001',
      '0',
      '2'
    ])
  })

  test('BAL_DB_LOAD brings header and messages back, and leaves what is in memory', async () => {
    assert.deepEqual(
      (await list(fields + header + message + save('') + load + refresh + load + read(1))).slice(3),
      ['0 0 0', '0 1 1', '0 E kept 1']
    )
  })

  test('messages are in the cluster BALDAT, and no rows of BALM', async () => {
    const counts =
      'SELECT COUNT(*) FROM balm INTO @DATA(rows). SELECT COUNT(*) FROM baldat INTO @DATA(data). SELECT SINGLE msg_cnt_e FROM balhdr INTO @DATA(errors). WRITE: / |{ rows } { xsdbool( data > 0 ) } { errors }|.\n'
    assert.deepEqual((await list(fields + header + message + save('') + counts)).slice(3), [
      '0 X 1'
    ])
  })

  test('ROLLBACK WORK undoes what was saved, COMMIT WORK keeps it', async () => {
    const calls = `${header}${save('')}ROLLBACK WORK.\n${saved}${header}${save('')}COMMIT WORK.\nROLLBACK WORK.\n${saved}`
    const lines = await list(fields + calls)
    assert.deepEqual([lines[2], lines.at(-1)], ['0', '1'])
  })

  test('a commit on the second connection outlives the rollback of other changes', async () => {
    const other = "INSERT balobj FROM @( VALUE #( object = 'ZOTHER' ) ).\n"
    const others = `SELECT COUNT(*) FROM balobj WHERE object = 'ZOTHER' INTO @DATA(others). WRITE: / |{ others }|.\n`
    const second = save('i_2th_connection = abap_true i_2th_connect_commit = abap_true')
    const lines = await list(
      `${fields}${header}${message}${other}${second}ROLLBACK WORK.\n${saved}${others}${refresh}${load}`
    )
    assert.deepEqual(lines.slice(3), ['1', '0', '0 1 1'])
  })

  test('a log that is saved in update task is written by COMMIT WORK', async () => {
    const calls = `${header}${save('i_in_update_task = abap_true')}${saved}COMMIT WORK.\n${saved}`
    assert.deepEqual((await list(fields + calls)).slice(2), ['0', '1'])
  })

  test('BAL_DB_SEARCH finds by filters, and BAL_DB_DELETE deletes what was found', async () => {
    const search = (filter: string) =>
      `CLEAR: criteria, heads. CALL FUNCTION 'BAL_FILTER_CREATE' ${filter === '' ? '' : `EXPORTING ${filter}`} IMPORTING e_s_log_filter = criteria. CALL FUNCTION 'BAL_DB_SEARCH' EXPORTING i_s_log_filter = criteria IMPORTING e_t_log_header = heads EXCEPTIONS log_not_found = 1 no_filter_criteria = 2. WRITE: / |{ sy-subrc } { lines( heads ) }|.\n`
    const remove = `CALL FUNCTION 'BAL_DB_DELETE' EXPORTING i_t_logs_to_delete = heads EXCEPTIONS no_logs_specified = 1. WRITE: / |{ sy-subrc }|.\n`
    const calls = `${header}${save('')}${create("object = 'ZLOG' extnumber = 'two'")}${save('')}`
    const queries = [
      '',
      "i_object = 'ZLOG'",
      "i_extnumber = 't*'",
      "i_object = 'ZLOG' i_extnumber = 'three'",
      'i_aldate_from = sy-datum i_aldate_to = sy-datum',
      "i_aldate_to = '20010101'"
    ]
    const tail = `${search("i_extnumber = 'one'")}${remove}${remove}${search("i_object = 'ZLOG'")}`
    assert.deepEqual((await list(fields + calls + queries.map(search).join('') + tail)).slice(4), [
      '2 0',
      '0 2',
      '0 1',
      '1 0',
      '0 2',
      '1 0',
      '0 1',
      '0',
      '1',
      '0 1'
    ])
  })

  test('the messages of old logs, which are rows of BALM, are loaded', async () => {
    const old = `DATA(head) = VALUE balhdr( mandant = sy-mandt lognumber = '9' log_handle = 'old' ). INSERT balhdr FROM @head. DATA(row) = VALUE balm( mandant = sy-mandt lognumber = '9' msgnumber = 1 msgty = 'W' msgid = '00' msgno = '001' msgv1 = 'old' ). INSERT balm FROM @row. handle = 'old'.\n`
    assert.deepEqual(await list(fields + old + load + read(1)), ['0 1 1', '0 W old 1'])
  })
})
