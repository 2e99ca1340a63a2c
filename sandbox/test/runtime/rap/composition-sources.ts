/** Behaviors with child entities, and with operations that the behavior pool enables and checks. */
import type { RepositoryFile, TableShape } from '../../../types.ts'
import { column } from '../support.ts'

const shape = (name: string, columns: TableShape['columns']): TableShape => ({
  name,
  description: name,
  columns
})
const client = column('client', 'CLNT', 3, { key: true })
const cart = [
  column('CartID', 'CHAR', 5, { key: true }),
  column('Title', 'CHAR', 20),
  column('Total', 'INT4', 10)
]
const line = [
  column('CartID', 'CHAR', 5, { key: true }),
  column('Pos', 'INT4', 10, { key: true }),
  column('Item', 'CHAR', 20),
  column('Price', 'INT4', 10)
]
const mark = [
  column('MarkID', 'RAW', 16, { key: true }),
  column('CartID', 'CHAR', 5),
  column('Pos', 'INT4', 10),
  column('Text', 'CHAR', 20)
]

export const tables: TableShape[] = [
  shape('ZCART', [client, ...cart]),
  shape('ZLINE', [client, ...line]),
  shape('ZMARK', [client, ...mark]),
  shape('ZI_CART', cart),
  shape('ZI_LINE', line),
  shape('ZI_MARK', mark),
  shape('ZI_UCART', cart),
  shape('ZI_ULINE', line)
]

const views: Readonly<Record<string, string>> = {
  zi_cart: `define root view entity ZI_Cart as select from zcart
composition [0..*] of ZI_Line as _Line
{ key CartID, Title, Total, _Line }`,
  zi_line: `define view entity ZI_Line as select from zline
composition of exact one to many ZI_Mark as _Mark
association to parent ZI_Cart as _Cart on $projection.CartID = _Cart.CartID
{ key CartID, key Pos, Item, Price, _Cart, _Mark }`,
  zi_mark: `define view entity ZI_Mark as select from zmark
association to parent ZI_Line as _Line on $projection.CartID = _Line.CartID and _Line.Pos = $projection.Pos
{ key MarkID, CartID, Pos, Text, _Line }`,
  zi_ucart: `define root view entity ZI_UCart as select from zcart
composition [0..*] of ZI_ULine as _Line
{ key CartID, Title, Total, _Line }`,
  zi_uline: `define view entity ZI_ULine as select from zline
association to parent ZI_UCart as _Cart on $projection.CartID = _Cart.CartID
{ key CartID, key Pos, Item, Price, _Cart }`
}

const definitions: Readonly<Record<string, string>> = {
  zi_cart: `managed implementation in class zbp_cart unique;
strict ( 2 );
define behavior for ZI_Cart alias Cart
persistent table zcart
lock master
authorization master ( global, instance )
{
  create;
  update ( features : instance, precheck );
  delete ( features : global );
  field ( features : instance ) Title;
  association _Line { create ( features : instance ); }
  action ( features : instance ) close;
  static action reset result [1] $self;
  factory action copy [1];
  function sum parameter ZI_Line result [1] ZI_Cart;
  internal action hidden;
  event closed parameter ZI_Line;
}
define behavior for ZI_Line alias Line
persistent table zline
early numbering
lock dependent by _Cart
authorization dependent by _Cart
{
  update;
  delete;
  field ( readonly ) CartID, Pos;
  association _Cart;
  association _Mark { create; }
  determination total on modify { create; field Price; }
  validation checkItem on save { create; field Item; }
}
define behavior for ZI_Mark alias Mark
persistent table zmark
lock dependent by _Line
authorization dependent by _Line
{
  update;
  field ( numbering : managed, readonly ) MarkID;
  field ( readonly ) CartID, Pos;
  association _Line;
}
`,
  zi_ucart: `unmanaged implementation in class zbp_ucart unique;
define behavior for ZI_UCart alias Cart
lock master
{
  create;
  association _Line { create; }
}
define behavior for ZI_ULine alias Line
lock dependent by _Cart
{
  association _Cart;
}
`
}

