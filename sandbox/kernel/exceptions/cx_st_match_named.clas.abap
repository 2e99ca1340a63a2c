CLASS cx_st_match_named DEFINITION PUBLIC INHERITING FROM cx_st_match CREATE PUBLIC.
  PUBLIC SECTION.
    METHODS if_message~get_text REDEFINITION.
ENDCLASS.

CLASS cx_st_match_named IMPLEMENTATION.
  METHOD if_message~get_text.
    result = kernel_text( `A name does not match the simple transformation` ).
  ENDMETHOD.
ENDCLASS.
