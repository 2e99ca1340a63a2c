CLASS cx_sy_invalid_regex DEFINITION PUBLIC INHERITING FROM cx_sy_regex CREATE PUBLIC.
  PUBLIC SECTION.
    METHODS if_message~get_text REDEFINITION.
ENDCLASS.

CLASS cx_sy_invalid_regex IMPLEMENTATION.
  METHOD if_message~get_text.
    result = kernel_exception=>text( exception = me default = 'Regular expression is invalid' ).
  ENDMETHOD.
ENDCLASS.
