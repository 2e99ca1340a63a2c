CLASS cx_sy_conversion_base64 DEFINITION PUBLIC INHERITING FROM cx_sy_conversion_error CREATE PUBLIC.
  PUBLIC SECTION.
    METHODS if_message~get_text REDEFINITION.
ENDCLASS.

CLASS cx_sy_conversion_base64 IMPLEMENTATION.
  METHOD if_message~get_text.
    result = kernel_exception=>text( exception = me default = 'Text is not valid base64' ).
  ENDMETHOD.
ENDCLASS.
