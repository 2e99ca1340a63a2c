"! Items of a log between the classes that set and read them and the log in memory.
CLASS kernel_log_item DEFINITION PUBLIC FINAL CREATE PRIVATE.
  PUBLIC SECTION.
    CLASS-METHODS from_setter
      IMPORTING
        !setter       TYPE REF TO if_bali_item_setter
      RETURNING
        VALUE(result) TYPE kernel_log=>ty_item.
    CLASS-METHODS from_message
      IMPORTING
        !severity     TYPE symsgty
        !message      TYPE REF TO if_t100_message
      RETURNING
        VALUE(result) TYPE kernel_log=>ty_item.
    CLASS-METHODS getter
      IMPORTING
        !item         TYPE kernel_log=>ty_item
      RETURNING
        VALUE(result) TYPE REF TO if_bali_item_getter.
  PRIVATE SECTION.
    CLASS-METHODS from_exception
      IMPORTING
        !exception    TYPE bal_s_exc
      RETURNING
        VALUE(result) TYPE kernel_log=>ty_item.
ENDCLASS.

CLASS kernel_log_item IMPLEMENTATION.
  METHOD from_setter.
    DATA message TYPE bal_s_msg.
    DATA exception TYPE bal_s_exc.
    CASE setter->category.
      WHEN if_bali_constants=>c_category_message.
        CAST if_bali_message_setter( setter )->get_all_values(
          IMPORTING
            detail_level = message-detlevel
            severity     = message-msgty
            id           = message-msgid
            number       = message-msgno
            variable_1   = message-msgv1
            variable_2   = message-msgv2
            variable_3   = message-msgv3
            variable_4   = message-msgv4 ).
        result = VALUE #( kind = kernel_log=>kind-message message = message ).
      WHEN if_bali_constants=>c_category_free_text.
        CAST if_bali_free_text_setter( setter )->get_all_values(
          IMPORTING
            detail_level = DATA(level)
            severity     = DATA(severity)
            text         = DATA(text) ).
        result = kernel_log=>free_text( severity = severity text = text ).
        result-message-detlevel = level.
      WHEN OTHERS.
        CAST if_bali_exception_setter( setter )->get_all_values(
          IMPORTING
            detail_level = exception-detlevel
            severity     = exception-msgty
            exception    = exception-exception ).
        result = from_exception( exception ).
    ENDCASE.
  ENDMETHOD.

  METHOD from_exception.
    DATA message TYPE REF TO if_t100_message.
    TRY.
        message ?= exception-exception.
      CATCH cx_sy_move_cast_error.
        result = kernel_log=>exception( exception ).
        RETURN.
    ENDTRY.
    " an exception with a message becomes the message
    IF message->t100key-msgid IS INITIAL.
      result = kernel_log=>exception( exception ).
    ELSE.
      result = from_message( severity = exception-msgty message = message ).
      result-message-detlevel = exception-detlevel.
    ENDIF.
  ENDMETHOD.

  METHOD from_message.
    DATA saved TYPE symsg.
    MOVE-CORRESPONDING sy TO saved.
    cl_message_helper=>set_msg_vars_for_if_t100_msg( message ).
    result-kind = kernel_log=>kind-message.
    MOVE-CORRESPONDING sy TO result-message.
    result-message-msgty = severity.
    MOVE-CORRESPONDING saved TO sy.
  ENDMETHOD.

  METHOD getter.
    result = SWITCH #( item-kind
      WHEN kernel_log=>kind-message THEN NEW kernel_log_message( item )
      WHEN kernel_log=>kind-free_text THEN NEW kernel_log_free_text( item )
      ELSE NEW kernel_log_exception( item ) ).
  ENDMETHOD.
ENDCLASS.
