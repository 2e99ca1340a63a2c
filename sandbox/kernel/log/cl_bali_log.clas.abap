CLASS cl_bali_log DEFINITION PUBLIC FINAL CREATE PRIVATE GLOBAL FRIENDS cl_bali_log_db.
  PUBLIC SECTION.
    INTERFACES if_bali_log.

    ALIASES add_abap_behavior_message FOR if_bali_log~add_abap_behavior_message.
    ALIASES add_all_items_from_other_log FOR if_bali_log~add_all_items_from_other_log.
    ALIASES add_item FOR if_bali_log~add_item.
    ALIASES add_messages_from_bapirettab FOR if_bali_log~add_messages_from_bapirettab.
    ALIASES cumulate_item FOR if_bali_log~cumulate_item.
    ALIASES get_all_items FOR if_bali_log~get_all_items.
    ALIASES get_filter_for_add_item FOR if_bali_log~get_filter_for_add_item.
    ALIASES get_handle FOR if_bali_log~get_handle.
    ALIASES get_header FOR if_bali_log~get_header.
    ALIASES get_item FOR if_bali_log~get_item.
    ALIASES is_invalidated FOR if_bali_log~is_invalidated.
    ALIASES release_memory FOR if_bali_log~release_memory.
    ALIASES set_filter_for_add_item FOR if_bali_log~set_filter_for_add_item.
    ALIASES set_header FOR if_bali_log~set_header.
    ALIASES ty_handle FOR if_bali_log~ty_handle.
    ALIASES ty_invalidated FOR if_bali_log~ty_invalidated.
    ALIASES ty_item_entry FOR if_bali_log~ty_item_entry.
    ALIASES ty_item_table FOR if_bali_log~ty_item_table.
    ALIASES ty_log_item_number FOR if_bali_log~ty_log_item_number.

    CLASS-METHODS create
      RETURNING
        VALUE(log) TYPE REF TO if_bali_log
      RAISING
        cx_bali_runtime.
    CLASS-METHODS create_with_header
      IMPORTING
        !header    TYPE REF TO if_bali_header_setter
      RETURNING
        VALUE(log) TYPE REF TO if_bali_log
      RAISING
        cx_bali_runtime.
    METHODS constructor
      IMPORTING
        !handle TYPE ty_handle OPTIONAL
        !header TYPE REF TO if_bali_header_setter OPTIONAL
      RAISING
        cx_bali_runtime.
  PRIVATE SECTION.
    DATA handle TYPE ty_handle.
    DATA filter TYPE REF TO if_bali_item_filter.

    CLASS-METHODS header_of
      IMPORTING
        !setter       TYPE REF TO if_bali_header_setter
        !before       TYPE bal_s_log OPTIONAL
      RETURNING
        VALUE(result) TYPE bal_s_log.
    "! The log in memory; raises an exception where it was released.
    METHODS log
      RETURNING
        VALUE(result) TYPE REF TO kernel_log
      RAISING
        cx_bali_runtime.
    METHODS add
      IMPORTING
        !item      TYPE kernel_log=>ty_item
        !cumulates TYPE abap_bool DEFAULT abap_false
      RAISING
        cx_bali_runtime.
    METHODS passes
      IMPORTING
        !severity     TYPE symsgty
      RETURNING
        VALUE(result) TYPE abap_bool.
ENDCLASS.

