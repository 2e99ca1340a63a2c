/** Behavior definitions and behavior pools that the tests of EML run. */
import type { RepositoryFile, TableShape } from '../../../types.ts'
import { column } from '../support.ts'

export const table: TableShape = {
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
export const view: TableShape = {
  name: 'ZI_ORDER',
  description: 'Order',
  columns: [
    column('OrderID', 'CHAR', 10, { key: true }),
    column('Buyer', 'CHAR', 20),
    column('Amount', 'INT4', 10),
    column('Status', 'CHAR', 1)
  ]
}

export const definition = (more = ''): RepositoryFile => ({
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

export const pool: RepositoryFile[] = [
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
    text: `CLASS ltc_direct DEFINITION DEFERRED FOR TESTING.
CLASS lhc_order DEFINITION INHERITING FROM cl_abap_behavior_handler FRIENDS ltc_direct.
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

/** A behavior that numbers its instances itself, and one that buffers and saves them itself. */
export const others: RepositoryFile[] = [
  {
    name: 'zi_bill.bdef.asbdef',
    text: `managed implementation in class zbp_bill unique;
define behavior for ZI_Bill alias Bill
persistent table zorder
early numbering
{
  create;
  field ( readonly : update ) OrderID;
  mapping for zorder { OrderID = order_id; Buyer = buyer; Amount = amount; Status = status; }
}
`
  },
  {
    name: 'zbp_bill.clas.abap',
    text: `CLASS zbp_bill DEFINITION PUBLIC ABSTRACT FINAL FOR BEHAVIOR OF zi_bill.
ENDCLASS.
CLASS zbp_bill IMPLEMENTATION.
ENDCLASS.
`
  },
  {
    name: 'zbp_bill.clas.locals_imp.abap',
    text: `CLASS lhc_bill DEFINITION INHERITING FROM cl_abap_behavior_handler.
  PRIVATE SECTION.
    METHODS earlynumbering_create FOR NUMBERING IMPORTING entities FOR CREATE Bill.
ENDCLASS.
CLASS lhc_bill IMPLEMENTATION.
  METHOD earlynumbering_create.
    mapped-bill = VALUE #( FOR entity IN entities INDEX INTO at
      ( %cid = entity-%cid OrderID = |B{ at }| ) ).
  ENDMETHOD.
ENDCLASS.
`
  },
  {
    name: 'zi_task.bdef.asbdef',
    text: `unmanaged implementation in class zbp_task unique;
define behavior for ZI_Task alias Task
{
  create;
  update;
  action finish;
}
`
  },
  {
    name: 'zbp_task.clas.abap',
    text: `CLASS zbp_task DEFINITION PUBLIC ABSTRACT FINAL FOR BEHAVIOR OF zi_task.
ENDCLASS.
CLASS zbp_task IMPLEMENTATION.
ENDCLASS.
`
  },
  {
    name: 'zbp_task.clas.locals_imp.abap',
    text: `CLASS lcl_buffer DEFINITION.
  PUBLIC SECTION.
    CLASS-DATA rows TYPE STANDARD TABLE OF zorder WITH EMPTY KEY.
ENDCLASS.
CLASS lcl_buffer IMPLEMENTATION.
ENDCLASS.
CLASS lhc_task DEFINITION INHERITING FROM cl_abap_behavior_handler.
  PRIVATE SECTION.
    METHODS create FOR MODIFY IMPORTING entities FOR CREATE Task.
    METHODS update FOR MODIFY IMPORTING entities FOR UPDATE Task.
    METHODS read FOR READ IMPORTING keys FOR READ Task RESULT result.
    METHODS finish FOR MODIFY IMPORTING keys FOR ACTION Task~finish.
ENDCLASS.
CLASS lhc_task IMPLEMENTATION.
  METHOD create.
    LOOP AT entities INTO DATA(entity).
      APPEND VALUE #( order_id = entity-OrderID buyer = entity-Buyer ) TO lcl_buffer=>rows.
      APPEND VALUE #( %cid = entity-%cid OrderID = entity-OrderID ) TO mapped-task.
    ENDLOOP.
  ENDMETHOD.
  METHOD update.
    LOOP AT entities INTO DATA(entity).
      READ TABLE lcl_buffer=>rows ASSIGNING FIELD-SYMBOL(<row>) WITH KEY order_id = entity-OrderID.
      IF sy-subrc <> 0.
        APPEND VALUE #( %tky = entity-%tky %fail-cause = if_abap_behv=>cause-not_found ) TO failed-task.
      ELSEIF entity-%control-Buyer = if_abap_behv=>mk-on.
        <row>-buyer = entity-Buyer.
      ENDIF.
    ENDLOOP.
  ENDMETHOD.
  METHOD read.
    LOOP AT keys INTO DATA(key).
      READ TABLE lcl_buffer=>rows INTO DATA(row) WITH KEY order_id = key-OrderID.
      IF sy-subrc = 0.
        APPEND VALUE #( OrderID = row-order_id Buyer = row-buyer ) TO result.
      ENDIF.
    ENDLOOP.
  ENDMETHOD.
  METHOD finish.
    LOOP AT keys INTO DATA(key).
      READ TABLE lcl_buffer=>rows ASSIGNING FIELD-SYMBOL(<row>) WITH KEY order_id = key-OrderID.
      <row>-status = 'F'.
    ENDLOOP.
  ENDMETHOD.
ENDCLASS.
CLASS lsc_task DEFINITION INHERITING FROM cl_abap_behavior_saver.
  PROTECTED SECTION.
    METHODS check_before_save REDEFINITION.
    METHODS save REDEFINITION.
    METHODS cleanup REDEFINITION.
ENDCLASS.
CLASS lsc_task IMPLEMENTATION.
  METHOD check_before_save.
    LOOP AT lcl_buffer=>rows INTO DATA(row) WHERE buyer IS INITIAL.
      APPEND VALUE #( OrderID = row-order_id ) TO failed-task.
    ENDLOOP.
  ENDMETHOD.
  METHOD save.
    INSERT zorder FROM TABLE @lcl_buffer=>rows.
  ENDMETHOD.
  METHOD cleanup.
    CLEAR lcl_buffer=>rows.
  ENDMETHOD.
ENDCLASS.
`
  }
]

/** Calls a handler method without EML, as a friend of its class. */
export const direct: RepositoryFile = {
  name: 'zbp_order.clas.testclasses.abap',
  text: `CLASS ltc_direct DEFINITION FOR TESTING RISK LEVEL HARMLESS DURATION SHORT.
  PRIVATE SECTION.
    METHODS validation FOR TESTING.
ENDCLASS.
CLASS ltc_direct IMPLEMENTATION.
  METHOD validation.
    DATA cut TYPE REF TO lhc_order.
    DATA failed TYPE RESPONSE FOR FAILED LATE zi_order.
    DATA reported TYPE RESPONSE FOR REPORTED LATE zi_order.
    CREATE OBJECT cut FOR TESTING.
    MODIFY ENTITIES OF zi_order IN LOCAL MODE ENTITY Order
      CREATE FIELDS ( OrderID ) WITH VALUE #( ( %cid = 'A' OrderID = '7' ) ).
    cut->checkBuyer( EXPORTING keys     = VALUE #( ( OrderID = '7' ) )
                     CHANGING  failed   = failed
                               reported = reported ).
    cl_abap_unit_assert=>assert_equals( act = failed-order[ 1 ]-%key-OrderID exp = '7' ).
    cl_abap_unit_assert=>assert_equals( act = lines( reported-order ) exp = 1 ).
  ENDMETHOD.
ENDCLASS.
`
}
