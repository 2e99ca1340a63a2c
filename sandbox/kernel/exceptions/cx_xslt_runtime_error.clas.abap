CLASS cx_xslt_runtime_error DEFINITION PUBLIC INHERITING FROM cx_xslt_exception CREATE PUBLIC.
  PUBLIC SECTION.
    METHODS if_message~get_text REDEFINITION.
ENDCLASS.

CLASS cx_xslt_runtime_error IMPLEMENTATION.
  METHOD if_message~get_text.
    result = kernel_text( `Error while an XSL transformation ran` ).
  ENDMETHOD.
ENDCLASS.
