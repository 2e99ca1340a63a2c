CLASS cx_parameter_invalid_range DEFINITION PUBLIC INHERITING FROM cx_parameter_invalid CREATE PUBLIC.
  PUBLIC SECTION.
    DATA value TYPE string READ-ONLY.
    METHODS constructor
      IMPORTING
        !textid   LIKE textid OPTIONAL
        !previous LIKE previous OPTIONAL
        !parameter TYPE string OPTIONAL
        !value TYPE string OPTIONAL.
    METHODS if_message~get_text REDEFINITION.
ENDCLASS.

CLASS cx_parameter_invalid_range IMPLEMENTATION.
  METHOD constructor.
    super->constructor(
      textid   = textid
      previous = previous
      parameter = parameter ).
    me->value = value.
  ENDMETHOD.

  METHOD if_message~get_text.
    result = kernel_exception=>text( exception = me default = 'Parameter is outside its range' ).
  ENDMETHOD.
ENDCLASS.
