CLASS cx_sy_assign_cast_illegal_cast DEFINITION PUBLIC INHERITING FROM cx_sy_assign_cast_error CREATE PUBLIC.
  PUBLIC SECTION.
    METHODS if_message~get_text REDEFINITION.
ENDCLASS.

CLASS cx_sy_assign_cast_illegal_cast IMPLEMENTATION.
  METHOD if_message~get_text.
    result = kernel_exception=>text( exception = me default = 'Field cannot be cast to a type with another structure' ).
  ENDMETHOD.
ENDCLASS.
