/** Behavior definitions run: EML, handler methods and the save sequence. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RepositoryFile } from '../../../types.ts'
import { cases as compositions } from './composition-cases.ts'
import { cases as doubled, ownDouble } from './double-cases.ts'
import { cases as drafts } from './draft-cases.ts'
import * as drafted from './draft-sources.ts'
import * as composed from './composition-sources.ts'
import * as projected from './projection-sources.ts'
import * as saved from './saver-sources.ts'
import { definition, direct, others, pool, table, view } from './behavior-sources.ts'
import { database, LIMITS, sharedRuntime, temporaryFolder } from '../support.ts'

const runtime = sharedRuntime()

const CREATE = `MODIFY ENTITIES OF zi_order ENTITY Order
  CREATE FIELDS ( OrderID Buyer Amount ) WITH VALUE #(
    ( %cid = 'C1' OrderID = '1' Buyer = 'Ada' Amount = -5 ) )
  MAPPED DATA(mapped) FAILED DATA(failed) REPORTED DATA(reported).`

/** Each body is a test method that compares what it has written. */
async function run(
  bodies: readonly (readonly [body: string, output: string])[],
  files: readonly RepositoryFile[] = [
    definition(),
    ...pool,
    ...others,
    direct,
    ...composed.files,
    ...projected.files,
    ...drafted.files,
    ...saved.files
  ]
): Promise<string[]> {
  const rows = [{ client: '001', order_id: '666', buyer: 'Eve', amount: 7, status: 'N' }]
  // what has no table is read as its entity
  const read = [
    ...composed.tables,
    ...projected.tables,
    ...drafted.tables,
    { ...view, name: 'ZI_OWN' }
  ]
  const shapes = read.map(shape => ({ shape, rows: [] }))
  const db = database(temporaryFolder(), [{ shape: table, rows }, ...shapes])
  const methods = bodies.map((_, at) => `m${at}`)
  const name = 'zcl_run.clas.testclasses.abap'
  const tests = `CLASS lcl_out DEFINITION.
  PUBLIC SECTION.
    DATA text TYPE string.
    METHODS write IMPORTING line TYPE string.
ENDCLASS.
CLASS lcl_out IMPLEMENTATION.
  METHOD write.
    text = COND #( WHEN text IS INITIAL THEN line ELSE |{ text }/{ line }| ).
  ENDMETHOD.
ENDCLASS.
CLASS lcl_numbers DEFINITION.
  PUBLIC SECTION.
    INTERFACES if_botd_bufdbl_fields_handler.
ENDCLASS.
CLASS lcl_numbers IMPLEMENTATION.
  METHOD if_botd_bufdbl_fields_handler~set_readonly_fields.
    DATA lines TYPE TABLE FOR CREATE zi_cart\\_Line.
    IF association_name <> '_LINE' OR operation <> if_abap_behv=>op-m-create_ba.
      RETURN.
    ENDIF.
    lines = instances.
    LOOP AT lines ASSIGNING FIELD-SYMBOL(<line>).
      <line>-%target[ 1 ]-Pos = 9.
    ENDLOOP.
    instances = lines.
  ENDMETHOD.
ENDCLASS.
${ownDouble}CLASS ltc DEFINITION FOR TESTING RISK LEVEL HARMLESS DURATION SHORT.
  PRIVATE SECTION.
    METHODS: ${methods.map(method => `${method} FOR TESTING`).join(', ')}.
ENDCLASS.
CLASS ltc IMPLEMENTATION.
${bodies.map(([body, output], at) => `METHOD m${at}.\nDATA(out) = NEW lcl_out( ).\n${body}\ncl_abap_unit_assert=>assert_equals( act = out->text exp = \`${output}\` ).\nENDMETHOD.`).join('\n')}
ENDCLASS.
`
  const main =
    'CLASS zcl_run DEFINITION PUBLIC.\nENDCLASS.\nCLASS zcl_run IMPLEMENTATION.\nENDCLASS.\n'
  const result = await runtime.unit({
    files: [{ name: 'zcl_run.clas.abap', text: main }, { name, text: tests }, ...files],
    classes: [
      { file: name, name: 'LTC', methods: methods.map(method => method.toUpperCase()) },
      { file: direct.name, name: 'LTC_DIRECT', methods: ['VALIDATION'] }
    ],
    tables: [
      table,
      view,
      { ...view, name: 'ZI_BILL' },
      { ...view, name: 'ZI_TASK' },
      ...saved.entities.map(name => ({ ...view, name })),
      ...composed.tables,
      ...projected.tables,
      ...drafted.tables
    ],
    database: db.file,
    limits: { ...LIMITS, milliseconds: 20_000 }
  })
  return result.classes.flatMap(found =>
    found.methods.map(method =>
      [...method.alerts, ...found.alerts]
        .map(({ title, details }) => [title, ...details].join(' | '))
        .join(' ')
    )
  )
}

const cases: Readonly<Record<string, readonly [body: string, output: string, alert?: RegExp]>> = {
  ...compositions,
  'CREATE fills MAPPED, and READ sees the buffer with what determinations on modify have set': [
    `${CREATE}
    READ ENTITIES OF zi_order ENTITY Order ALL FIELDS WITH VALUE #( ( OrderID = '1' ) ) RESULT DATA(orders).
    out->write( |{ mapped-order[ 1 ]-%cid } { mapped-order[ 1 ]-OrderID } { lines( failed-order ) }| ).
    DATA(order) = orders[ 1 ].
    out->write( |{ order-%tky-OrderID } { order-Buyer } { order-Status } { order-%data-amount }| ).
    SELECT COUNT( * ) FROM zorder INTO @DATA(count).
    out->write( |{ count }| ).`,
    'C1 1 0/1 Ada N -5/1'
  ],
  'a validation that fails keeps COMMIT ENTITIES from writing': [
    `MODIFY ENTITIES OF zi_order ENTITY Order CREATE FIELDS ( OrderID ) WITH VALUE #( ( %cid = 'X' OrderID = '2' ) ).
    COMMIT ENTITIES RESPONSE OF zi_order FAILED DATA(failed) REPORTED DATA(reported).
    out->write( |{ sy-subrc } { failed-order[ 1 ]-OrderID } { reported-order[ 1 ]-%msg->if_message~get_text( ) }| ).
    SELECT COUNT( * ) FROM zorder INTO @DATA(count).
    out->write( |{ count }| ).`,
    '4 2 A buyer is needed/1'
  ],
  'UPDATE changes the named fields alone, DELETE removes, ROLLBACK ENTITIES forgets': [
    `MODIFY ENTITIES OF zi_order ENTITY Order
      UPDATE FIELDS ( Amount ) WITH VALUE #( ( OrderID = '666' Amount = 9 Buyer = 'Bob' ) ).
    READ ENTITIES OF zi_order ENTITY Order FIELDS ( Buyer Amount ) WITH VALUE #( ( OrderID = '666' ) ) RESULT DATA(one).
    out->write( |{ one[ 1 ]-Buyer } { one[ 1 ]-Amount } { one[ 1 ]-Status }.| ).
    MODIFY ENTITIES OF zi_order IN LOCAL MODE ENTITY Order DELETE FROM VALUE #( ( OrderID = '666' ) ).
    READ ENTITIES OF zi_order ENTITY Order ALL FIELDS WITH VALUE #( ( OrderID = '666' ) ) RESULT one FAILED DATA(failed).
    out->write( |{ lines( one ) } { failed-order[ 1 ]-%fail-cause }| ).
    ROLLBACK ENTITIES.
    READ ENTITIES OF zi_order ENTITY Order ALL FIELDS WITH VALUE #( ( OrderID = '666' ) ) RESULT one.
    out->write( |{ one[ 1 ]-Amount }| ).`,
    'Eve 9 ./0 404/7'
  ],
  'EXECUTE runs the action and returns its result; an instance that is not there fails': [
    `MODIFY ENTITIES OF zi_order ENTITY Order
      EXECUTE accept FROM VALUE #( ( OrderID = '666' ) ( OrderID = '404' ) )
      RESULT DATA(result) FAILED DATA(failed).
    out->write( |{ result[ 1 ]-%param-Status } { failed-order[ 1 ]-OrderID } { failed-order[ 1 ]-%action-accept }| ).`,
    'A 404 01'
  ],
  'instance authorization refuses, and IN LOCAL MODE does not ask': [
    `MODIFY ENTITIES OF zi_order ENTITY Order DELETE FROM VALUE #( ( OrderID = '666' ) ) FAILED DATA(failed).
    out->write( |{ failed-order[ 1 ]-%fail-cause } { failed-order[ 1 ]-%delete }| ).`,
    '401 01'
  ],
  'a key that exists already fails': [
    `MODIFY ENTITIES OF zi_order ENTITY Order CREATE FIELDS ( OrderID ) WITH VALUE #( ( %cid = 'X' OrderID = '666' ) )
      FAILED DATA(failed) MAPPED DATA(mapped).
    out->write( |{ failed-order[ 1 ]-%cid } { lines( mapped-order ) }| ).`,
    'X 0'
  ],
  'an action without a method says so': [
    `MODIFY ENTITIES OF zi_order ENTITY Order EXECUTE raise FROM VALUE #( ( OrderID = '666' ) ) RESULT DATA(result).`,
    '',
    /Not supported by the sandbox runtime: action RAISE of ZI_ORDER without a method/
  ],
  'COMMIT ENTITIES runs determinations on save and writes mapped columns': [
    `${CREATE}
    COMMIT ENTITIES.
    SELECT SINGLE * FROM zorder WHERE order_id = '1' INTO @DATA(row).
    out->write( |{ sy-subrc } { row-buyer } { row-amount } { row-status } { row-client }| ).`,
    '0 Ada 0 N 001'
  ],
  'FOR NUMBERING gives the keys, and %cid_ref names what the statement has created': [
    `MODIFY ENTITIES OF zi_bill ENTITY Bill CREATE FROM VALUE #(
      ( %cid = 'X' Buyer = 'Ann' %control-Buyer = if_abap_behv=>mk-on Amount = 3 ) ) MAPPED DATA(mapped).
    READ ENTITIES OF zi_bill ENTITY Bill ALL FIELDS WITH VALUE #( ( %key = mapped-bill[ 1 ]-%key ) ) RESULT DATA(bills).
    out->write( |{ mapped-bill[ 1 ]-OrderID } { bills[ 1 ]-OrderID } { bills[ 1 ]-Buyer } { bills[ 1 ]-Amount }| ).
    ROLLBACK ENTITIES.
    MODIFY ENTITIES OF zi_order ENTITY Order
      CREATE FIELDS ( OrderID Buyer ) WITH VALUE #( ( %cid = 'N' OrderID = '5' Buyer = 'Bea' ) )
      UPDATE FIELDS ( Amount ) WITH VALUE #( ( %cid_ref = 'N' Amount = 12 ) ) FAILED DATA(failed).
    READ ENTITIES OF zi_order ENTITY Order ALL FIELDS WITH VALUE #( ( OrderID = '5' ) ) RESULT DATA(orders).
    out->write( |{ orders[ 1 ]-Amount } { lines( failed-order ) }| ).`,
    'B1 B1 Ann 0/12 0'
  ],
  'an unmanaged behavior is its handler methods and its saver class': [
    `MODIFY ENTITIES OF zi_task ENTITY Task
      CREATE FIELDS ( OrderID ) WITH VALUE #( ( %cid = 'T' OrderID = 'T1' ) )
      UPDATE FIELDS ( Amount ) WITH VALUE #( ( OrderID = 'T9' Amount = 1 ) )
      MAPPED DATA(mapped) FAILED DATA(failed).
    out->write( |{ mapped-task[ 1 ]-%cid } { failed-task[ 1 ]-OrderID } { failed-task[ 1 ]-%fail-cause }| ).
    COMMIT ENTITIES RESPONSE OF zi_task FAILED DATA(late).
    out->write( |{ sy-subrc } { lines( late-task ) }| ).
    MODIFY ENTITIES OF zi_task ENTITY Task UPDATE FIELDS ( Buyer ) WITH VALUE #( ( OrderID = 'T1' Buyer = 'Di' ) ).
    MODIFY ENTITIES OF zi_task ENTITY Task EXECUTE finish FROM VALUE #( ( OrderID = 'T1' ) ).
    READ ENTITIES OF zi_task ENTITY Task ALL FIELDS WITH VALUE #( ( OrderID = 'T1' ) ) RESULT DATA(tasks).
    COMMIT ENTITIES.
    out->write( |{ sy-subrc } { tasks[ 1 ]-Buyer }| ).
    SELECT SINGLE * FROM zorder WHERE order_id = 'T1' INTO @DATA(row).
    out->write( |{ row-buyer } { row-status }| ).`,
    'T T9 404/4 1/0 Di/Di F'
  ],
  'CORRESPONDING maps fields of an entity to columns and back, and heeds and sets %control': [
    `DATA changed TYPE STRUCTURE FOR UPDATE zi_order.
    changed = VALUE #( OrderID = '1' Buyer = 'Ada' Amount = 5 %control-OrderID = if_abap_behv=>mk-on %control-Amount = if_abap_behv=>mk-on ).
    DATA(row) = CORRESPONDING zorder( changed MAPPING FROM ENTITY ).
    out->write( |{ row-order_id } { row-buyer } { row-amount }| ).
    row = CORRESPONDING #( changed MAPPING FROM ENTITY USING CONTROL ).
    out->write( |{ row-order_id } { row-buyer } { row-amount }| ).
    DATA rows TYPE STANDARD TABLE OF zorder WITH EMPTY KEY.
    rows = VALUE #( ( order_id = '7' status = 'N' ) ).
    DATA orders TYPE TABLE FOR CREATE zi_order.
    orders = CORRESPONDING #( rows MAPPING TO ENTITY ).
    out->write( |{ orders[ 1 ]-OrderID } { orders[ 1 ]-Status } { orders[ 1 ]-%control-Status }| ).
    DATA: BEGIN OF plain, orderid TYPE c LENGTH 10, amount TYPE i, buyer TYPE c LENGTH 20, END OF plain.
    plain = VALUE #( orderid = '8' amount = 3 ).
    changed = CORRESPONDING #( plain CHANGING CONTROL ).
    out->write( |{ changed-OrderID } { changed-%control-OrderID } { changed-%control-Amount } { changed-%control-Buyer }| ).`,
    '1 Ada 5/1  5/7 N 00/8 01 01 00'
  ],
  ...projected.cases,
  ...saved.cases,
  ...drafts,
  // doubles stay until the class ends
  ...doubled
}

test('behavior definitions run in unit tests', async t => {
  const outcomes = await run(Object.values(cases).map(([body, output]) => [body, output]))
  assert.equal(outcomes.at(-1), '', 'a handler method that is called directly')
  for (const [at, [name, [, , alert]]] of Object.entries(cases).entries()) {
    await t.test(name, () => {
      if (alert === undefined) assert.equal(outcomes[at], '')
      else assert.match(outcomes[at] ?? '', alert)
    })
  }
})

test('what is not run of a behavior definition is refused by its name', async () => {
  const files = [definition('late numbering in place'), ...pool, direct]
  const [outcome = ''] = await run([[CREATE, '']], files)
  assert.match(outcome, /EML for ZI_ORDER: late numbering in place/)
})
