CLASS cx_st_validation_error DEFINITION PUBLIC INHERITING FROM cx_st_error CREATE PUBLIC.
  PUBLIC SECTION.
    METHODS if_message~get_text REDEFINITION.
ENDCLASS.

CLASS cx_st_validation_error IMPLEMENTATION.
  METHOD if_message~get_text.
    result = kernel_text( `A value of a simple transformation is not valid` ).
  ENDMETHOD.
ENDCLASS.
