/** Behaviors whose saver class takes part: late numbering, additional and unmanaged save. */
import type { RepositoryFile } from '../../../types.ts'

const mapping =
  'mapping for zorder { OrderID = order_id; Buyer = buyer; Amount = amount; Status = status; }'

function poolOf(name: string, entity: string, locals: string): RepositoryFile[] {
  const text = `CLASS ${name} DEFINITION PUBLIC ABSTRACT FINAL FOR BEHAVIOR OF ${entity}.
ENDCLASS.
CLASS ${name} IMPLEMENTATION.
ENDCLASS.
`
  return [
    { name: `${name}.clas.abap`, text },
    { name: `${name}.clas.locals_imp.abap`, text: locals }
  ]
}

export const entities = ['ZI_LATE', 'ZI_MORE', 'ZI_OWN'] as const

export const files: RepositoryFile[] = [
  {
    name: 'zi_late.bdef.asbdef',
    text: `managed implementation in class zbp_late unique;
define behavior for ZI_Late alias Late
persistent table zorder
late numbering
{
  create;
  update;
  field ( readonly ) OrderID;
  determination amount on modify { create; }
  ${mapping}
}
`
  },
  ...poolOf(
    'zbp_late',
    'zi_late',
    `CLASS lhc_late DEFINITION INHERITING FROM cl_abap_behavior_handler.
  PRIVATE SECTION.
    METHODS amount FOR DETERMINE ON MODIFY IMPORTING keys FOR Late~amount.
ENDCLASS.
CLASS lhc_late IMPLEMENTATION.
  METHOD amount.
    MODIFY ENTITIES OF zi_late IN LOCAL MODE ENTITY Late
      UPDATE FIELDS ( Amount ) WITH VALUE #( FOR key IN keys ( %tky = key-%tky Amount = 42 ) ).
  ENDMETHOD.
ENDCLASS.
CLASS lsc_late DEFINITION INHERITING FROM cl_abap_behavior_saver.
  PROTECTED SECTION.
    METHODS adjust_numbers REDEFINITION.
ENDCLASS.
CLASS lsc_late IMPLEMENTATION.
  METHOD adjust_numbers.
    DATA number TYPE i VALUE 70.
    LOOP AT mapped-late ASSIGNING FIELD-SYMBOL(<late>) WHERE %pid IS NOT INITIAL.
      number = number + 1.
      <late>-OrderID = |{ number }|.
    ENDLOOP.
  ENDMETHOD.
ENDCLASS.
`
  ),
  {
    name: 'zi_more.bdef.asbdef',
    text: `managed with additional save implementation in class zbp_more unique;
define behavior for ZI_More alias More
persistent table zorder
{
  create;
  update;
  delete;
  determination gone on save { delete; }
  ${mapping}
}
`
  },
  ...poolOf(
    'zbp_more',
    'zi_more',
    `CLASS lhc_more DEFINITION INHERITING FROM cl_abap_behavior_handler.
  PRIVATE SECTION.
    METHODS gone FOR DETERMINE ON SAVE IMPORTING keys FOR More~gone.
ENDCLASS.
CLASS lhc_more IMPLEMENTATION.
  METHOD gone.
    INSERT zorder FROM TABLE @( VALUE #( FOR key IN keys ( order_id = |G{ key-OrderID }| ) ) ).
  ENDMETHOD.
ENDCLASS.
CLASS lsc_more DEFINITION INHERITING FROM cl_abap_behavior_saver.
  PROTECTED SECTION.
    METHODS save_modified REDEFINITION.
ENDCLASS.
CLASS lsc_more IMPLEMENTATION.
  METHOD save_modified.
    LOOP AT create-more INTO DATA(new).
      INSERT zorder FROM @( VALUE #( order_id = |C{ new-OrderID }| buyer = new-Buyer amount = new-Amount status = COND #( WHEN new-%control-Amount = if_abap_behv=>mk-on THEN '1' ELSE '0' ) ) ).
    ENDLOOP.
    LOOP AT update-more INTO DATA(changed).
      INSERT zorder FROM @( VALUE #( order_id = |U{ changed-OrderID }| buyer = changed-Buyer amount = changed-Amount
                                     status = COND #( WHEN changed-%control-Amount = if_abap_behv=>mk-on THEN 'A' ) ) ).
    ENDLOOP.
    LOOP AT delete-more INTO DATA(old).
      INSERT zorder FROM @( VALUE #( order_id = |D{ old-OrderID }| ) ).
    ENDLOOP.
  ENDMETHOD.
ENDCLASS.
`
  ),
  {
    name: 'zi_own.bdef.asbdef',
    text: `managed implementation in class zbp_own unique;
define behavior for ZI_Own alias Own
with unmanaged save with full data
{
  create;
  update;
}
`
  },
  ...poolOf(
    'zbp_own',
    'zi_own',
    `CLASS lsc_own DEFINITION INHERITING FROM cl_abap_behavior_saver.
  PROTECTED SECTION.
    METHODS save_modified REDEFINITION.
ENDCLASS.
CLASS lsc_own IMPLEMENTATION.
  METHOD save_modified.
    INSERT zorder FROM TABLE @( CORRESPONDING #( create-own MAPPING order_id = OrderID ) ).
    LOOP AT update-own INTO DATA(changed).
      UPDATE zorder SET buyer = @changed-Buyer, amount = @changed-Amount WHERE order_id = @changed-OrderID.
    ENDLOOP.
  ENDMETHOD.
ENDCLASS.
`
  )
]

