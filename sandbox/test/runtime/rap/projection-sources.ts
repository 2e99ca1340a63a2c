/** A projection of the cart with other names, and with operations that its behavior pool adds. */
import type { RepositoryFile, TableShape } from '../../../types.ts'
import { column } from '../support.ts'

const shape = (name: string, columns: TableShape['columns']): TableShape => ({
  name,
  description: name,
  columns
})

export const tables: TableShape[] = [
  shape('ZC_CART', [
    column('Cart', 'CHAR', 5, { key: true }),
    column('Name', 'CHAR', 20),
    column('Total', 'INT4', 10),
    column('Note', 'CHAR', 20)
  ]),
  shape('ZC_LINE', [
    column('Cart', 'CHAR', 5, { key: true }),
    column('Place', 'INT4', 10, { key: true }),
    column('Item', 'CHAR', 20),
    column('Price', 'INT4', 10)
  ])
]

const views: Readonly<Record<string, string>> = {
  zc_cart: `define root view entity ZC_Cart
  provider contract transactional_query
  as projection on ZI_Cart as Base
{
  @UI.lineItem: [{ position: 10, label: 'Cart, as text' }, { position: 20 }]
  key Base.CartID as Cart,
  Title as Name,
  Total,
  @ObjectModel.virtualElementCalculatedBy: 'ABAP:ZCL_X'
  virtual Note : abap.char( 20 ),
  _Line as _Item : redirected to composition child ZC_Line
}`,
  zc_line: `define view entity ZC_Line as projection on ZI_Line
{ key CartID as Cart, key Pos as Place, Item, Price, _Cart as _Owner : redirected to parent ZC_Cart }`
}

const definition = `projection implementation in class zbp_c_cart unique;
strict ( 2 );
define behavior for ZC_Cart alias CartView
{
  use create ( augment );
  use update ( augment );
  use action close as shut;
  use association _Item { create; }
  field ( modify ) Note;
}
define behavior for ZC_Line alias LineView
{
  use update;
  use association _Owner;
}
`

const pool = `CLASS lhc_view DEFINITION INHERITING FROM cl_abap_behavior_handler.
  PRIVATE SECTION.
    METHODS augment FOR MODIFY
      IMPORTING entities FOR CREATE CartView
                updates  FOR UPDATE CartView.
ENDCLASS.
CLASS lhc_view IMPLEMENTATION.
  METHOD augment.
    DATA lines TYPE TABLE FOR CREATE zi_cart\\_Line.
    DATA carts TYPE TABLE FOR CREATE zi_cart.
    DATA totals TYPE TABLE FOR UPDATE zi_cart.
    DATA numbers TYPE abp_behv_relating_tab.
    LOOP AT entities INTO DATA(entity).
      APPEND sy-tabix TO numbers.
      IF entity-%control-Note = if_abap_behv=>mk-on.
        APPEND VALUE #( %cid_ref = entity-%cid %target = VALUE #(
          ( %cid = 'ADD' Item = entity-Note %control-Item = if_abap_behv=>mk-on ) ) ) TO lines.
      ELSE.
        APPEND VALUE #( %cid = entity-%cid Title = 'not this' Total = 7
          %control-Title = if_abap_behv=>mk-on %control-Total = if_abap_behv=>mk-on ) TO carts.
      ENDIF.
    ENDLOOP.
    totals = VALUE #( FOR update IN updates
      ( CartID = update-Cart Total = 99 %control-Total = if_abap_behv=>mk-on ) ).
    MODIFY AUGMENTING ENTITIES OF zi_cart ENTITY Cart
      CREATE FROM carts RELATING TO entities BY numbers
      CREATE BY \\_Line FROM lines RELATING TO entities BY numbers
      UPDATE FROM totals.
  ENDMETHOD.
ENDCLASS.
`

export const files: RepositoryFile[] = [
  ...Object.entries(views).map(([name, text]) => ({ name: `${name}.ddls.asddls`, text })),
  { name: 'zc_cart.bdef.asbdef', text: definition },
  {
    name: 'zbp_c_cart.clas.abap',
    text: 'CLASS zbp_c_cart DEFINITION PUBLIC ABSTRACT FINAL FOR BEHAVIOR OF zc_cart.\nENDCLASS.\nCLASS zbp_c_cart IMPLEMENTATION.\nENDCLASS.\n'
  },
  { name: 'zbp_c_cart.clas.locals_imp.abap', text: pool }
]

export const cases: Readonly<
  Record<string, readonly [body: string, output: string, alert?: RegExp]>
