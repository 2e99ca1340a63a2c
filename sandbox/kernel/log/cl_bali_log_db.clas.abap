CLASS cl_bali_log_db DEFINITION PUBLIC FINAL CREATE PRIVATE.
  PUBLIC SECTION.
    INTERFACES if_bali_log_db.

    ALIASES delete_log FOR if_bali_log_db~delete_log.
    ALIASES dequeue FOR if_bali_log_db~dequeue.
    ALIASES enqueue FOR if_bali_log_db~enqueue.
    ALIASES load_log FOR if_bali_log_db~load_log.
    ALIASES load_logs_via_filter FOR if_bali_log_db~load_logs_via_filter.
    ALIASES save_log FOR if_bali_log_db~save_log.
    ALIASES ty_2nd_db_connection FOR if_bali_log_db~ty_2nd_db_connection.
    ALIASES ty_assign_to_curr_appjob FOR if_bali_log_db~ty_assign_to_curr_appjob.
    ALIASES ty_handle FOR if_bali_log_db~ty_handle.
    ALIASES ty_log_ref FOR if_bali_log_db~ty_log_ref.
    ALIASES ty_log_table FOR if_bali_log_db~ty_log_table.
    ALIASES ty_read_only_header FOR if_bali_log_db~ty_read_only_header.
    ALIASES load_log_with_items FOR if_bali_log_db~load_log_with_items.
    ALIASES load_logs_w_items_via_filter FOR if_bali_log_db~load_logs_w_items_via_filter.
    ALIASES save_log_2nd_db_connection FOR if_bali_log_db~save_log_2nd_db_connection.

    CLASS-METHODS get_instance
      RETURNING
        VALUE(db_handler) TYPE REF TO if_bali_log_db.
  PRIVATE SECTION.
    CLASS-METHODS load
      IMPORTING
        !head         TYPE balhdr
      RETURNING
        VALUE(result) TYPE REF TO if_bali_log
      RAISING
        cx_bali_runtime.
    CLASS-METHODS save
      IMPORTING
        !log           TYPE REF TO if_bali_log
        !is_autonomous TYPE abap_bool
      RAISING
        cx_bali_runtime.
    CLASS-METHODS check
      IMPORTING
        !log TYPE REF TO if_bali_log
      RAISING
        cx_bali_runtime.
    CLASS-METHODS option
      IMPORTING
        !value        TYPE csequence
      RETURNING
        VALUE(result) TYPE bal_option.
ENDCLASS.

CLASS cl_bali_log_db IMPLEMENTATION.
  METHOD get_instance.
    db_handler = NEW cl_bali_log_db( ).
  ENDMETHOD.

  METHOD load.
    DATA(log) = kernel_log=>find( head-log_handle ).
    IF log IS NOT BOUND.
      log = kernel_log_db=>load( head ).
    ENDIF.
    result = NEW cl_bali_log( handle = log->handle ).
  ENDMETHOD.

  METHOD check.
    IF log->is_invalidated( ) = abap_true.
      RAISE EXCEPTION TYPE cx_bali_not_possible
        EXPORTING
          error_code = cx_bali_not_possible=>log_was_invalidated.
    ENDIF.
  ENDMETHOD.

  METHOD option.
    result = COND #( WHEN value CA '*+' THEN 'CP' ELSE 'EQ' ).
  ENDMETHOD.

  METHOD if_bali_log_db~load_log.
    IF handle IS INITIAL.
      RAISE EXCEPTION TYPE cx_bali_not_found.
    ENDIF.
    DATA(heads) = kernel_log_db=>heads( handles = VALUE #( ( handle ) ) numbers = VALUE #( ) given = VALUE #( ) ).
    IF heads IS INITIAL.
      RAISE EXCEPTION TYPE cx_bali_not_found.
    ENDIF.
    log = load( heads[ 1 ] ).
  ENDMETHOD.

  METHOD if_bali_log_db~load_log_with_items.
    log = load_log( handle ).
  ENDMETHOD.

  METHOD if_bali_log_db~load_logs_via_filter.
    IF filter IS NOT BOUND.
      RAISE EXCEPTION TYPE cx_bali_invalid_parameter.
    ENDIF.
    filter->get_all_values(
      IMPORTING
        object_table      = DATA(objects)
        subobject_table   = DATA(subobjects)
        external_id_table = DATA(external_ids)
        user_table        = DATA(users)
        time_interval     = DATA(interval)
        max_log_number    = DATA(maximum) ).
    DATA(criteria) = VALUE bal_s_lfil(
      object    = VALUE #( FOR object IN objects ( sign = 'I' option = 'EQ' low = object ) )
      subobject = VALUE #( FOR subobject IN subobjects ( sign = 'I' option = option( subobject ) low = subobject ) )
      extnumber = VALUE #( FOR id IN external_ids ( sign = 'I' option = option( id ) low = id ) )
      aluser    = VALUE #( FOR user IN users ( sign = 'I' option = option( user ) low = user ) ) ).
    MOVE-CORRESPONDING interval TO criteria-date_time.
    IF criteria IS INITIAL.
      RAISE EXCEPTION TYPE cx_bali_invalid_parameter.
    ENDIF.
    criteria-max_nr_logs = maximum.
    DATA(heads) = kernel_log_db=>search( criteria ).
    IF heads IS INITIAL.
      RAISE EXCEPTION TYPE cx_bali_not_found.
    ENDIF.
    LOOP AT heads INTO DATA(head).
      APPEND load( head ) TO log_table.
    ENDLOOP.
  ENDMETHOD.

  METHOD if_bali_log_db~load_logs_w_items_via_filter.
    log_table = load_logs_via_filter( filter ).
  ENDMETHOD.

  METHOD save.
    IF log IS NOT BOUND.
      RETURN.
    ENDIF.
    check( log ).
    kernel_log_db=>save(
      EXPORTING handles = VALUE #( ( log->get_handle( ) ) ) is_autonomous = is_autonomous
      EXCEPTIONS OTHERS = 1 ).
    IF sy-subrc <> 0.
      RAISE EXCEPTION TYPE cx_bali_not_possible
        EXPORTING
          error_code = cx_bali_not_possible=>save_not_allowed.
    ENDIF.
  ENDMETHOD.

  METHOD if_bali_log_db~save_log.
    save( log = log is_autonomous = use_2nd_db_connection ).
  ENDMETHOD.

  METHOD if_bali_log_db~save_log_2nd_db_connection.
    save( log = log is_autonomous = abap_true ).
  ENDMETHOD.

  METHOD if_bali_log_db~delete_log.
    IF log IS NOT BOUND.
      RETURN.
    ENDIF.
    check( log ).
    DATA(heads) = kernel_log_db=>heads(
      handles = VALUE #( ( log->get_handle( ) ) ) numbers = VALUE #( ) given = VALUE #( ) ).
    IF heads IS INITIAL.
      RAISE EXCEPTION TYPE cx_bali_not_found.
    ENDIF.
    kernel_log_db=>delete( heads ).
  ENDMETHOD.

  METHOD if_bali_log_db~enqueue.
    " a run meets its own locks alone
    check( log ).
  ENDMETHOD.

  METHOD if_bali_log_db~dequeue.
    check( log ).
  ENDMETHOD.
ENDCLASS.
