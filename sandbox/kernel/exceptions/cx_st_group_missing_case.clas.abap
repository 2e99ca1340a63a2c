CLASS cx_st_group_missing_case DEFINITION PUBLIC INHERITING FROM cx_st_condition CREATE PUBLIC.
  PUBLIC SECTION.
    METHODS if_message~get_text REDEFINITION.
ENDCLASS.

CLASS cx_st_group_missing_case IMPLEMENTATION.
  METHOD if_message~get_text.
    result = kernel_text( `A case of a group of a simple transformation is missing` ).
  ENDMETHOD.
ENDCLASS.
