CLASS cx_sy_assign_illegal_component DEFINITION PUBLIC INHERITING FROM cx_sy_assign_error CREATE PUBLIC.
  PUBLIC SECTION.
    METHODS if_message~get_text REDEFINITION.
ENDCLASS.

CLASS cx_sy_assign_illegal_component IMPLEMENTATION.
  METHOD if_message~get_text.
    result = kernel_exception=>text( exception = me default = 'Component does not exist' ).
  ENDMETHOD.
ENDCLASS.