> = {
  'EML on a projection runs below it, with its names and with what augment adds': [
    `MODIFY ENTITIES OF zc_cart ENTITY CartView
      CREATE FIELDS ( Cart Name Note ) WITH VALUE #( ( %cid = 'C' Cart = 'MINE' Name = 'Ada' Note = 'Pen' ) )
      MAPPED DATA(mapped) FAILED DATA(failed).
    out->write( |{ mapped-cartview[ 1 ]-%cid } { mapped-cartview[ 1 ]-Cart } { lines( failed-cartview ) } { mapped-lineview[ 1 ]-Place }| ).
    READ ENTITIES OF zi_cart ENTITY Cart ALL FIELDS WITH VALUE #( ( CartID = 'MINE' ) ) RESULT DATA(carts)
      ENTITY Cart BY \\_Line ALL FIELDS WITH VALUE #( ( CartID = 'MINE' ) ) RESULT DATA(lines).
    out->write( |{ carts[ 1 ]-Title } { lines[ 1 ]-Item }| ).
    READ ENTITIES OF zc_cart ENTITY CartView FIELDS ( Name ) WITH VALUE #( ( Cart = 'MINE' ) ( Cart = 'NONE' ) ) RESULT DATA(views)
      ENTITY CartView BY \\_Item FIELDS ( Item ) WITH VALUE #( ( Cart = 'MINE' ) ) RESULT DATA(items) LINK DATA(links)
      FAILED DATA(unread).
    out->write( |{ views[ 1 ]-Cart } { views[ 1 ]-Name } { items[ 1 ]-Place } { items[ 1 ]-Item } { links[ 1 ]-source-Cart } { links[ 1 ]-target-Place } { unread-cartview[ 1 ]-Cart }| ).
    MODIFY ENTITIES OF zc_cart ENTITY CartView EXECUTE shut FROM VALUE #( ( Cart = 'MINE' ) ) FAILED failed.
    out->write( |{ failed-cartview[ 1 ]-Cart } { failed-cartview[ 1 ]-%fail-cause } { failed-cartview[ 1 ]-%action-shut }| ).`,
    'C MINE 0 10/Ada Pen/MINE Ada 10 Pen MINE 10 NONE/MINE 4221 01'
  ],
  'augment sets what the request leaves open, and nothing else': [
    `MODIFY ENTITIES OF zc_cart ENTITY CartView
      CREATE FIELDS ( Cart Name ) WITH VALUE #( ( %cid = 'C' Cart = 'MINE' Name = 'Ada' ) ).
    READ ENTITIES OF zc_cart ENTITY CartView ALL FIELDS WITH VALUE #( ( Cart = 'MINE' ) ) RESULT DATA(views).
    out->write( |{ views[ 1 ]-Name } { views[ 1 ]-Total }| ).
    MODIFY ENTITIES OF zc_cart ENTITY CartView UPDATE FIELDS ( Total ) WITH VALUE #( ( Cart = 'MINE' Total = 8 ) )
      CREATE BY \\_Item FIELDS ( Item ) WITH VALUE #( ( Cart = 'MINE' %target = VALUE #( ( %cid = 'L' Item = 'Ink' ) ) ) )
      MAPPED DATA(mapped).
    COMMIT ENTITIES.
    SELECT SINGLE item FROM zline WHERE cartid = 'MINE' INTO @DATA(item).
    out->write( |{ sy-subrc } { mapped-lineview[ 1 ]-Place } { item }| ).
    MODIFY ENTITIES OF zc_cart ENTITY CartView UPDATE FIELDS ( Total ) WITH VALUE #( ( Cart = 'MINE' Total = 8 ) ).
    READ ENTITIES OF zi_cart ENTITY Cart ALL FIELDS WITH VALUE #( ( CartID = 'MINE' ) ) RESULT DATA(carts).
    out->write( |{ carts[ 1 ]-Total }| ).
    MODIFY ENTITIES OF zi_cart IN LOCAL MODE ENTITY Cart DELETE FROM VALUE #( ( CartID = 'MINE' ) ).
    COMMIT ENTITIES.`,
    'Ada 7/0 10 Ink/8'
  ],
  'what a projection does not use is refused': [
    `MODIFY ENTITIES OF zc_cart ENTITY CartView DELETE FROM VALUE #( ( Cart = 'MINE' ) ).`,
    '',
    /DELETE of ZC_CART, which does not declare it/
  ],
  'AUGMENTING runs in the method of a projection alone': [
    `DATA carts TYPE TABLE FOR CREATE zi_cart.
    DATA numbers TYPE abp_behv_relating_tab.
    MODIFY AUGMENTING ENTITIES OF zi_cart ENTITY Cart CREATE FROM carts RELATING TO carts BY numbers.`,
    '',
    /MODIFY AUGMENTING ENTITIES OF ZI_CART outside of augment/
  ]
}
