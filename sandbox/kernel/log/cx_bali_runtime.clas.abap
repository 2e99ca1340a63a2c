CLASS cx_bali_runtime DEFINITION PUBLIC INHERITING FROM cx_static_check ABSTRACT CREATE PUBLIC.
  PUBLIC SECTION.
    INTERFACES if_t100_dyn_msg.
    INTERFACES if_t100_message.
    METHODS constructor
      IMPORTING
        !textid   LIKE if_t100_message=>t100key OPTIONAL
        !previous LIKE previous OPTIONAL.
    METHODS if_message~get_text REDEFINITION.
  PROTECTED SECTION.
    "! The text without a T100 key.
    METHODS default_text
      RETURNING
        VALUE(result) TYPE string.
ENDCLASS.

CLASS cx_bali_runtime IMPLEMENTATION.
  METHOD constructor.
    super->constructor( previous = previous ).
    if_t100_message~t100key = textid.
  ENDMETHOD.

  METHOD if_message~get_text.
    result = kernel_exception=>text( exception = me default = default_text( ) ).
  ENDMETHOD.

  METHOD default_text.
    result = 'The application log cannot be processed'.
  ENDMETHOD.
ENDCLASS.
