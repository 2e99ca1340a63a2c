CLASS cx_sy_assign_out_of_range DEFINITION PUBLIC INHERITING FROM cx_sy_assign_error CREATE PUBLIC.
  PUBLIC SECTION.
    METHODS if_message~get_text REDEFINITION.
ENDCLASS.

CLASS cx_sy_assign_out_of_range IMPLEMENTATION.
  METHOD if_message~get_text.
    result = kernel_exception=>text( exception = me default = 'Assigned memory is outside the field' ).
  ENDMETHOD.
ENDCLASS.
