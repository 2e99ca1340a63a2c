/** What is expected of child entities, and of operations that the behavior pool controls. */

/** Creates a cart with two lines in one statement. */
const DEEP = `MODIFY ENTITIES OF zi_cart ENTITY Cart
  CREATE FIELDS ( CartID Title ) WITH VALUE #( ( %cid = 'C' CartID = 'MINE' Title = 'Ada' ) )
  CREATE BY \\_Line FIELDS ( Item Price ) WITH VALUE #( ( %cid_ref = 'C' %target = VALUE #(
    ( %cid = 'L1' Item = 'Pen' Price = 2 ) ( %cid = 'L2' Item = 'Ink' Price = 3 ) ) ) )
  MAPPED DATA(mapped) FAILED DATA(failed) REPORTED DATA(reported).`

const READ_LINES = `READ ENTITIES OF zi_cart ENTITY Cart BY \\_Line
  FIELDS ( Item ) WITH VALUE #( ( CartID = 'MINE' ) ) RESULT DATA(lines) LINK DATA(links) FAILED DATA(unread).`

export const cases: Readonly<
  Record<string, readonly [body: string, output: string, alert?: RegExp]>
> = {
  'the dynamic form runs the operations of a table, and its responses name their entities': [
    `DATA operations TYPE abp_behv_changes_tab.
    DATA created TYPE TABLE FOR CREATE zi_cart.
    DATA lines TYPE TABLE FOR CREATE zi_cart\\_Line.
    DATA updated TYPE TABLE FOR UPDATE zi_order.
    created = VALUE #( ( %cid = 'C' CartID = 'MINE' Title = 'Dyn' %control-CartID = if_abap_behv=>mk-on %control-Title = if_abap_behv=>mk-on ) ).
    lines = VALUE #( ( %cid_ref = 'C' %target = VALUE #( ( %cid = 'L' Item = 'Pen' %control-Item = if_abap_behv=>mk-on ) ) ) ).
    updated = VALUE #( ( OrderID = '404' Amount = 1 %control-Amount = if_abap_behv=>mk-on ) ).
    operations = VALUE #(
      ( op = if_abap_behv=>op-m-create entity_name = 'ZI_CART' instances = REF #( created ) )
      ( op = if_abap_behv=>op-m-create_ba entity_name = 'ZI_CART' sub_name = '_LINE' instances = REF #( lines ) )
      ( op = if_abap_behv=>op-m-update entity_name = 'ZI_ORDER' instances = REF #( updated ) ) ).
    MODIFY ENTITIES OPERATIONS operations FAILED DATA(failed) MAPPED DATA(mapped).
    LOOP AT mapped INTO DATA(response).
      out->write( |{ response-root_name } { response-entity_name } { lines( response-entries->* ) }| ).
    ENDLOOP.
    out->write( |{ lines( failed ) } { failed[ 1 ]-entity_name }| ).
    DATA retrievals TYPE abp_behv_retrievals_tab.
    DATA keys TYPE TABLE FOR READ IMPORT zi_cart.
    DATA found TYPE TABLE FOR READ RESULT zi_cart.
    keys = VALUE #( ( CartID = 'MINE' %control-Title = if_abap_behv=>mk-on ) ).
    retrievals = VALUE #( ( op = if_abap_behv=>op-r-read entity_name = 'ZI_CART' instances = REF #( keys ) results = REF #( found ) ) ).
    READ ENTITIES OPERATIONS retrievals.
    out->write( |{ found[ 1 ]-Title }| ).`,
    'ZI_CART ZI_CART 1/ZI_CART ZI_LINE 1/1 ZI_ORDER/Dyn'
  ],
  'CREATE BY an association names its source by %cid_ref, and FOR NUMBERING gives the keys': [
    `${DEEP}
      out->write( |{ lines( failed-cart ) } { lines( mapped-line ) } { mapped-line[ 2 ]-%cid } { mapped-line[ 2 ]-Pos }| ).
      READ ENTITIES OF zi_cart ENTITY Cart ALL FIELDS WITH VALUE #( ( CartID = 'MINE' ) ) RESULT DATA(carts).
      out->write( |{ carts[ 1 ]-Total }| ).
      ${READ_LINES}
      out->write( |{ lines( lines ) } { lines[ 2 ]-Item }{ lines[ 2 ]-Price } { links[ 2 ]-source-CartID } { links[ 2 ]-target-%tky-Pos }| ).`,
    '0 2 L2 20/5/2 Ink0 MINE 20'
  ],
  'READ BY an association fails for a source that is not there, and reads the parent once': [
    `READ ENTITIES OF zi_cart ENTITY Cart BY \\_Line FROM VALUE #( ( CartID = 'NONE' ) )
        RESULT DATA(none) FAILED DATA(failed).
      out->write( |{ lines( none ) } { failed-cart[ 1 ]-%fail-cause } { failed-cart[ 1 ]-%assoc-_Line }| ).
      ${DEEP.replace('FAILED DATA(failed)', '')}
      READ ENTITIES OF zi_cart ENTITY Line BY \\_Cart ALL FIELDS
        WITH VALUE #( ( CartID = 'MINE' Pos = 10 ) ( CartID = 'MINE' Pos = 20 ) ) RESULT DATA(carts) LINK DATA(links).
      out->write( |{ lines( carts ) } { carts[ 1 ]-Title } { lines( links ) }| ).`,
    '0 404 01/1 Ada 2'
  ],
  'a validation of a child keeps COMMIT ENTITIES from writing; then all levels are written': [
    `${DEEP}
      MODIFY ENTITIES OF zi_cart ENTITY Line UPDATE FIELDS ( Item ) WITH VALUE #( ( CartID = 'MINE' Pos = 20 ) )
        CREATE BY \\_Mark AUTO FILL CID WITH VALUE #( ( CartID = 'MINE' Pos = 10 %target = VALUE #(
          ( Text = 'm' %control-Text = if_abap_behv=>mk-on ) ) ) ) MAPPED DATA(marks).
      COMMIT ENTITIES RESPONSE OF zi_cart FAILED DATA(late) REPORTED DATA(told).
      out->write( |{ sy-subrc } { late-line[ 1 ]-Pos } { told-line[ 1 ]-%path-cart-CartID }| ).
      MODIFY ENTITIES OF zi_cart ENTITY Line UPDATE FIELDS ( Item ) WITH VALUE #( ( CartID = 'MINE' Pos = 20 Item = 'X' ) ).
      COMMIT ENTITIES.
      SELECT COUNT( * ) FROM zline WHERE cartid = 'MINE' INTO @DATA(lines).
      SELECT SINGLE * FROM zmark INTO @DATA(mark).
      out->write( |{ sy-subrc } { lines } { mark-cartid } { mark-pos } { mark-text }| ).
      out->write( |{ xsdbool( mark-markid IS NOT INITIAL AND mark-markid = marks-mark[ 1 ]-MarkID ) }| ).
      out->write( marks-mark[ 1 ]-%cid ).
      MODIFY ENTITIES OF zi_cart IN LOCAL MODE ENTITY Cart DELETE FROM VALUE #( ( CartID = 'MINE' ) ).
      READ ENTITIES OF zi_cart ENTITY Line BY \\_Mark ALL FIELDS WITH VALUE #( ( CartID = 'MINE' Pos = 10 ) )
        RESULT DATA(gone) FAILED DATA(unread).
      out->write( |{ lines( gone ) } { lines( unread-line ) }| ).
      COMMIT ENTITIES.
      SELECT COUNT( * ) FROM zline INTO @lines.
      SELECT COUNT( * ) FROM zmark INTO @DATA(marked).
      out->write( |{ lines } { marked }| ).`,
    '4 20 MINE/0 2 MINE 10 m/X/%abap_eml_cid__1/0 1/0 0'
  ],
  'the authorization to update the master holds for what depends on it': [
    `MODIFY ENTITIES OF zi_cart ENTITY Cart
        CREATE FIELDS ( CartID ) WITH VALUE #( ( %cid = 'C' CartID = 'OTHER' ) )
        CREATE BY \\_Line FIELDS ( Item ) WITH VALUE #( ( %cid_ref = 'C' %target = VALUE #( ( %cid = 'L' Item = 'Pen' ) ) ) )
        ENTITY Line UPDATE FIELDS ( Item ) WITH VALUE #( ( %cid_ref = 'L' Item = 'Ink' ) )
        CREATE BY \\_Mark FIELDS ( Text ) WITH VALUE #( ( %cid_ref = 'L' %target = VALUE #( ( %cid = 'M' Text = 'm' ) ) ) )
        FAILED DATA(failed).
      out->write( |{ lines( failed-line ) } { failed-line[ 1 ]-%update }{ failed-line[ 1 ]-%fail-cause } { failed-line[ 2 ]-%assoc-_Mark }| ).`,
    '2 01401 01'
  ],
  'an operation that the behavior pool disables fails with the cause disabled': [
    `${DEEP}
      MODIFY ENTITIES OF zi_cart ENTITY Cart EXECUTE close FROM VALUE #( ( CartID = 'MINE' ) ) FAILED failed.
      out->write( |{ failed-cart[ 1 ]-%fail-cause } { failed-cart[ 1 ]-%action-close }| ).
      out->write( |{ xsdbool( failed-cart[ 1 ]-%fail-cause = if_abap_behv=>cause-disabled ) }| ).
      MODIFY ENTITIES OF zi_cart ENTITY Cart DELETE FROM VALUE #( ( CartID = 'MINE' ) ) FAILED failed.
      out->write( |{ failed-cart[ 1 ]-%fail-cause } { failed-cart[ 1 ]-%delete }| ).
      MODIFY ENTITIES OF zi_cart ENTITY Cart CREATE FIELDS ( CartID ) WITH VALUE #( ( %cid = 'F' CartID = 'FULL' ) )
        CREATE BY \\_Line FIELDS ( Item ) WITH VALUE #( ( CartID = 'FULL' %target = VALUE #( ( %cid = 'L' Item = 'Pen' ) ) ) )
        FAILED failed.
      out->write( |{ failed-cart[ 1 ]-%fail-cause } { failed-cart[ 1 ]-%assoc-_Line }| ).
      MODIFY ENTITIES OF zi_cart ENTITY Cart UPDATE FIELDS ( Title ) WITH VALUE #( ( CartID = 'MINE' Title = 'X' ) ) FAILED failed.
      READ ENTITIES OF zi_cart ENTITY Cart ALL FIELDS WITH VALUE #( ( CartID = 'MINE' ) ) RESULT DATA(carts).
      out->write( |{ lines( failed-cart ) }{ carts[ 1 ]-Title }| ).
      MODIFY ENTITIES OF zi_cart IN LOCAL MODE ENTITY Cart EXECUTE close FROM VALUE #( ( CartID = 'MINE' ) )
        FAILED failed REPORTED DATA(told).
      out->write( |{ lines( failed-cart ) } { told-cart[ 1 ]-%msg->if_message~get_text( ) }| ).`,
    '4221 01/X/4221 01/4221 01/0Ada/0 closedMINE'
  ],
  'a precheck takes instances out of the operation': [
    `${DEEP}
      MODIFY ENTITIES OF zi_cart ENTITY Cart
        UPDATE FIELDS ( Total ) WITH VALUE #( ( CartID = 'MINE' Total = -1 ) ) FAILED failed.
      READ ENTITIES OF zi_cart ENTITY Cart ALL FIELDS WITH VALUE #( ( CartID = 'MINE' ) ) RESULT DATA(carts).
      out->write( |{ failed-cart[ 1 ]-%fail-cause } { carts[ 1 ]-Total }| ).
      MODIFY ENTITIES OF zi_cart ENTITY Cart
        UPDATE FIELDS ( Total ) WITH VALUE #( ( CartID = 'MINE' Total = 8 ) ) FAILED failed.
      READ ENTITIES OF zi_cart ENTITY Cart ALL FIELDS WITH VALUE #( ( CartID = 'MINE' ) ) RESULT carts.
      out->write( |{ lines( failed-cart ) } { carts[ 1 ]-Total }| ).`,
    '409 5/0 8'
  ],
  'functions, static actions and factory actions': [
    `${DEEP}
      READ ENTITIES OF zi_cart ENTITY Cart EXECUTE sum FROM VALUE #( ( CartID = 'MINE' %param-Price = 100 ) )
        RESULT DATA(sums).
      MODIFY ENTITIES OF zi_cart ENTITY Cart EXECUTE reset FROM VALUE #( ( %cid = 'S' ) ) RESULT DATA(resets).
      out->write( |{ sums[ 1 ]-CartID } { sums[ 1 ]-%param-Total } { resets[ 1 ]-%cid } { resets[ 1 ]-%param-Total }| ).
      MODIFY ENTITIES OF zi_cart ENTITY Cart
        EXECUTE copy FROM VALUE #( ( %cid = 'N' CartID = 'MINE' ) )
        UPDATE FIELDS ( Total ) WITH VALUE #( ( %cid_ref = 'N' Total = 7 ) ) MAPPED DATA(copies) FAILED failed.
      out->write( |{ copies-cart[ 1 ]-%cid } { copies-cart[ 1 ]-CartID } { failed-cart[ 1 ]-%fail-cause }| ).`,
    'MINE 105 S 5/N CMINE 401'
  ],
  'global authorization keeps all instances from being created': [
    `INSERT zcart FROM @( VALUE #( client = sy-mandt cartid = 'STOP' ) ).
      ${DEEP}
      out->write( |{ failed-cart[ 1 ]-%cid } { failed-cart[ 1 ]-%fail-cause } { failed-cart[ 2 ]-%assoc-_Line } { lines( mapped-cart ) }| ).
      ROLLBACK WORK.`,
    'C 401 01 0'
  ],
  'types name entities below the root by themselves, and links have the keys of both ends': [
    `DATA link TYPE STRUCTURE FOR READ LINK zi_cart\\\\Cart\\_Line.
    DATA line LIKE link-target-%tky.
    line-Pos = 3.
    DATA marks TYPE TABLE FOR UPDATE zi_mark.
    marks = VALUE #( ( Text = 'm' ) ).
    DATA failed TYPE RESPONSE FOR FAILED zi_cart.
    failed-cart = VALUE #( ( CartID = 'A' ) ).
    out->write( |{ line-Pos } { lines( failed-cart ) }| ).`,
    '3 1'
  ],
  'a text is compared with numeric text as a number': [
    `DATA number TYPE n LENGTH 8 VALUE '52'.
    DATA text TYPE c LENGTH 5 VALUE '52'.
    out->write( |{ xsdbool( number = '52' ) }{ xsdbool( text = number ) }{ xsdbool( number <> \`52\` ) }{ xsdbool( number < '6' ) }.| ).`,
    'XX.'
  ],
  'an event that the behavior does not declare is not raised': [
    `DATA keys TYPE TABLE FOR KEY OF zi_cart.
    RAISE ENTITY EVENT zi_cart~opened FROM keys.`,
    '',
    /the event OPENED of ZI_CART, which does not declare it/
  ],
  'an internal action needs IN LOCAL MODE': [
    `MODIFY ENTITIES OF zi_cart ENTITY Cart EXECUTE hidden FROM VALUE #( ( CartID = 'X' ) ).`,
    '',
    /HIDDEN of ZI_CART, which is internal, without IN LOCAL MODE/
  ],
  'an unmanaged behavior creates and reads along an association by methods': [
    `MODIFY ENTITIES OF zi_ucart ENTITY Cart
        CREATE FIELDS ( CartID ) WITH VALUE #( ( %cid = 'C' CartID = 'U' ) )
        CREATE BY \\_Line FIELDS ( Pos Item ) WITH VALUE #( ( %cid_ref = 'C' %target = VALUE #(
          ( %cid = 'L' Pos = 1 Item = 'Pen' ) ) ) ) MAPPED DATA(mapped).
      READ ENTITIES OF zi_ucart ENTITY Cart BY \\_Line ALL FIELDS WITH VALUE #( ( CartID = 'C' ) ( CartID = 'D' ) )
        RESULT DATA(lines) LINK DATA(links) FAILED DATA(failed).
      out->write( |{ mapped-line[ 1 ]-%cid } { lines[ 1 ]-Item } { links[ 1 ]-target-Pos } { failed-cart[ 1 ]-%assoc-_Line }| ).
      READ ENTITIES OF zi_ucart ENTITY Cart BY \\_Line FROM VALUE #( ( CartID = 'C' ) ) LINK links.
      out->write( |{ lines( links ) }| ).`,
    'L Pen 1 01/1'
  ]
}
