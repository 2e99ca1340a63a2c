CLASS cx_xslt_abap_call_error DEFINITION PUBLIC INHERITING FROM cx_xslt_exception CREATE PUBLIC.
  PUBLIC SECTION.
    METHODS if_message~get_text REDEFINITION.
ENDCLASS.

CLASS cx_xslt_abap_call_error IMPLEMENTATION.
  METHOD if_message~get_text.
    result = kernel_text( `Error in a call of ABAP by an XSL transformation` ).
  ENDMETHOD.
ENDCLASS.
