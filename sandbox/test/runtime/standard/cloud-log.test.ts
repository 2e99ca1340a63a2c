/** The application log by the released classes of ABAP Cloud, on the logs of the function modules. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { logRows } from './log-calls.ts'
import { reportOn } from './report-on-rows.ts'

const list = reportOn(logRows)

const inTry = (statements: string) =>
  `TRY.\n${statements}\nCATCH cx_bali_not_possible INTO DATA(refused). WRITE: / |not possible { refused->error_code }|. CATCH cx_bali_invalid_parameter. WRITE / 'invalid'. CATCH cx_bali_not_found. WRITE / 'not found'. CATCH cx_bali_runtime. WRITE / 'other'.\nENDTRY.\n`
const log =
  "DATA(log) = cl_bali_log=>create_with_header( cl_bali_header_setter=>create( object = 'ZLOG' subobject = 'SUB' external_id = 'cloud' ) ).\n"
const db = 'DATA(db) = cl_bali_log_db=>get_instance( ).\n'
const items = `LOOP AT log->get_all_items( ) INTO DATA(line). WRITE: / |{ line-log_item_number } { line-item->category } { line-item->severity } { line-item->get_message_text( ) }|. ENDLOOP.\n`
const add = (setter: string) => `log->add_item( ${setter} ).\n`
const text = (words: string, severity = 'I') =>
  add(`cl_bali_free_text_setter=>create( severity = '${severity}' text = '${words}' )`)

describe('the application log of ABAP Cloud', () => {
  test('messages, free texts and exceptions are items with their texts', async () => {
    const failure =
      "TRY. DATA(n) = 1 / 0. CATCH cx_sy_zerodivide INTO DATA(failure). log->add_item( cl_bali_exception_setter=>create( severity = 'E' exception = failure ) ). ENDTRY.\n"
    const message = add(
      "cl_bali_message_setter=>create( severity = 'W' id = '00' number = '001' variable_1 = 'one' )"
    )
    assert.deepEqual(await list(inTry(log + message + text('two') + failure + items)), [
      '000001 M W one',
      '000002 T I two',
      '000003 E E Division by zero'
    ])
  })

  test('an exception with a message becomes the message', async () => {
    const calls = `DATA(failure) = NEW cx_bali_not_found( textid = VALUE #( msgid = '00' msgno = '001' attr1 = 'text of it' ) ).\n${add("cl_bali_exception_setter=>create( severity = 'E' exception = failure )")}`
    const facts =
      'DATA(found) = CAST if_bali_message_getter( log->get_item( 1 ) ). WRITE: / |{ found->id }{ found->number } { found->variable_1 }|.\n'
    assert.deepEqual(await list(inTry(log + calls + facts)), ['00001 text of it'])
  })

  test('cumulate_item counts messages and adds free texts', async () => {
    const message =
      "log->cumulate_item( cl_bali_message_setter=>create( severity = 'E' id = '00' number = '001' variable_1 = 'x' ) ).\n"
    const free = "log->cumulate_item( cl_bali_free_text_setter=>create( text = 'y' ) ).\n"
    const facts =
      'WRITE: / |{ CAST if_bali_message_getter( log->get_item( 1 ) )->count } { lines( log->get_all_items( ) ) } { log->get_header( )->number_all_items }|.\n'
    assert.deepEqual(await list(inTry(log + message + message + free + free + facts)), ['2 3 4'])
  })

  test('a filter keeps items out of the log', async () => {
    const filter =
      "log->set_filter_for_add_item( cl_bali_item_filter=>create( )->set_severity( VALUE #( ( 'E' ) ) ) ).\n"
    assert.deepEqual(await list(inTry(log + filter + text('a') + text('b', 'E') + items)), [
      '000001 T E b'
    ])
  })

  test('what does not exist and what was released is refused', async () => {
    assert.deepEqual(
      await list(
        [
          "DATA(h1) = cl_bali_header_setter=>create( object = 'ZNONE' subobject = '' ).",
          `${log}DATA(all) = log->get_all_items( ).`,
          `${log.replaceAll('log)', 'log2)')}log2->release_memory( ). IF log2->is_invalidated( ) = abap_true. WRITE / 'gone'. ENDIF. DATA(h2) = log2->get_header( ).`,
          `${db}DATA(log3) = cl_bali_log=>create( ). db->save_log( log3 ).`,
          "DATA(log4) = db->load_log( 'none' ).",
          'DATA(logs) = db->load_logs_via_filter( cl_bali_log_filter=>create( ) ).'
        ]
          .map(inTry)
          .map((source, index) =>
            source
              .replace('DATA(refused)', `DATA(refused${index})`)
              .replace('refused->', `refused${index}->`)
          )
          .join('')
      ),
      ['invalid', 'not found', 'gone', 'not possible 6', 'not possible 5', 'not found', 'invalid']
    )
  })

  test('saved logs are loaded by handle and by filter, and expire after seven days', async () => {
    const again =
      'DATA(handle) = log->get_handle( ). log->release_memory( ). log = db->load_log( handle ).\n'
    const header =
      'DATA(header) = log->get_header( ). WRITE: / |{ header->object } { header->subobject } { header->external_id } { header->expiry_date - sy-datum }|.\n'
    const filter =
      "DATA(logs) = db->load_logs_via_filter( cl_bali_log_filter=>create( )->set_descriptor( object = 'ZLOG' external_id = 'cl*' ) ). WRITE: / |{ lines( logs ) }|.\n"
    const gone = 'db->delete_log( log ). db->delete_log( log ).'
    assert.deepEqual(
      await list(
        inTry(
          log +
            db +
            text('kept') +
            'db->save_log( log ).\n' +
            again +
            header +
            items +
            filter +
            gone
        )
      ),
      ['ZLOG SUB cloud 7', '000001 T I kept', '1', 'not found']
    )
  })

  test('function modules and classes have one store of logs', async () => {
    const calls = `DATA place TYPE balmsghndl. DATA words TYPE c LENGTH 80. place = VALUE #( log_handle = log->get_handle( ) msgnumber = 1 ). CALL FUNCTION 'BAL_LOG_MSG_READ' EXPORTING i_s_msg_handle = place IMPORTING e_txt_msg = words. WRITE / words.
      CALL FUNCTION 'BAL_LOG_REFRESH' EXPORTING i_log_handle = place-log_handle. IF log->is_invalidated( ) = abap_true. WRITE / 'gone'. ENDIF.\n`
    assert.deepEqual(await list(inTry(log + text('shared') + calls)), ['shared', 'gone'])
  })

  test('objects of logs are created, read and deleted', async () => {
    const handler = 'DATA(objects) = cl_bali_object_handler=>get_instance( ).\n'
    const create =
      "objects->create_object( iv_object = 'ZNEW' iv_object_text = 'New' it_subobjects = VALUE #( ( subobject = 'A' subobject_text = 'First' ) ) ). objects->add_subobject( iv_object = 'ZNEW' iv_subobject = 'B' iv_subobject_text = 'Second' ).\n"
    const read =
      "objects->read_object( EXPORTING iv_object = 'ZNEW' IMPORTING ev_object_text = DATA(words) et_subobjects = DATA(parts) ). WRITE: / |{ words } { parts[ 2 ]-subobject } { parts[ 2 ]-subobject_text }|.\n"
    const remove =
      "objects->delete_object( 'ZNEW' ). objects->read_object( EXPORTING iv_object = 'ZNEW' IMPORTING ev_object_text = words ).\n"
    assert.deepEqual(
      await list(
        `${handler}TRY.\n${create}${read}${remove}CATCH cx_bali_objects. WRITE / 'absent'. ENDTRY.\n`
      ),
      ['New B Second', 'absent']
    )
  })
})
