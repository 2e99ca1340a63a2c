CLASS cx_sy_conversion_codepage DEFINITION PUBLIC INHERITING FROM cx_sy_conversion_error CREATE PUBLIC.
  PUBLIC SECTION.
    METHODS if_message~get_text REDEFINITION.
ENDCLASS.

CLASS cx_sy_conversion_codepage IMPLEMENTATION.
  METHOD if_message~get_text.
    result = kernel_exception=>text( exception = me default = 'Characters cannot be converted to the target code page' ).
  ENDMETHOD.
ENDCLASS.