const pools: Readonly<Record<string, string>> = {
  zbp_cart: `CLASS lhc_cart DEFINITION INHERITING FROM cl_abap_behavior_handler.
  PRIVATE SECTION.
    METHODS global_auth FOR GLOBAL AUTHORIZATION
      IMPORTING REQUEST requested_authorizations FOR Cart RESULT result.
    METHODS auth FOR INSTANCE AUTHORIZATION
      IMPORTING keys REQUEST requested_authorizations FOR Cart RESULT result.
    METHODS features FOR INSTANCE FEATURES
      IMPORTING keys REQUEST requested_features FOR Cart RESULT result.
    METHODS global_features FOR GLOBAL FEATURES
      IMPORTING REQUEST requested_features FOR Cart RESULT result.
    METHODS check_update FOR PRECHECK IMPORTING entities FOR UPDATE Cart.
    METHODS close FOR MODIFY IMPORTING keys FOR ACTION Cart~close.
    METHODS reset FOR MODIFY IMPORTING keys FOR ACTION Cart~reset RESULT result.
    METHODS copy FOR MODIFY IMPORTING keys FOR ACTION Cart~copy.
    METHODS sum FOR READ IMPORTING keys FOR FUNCTION Cart~sum RESULT result.
    METHODS number_lines FOR NUMBERING IMPORTING entities FOR CREATE Cart\\_Line.
ENDCLASS.
CLASS lhc_cart IMPLEMENTATION.
  METHOD global_auth.
    IF requested_authorizations-%create = if_abap_behv=>mk-on.
      SELECT COUNT( * ) FROM zcart WHERE cartid = 'STOP' INTO @DATA(count).
      result-%create = COND #( WHEN count > 0 THEN if_abap_behv=>auth-unauthorized
                               ELSE if_abap_behv=>auth-allowed ).
    ENDIF.
  ENDMETHOD.
  METHOD auth.
    result = VALUE #( FOR key IN keys
      ( %tky = key-%tky
        %op-%update = COND #( WHEN key-CartID = 'MINE' THEN if_abap_behv=>auth-allowed
                              ELSE if_abap_behv=>auth-unauthorized ) ) ).
  ENDMETHOD.
  METHOD features.
    result = VALUE #( FOR key IN keys
      ( %tky = key-%tky
        %features-%action-close = COND #( WHEN key-CartID = 'MINE' THEN if_abap_behv=>fc-o-disabled )
        %update = if_abap_behv=>fc-o-enabled
        %assoc-_Line = COND #( WHEN key-CartID = 'FULL' THEN if_abap_behv=>fc-o-disabled )
        %field-Title = if_abap_behv=>fc-f-read_only ) ).
  ENDMETHOD.
  METHOD global_features.
    result = VALUE #( %delete = if_abap_behv=>fc-o-disabled ).
  ENDMETHOD.
  METHOD check_update.
    LOOP AT entities INTO DATA(entity) WHERE Total < 0 AND %control-Total = if_abap_behv=>mk-on.
      APPEND VALUE #( %tky = entity-%tky %fail-cause = if_abap_behv=>cause-conflict %update = if_abap_behv=>mk-on )
        TO failed-cart.
    ENDLOOP.
  ENDMETHOD.
  METHOD close.
    RAISE ENTITY EVENT zi_cart~closed FROM VALUE #( FOR key IN keys ( %key = key-%key %param-Item = 'all' ) ).
    APPEND VALUE #( %tky = keys[ 1 ]-%tky
                    %msg = new_message( id = '00' number = '001' severity = if_abap_behv_message=>severity-success
                                        v1 = 'closed' v2 = keys[ 1 ]-CartID ) ) TO reported-cart.
  ENDMETHOD.
  METHOD reset.
    result = VALUE #( ( %cid = keys[ 1 ]-%cid %param-CartID = 'R' %param-Total = 5 ) ).
  ENDMETHOD.
  METHOD copy.
    MODIFY ENTITIES OF zi_cart IN LOCAL MODE ENTITY Cart
      CREATE FIELDS ( CartID Title )
      WITH VALUE #( FOR key IN keys ( %cid = key-%cid CartID = |C{ key-CartID }| Title = 'copy' ) )
      MAPPED mapped.
  ENDMETHOD.
  METHOD sum.
    READ ENTITIES OF zi_cart IN LOCAL MODE ENTITY Cart
      BY \\_Line FIELDS ( Price ) WITH CORRESPONDING #( keys ) RESULT DATA(lines).
    result = VALUE #( ( %tky = keys[ 1 ]-%tky
                        %param-Total = REDUCE #( INIT s = keys[ 1 ]-%param-Price FOR l IN lines NEXT s = s + l-Price ) ) ).
  ENDMETHOD.
  METHOD number_lines.
    LOOP AT entities INTO DATA(entity).
      LOOP AT entity-%target INTO DATA(target).
        APPEND VALUE #( %cid = target-%cid CartID = entity-CartID Pos = sy-tabix * 10 ) TO mapped-line.
      ENDLOOP.
    ENDLOOP.
  ENDMETHOD.
ENDCLASS.
CLASS lhc_line DEFINITION INHERITING FROM cl_abap_behavior_handler.
  PRIVATE SECTION.
    METHODS total FOR DETERMINE ON MODIFY IMPORTING keys FOR Line~total.
    METHODS checkItem FOR VALIDATE ON SAVE IMPORTING keys FOR Line~checkItem.
ENDCLASS.
CLASS lhc_line IMPLEMENTATION.
  METHOD total.
    READ ENTITIES OF zi_cart IN LOCAL MODE ENTITY Line
      BY \\_Cart FROM CORRESPONDING #( keys ) RESULT DATA(carts).
    LOOP AT carts INTO DATA(cart).
      READ ENTITIES OF zi_cart IN LOCAL MODE ENTITY Cart
        BY \\_Line FIELDS ( Price ) WITH VALUE #( ( %tky = cart-%tky ) ) RESULT DATA(lines).
      MODIFY ENTITIES OF zi_cart IN LOCAL MODE ENTITY Cart
        UPDATE FIELDS ( Total ) WITH VALUE #( ( %tky = cart-%tky
          Total = REDUCE #( INIT s = 0 FOR l IN lines NEXT s = s + l-Price ) ) ).
    ENDLOOP.
  ENDMETHOD.
  METHOD checkItem.
    READ ENTITIES OF zi_cart IN LOCAL MODE ENTITY Line
      FIELDS ( Item ) WITH CORRESPONDING #( keys ) RESULT DATA(lines).
    LOOP AT lines INTO DATA(line) WHERE Item IS INITIAL.
      APPEND VALUE #( %tky = line-%tky ) TO failed-line.
      APPEND VALUE #( %tky = line-%tky %path-cart-CartID = line-CartID
                      %msg = new_message_with_text( text = 'An item is needed' ) ) TO reported-line.
    ENDLOOP.
  ENDMETHOD.
ENDCLASS.
`,
  zbp_ucart: `CLASS lcl_buffer DEFINITION.
  PUBLIC SECTION.
    CLASS-DATA lines TYPE STANDARD TABLE OF zline WITH EMPTY KEY.
ENDCLASS.
CLASS lcl_buffer IMPLEMENTATION.
ENDCLASS.
CLASS lhc_cart DEFINITION INHERITING FROM cl_abap_behavior_handler.
  PRIVATE SECTION.
    METHODS create FOR MODIFY IMPORTING entities FOR CREATE Cart.
    METHODS create_lines FOR MODIFY IMPORTING entities_cba FOR CREATE Cart\\_Line.
    METHODS read_lines FOR READ
      IMPORTING keys_rba FOR READ Cart\\_Line FULL result_requested RESULT result LINK association_links.
ENDCLASS.
CLASS lhc_cart IMPLEMENTATION.
  METHOD create.
    mapped-cart = VALUE #( FOR entity IN entities ( %cid = entity-%cid CartID = entity-CartID ) ).
  ENDMETHOD.
  METHOD create_lines.
    LOOP AT entities_cba INTO DATA(entity).
      LOOP AT entity-%target INTO DATA(target).
        APPEND VALUE #( cartid = entity-%cid_ref pos = target-Pos
                        item = COND #( WHEN target-%control-Item = if_abap_behv=>mk-on THEN target-Item ) ) TO lcl_buffer=>lines.
        APPEND VALUE #( %cid = target-%cid CartID = entity-%cid_ref Pos = target-Pos ) TO mapped-line.
      ENDLOOP.
    ENDLOOP.
  ENDMETHOD.
  METHOD read_lines.
    LOOP AT keys_rba INTO DATA(key).
      IF NOT line_exists( lcl_buffer=>lines[ cartid = key-CartID ] ).
        APPEND VALUE #( %tky = key-%tky %assoc-_Line = if_abap_behv=>mk-on
                        %fail-cause = if_abap_behv=>cause-not_found ) TO failed-cart.
      ENDIF.
      LOOP AT lcl_buffer=>lines INTO DATA(line) WHERE cartid = key-CartID.
        INSERT VALUE #( source-%tky = key-%tky
                        target-%tky = VALUE #( CartID = line-cartid Pos = line-pos ) ) INTO TABLE association_links.
        CHECK result_requested = abap_true.
        APPEND VALUE #( CartID = line-cartid Pos = line-pos Item = line-item ) TO result.
      ENDLOOP.
    ENDLOOP.
  ENDMETHOD.
ENDCLASS.
`
}

export const files: RepositoryFile[] = [
  ...Object.entries(views).map(([name, text]) => ({ name: `${name}.ddls.asddls`, text })),
  ...Object.entries(definitions).map(([name, text]) => ({ name: `${name}.bdef.asbdef`, text })),
  ...Object.entries(pools).flatMap(([name, text]) => [
    {
      name: `${name}.clas.abap`,
      text: `CLASS ${name} DEFINITION PUBLIC ABSTRACT FINAL FOR BEHAVIOR OF ${name.replace('zbp', 'zi')}.\nENDCLASS.\nCLASS ${name} IMPLEMENTATION.\nENDCLASS.\n`
    },
    { name: `${name}.clas.locals_imp.abap`, text }
  ])
]
