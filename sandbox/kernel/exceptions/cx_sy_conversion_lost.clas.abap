CLASS cx_sy_conversion_lost DEFINITION PUBLIC INHERITING FROM cx_sy_conversion_data_loss CREATE PUBLIC.
  PUBLIC SECTION.
    METHODS if_message~get_text REDEFINITION.
ENDCLASS.

CLASS cx_sy_conversion_lost IMPLEMENTATION.
  METHOD if_message~get_text.
    result = kernel_exception=>text( exception = me default = 'Data was lost in the conversion' ).
  ENDMETHOD.
ENDCLASS.
