"! Application logs in the database: heads in BALHDR, the rest in BALDAT. Messages of logs without
"! data, as old releases wrote them, stand in BALM.
CLASS kernel_log_db DEFINITION PUBLIC FINAL CREATE PRIVATE.
  PUBLIC SECTION.
    TYPES ty_blocks TYPE baldat_t.

    "! @parameter all | all logs of the session that have an object
    CLASS-METHODS save
      IMPORTING
        !handles       TYPE bal_t_logh
        !all           TYPE abap_bool DEFAULT abap_false
        !update_task   TYPE abap_bool DEFAULT abap_false
        !is_autonomous TYPE abap_bool DEFAULT abap_false
      RETURNING
        VALUE(result)  TYPE bal_t_lgnm
      EXCEPTIONS
        log_not_found
        save_not_allowed
        numbering_error.
    CLASS-METHODS write
      IMPORTING
        !head   TYPE balhdr
        !blocks TYPE ty_blocks.
    CLASS-METHODS search
      IMPORTING
        !filter       TYPE bal_s_lfil
      RETURNING
        VALUE(result) TYPE balhdr_t.
    "! Whether a head passes a filter.
    CLASS-METHODS passes
      IMPORTING
        !head         TYPE balhdr
        !filter       TYPE bal_s_lfil
      RETURNING
        VALUE(result) TYPE abap_bool.
    "! The heads of what is given in one of three ways.
    CLASS-METHODS heads
      IMPORTING
        !handles      TYPE bal_t_logh
        !numbers      TYPE bal_t_logn
        !given        TYPE balhdr_t
      RETURNING
        VALUE(result) TYPE balhdr_t.
    CLASS-METHODS load
      IMPORTING
        !head         TYPE balhdr
      RETURNING
        VALUE(result) TYPE REF TO kernel_log.
    CLASS-METHODS delete
      IMPORTING
        !heads TYPE balhdr_t.
  PRIVATE SECTION.
    CONSTANTS area TYPE indx_relid VALUE 'AL'.
    CONSTANTS block_size TYPE i VALUE 512.
    TYPES:
      BEGIN OF ty_content,
        context TYPE bal_s_cont,
        params  TYPE bal_s_parm,
        items   TYPE kernel_log=>ty_items,
      END OF ty_content.

    CLASS-METHODS next_number
      RETURNING
        VALUE(result) TYPE balognr
      EXCEPTIONS
        numbering_error.
    CLASS-METHODS create_number_range.
    CLASS-METHODS blocks_of
      IMPORTING
        !log          TYPE REF TO kernel_log
      RETURNING
        VALUE(result) TYPE ty_blocks.
    CLASS-METHODS old_items
      IMPORTING
        !lognumber    TYPE balognr
      RETURNING
        VALUE(result) TYPE kernel_log=>ty_items.
ENDCLASS.

