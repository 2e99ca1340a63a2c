CLASS cx_st_cond_check_fail DEFINITION PUBLIC INHERITING FROM cx_st_condition CREATE PUBLIC.
  PUBLIC SECTION.
    METHODS if_message~get_text REDEFINITION.
ENDCLASS.

CLASS cx_st_cond_check_fail IMPLEMENTATION.
  METHOD if_message~get_text.
    result = kernel_text( `A condition of a simple transformation is not met` ).
  ENDMETHOD.
ENDCLASS.
