CLASS cx_xslt_exception DEFINITION PUBLIC INHERITING FROM cx_transformation_error CREATE PUBLIC.
  PUBLIC SECTION.
    METHODS if_message~get_text REDEFINITION.
ENDCLASS.

CLASS cx_xslt_exception IMPLEMENTATION.
  METHOD if_message~get_text.
    result = kernel_text( `Error in an XSL transformation` ).
  ENDMETHOD.
ENDCLASS.