CLASS kernel_log_db IMPLEMENTATION.
  METHOD save.
    DATA chosen TYPE kernel_log=>ty_logs.
    IF all = abap_true.
      LOOP AT kernel_log=>logs INTO DATA(each).
        IF each->header-object IS NOT INITIAL.
          APPEND each TO chosen.
        ENDIF.
      ENDLOOP.
    ELSE.
      LOOP AT handles INTO DATA(handle).
        DATA(found) = kernel_log=>find( handle ).
        IF found IS NOT BOUND.
          RAISE log_not_found.
        ENDIF.
        IF found->header-object IS INITIAL.
          RAISE save_not_allowed.
        ENDIF.
        APPEND found TO chosen.
      ENDLOOP.
    ENDIF.
    IF is_autonomous = abap_true.
      WRITE '@KERNEL abap.sandbox.serviceConnection.begin();'.
    ENDIF.
    LOOP AT chosen INTO DATA(log).
      IF log->is_modified = abap_false.
        CONTINUE.
      ENDIF.
      DATA(number) = log->lognumber.
      IF log->is_on_db = abap_false.
        number = next_number( EXCEPTIONS numbering_error = 1 ).
        IF sy-subrc <> 0.
          WRITE '@KERNEL abap.sandbox.serviceConnection.end();'.
          RAISE numbering_error.
        ENDIF.
        APPEND VALUE #(
          extnumber = log->header-extnumber log_handle = log->handle
          tmp_lognum = log->lognumber lognumber = number client = sy-mandt ) TO result.
      ENDIF.
      log->saved( number ).
      DATA(head) = log->row( ).
      DATA(blocks) = blocks_of( log ).
      IF update_task = abap_true.
        CALL FUNCTION 'KERNEL_LOG_WRITE' IN UPDATE TASK
          EXPORTING
            head   = head
            blocks = blocks.
      ELSE.
        write( head = head blocks = blocks ).
      ENDIF.
    ENDLOOP.
    WRITE '@KERNEL abap.sandbox.serviceConnection.end();'.
  ENDMETHOD.

  METHOD write.
    DELETE FROM baldat WHERE relid = @area AND log_handle = @head-log_handle.
    MODIFY balhdr FROM @head.
    INSERT baldat FROM TABLE @blocks.
  ENDMETHOD.

  METHOD next_number.
    DATA last TYPE nrfrom.
    DATA(place) = VALUE kernel_number_range=>ty_place( object = 'APPL_LOG' nr = '01' year = '0000' ).
    kernel_number_range=>interval( EXPORTING place = place EXCEPTIONS OTHERS = 1 ).
    IF sy-subrc <> 0.
      create_number_range( ).
    ENDIF.
    kernel_number_range=>next(
      EXPORTING place = place quantity = '1'
      IMPORTING number = last
      EXCEPTIONS OTHERS = 1 ).
    IF sy-subrc <> 0.
      RAISE numbering_error.
    ENDIF.
    result = last.
  ENDMETHOD.

  METHOD create_number_range.
    " behind the logs that are there
    SELECT MAX( lognumber ) FROM balhdr INTO @DATA(highest).
    DATA(level) = COND nrlevel( WHEN highest CO ' 0123456789' THEN highest ).
    MODIFY tnro FROM @( VALUE #( object = 'APPL_LOG' domlen = 'BALOGNR' percentage = '5.0' ) ).
    MODIFY nriv FROM @( VALUE #(
      client = sy-mandt object = 'APPL_LOG' nrrangenr = '01' toyear = '0000' nrlevel = level
      fromnumber = '00000000000000000001' tonumber = '99999999999999999999' ) ).
  ENDMETHOD.

  METHOD blocks_of.
    DATA xml TYPE xstring.
    DATA row TYPE baldat.
    DATA(content) = VALUE ty_content(
      context = log->header-context params = log->header-params items = log->items ).
    CALL TRANSFORMATION ('ID') SOURCE content = content RESULT XML xml.
    row = VALUE #( mandant = sy-mandt relid = area log_handle = log->handle block = '000001' ).
    DATA(offset) = 0.
    WHILE offset < xstrlen( xml ).
      row-clustr = nmin( val1 = block_size val2 = xstrlen( xml ) - offset ).
      DATA(length) = CONV i( row-clustr ).
      row-clustd = xml+offset(length).
      APPEND row TO result.
      row-srtf2 = row-srtf2 + 1.
      offset = offset + length.
    ENDWHILE.
  ENDMETHOD.

  METHOD search.
    SELECT * FROM balhdr
      WHERE lognumber IN @filter-lognumber AND object IN @filter-object
        AND subobject IN @filter-subobject AND extnumber IN @filter-extnumber
      ORDER BY lognumber
      INTO TABLE @DATA(heads).
    LOOP AT heads INTO DATA(head).
      IF passes( head = head filter = filter ) = abap_true.
        APPEND head TO result.
      ENDIF.
    ENDLOOP.
    IF filter-max_nr_logs > 0 AND lines( result ) > filter-max_nr_logs.
      DELETE result FROM filter-max_nr_logs + 1.
    ENDIF.
  ENDMETHOD.

  METHOD passes.
    DATA(time) = |{ head-aldate }{ head-altime }|.
    DATA(interval) = filter-date_time.
    IF interval-date_from IS NOT INITIAL AND time < |{ interval-date_from }{ interval-time_from }|.
      RETURN.
    ENDIF.
    IF interval-date_to IS NOT INITIAL AND time > |{ interval-date_to }{ interval-time_to }|.
      RETURN.
    ENDIF.
    result = xsdbool(
      head-log_handle IN filter-log_handle AND head-lognumber IN filter-lognumber
      AND head-extnumber IN filter-extnumber AND head-object IN filter-object
      AND head-subobject IN filter-subobject AND head-aluser IN filter-aluser
      AND head-altcode IN filter-altcode AND head-alprog IN filter-alprog
      AND head-almode IN filter-almode AND head-probclass IN filter-probclass ).
  ENDMETHOD.

  METHOD heads.
    LOOP AT handles INTO DATA(handle).
      SELECT * FROM balhdr WHERE log_handle = @handle APPENDING TABLE @result.
    ENDLOOP.
    LOOP AT numbers INTO DATA(number).
      SELECT * FROM balhdr WHERE lognumber = @number APPENDING TABLE @result.
    ENDLOOP.
    LOOP AT given INTO DATA(head).
      SELECT * FROM balhdr
        WHERE lognumber = @head-lognumber OR ( log_handle = @head-log_handle AND log_handle <> @space )
        APPENDING TABLE @result.
    ENDLOOP.
  ENDMETHOD.

  METHOD load.
    DATA xml TYPE xstring.
    DATA content TYPE ty_content.
    DATA header TYPE bal_s_log.
    SELECT clustr, clustd FROM baldat
      WHERE relid = @area AND log_handle = @head-log_handle
      ORDER BY block, srtf2
      INTO TABLE @DATA(blocks).
    LOOP AT blocks INTO DATA(block).
      DATA(length) = CONV i( block-clustr ).
      CONCATENATE xml block-clustd(length) INTO xml IN BYTE MODE.
    ENDLOOP.
    IF xml IS INITIAL.
      content-items = old_items( head-lognumber ).
    ELSE.
      CALL TRANSFORMATION ('ID') SOURCE XML xml RESULT content = content.
    ENDIF.
    MOVE-CORRESPONDING head TO header.
    header-context = content-context.
    header-params = content-params.
    result = kernel_log=>loaded(
      handle = COND #( WHEN head-log_handle IS INITIAL THEN head-lognumber ELSE head-log_handle )
      lognumber = head-lognumber header = header items = content-items ).
  ENDMETHOD.

  METHOD old_items.
    SELECT * FROM balm WHERE lognumber = @lognumber ORDER BY msgnumber INTO TABLE @DATA(rows).
    LOOP AT rows INTO DATA(row).
      APPEND VALUE #( number = row-msgnumber kind = kernel_log=>kind-message is_saved = abap_true )
        TO result ASSIGNING FIELD-SYMBOL(<item>).
      MOVE-CORRESPONDING row TO <item>-message.
      <item>-message-msg_count = nmax( val1 = 1 val2 = <item>-message-msg_count ).
    ENDLOOP.
  ENDMETHOD.

  METHOD delete.
    LOOP AT heads INTO DATA(head).
      DELETE FROM balhdr WHERE lognumber = @head-lognumber.
      DELETE FROM balm WHERE lognumber = @head-lognumber.
      IF head-log_handle IS NOT INITIAL.
        DELETE FROM baldat WHERE relid = @area AND log_handle = @head-log_handle.
      ENDIF.
    ENDLOOP.
  ENDMETHOD.
ENDCLASS.
