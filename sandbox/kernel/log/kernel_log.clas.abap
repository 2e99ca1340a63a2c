"! An application log in memory; what function modules and the classes of ABAP Cloud have in common.
CLASS kernel_log DEFINITION PUBLIC FINAL CREATE PRIVATE.
  PUBLIC SECTION.
    CONSTANTS:
      BEGIN OF kind,
        message   TYPE c LENGTH 1 VALUE 'M',
        free_text TYPE c LENGTH 1 VALUE 'T',
        exception TYPE c LENGTH 1 VALUE 'E',
      END OF kind.
    TYPES:
      BEGIN OF ty_item,
        number    TYPE balmnr,
        kind      TYPE c LENGTH 1,
        message   TYPE bal_s_msg,
        exclsname TYPE balexcls,
        exception TYPE baltxt,
        text      TYPE string,
        is_saved  TYPE abap_bool,
      END OF ty_item.
    TYPES ty_items TYPE STANDARD TABLE OF ty_item WITH DEFAULT KEY.
    TYPES ty_logs TYPE STANDARD TABLE OF REF TO kernel_log WITH DEFAULT KEY.

    "! Logs of the session in the order of their creation.
    CLASS-DATA logs TYPE ty_logs READ-ONLY.
    CLASS-DATA defaults TYPE bal_s_mdef.

    DATA handle TYPE balloghndl READ-ONLY.
    DATA header TYPE bal_s_log READ-ONLY.
    DATA items TYPE ty_items READ-ONLY.
    DATA is_modified TYPE abap_bool READ-ONLY.
    "! Temporary ($00001) until the log is saved.
    DATA lognumber TYPE balognr READ-ONLY.
    DATA is_on_db TYPE abap_bool READ-ONLY.

    CLASS-METHODS create
      IMPORTING
        !header       TYPE bal_s_log
      RETURNING
        VALUE(result) TYPE REF TO kernel_log
      EXCEPTIONS
        log_header_inconsistent.
    "! A log that was read from the database.
    CLASS-METHODS loaded
      IMPORTING
        !handle       TYPE balloghndl
        !lognumber    TYPE balognr
        !header       TYPE bal_s_log
        !items        TYPE ty_items
      RETURNING
        VALUE(result) TYPE REF TO kernel_log.
    "! @parameter result | initial where the log is not in memory
    CLASS-METHODS find
      IMPORTING
        !handle       TYPE balloghndl
      RETURNING
        VALUE(result) TYPE REF TO kernel_log.
    "! The log, or the default log where the handle is initial.
    CLASS-METHODS target
      IMPORTING
        !handle       TYPE balloghndl
      RETURNING
        VALUE(result) TYPE REF TO kernel_log.
    CLASS-METHODS refresh_all.
    CLASS-METHODS check_header
      IMPORTING
        !header TYPE bal_s_log
      EXCEPTIONS
        log_object_subobject_wrong
        log_parameters_inconsistent.
    CLASS-METHODS check_message
      IMPORTING
        !message TYPE bal_s_msg
      EXCEPTIONS
        msg_not_complete
        msg_parameters_inconsistent.
    "! A free text as the message that holds it.
    CLASS-METHODS free_text
      IMPORTING
        !severity     TYPE symsgty
        !text         TYPE csequence
      RETURNING
        VALUE(result) TYPE ty_item.
    CLASS-METHODS exception
      IMPORTING
        !exception    TYPE bal_s_exc
      RETURNING
        VALUE(result) TYPE ty_item.
    CLASS-METHODS text_of
      IMPORTING
        !item         TYPE ty_item
      RETURNING
        VALUE(result) TYPE string.

    METHODS refresh.
    METHODS change_header
      IMPORTING
        !header TYPE bal_s_log
      EXCEPTIONS
        log_header_inconsistent.
    METHODS add
      IMPORTING
        !item         TYPE ty_item
      RETURNING
        VALUE(result) TYPE balmsghndl
      EXCEPTIONS
        msg_inconsistent
        log_is_full.
    "! Counts a message once more, or adds it.
    METHODS cumulate
      IMPORTING
        !item         TYPE ty_item
        !attributes   TYPE abap_bool DEFAULT abap_true
        !context      TYPE abap_bool DEFAULT abap_true
        !parameters   TYPE abap_bool DEFAULT abap_true
      RETURNING
        VALUE(result) TYPE balmsghndl
      EXCEPTIONS
        msg_inconsistent
        log_is_full.
    METHODS item
      IMPORTING
        !number       TYPE balmnr
      RETURNING
        VALUE(result) TYPE ty_item
      EXCEPTIONS
        msg_not_found.
    METHODS change
      IMPORTING
        !item TYPE ty_item
      EXCEPTIONS
        msg_not_found
        msg_inconsistent.
    METHODS remove
      IMPORTING
        !number TYPE balmnr
      EXCEPTIONS
        msg_not_found.
    METHODS counts
      RETURNING
        VALUE(result) TYPE bal_s_scnt.
    "! What is kept in BALHDR.
    METHODS row
      RETURNING
        VALUE(result) TYPE balhdr.
    METHODS saved
      IMPORTING
        !lognumber TYPE balognr.
  PRIVATE SECTION.
    CONSTANTS last_number TYPE i VALUE 999999.
    CLASS-DATA temporary TYPE i.
    DATA last TYPE i.

    CLASS-METHODS are_consistent
      IMPORTING
        !parameters   TYPE bal_s_parm
      RETURNING
        VALUE(result) TYPE abap_bool.
    CLASS-METHODS is_same
      IMPORTING
        !one          TYPE bal_s_msg
        !other        TYPE bal_s_msg
        !attributes   TYPE abap_bool
        !context      TYPE abap_bool
        !parameters   TYPE abap_bool
      RETURNING
        VALUE(result) TYPE abap_bool.
