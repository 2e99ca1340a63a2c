"! Texts of exceptions: from the message class where the exception has a T100 key, else the default of its class.
CLASS kernel_exception DEFINITION PUBLIC FINAL CREATE PRIVATE.
  PUBLIC SECTION.
    CLASS-METHODS text
      IMPORTING
        !exception    TYPE REF TO if_message
        !default      TYPE csequence
      RETURNING
        VALUE(result) TYPE string.
ENDCLASS.

CLASS kernel_exception IMPLEMENTATION.
  METHOD text.
    DATA message TYPE REF TO if_t100_message.
    result = default.
    TRY.
        message ?= exception.
        IF message->t100key-msgid IS NOT INITIAL.
          result = cl_message_helper=>get_text_for_message( exception ).
        ENDIF.
      CATCH cx_sy_move_cast_error.
        RETURN.
    ENDTRY.
  ENDMETHOD.
ENDCLASS.
