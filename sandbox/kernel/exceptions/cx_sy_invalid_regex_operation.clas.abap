CLASS cx_sy_invalid_regex_operation DEFINITION PUBLIC INHERITING FROM cx_sy_matcher CREATE PUBLIC.
  PUBLIC SECTION.
    METHODS if_message~get_text REDEFINITION.
ENDCLASS.

CLASS cx_sy_invalid_regex_operation IMPLEMENTATION.
  METHOD if_message~get_text.
    result = kernel_exception=>text( exception = me default = 'Operation of the matcher is not possible now' ).
  ENDMETHOD.
ENDCLASS.
