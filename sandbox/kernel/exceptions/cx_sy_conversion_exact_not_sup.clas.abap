CLASS cx_sy_conversion_exact_not_sup DEFINITION PUBLIC INHERITING FROM cx_sy_conversion_error CREATE PUBLIC.
  PUBLIC SECTION.
    METHODS if_message~get_text REDEFINITION.
ENDCLASS.

CLASS cx_sy_conversion_exact_not_sup IMPLEMENTATION.
  METHOD if_message~get_text.
    result = kernel_exception=>text( exception = me default = 'Exact conversion is not supported for these types' ).
  ENDMETHOD.
ENDCLASS.
