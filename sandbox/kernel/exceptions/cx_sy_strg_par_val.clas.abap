CLASS cx_sy_strg_par_val DEFINITION PUBLIC INHERITING FROM cx_dynamic_check CREATE PUBLIC.
  PUBLIC SECTION.
    DATA operation TYPE string READ-ONLY.
    DATA parameter TYPE string READ-ONLY.
    DATA value TYPE string READ-ONLY.
    METHODS constructor
      IMPORTING
        !textid   LIKE textid OPTIONAL
        !previous LIKE previous OPTIONAL
        !operation TYPE string OPTIONAL
        !parameter TYPE string OPTIONAL
        !value TYPE string OPTIONAL.
    METHODS if_message~get_text REDEFINITION.
ENDCLASS.

CLASS cx_sy_strg_par_val IMPLEMENTATION.
  METHOD constructor.
    super->constructor(
      textid   = textid
      previous = previous ).
    me->operation = operation.
    me->parameter = parameter.
    me->value = value.
  ENDMETHOD.

  METHOD if_message~get_text.
    result = kernel_exception=>text( exception = me default = 'Parameter of a string function has an impermissible value' ).
  ENDMETHOD.
ENDCLASS.
