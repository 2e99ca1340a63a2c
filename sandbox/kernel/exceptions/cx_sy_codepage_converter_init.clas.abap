CLASS cx_sy_codepage_converter_init DEFINITION PUBLIC INHERITING FROM cx_sy_conversion_error CREATE PUBLIC.
  PUBLIC SECTION.
    METHODS if_message~get_text REDEFINITION.
ENDCLASS.

CLASS cx_sy_codepage_converter_init IMPLEMENTATION.
  METHOD if_message~get_text.
    result = kernel_exception=>text( exception = me default = 'The code page converter cannot be initialized' ).
  ENDMETHOD.
ENDCLASS.
