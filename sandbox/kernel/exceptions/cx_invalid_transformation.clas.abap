CLASS cx_invalid_transformation DEFINITION PUBLIC INHERITING FROM cx_transformation_error CREATE PUBLIC.
  PUBLIC SECTION.
    METHODS if_message~get_text REDEFINITION.
ENDCLASS.

CLASS cx_invalid_transformation IMPLEMENTATION.
  METHOD if_message~get_text.
    result = kernel_text( `The transformation cannot be run` ).
  ENDMETHOD.
ENDCLASS.
