CLASS cx_sy_dyn_call_illegal_func DEFINITION PUBLIC INHERITING FROM cx_sy_dyn_call_error CREATE PUBLIC.
  PUBLIC SECTION.
    DATA function TYPE string READ-ONLY.
    METHODS constructor
      IMPORTING
        !textid   LIKE textid OPTIONAL
        !previous LIKE previous OPTIONAL
        !function TYPE string OPTIONAL.
    METHODS if_message~get_text REDEFINITION.
ENDCLASS.

CLASS cx_sy_dyn_call_illegal_func IMPLEMENTATION.
  METHOD constructor.
    super->constructor(
      textid   = textid
      previous = previous ).
    me->function = function.
  ENDMETHOD.

  METHOD if_message~get_text.
    result = kernel_exception=>text( exception = me default = |Function module "{ function }" not found| ).
  ENDMETHOD.
ENDCLASS.
