CLASS cx_sy_itab_dyn_loop DEFINITION PUBLIC INHERITING FROM cx_sy_itab_error CREATE PUBLIC.
  PUBLIC SECTION.
    METHODS if_message~get_text REDEFINITION.
ENDCLASS.

CLASS cx_sy_itab_dyn_loop IMPLEMENTATION.
  METHOD if_message~get_text.
    result = kernel_exception=>text( exception = me default = 'Error in a dynamic WHERE condition' ).
  ENDMETHOD.
ENDCLASS.
