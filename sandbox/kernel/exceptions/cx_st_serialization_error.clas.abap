CLASS cx_st_serialization_error DEFINITION PUBLIC INHERITING FROM cx_st_error CREATE PUBLIC.
  PUBLIC SECTION.
    METHODS if_message~get_text REDEFINITION.
ENDCLASS.

CLASS cx_st_serialization_error IMPLEMENTATION.
  METHOD if_message~get_text.
    result = kernel_text( `Error in the serialization of a simple transformation` ).
  ENDMETHOD.
ENDCLASS.
