CLASS cx_sy_precision_loss DEFINITION PUBLIC INHERITING FROM cx_sy_arithmetic_error CREATE PUBLIC.
  PUBLIC SECTION.
    METHODS if_message~get_text REDEFINITION.
ENDCLASS.

CLASS cx_sy_precision_loss IMPLEMENTATION.
  METHOD if_message~get_text.
    result = kernel_exception=>text( exception = me default = 'Result cannot be represented exactly' ).
  ENDMETHOD.
ENDCLASS.
