CLASS cx_abap_datfm_ambiguous DEFINITION PUBLIC INHERITING FROM cx_abap_datfm CREATE PUBLIC.
  PUBLIC SECTION.
    METHODS if_message~get_text REDEFINITION.
ENDCLASS.

CLASS cx_abap_datfm_ambiguous IMPLEMENTATION.
  METHOD if_message~get_text.
    result = kernel_exception=>text( exception = me default = 'The date is not valid' ).
  ENDMETHOD.
ENDCLASS.
