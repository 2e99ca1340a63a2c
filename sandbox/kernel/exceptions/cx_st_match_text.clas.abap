CLASS cx_st_match_text DEFINITION PUBLIC INHERITING FROM cx_st_match CREATE PUBLIC.
  PUBLIC SECTION.
    METHODS if_message~get_text REDEFINITION.
ENDCLASS.

CLASS cx_st_match_text IMPLEMENTATION.
  METHOD if_message~get_text.
    result = kernel_text( `A text does not match the simple transformation` ).
  ENDMETHOD.
ENDCLASS.
