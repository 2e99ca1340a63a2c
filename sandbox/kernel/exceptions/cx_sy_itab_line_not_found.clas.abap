CLASS cx_sy_itab_line_not_found DEFINITION PUBLIC INHERITING FROM cx_sy_itab_error CREATE PUBLIC.
  PUBLIC SECTION.
    DATA key_name TYPE string READ-ONLY.
    DATA index TYPE i READ-ONLY.
    METHODS constructor
      IMPORTING
        !textid   LIKE textid OPTIONAL
        !previous LIKE previous OPTIONAL
        !key_name TYPE string OPTIONAL
        !index TYPE i OPTIONAL.
    METHODS if_message~get_text REDEFINITION.
ENDCLASS.

CLASS cx_sy_itab_line_not_found IMPLEMENTATION.
  METHOD constructor.
    super->constructor(
      textid   = textid
      previous = previous ).
    me->key_name = key_name.
    me->index = index.
  ENDMETHOD.

  METHOD if_message~get_text.
    result = kernel_exception=>text( exception = me default = 'Line not found in the internal table' ).
  ENDMETHOD.
ENDCLASS.
