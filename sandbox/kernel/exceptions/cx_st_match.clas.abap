CLASS cx_st_match DEFINITION PUBLIC INHERITING FROM cx_st_error CREATE PUBLIC.
  PUBLIC SECTION.
    METHODS if_message~get_text REDEFINITION.
ENDCLASS.

CLASS cx_st_match IMPLEMENTATION.
  METHOD if_message~get_text.
    result = kernel_text( `The document does not match the simple transformation` ).
  ENDMETHOD.
ENDCLASS.
