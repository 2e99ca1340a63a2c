CLASS cx_sy_dyn_call_param_missing DEFINITION PUBLIC INHERITING FROM cx_sy_dyn_call_parameter_error CREATE PUBLIC.
  PUBLIC SECTION.
    METHODS if_message~get_text REDEFINITION.
ENDCLASS.

CLASS cx_sy_dyn_call_param_missing IMPLEMENTATION.
  METHOD if_message~get_text.
    result = kernel_exception=>text( exception = me default = 'Obligatory parameter is missing' ).
  ENDMETHOD.
ENDCLASS.
