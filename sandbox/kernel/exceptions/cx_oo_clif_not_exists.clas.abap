CLASS cx_oo_clif_not_exists DEFINITION PUBLIC INHERITING FROM cx_static_check CREATE PUBLIC.
  PUBLIC SECTION.
    METHODS if_message~get_text REDEFINITION.
ENDCLASS.

CLASS cx_oo_clif_not_exists IMPLEMENTATION.
  METHOD if_message~get_text.
    result = kernel_exception=>text( exception = me default = 'Class or interface does not exist' ).
  ENDMETHOD.
ENDCLASS.
