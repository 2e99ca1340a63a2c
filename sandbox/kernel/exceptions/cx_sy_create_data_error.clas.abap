CLASS cx_sy_create_data_error DEFINITION PUBLIC INHERITING FROM cx_sy_create_error CREATE PUBLIC.
  PUBLIC SECTION.
    DATA typename TYPE string READ-ONLY.
    METHODS constructor
      IMPORTING
        !textid   LIKE textid OPTIONAL
        !previous LIKE previous OPTIONAL
        !typename TYPE string OPTIONAL.
    METHODS if_message~get_text REDEFINITION.
ENDCLASS.

CLASS cx_sy_create_data_error IMPLEMENTATION.
  METHOD constructor.
    super->constructor(
      textid   = textid
      previous = previous ).
    me->typename = typename.
  ENDMETHOD.

  METHOD if_message~get_text.
    result = kernel_exception=>text( exception = me default = 'Data object cannot be created' ).
  ENDMETHOD.
ENDCLASS.
