CLASS cx_sxml_illegal_argument_error DEFINITION PUBLIC INHERITING FROM cx_sxml_error CREATE PUBLIC.
  PUBLIC SECTION.
    METHODS if_message~get_text REDEFINITION.
ENDCLASS.

CLASS cx_sxml_illegal_argument_error IMPLEMENTATION.
  METHOD if_message~get_text.
    result = kernel_exception=>text( exception = me default = 'The argument is not permitted' ).
  ENDMETHOD.
ENDCLASS.