CLASS cl_bali_log IMPLEMENTATION.
  METHOD create.
    log = NEW cl_bali_log( ).
  ENDMETHOD.

  METHOD create_with_header.
    log = NEW cl_bali_log( header = header ).
  ENDMETHOD.

  METHOD constructor.
    IF handle IS NOT INITIAL.
      me->handle = handle.
      RETURN.
    ENDIF.
    DATA(first) = VALUE bal_s_log( aldate_del = sy-datum + if_bali_constants=>c_lifetime_default ).
    IF header IS BOUND.
      first = header_of( header ).
    ENDIF.
    DATA(log) = kernel_log=>create( EXPORTING header = first EXCEPTIONS log_header_inconsistent = 1 ).
    IF sy-subrc <> 0.
      RAISE EXCEPTION TYPE cx_bali_invalid_parameter.
    ENDIF.
    me->handle = log->handle.
  ENDMETHOD.

  METHOD header_of.
    result = before.
    setter->get_all_values(
      IMPORTING
        object            = result-object
        subobject         = result-subobject
        external_id       = result-extnumber
        expiry_date       = result-aldate_del
        keep_until_expiry = result-del_before ).
  ENDMETHOD.

  METHOD log.
    result = kernel_log=>find( handle ).
    IF result IS NOT BOUND.
      RAISE EXCEPTION TYPE cx_bali_not_possible
        EXPORTING
          error_code = cx_bali_not_possible=>log_was_invalidated.
    ENDIF.
  ENDMETHOD.

  METHOD passes.
    result = xsdbool( filter IS NOT BOUND OR filter->apply_filter( severity ) = abap_true ).
  ENDMETHOD.

  METHOD add.
    DATA(log) = log( ).
    IF cumulates = abap_true.
      log->cumulate( EXPORTING item = item EXCEPTIONS msg_inconsistent = 1 log_is_full = 2 ).
    ELSE.
      log->add( EXPORTING item = item EXCEPTIONS msg_inconsistent = 1 log_is_full = 2 ).
    ENDIF.
    CASE sy-subrc.
      WHEN 1.
        RAISE EXCEPTION TYPE cx_bali_invalid_parameter.
      WHEN 2.
        RAISE EXCEPTION TYPE cx_bali_not_possible
          EXPORTING
            error_code = cx_bali_not_possible=>too_many_items.
    ENDCASE.
  ENDMETHOD.

  METHOD if_bali_log~get_handle.
    handle = me->handle.
  ENDMETHOD.

  METHOD if_bali_log~get_header.
    header = NEW kernel_log_header( log( ) ).
  ENDMETHOD.

  METHOD if_bali_log~set_header.
    DATA(log) = log( ).
    log->change_header(
      EXPORTING header = header_of( setter = header before = log->header )
      EXCEPTIONS log_header_inconsistent = 1 ).
    IF sy-subrc <> 0.
      RAISE EXCEPTION TYPE cx_bali_invalid_parameter.
    ENDIF.
  ENDMETHOD.

  METHOD if_bali_log~add_item.
    IF item->check_passing_item_filter( filter ) = abap_true.
      add( kernel_log_item=>from_setter( item ) ).
    ELSE.
      log( ).
    ENDIF.
  ENDMETHOD.

  METHOD if_bali_log~cumulate_item.
    IF item->check_passing_item_filter( filter ) = abap_true.
      add( item      = kernel_log_item=>from_setter( item )
           cumulates = xsdbool( item->category = if_bali_constants=>c_category_message ) ).
    ELSE.
      log( ).
    ENDIF.
  ENDMETHOD.

  METHOD if_bali_log~add_messages_from_bapirettab.
    DATA failure TYPE REF TO cx_bali_runtime.
    log( ).
    LOOP AT message_table INTO DATA(message).
      IF passes( message-type ) = abap_false.
        CONTINUE.
      ENDIF.
      TRY.
          add( kernel_log_item=>from_setter( cl_bali_message_setter=>create_from_bapiret2( message ) ) ).
        CATCH cx_bali_runtime INTO failure.
          " the rest of the table follows, then the exception
          CONTINUE.
      ENDTRY.
    ENDLOOP.
    IF failure IS BOUND.
      RAISE EXCEPTION failure.
    ENDIF.
  ENDMETHOD.

  METHOD if_bali_log~add_abap_behavior_message.
    DATA(severity) = SWITCH symsgty( message->m_severity
      WHEN if_abap_behv_message=>severity-error THEN 'E'
      WHEN if_abap_behv_message=>severity-warning THEN 'W'
      WHEN if_abap_behv_message=>severity-information THEN 'I'
      ELSE 'S' ).
    log( ).
    IF passes( severity ) = abap_true.
      add( kernel_log_item=>from_message( severity = severity message = message ) ).
    ENDIF.
  ENDMETHOD.

  METHOD if_bali_log~add_all_items_from_other_log.
    DATA(own) = log( ).
    IF source_log IS NOT BOUND.
      RETURN.
    ENDIF.
    DATA(source) = kernel_log=>find( source_log->get_handle( ) ).
    IF source IS NOT BOUND.
      RAISE EXCEPTION TYPE cx_bali_invalid_parameter.
    ENDIF.
    DATA(items) = source->items.
    LOOP AT items INTO DATA(item).
      add( item ).
    ENDLOOP.
  ENDMETHOD.

  METHOD if_bali_log~set_filter_for_add_item.
    log( ).
    me->filter = filter.
  ENDMETHOD.

  METHOD if_bali_log~get_filter_for_add_item.
    log( ).
    filter = me->filter.
  ENDMETHOD.

  METHOD if_bali_log~get_item.
    DATA(log) = log( ).
    DATA(found) = log->item( EXPORTING number = log_item_number EXCEPTIONS msg_not_found = 1 ).
    IF sy-subrc <> 0.
      RAISE EXCEPTION TYPE cx_bali_not_found.
    ENDIF.
    item = kernel_log_item=>getter( found ).
  ENDMETHOD.

  METHOD if_bali_log~get_all_items.
    DATA(log) = log( ).
    IF log->items IS INITIAL.
      RAISE EXCEPTION TYPE cx_bali_not_found.
    ENDIF.
    LOOP AT log->items INTO DATA(found).
      INSERT VALUE #( log_item_number = found-number item = kernel_log_item=>getter( found ) )
        INTO TABLE item_table.
    ENDLOOP.
  ENDMETHOD.

  METHOD if_bali_log~release_memory.
    DATA(log) = kernel_log=>find( handle ).
    IF log IS BOUND.
      log->refresh( ).
    ENDIF.
  ENDMETHOD.

  METHOD if_bali_log~is_invalidated.
    is_invalidated = xsdbool( kernel_log=>find( handle ) IS NOT BOUND ).
  ENDMETHOD.
ENDCLASS.
