CLASS cx_sy_dyn_table_ill_comp_val DEFINITION PUBLIC INHERITING FROM cx_sy_dyn_table_error CREATE PUBLIC.
  PUBLIC SECTION.
    METHODS if_message~get_text REDEFINITION.
ENDCLASS.

CLASS cx_sy_dyn_table_ill_comp_val IMPLEMENTATION.
  METHOD if_message~get_text.
    result = kernel_exception=>text( exception = me default = 'The internal table does not have the component' ).
  ENDMETHOD.
ENDCLASS.
