CLASS cx_sy_dyn_call_illegal_method DEFINITION PUBLIC INHERITING FROM cx_sy_dyn_call_error CREATE PUBLIC.
  PUBLIC SECTION.
    CONSTANTS unknown_method   TYPE sotr_conc VALUE 'UNKNOWN_METHOD'.
    CONSTANTS private_method   TYPE sotr_conc VALUE 'PRIVATE_METHOD'.
    CONSTANTS protected_method TYPE sotr_conc VALUE 'PROTECTED_METHOD'.
    CONSTANTS not_implemented  TYPE sotr_conc VALUE 'NOT_IMPLEMENTED'.
    DATA classname TYPE string READ-ONLY.
    DATA methodname TYPE string READ-ONLY.
    METHODS constructor
      IMPORTING
        !textid   LIKE textid OPTIONAL
        !previous LIKE previous OPTIONAL
        !classname TYPE string OPTIONAL
        !methodname TYPE string OPTIONAL.
    METHODS if_message~get_text REDEFINITION.
ENDCLASS.

CLASS cx_sy_dyn_call_illegal_method IMPLEMENTATION.
  METHOD constructor.
    super->constructor(
      textid   = textid
      previous = previous ).
    me->classname = classname.
    me->methodname = methodname.
  ENDMETHOD.

  METHOD if_message~get_text.
    result = kernel_exception=>text( exception = me default = 'Method does not exist' ).
  ENDMETHOD.
ENDCLASS.
