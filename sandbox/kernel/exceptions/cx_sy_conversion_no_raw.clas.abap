CLASS cx_sy_conversion_no_raw DEFINITION PUBLIC INHERITING FROM cx_sy_conversion_error CREATE PUBLIC.
  PUBLIC SECTION.
    METHODS if_message~get_text REDEFINITION.
ENDCLASS.

CLASS cx_sy_conversion_no_raw IMPLEMENTATION.
  METHOD if_message~get_text.
    result = kernel_exception=>text( exception = me default = 'The text cannot be interpreted as bytes' ).
  ENDMETHOD.
ENDCLASS.
