CLASS cx_sy_file_close DEFINITION PUBLIC INHERITING FROM cx_sy_file_access_error CREATE PUBLIC.
  PUBLIC SECTION.
    METHODS if_message~get_text REDEFINITION.
ENDCLASS.

CLASS cx_sy_file_close IMPLEMENTATION.
  METHOD if_message~get_text.
    result = kernel_exception=>text( exception = me default = 'File cannot be closed' ).
  ENDMETHOD.
ENDCLASS.
