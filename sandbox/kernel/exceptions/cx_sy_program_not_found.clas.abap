CLASS cx_sy_program_not_found DEFINITION PUBLIC INHERITING FROM cx_dynamic_check CREATE PUBLIC.
  PUBLIC SECTION.
    DATA progname TYPE string READ-ONLY.
    METHODS constructor
      IMPORTING
        !textid   LIKE textid OPTIONAL
        !previous LIKE previous OPTIONAL
        !progname TYPE string OPTIONAL.
    METHODS if_message~get_text REDEFINITION.
ENDCLASS.

CLASS cx_sy_program_not_found IMPLEMENTATION.
  METHOD constructor.
    super->constructor(
      textid   = textid
      previous = previous ).
    me->progname = progname.
  ENDMETHOD.

  METHOD if_message~get_text.
    result = kernel_exception=>text( exception = me default = 'Program does not exist' ).
  ENDMETHOD.
ENDCLASS.
