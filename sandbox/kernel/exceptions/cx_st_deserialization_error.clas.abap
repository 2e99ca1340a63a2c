CLASS cx_st_deserialization_error DEFINITION PUBLIC INHERITING FROM cx_st_error CREATE PUBLIC.
  PUBLIC SECTION.
    METHODS if_message~get_text REDEFINITION.
ENDCLASS.

CLASS cx_st_deserialization_error IMPLEMENTATION.
  METHOD if_message~get_text.
    result = kernel_text( `Error in the deserialization of a simple transformation` ).
  ENDMETHOD.
ENDCLASS.
