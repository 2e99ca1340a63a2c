CLASS cx_xslt_system_error DEFINITION PUBLIC INHERITING FROM cx_xslt_exception CREATE PUBLIC.
  PUBLIC SECTION.
    METHODS if_message~get_text REDEFINITION.
ENDCLASS.

CLASS cx_xslt_system_error IMPLEMENTATION.
  METHOD if_message~get_text.
    result = kernel_text( `System error in an XSL transformation` ).
  ENDMETHOD.
ENDCLASS.
