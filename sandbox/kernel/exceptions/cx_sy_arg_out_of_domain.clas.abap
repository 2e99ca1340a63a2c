CLASS cx_sy_arg_out_of_domain DEFINITION PUBLIC INHERITING FROM cx_sy_arithmetic_error CREATE PUBLIC.
  PUBLIC SECTION.
    METHODS if_message~get_text REDEFINITION.
ENDCLASS.

CLASS cx_sy_arg_out_of_domain IMPLEMENTATION.
  METHOD if_message~get_text.
    result = kernel_exception=>text( exception = me default = 'Argument outside the domain of the function' ).
  ENDMETHOD.
ENDCLASS.