ENDCLASS.

CLASS kernel_log IMPLEMENTATION.
  METHOD create.
    check_header( EXPORTING header = header EXCEPTIONS OTHERS = 1 ).
    IF sy-subrc <> 0.
      RAISE log_header_inconsistent.
    ENDIF.
    result = NEW #( ).
    TRY.
        result->handle = cl_system_uuid=>create_uuid_c22_static( ).
      CATCH cx_uuid_error.
        RAISE log_header_inconsistent.
    ENDTRY.
    temporary = temporary + 1.
    result->lognumber = |${ temporary WIDTH = 5 ALIGN = RIGHT PAD = '0' }|.
    result->is_modified = abap_true.
    result->header = header.
    IF result->header-aldate IS INITIAL.
      result->header-aldate = sy-datum.
      result->header-altime = sy-uzeit.
    ENDIF.
    IF result->header-aluser IS INITIAL.
      result->header-aluser = sy-uname.
    ENDIF.
    IF result->header-altcode IS INITIAL.
      result->header-altcode = sy-tcode.
    ENDIF.
    IF result->header-alprog IS INITIAL.
      result->header-alprog = sy-cprog.
    ENDIF.
    IF result->header-almode IS INITIAL.
      result->header-almode = COND #( WHEN sy-batch = abap_true THEN 'B' ELSE 'D' ).
    ENDIF.
    IF result->header-aldate_del IS INITIAL.
      result->header-aldate_del = '99991231'.
    ENDIF.
    APPEND result TO logs.
    IF defaults-log_handle IS INITIAL.
      defaults-log_handle = result->handle.
    ENDIF.
  ENDMETHOD.

  METHOD loaded.
    result = NEW #( ).
    result->handle = handle.
    result->lognumber = lognumber.
    result->header = header.
    result->items = items.
    result->is_on_db = abap_true.
    IF items IS NOT INITIAL.
      result->last = items[ lines( items ) ]-number.
    ENDIF.
    APPEND result TO logs.
  ENDMETHOD.

  METHOD find.
    LOOP AT logs INTO DATA(log).
      IF log->handle = handle.
        result = log.
        RETURN.
      ENDIF.
    ENDLOOP.
  ENDMETHOD.

  METHOD target.
    result = find( COND #( WHEN handle IS INITIAL THEN defaults-log_handle ELSE handle ) ).
  ENDMETHOD.

  METHOD refresh_all.
    CLEAR logs.
    CLEAR defaults-log_handle.
  ENDMETHOD.

  METHOD check_header.
    IF header-object IS INITIAL AND header-subobject IS NOT INITIAL.
      RAISE log_object_subobject_wrong.
    ENDIF.
    IF header-object IS NOT INITIAL.
      SELECT SINGLE object FROM balobj WHERE object = @header-object INTO @DATA(object).
      IF sy-subrc <> 0.
        RAISE log_object_subobject_wrong.
      ENDIF.
    ENDIF.
    IF header-subobject IS NOT INITIAL.
      SELECT SINGLE subobject FROM balsub
        WHERE object = @header-object AND subobject = @header-subobject
        INTO @DATA(subobject).
      IF sy-subrc <> 0.
        RAISE log_object_subobject_wrong.
      ENDIF.
    ENDIF.
    IF are_consistent( header-params ) = abap_false.
      RAISE log_parameters_inconsistent.
    ENDIF.
  ENDMETHOD.

  METHOD check_message.
    IF message-msgid IS INITIAL.
      RAISE msg_not_complete.
    ENDIF.
    IF are_consistent( message-params ) = abap_false.
      RAISE msg_parameters_inconsistent.
    ENDIF.
  ENDMETHOD.

  METHOD are_consistent.
    DATA(callback) = parameters-callback.
    IF callback-userexitf IS NOT INITIAL.
      result = xsdbool( callback-userexitt = 'F' OR callback-userexitp IS NOT INITIAL ).
    ELSE.
      result = xsdbool( parameters-t_par IS INITIAL OR parameters-altext IS NOT INITIAL ).
    ENDIF.
  ENDMETHOD.

  METHOD free_text.
    DATA parts TYPE c LENGTH 200.
    parts = text.
    result = VALUE #(
      kind = kind-free_text
      text = parts
      message = VALUE #(
        msgty = severity msgid = 'BL' msgno = '001'
        msgv1 = parts(50) msgv2 = parts+50(50) msgv3 = parts+100(50) msgv4 = parts+150(50) ) ).
  ENDMETHOD.

  METHOD exception.
    result-kind = kind-exception.
    MOVE-CORRESPONDING exception TO result-message.
    result-text = exception-exception->get_text( ).
    DATA(description) = cl_abap_typedescr=>describe_by_object_ref( exception-exception ).
    result-exclsname = description->get_relative_name( ).
    result-exception = result-exclsname.
  ENDMETHOD.

  METHOD text_of.
    DATA saved TYPE symsg.
    IF item-kind <> kind-message.
      result = item-text.
      RETURN.
    ENDIF.
    MOVE-CORRESPONDING sy TO saved.
    MESSAGE ID item-message-msgid TYPE 'S' NUMBER item-message-msgno
      WITH item-message-msgv1 item-message-msgv2 item-message-msgv3 item-message-msgv4
      INTO result.
    MOVE-CORRESPONDING saved TO sy.
  ENDMETHOD.

  METHOD refresh.
    LOOP AT logs INTO DATA(log).
      DATA(position) = sy-tabix.
      IF log = me.
        DELETE logs INDEX position.
        EXIT.
      ENDIF.
    ENDLOOP.
    IF defaults-log_handle = handle.
      CLEAR defaults-log_handle.
    ENDIF.
  ENDMETHOD.

  METHOD change_header.
    check_header( EXPORTING header = header EXCEPTIONS OTHERS = 1 ).
    IF sy-subrc <> 0.
      RAISE log_header_inconsistent.
    ENDIF.
    me->header = header.
    me->header-alchdate = sy-datum.
    me->header-alchtime = sy-uzeit.
    me->header-alchuser = sy-uname.
    is_modified = abap_true.
  ENDMETHOD.

  METHOD add.
    IF item-kind = kind-message.
      check_message( EXPORTING message = item-message EXCEPTIONS OTHERS = 1 ).
      IF sy-subrc <> 0.
        RAISE msg_inconsistent.
      ENDIF.
    ENDIF.
    IF last >= last_number.
      RAISE log_is_full.
    ENDIF.
    last = last + 1.
    APPEND item TO items ASSIGNING FIELD-SYMBOL(<item>).
    <item>-number = last.
    <item>-is_saved = abap_false.
    IF <item>-message-time_stmp IS INITIAL.
      GET TIME STAMP FIELD <item>-message-time_stmp.
    ENDIF.
    IF <item>-message-msg_count = 0.
      <item>-message-msg_count = 1.
    ENDIF.
    IF <item>-message-detlevel IS INITIAL.
      <item>-message-detlevel = defaults-detlevel.
    ENDIF.
    IF <item>-message-probclass IS INITIAL.
      <item>-message-probclass = defaults-probclass.
    ENDIF.
    IF <item>-message-context IS INITIAL.
      <item>-message-context = defaults-context.
    ENDIF.
    IF <item>-message-params IS INITIAL.
      <item>-message-params = defaults-params.
    ENDIF.
    is_modified = abap_true.
    result = VALUE #( log_handle = handle msgnumber = <item>-number ).
  ENDMETHOD.

  METHOD cumulate.
    IF item-kind = kind-message.
      LOOP AT items ASSIGNING FIELD-SYMBOL(<same>) WHERE kind = kind-message.
        IF is_same(
            one = <same>-message other = item-message
            attributes = attributes context = context parameters = parameters ) = abap_true.
          <same>-message-msg_count = <same>-message-msg_count + nmax( val1 = 1 val2 = item-message-msg_count ).
          is_modified = abap_true.
          result = VALUE #( log_handle = handle msgnumber = <same>-number ).
          RETURN.
        ENDIF.
      ENDLOOP.
    ENDIF.
    result = add( EXPORTING item = item EXCEPTIONS msg_inconsistent = 1 log_is_full = 2 ).
    CASE sy-subrc.
      WHEN 1.
        RAISE msg_inconsistent.
      WHEN 2.
        RAISE log_is_full.
    ENDCASE.
  ENDMETHOD.

  METHOD is_same.
    IF one-msgty <> other-msgty OR one-msgid <> other-msgid OR one-msgno <> other-msgno
        OR one-msgv1 <> other-msgv1 OR one-msgv2 <> other-msgv2
        OR one-msgv3 <> other-msgv3 OR one-msgv4 <> other-msgv4.
      RETURN.
    ENDIF.
    IF attributes = abap_true AND ( one-detlevel <> other-detlevel
        OR one-probclass <> other-probclass OR one-alsort <> other-alsort ).
      RETURN.
    ENDIF.
    IF context = abap_true AND one-context <> other-context.
      RETURN.
    ENDIF.
    result = xsdbool( parameters = abap_false OR one-params = other-params ).
  ENDMETHOD.

  METHOD item.
    READ TABLE items INTO result WITH KEY number = number.
    IF sy-subrc <> 0.
      RAISE msg_not_found.
    ENDIF.
  ENDMETHOD.

  METHOD change.
    READ TABLE items ASSIGNING FIELD-SYMBOL(<item>) WITH KEY number = item-number.
    IF sy-subrc <> 0 OR <item>-kind <> item-kind.
      RAISE msg_not_found.
    ENDIF.
    IF item-kind = kind-message.
      check_message( EXPORTING message = item-message EXCEPTIONS OTHERS = 1 ).
      IF sy-subrc <> 0.
        RAISE msg_inconsistent.
      ENDIF.
    ENDIF.
    <item> = item.
    is_modified = abap_true.
  ENDMETHOD.

  METHOD remove.
    DELETE items WHERE number = number.
    IF sy-subrc <> 0.
      RAISE msg_not_found.
    ENDIF.
    is_modified = abap_true.
  ENDMETHOD.

  METHOD counts.
    LOOP AT items INTO DATA(item).
      DATA(count) = item-message-msg_count.
      result-msg_cnt_al = result-msg_cnt_al + count.
      CASE item-message-msgty.
        WHEN 'A' OR 'X'.
          result-msg_cnt_a = result-msg_cnt_a + count.
        WHEN 'E'.
          result-msg_cnt_e = result-msg_cnt_e + count.
        WHEN 'W'.
          result-msg_cnt_w = result-msg_cnt_w + count.
        WHEN 'I'.
          result-msg_cnt_i = result-msg_cnt_i + count.
        WHEN 'S'.
          result-msg_cnt_s = result-msg_cnt_s + count.
      ENDCASE.
    ENDLOOP.
  ENDMETHOD.

  METHOD row.
    MOVE-CORRESPONDING header TO result.
    DATA(numbers) = counts( ).
    MOVE-CORRESPONDING numbers TO result.
    result-mandant = sy-mandt.
    result-lognumber = lognumber.
    result-log_handle = handle.
    result-altext = header-params-altext.
    result-userexitp = header-params-callback-userexitp.
    result-userexitf = header-params-callback-userexitf.
    result-userexitt = header-params-callback-userexitt.
    " the most important of its messages
    LOOP AT items INTO DATA(item) WHERE message-probclass IS NOT INITIAL.
      IF result-probclass IS INITIAL OR item-message-probclass < result-probclass.
        result-probclass = item-message-probclass.
      ENDIF.
    ENDLOOP.
  ENDMETHOD.

  METHOD saved.
    me->lognumber = lognumber.
    is_on_db = abap_true.
    is_modified = abap_false.
    LOOP AT items ASSIGNING FIELD-SYMBOL(<item>).
      <item>-is_saved = abap_true.
    ENDLOOP.
  ENDMETHOD.
ENDCLASS.
