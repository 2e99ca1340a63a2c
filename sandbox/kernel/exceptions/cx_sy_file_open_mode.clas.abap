CLASS cx_sy_file_open_mode DEFINITION PUBLIC INHERITING FROM cx_sy_file_access_error CREATE PUBLIC.
  PUBLIC SECTION.
    METHODS if_message~get_text REDEFINITION.
ENDCLASS.

CLASS cx_sy_file_open_mode IMPLEMENTATION.
  METHOD if_message~get_text.
    result = kernel_exception=>text( exception = me default = 'File is not open, or not in this mode' ).
  ENDMETHOD.
ENDCLASS.
