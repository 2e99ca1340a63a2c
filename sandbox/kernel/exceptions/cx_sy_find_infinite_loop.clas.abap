CLASS cx_sy_find_infinite_loop DEFINITION PUBLIC INHERITING FROM cx_dynamic_check CREATE PUBLIC.
  PUBLIC SECTION.
    METHODS if_message~get_text REDEFINITION.
ENDCLASS.

CLASS cx_sy_find_infinite_loop IMPLEMENTATION.
  METHOD if_message~get_text.
    result = kernel_exception=>text( exception = me default = 'The search does not end' ).
  ENDMETHOD.
ENDCLASS.
