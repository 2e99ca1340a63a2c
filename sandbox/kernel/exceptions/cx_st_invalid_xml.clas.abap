CLASS cx_st_invalid_xml DEFINITION PUBLIC INHERITING FROM cx_st_error CREATE PUBLIC.
  PUBLIC SECTION.
    METHODS if_message~get_text REDEFINITION.
ENDCLASS.

CLASS cx_st_invalid_xml IMPLEMENTATION.
  METHOD if_message~get_text.
    result = kernel_text( `The simple transformation would make invalid XML` ).
  ENDMETHOD.
ENDCLASS.
