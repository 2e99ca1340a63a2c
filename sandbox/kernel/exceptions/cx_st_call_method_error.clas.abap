CLASS cx_st_call_method_error DEFINITION PUBLIC INHERITING FROM cx_st_error CREATE PUBLIC.
  PUBLIC SECTION.
    METHODS if_message~get_text REDEFINITION.
ENDCLASS.

CLASS cx_st_call_method_error IMPLEMENTATION.
  METHOD if_message~get_text.
    result = kernel_text( `Exception in a method that a simple transformation calls` ).
  ENDMETHOD.
ENDCLASS.
