CLASS cx_st_condition DEFINITION PUBLIC INHERITING FROM cx_st_error CREATE PUBLIC.
  PUBLIC SECTION.
    METHODS if_message~get_text REDEFINITION.
ENDCLASS.

CLASS cx_st_condition IMPLEMENTATION.
  METHOD if_message~get_text.
    result = kernel_text( `Error in a condition of a simple transformation` ).
  ENDMETHOD.
ENDCLASS.
