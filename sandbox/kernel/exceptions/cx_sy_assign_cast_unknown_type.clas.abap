CLASS cx_sy_assign_cast_unknown_type DEFINITION PUBLIC INHERITING FROM cx_sy_assign_cast_error CREATE PUBLIC.
  PUBLIC SECTION.
    METHODS if_message~get_text REDEFINITION.
ENDCLASS.

CLASS cx_sy_assign_cast_unknown_type IMPLEMENTATION.
  METHOD if_message~get_text.
    result = kernel_exception=>text( exception = me default = 'Type of the cast is unknown' ).
  ENDMETHOD.
ENDCLASS.