type Case = readonly [body: string, output: string, alert?: RegExp]

export const cases: Readonly<Record<string, Case>> = {
  'late numbering names new instances by %pid until adjust_numbers gives their keys': [
    `MODIFY ENTITIES OF zi_late ENTITY Late
      CREATE FIELDS ( Buyer ) WITH VALUE #( ( %cid = 'A' Buyer = 'Ada' ) ( %cid = 'B' Buyer = 'Bob' ) )
      UPDATE FIELDS ( Status ) WITH VALUE #( ( %cid_ref = 'B' Status = 'U' ) ) MAPPED DATA(mapped).
    READ ENTITIES OF zi_late ENTITY Late ALL FIELDS WITH VALUE #( ( %pid = mapped-late[ 2 ]-%pid ) ) RESULT DATA(read).
    out->write( |{ lines( mapped-late ) } { mapped-late[ 1 ]-OrderID }. { read[ 1 ]-Buyer } { read[ 1 ]-Amount } { read[ 1 ]-Status }| ).
    COMMIT ENTITIES BEGIN RESPONSE OF zi_late FAILED DATA(failed).
    CONVERT KEY OF zi_late FROM mapped-late[ 2 ]-%pid TO DATA(final).
    COMMIT ENTITIES END.
    out->write( |{ sy-subrc } { lines( failed-late ) } { final-OrderID }| ).
    SELECT order_id, buyer, amount FROM zorder WHERE order_id LIKE '7_' ORDER BY order_id INTO TABLE @DATA(rows).
    LOOP AT rows INTO DATA(row).
      out->write( |{ row-order_id } { row-buyer } { row-amount }| ).
    ENDLOOP.`,
    '2 . Bob 42 U/0 0 72/71 Ada 42/72 Bob 42'
  ],
  'an additional save gets keys and changed fields after the rows were written': [
    `MODIFY ENTITIES OF zi_more ENTITY More
      CREATE FIELDS ( OrderID Buyer ) WITH VALUE #( ( %cid = 'N' OrderID = '91' Buyer = 'Ann' Amount = 3 ) ( %cid = 'M' OrderID = '92' ) ).
    COMMIT ENTITIES.
    MODIFY ENTITIES OF zi_more ENTITY More
      UPDATE FIELDS ( Amount ) WITH VALUE #( ( OrderID = '91' Amount = 5 ) ) DELETE FROM VALUE #( ( OrderID = '92' ) ).
    COMMIT ENTITIES.
    SELECT order_id, buyer, amount, status FROM zorder WHERE order_id LIKE '%9_' ORDER BY order_id INTO TABLE @DATA(rows).
    LOOP AT rows INTO DATA(row).
      out->write( |{ row-order_id } { row-buyer } { row-amount } { row-status }.| ).
    ENDLOOP.`,
    '91 Ann 5 ./C91 Ann 0 0./C92  0 0./D92  0 ./G92  0 ./U91  5 A.'
  ],
  'an unmanaged save is the only one, and gets all fields': [
    `MODIFY ENTITIES OF zi_own ENTITY Own
      CREATE FIELDS ( OrderID Buyer ) WITH VALUE #( ( %cid = 'N' OrderID = '81' Buyer = 'Ann' ) ).
    COMMIT ENTITIES.
    out->write( |{ sy-subrc }| ).
    SELECT SINGLE * FROM zorder WHERE order_id = '81' INTO @DATA(row).
    out->write( |{ sy-subrc } { row-buyer }| ).`,
    '0/0 Ann'
  ]
}
