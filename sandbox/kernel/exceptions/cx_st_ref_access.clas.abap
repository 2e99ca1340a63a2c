CLASS cx_st_ref_access DEFINITION PUBLIC INHERITING FROM cx_st_error CREATE PUBLIC.
  PUBLIC SECTION.
    METHODS if_message~get_text REDEFINITION.
ENDCLASS.

CLASS cx_st_ref_access IMPLEMENTATION.
  METHOD if_message~get_text.
    result = kernel_text( `A node of the simple transformation cannot be accessed` ).
  ENDMETHOD.
ENDCLASS.
