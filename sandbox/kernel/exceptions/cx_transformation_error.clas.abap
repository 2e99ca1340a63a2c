CLASS cx_transformation_error DEFINITION PUBLIC INHERITING FROM cx_dynamic_check CREATE PUBLIC.
  PUBLIC SECTION.
    METHODS if_message~get_text REDEFINITION.
ENDCLASS.

CLASS cx_transformation_error IMPLEMENTATION.
  METHOD if_message~get_text.
    result = kernel_exception=>text( exception = me default = 'Error in a transformation' ).
  ENDMETHOD.
ENDCLASS.
