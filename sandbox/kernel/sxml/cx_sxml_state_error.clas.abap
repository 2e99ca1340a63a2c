CLASS cx_sxml_state_error DEFINITION PUBLIC INHERITING FROM cx_sxml_error CREATE PUBLIC.
  PUBLIC SECTION.
    METHODS if_message~get_text REDEFINITION.
ENDCLASS.

CLASS cx_sxml_state_error IMPLEMENTATION.
  METHOD if_message~get_text.
    result = kernel_exception=>text( exception = me default = 'The reader or writer is in a state that does not permit this' ).
  ENDMETHOD.
ENDCLASS.
