/** Behavior definitions run: EML, handler methods and the save sequence. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RepositoryFile, TableShape } from '../../types.ts'
import { column, database, LIMITS, sharedRuntime, temporaryFolder } from './support.ts'

const runtime = sharedRuntime()

const table: TableShape = {
  name: 'ZORDER',
  description: 'Orders',
  columns: [
    column('client', 'CLNT', 3, { key: true }),
    column('order_id', 'CHAR', 10, { key: true }),
    column('buyer', 'CHAR', 20),
    column('amount', 'INT4', 10),
    column('status', 'CHAR', 1)
  ]
}
const view: TableShape = {
  name: 'ZI_ORDER',
  description: 'Order',
  columns: [
    column('OrderID', 'CHAR', 10, { key: true }),
    column('Buyer', 'CHAR', 20),
    column('Amount', 'INT4', 10),
    column('Status', 'CHAR', 1)
  ]
}

const definition = (more = ''): RepositoryFile => ({
  name: 'zi_order.bdef.asbdef',
  text: `managed implementation in class zbp_order unique;
strict ( 2 );
define behavior for ZI_Order alias Order
persistent table zorder
lock master
authorization master ( instance )
${more}
{
  create;
  update;
  delete;
  field ( readonly ) Status;
  action accept result [1] $self;
  action raise parameter ZI_Order result [1] $self;
  determination setStatus on modify { create; }
  determination total on save { create; field Amount; }
  validation checkBuyer on save { create; field Buyer; }
  mapping for zorder { OrderID = order_id; Buyer = buyer; Amount = amount; Status = status; }
}
`
})

const pool: RepositoryFile[] = [
  {
    name: 'zbp_order.clas.abap',
    text: `CLASS zbp_order DEFINITION PUBLIC ABSTRACT FINAL FOR BEHAVIOR OF zi_order.
ENDCLASS.
CLASS zbp_order IMPLEMENTATION.
ENDCLASS.
`
  },
  {
    name: 'zbp_order.clas.locals_imp.abap',
    text: `CLASS lhc_order DEFINITION INHERITING FROM cl_abap_behavior_handler.
  PRIVATE SECTION.
    METHODS setStatus FOR DETERMINE ON MODIFY IMPORTING keys FOR Order~setStatus.
    METHODS total FOR DETERMINE ON SAVE IMPORTING keys FOR Order~total.
    METHODS checkBuyer FOR VALIDATE ON SAVE IMPORTING keys FOR Order~checkBuyer.
    METHODS accept FOR MODIFY IMPORTING keys FOR ACTION Order~accept RESULT result.
    METHODS get_instance_authorizations FOR INSTANCE AUTHORIZATION
      IMPORTING keys REQUEST requested_authorizations FOR Order RESULT result.
ENDCLASS.
CLASS lhc_order IMPLEMENTATION.
  METHOD setStatus.
    MODIFY ENTITIES OF zi_order IN LOCAL MODE ENTITY Order
      UPDATE FIELDS ( Status ) WITH VALUE #( FOR key IN keys ( %tky = key-%tky Status = 'N' ) ).
  ENDMETHOD.
  METHOD total.
    READ ENTITIES OF zi_order IN LOCAL MODE ENTITY Order
      FIELDS ( Amount ) WITH CORRESPONDING #( keys ) RESULT DATA(orders).
    LOOP AT orders INTO DATA(order) WHERE Amount < 0.
      MODIFY ENTITIES OF zi_order IN LOCAL MODE ENTITY Order
        UPDATE FIELDS ( Amount ) WITH VALUE #( ( %tky = order-%tky Amount = 0 ) ).
    ENDLOOP.
  ENDMETHOD.
  METHOD checkBuyer.
    READ ENTITIES OF zi_order IN LOCAL MODE ENTITY Order
      ALL FIELDS WITH CORRESPONDING #( keys ) RESULT DATA(orders).
    LOOP AT orders INTO DATA(order) WHERE Buyer IS INITIAL.
      APPEND VALUE #( %tky = order-%tky ) TO failed-order.
      APPEND VALUE #( %tky = order-%tky
                      %msg = new_message_with_text( severity = if_abap_behv_message=>severity-error
                                                    text     = 'A buyer is needed' )
                      %element-buyer = if_abap_behv=>mk-on ) TO reported-order.
    ENDLOOP.
  ENDMETHOD.
  METHOD accept.
    MODIFY ENTITIES OF zi_order IN LOCAL MODE ENTITY Order
      UPDATE FIELDS ( Status ) WITH VALUE #( FOR key IN keys ( %tky = key-%tky Status = 'A' ) ).
    READ ENTITIES OF zi_order IN LOCAL MODE ENTITY Order
      ALL FIELDS WITH CORRESPONDING #( keys ) RESULT DATA(orders).
    result = VALUE #( FOR order IN orders ( %tky = order-%tky %param = order ) ).
  ENDMETHOD.
  METHOD get_instance_authorizations.
    result = VALUE #( FOR key IN keys
      ( %tky = key-%tky
        %delete = COND #( WHEN key-OrderID = '666' THEN if_abap_behv=>auth-unauthorized
                          ELSE if_abap_behv=>auth-allowed ) ) ).
  ENDMETHOD.
ENDCLASS.
`
  }
]

const CREATE = `MODIFY ENTITIES OF zi_order ENTITY Order
  CREATE FIELDS ( OrderID Buyer Amount ) WITH VALUE #(
    ( %cid = 'C1' OrderID = '1' Buyer = 'Ada' Amount = -5 ) )
  MAPPED DATA(mapped) FAILED DATA(failed) REPORTED DATA(reported).`

/** Each body is a test method that compares what it has written. */
async function run(
  bodies: readonly (readonly [body: string, output: string])[],
  files: readonly RepositoryFile[] = [definition(), ...pool]
): Promise<string[]> {
  const rows = [{ client: '001', order_id: '666', buyer: 'Eve', amount: 7, status: 'N' }]
  const db = database(temporaryFolder(), [{ shape: table, rows }])
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
CLASS ltc DEFINITION FOR TESTING RISK LEVEL HARMLESS DURATION SHORT.
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
    classes: [{ file: name, name: 'LTC', methods: methods.map(method => method.toUpperCase()) }],
    tables: [table, view],
    database: db.file,
    limits: { ...LIMITS, milliseconds: 20_000 }
  })
  const [found] = result.classes
  return (found?.methods ?? []).map(method =>
    [...method.alerts, ...(found?.alerts ?? [])]
      .map(({ title, details }) => [title, ...details].join(' | '))
      .join(' ')
  )
}

const cases: Readonly<Record<string, readonly [body: string, output: string, alert?: RegExp]>> = {
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
    'Eve 9 ./0 2/7'
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
    '1 01'
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
  ]
}

test('behavior definitions run in unit tests', async t => {
  const outcomes = await run(Object.values(cases).map(([body, output]) => [body, output]))
  for (const [at, [name, [, , alert]]] of Object.entries(cases).entries()) {
    await t.test(name, () => {
      if (alert === undefined) assert.equal(outcomes[at], '')
      else assert.match(outcomes[at] ?? '', alert)
    })
  }
})

test('what is not run of a behavior definition is refused by its name', async () => {
  const files = [definition('late numbering'), ...pool]
  const [outcome = ''] = await run([[CREATE, '']], files)
  assert.match(outcome, /EML for ZI_ORDER: late numbering/)
})
