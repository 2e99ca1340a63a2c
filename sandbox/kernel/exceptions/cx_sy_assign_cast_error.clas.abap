CLASS cx_sy_assign_cast_error DEFINITION PUBLIC INHERITING FROM cx_sy_assign_error CREATE PUBLIC.
  PUBLIC SECTION.
    METHODS if_message~get_text REDEFINITION.
ENDCLASS.

CLASS cx_sy_assign_cast_error IMPLEMENTATION.
  METHOD if_message~get_text.
    result = kernel_exception=>text( exception = me default = 'Field cannot be cast to the type of the field symbol' ).
  ENDMETHOD.
ENDCLASS.
