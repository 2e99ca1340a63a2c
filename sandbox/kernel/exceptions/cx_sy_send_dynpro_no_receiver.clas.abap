CLASS cx_sy_send_dynpro_no_receiver DEFINITION PUBLIC INHERITING FROM cx_dynamic_check CREATE PUBLIC.
  PUBLIC SECTION.
    METHODS if_message~get_text REDEFINITION.
ENDCLASS.

CLASS cx_sy_send_dynpro_no_receiver IMPLEMENTATION.
  METHOD if_message~get_text.
    result = kernel_exception=>text( exception = me default = 'No screen can be shown here' ).
  ENDMETHOD.
ENDCLASS.
