CLASS cx_sy_itab_duplicate_key DEFINITION PUBLIC INHERITING FROM cx_sy_itab_error CREATE PUBLIC.
  PUBLIC SECTION.
    DATA key_name TYPE string READ-ONLY.
    METHODS constructor
      IMPORTING
        !textid   LIKE textid OPTIONAL
        !previous LIKE previous OPTIONAL
        !key_name TYPE string OPTIONAL.
    METHODS if_message~get_text REDEFINITION.
ENDCLASS.

CLASS cx_sy_itab_duplicate_key IMPLEMENTATION.
  METHOD constructor.
    super->constructor(
      textid   = textid
      previous = previous ).
    me->key_name = key_name.
  ENDMETHOD.

  METHOD if_message~get_text.
    result = kernel_exception=>text( exception = me default = 'Line with this unique key already exists' ).
  ENDMETHOD.
ENDCLASS.
