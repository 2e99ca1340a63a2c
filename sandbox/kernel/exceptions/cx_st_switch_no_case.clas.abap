CLASS cx_st_switch_no_case DEFINITION PUBLIC INHERITING FROM cx_st_condition CREATE PUBLIC.
  PUBLIC SECTION.
    METHODS if_message~get_text REDEFINITION.
ENDCLASS.

CLASS cx_st_switch_no_case IMPLEMENTATION.
  METHOD if_message~get_text.
    result = kernel_text( `No case of a simple transformation is met` ).
  ENDMETHOD.
ENDCLASS.
