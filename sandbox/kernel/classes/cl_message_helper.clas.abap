"! Texts of messages and of exceptions with a T100 key.
CLASS cl_message_helper DEFINITION PUBLIC FINAL CREATE PRIVATE.
  PUBLIC SECTION.
    "! The text of an exception; the attributes named in its T100 key replace &1 to &4.
    CLASS-METHODS get_text_for_message
      IMPORTING
        !text         TYPE REF TO if_message
      RETURNING
        VALUE(result) TYPE string.
    "! Fills SY-MSGID, SY-MSGNO and SY-MSGV1 to SY-MSGV4 from an exception.
    CLASS-METHODS set_msg_vars_for_if_t100_msg
      IMPORTING
        !text TYPE REF TO if_t100_message.
    CLASS-METHODS set_msg_vars_for_if_msg
      IMPORTING
        !text TYPE REF TO if_message.
    "! Fills SY-MSGV1 to SY-MSGV4 with parts of a text, of up to 50 characters each. A blank at the
    "! end of a part, which the variable would lose, begins the next one.
    CLASS-METHODS set_msg_vars_for_clike
      IMPORTING
        !text TYPE clike.
    "! Whether a text comes from a message class or from the text repository (believed: exceptions
    "! without a T100 key have a text ID).
    CLASS-METHODS check_msg_kind
      IMPORTING
        !msg     TYPE REF TO if_message
      EXPORTING
        !t100key TYPE scx_t100key
        !textid  TYPE sotr_conc.
    "! Public attributes of an exception and their values.
    CLASS-METHODS get_text_params
      IMPORTING
        !obj    TYPE REF TO if_message
      EXPORTING
        !params TYPE sotr_params.
  PRIVATE SECTION.
    CLASS-METHODS next_part
      CHANGING
        !rest         TYPE string
      RETURNING
        VALUE(result) TYPE string.
    CLASS-METHODS value_of
      IMPORTING
        !text         TYPE REF TO if_t100_message
        !attribute    TYPE csequence
      RETURNING
        VALUE(result) TYPE string.
ENDCLASS.

CLASS cl_message_helper IMPLEMENTATION.
  METHOD get_text_for_message.
    DATA message TYPE REF TO if_t100_message.
    DATA saved TYPE symsg.
    TRY.
        message ?= text.
      CATCH cx_sy_move_cast_error.
        result = text->get_text( ).
        RETURN.
    ENDTRY.
    MOVE-CORRESPONDING sy TO saved.
    set_msg_vars_for_if_t100_msg( message ).
    MESSAGE ID sy-msgid TYPE 'S' NUMBER sy-msgno WITH sy-msgv1 sy-msgv2 sy-msgv3 sy-msgv4 INTO result.
    MOVE-CORRESPONDING saved TO sy.
  ENDMETHOD.

  METHOD set_msg_vars_for_if_t100_msg.
    DATA dynamic TYPE REF TO if_t100_dyn_msg.
    sy-msgid = text->t100key-msgid.
    sy-msgno = text->t100key-msgno.
    sy-msgty = 'E'.
    sy-msgv1 = value_of( text = text attribute = text->t100key-attr1 ).
    sy-msgv2 = value_of( text = text attribute = text->t100key-attr2 ).
    sy-msgv3 = value_of( text = text attribute = text->t100key-attr3 ).
    sy-msgv4 = value_of( text = text attribute = text->t100key-attr4 ).
    TRY.
        dynamic ?= text.
        IF dynamic->msgty IS NOT INITIAL.
          sy-msgty = dynamic->msgty.
        ENDIF.
      CATCH cx_sy_move_cast_error.
        RETURN.
    ENDTRY.
  ENDMETHOD.

  METHOD set_msg_vars_for_if_msg.
    DATA message TYPE REF TO if_t100_message.
    TRY.
        message ?= text.
        set_msg_vars_for_if_t100_msg( message ).
      CATCH cx_sy_move_cast_error.
        set_msg_vars_for_clike( text->get_text( ) ).
    ENDTRY.
  ENDMETHOD.

  METHOD set_msg_vars_for_clike.
    DATA rest TYPE string.
    rest = |{ text }|.
    sy-msgid = '00'.
    sy-msgno = '001'.
    sy-msgty = 'E'.
    sy-msgv1 = next_part( CHANGING rest = rest ).
    sy-msgv2 = next_part( CHANGING rest = rest ).
    sy-msgv3 = next_part( CHANGING rest = rest ).
    sy-msgv4 = next_part( CHANGING rest = rest ).
  ENDMETHOD.

  METHOD check_msg_kind.
    DATA message TYPE REF TO if_t100_message.
    DATA exception TYPE REF TO cx_root.
    CLEAR: t100key, textid.
    TRY.
        message ?= msg.
        t100key = message->t100key.
      CATCH cx_sy_move_cast_error.
        TRY.
            exception ?= msg.
            textid = exception->textid.
          CATCH cx_sy_move_cast_error.
            CLEAR textid.
        ENDTRY.
        IF textid IS INITIAL.
          textid = cx_root=>cx_root.
        ENDIF.
    ENDTRY.
  ENDMETHOD.

  METHOD get_text_params.
    DATA description TYPE REF TO cl_abap_classdescr.
    DATA instance TYPE REF TO object.
    FIELD-SYMBOLS <value> TYPE any.
    CLEAR params.
    instance = obj.
    description ?= cl_abap_typedescr=>describe_by_object_ref( obj ).
    LOOP AT description->attributes INTO DATA(attribute)
        WHERE visibility = cl_abap_objectdescr=>public AND is_constant = abap_false.
      CASE attribute-type_kind.
        WHEN cl_abap_typedescr=>typekind_oref OR cl_abap_typedescr=>typekind_dref
            OR cl_abap_typedescr=>typekind_struct1 OR cl_abap_typedescr=>typekind_struct2
            OR cl_abap_typedescr=>typekind_table.
          CONTINUE.
      ENDCASE.
      ASSIGN instance->(attribute-name) TO <value>.
      IF sy-subrc = 0.
        APPEND VALUE #( param = attribute-name value = |{ <value> }| ) TO params.
      ENDIF.
    ENDLOOP.
  ENDMETHOD.

  METHOD next_part.
    DATA length TYPE i.
    length = nmin( val1 = strlen( rest ) val2 = 50 ).
    IF length < strlen( rest ).
      WHILE length > 1 AND substring( val = rest off = length - 1 len = 1 ) = ` `.
        length = length - 1.
      ENDWHILE.
    ENDIF.
    result = substring( val = rest len = length ).
    rest = substring( val = rest off = length ).
  ENDMETHOD.

  METHOD value_of.
    DATA name TYPE string.
    DATA instance TYPE REF TO object.
    FIELD-SYMBOLS <value> TYPE any.
    IF attribute IS INITIAL.
      RETURN.
    ENDIF.
    name = attribute.
    " the attributes of the class: a reference to the interface shows its own alone
    instance = text.
    ASSIGN instance->(name) TO <value>.
    IF sy-subrc <> 0.
      result = attribute.
      RETURN.
    ENDIF.
    result = |{ <value> }|.
  ENDMETHOD.
ENDCLASS.
