CLASS cx_sy_dyn_call_excp_not_found DEFINITION PUBLIC INHERITING FROM cx_sy_dyn_call_error CREATE PUBLIC.
  PUBLIC SECTION.
    DATA exceptionname TYPE string READ-ONLY.
    METHODS constructor
      IMPORTING
        !textid   LIKE textid OPTIONAL
        !previous LIKE previous OPTIONAL
        !exceptionname TYPE string OPTIONAL.
    METHODS if_message~get_text REDEFINITION.
ENDCLASS.

CLASS cx_sy_dyn_call_excp_not_found IMPLEMENTATION.
  METHOD constructor.
    super->constructor(
      textid   = textid
      previous = previous ).
    me->exceptionname = exceptionname.
  ENDMETHOD.

  METHOD if_message~get_text.
    result = kernel_exception=>text( exception = me default = 'Exception is not in the interface' ).
  ENDMETHOD.
ENDCLASS.
