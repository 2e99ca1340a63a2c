"! The matchers of CL_FTD_ARGUMENT_MATCHER, by their names.
CLASS kernel_function_matcher DEFINITION PUBLIC FINAL CREATE PUBLIC.
  PUBLIC SECTION.
    INTERFACES if_ftd_argument_matcher.
    METHODS constructor
      IMPORTING
        !kind    TYPE string
        !pattern TYPE string OPTIONAL.
  PRIVATE SECTION.
    DATA kind TYPE string.
    DATA pattern TYPE string.
ENDCLASS.

CLASS kernel_function_matcher IMPLEMENTATION.
  METHOD constructor.
    me->kind = kind.
    me->pattern = pattern.
  ENDMETHOD.

  METHOD if_ftd_argument_matcher~matches.
    DATA value TYPE REF TO data.
    DATA text TYPE string.
    FIELD-SYMBOLS <value> TYPE any.
    value = actual_argument->get_value( ).
    IF value IS NOT BOUND.
      RETURN.
    ENDIF.
    ASSIGN value->* TO <value>.
    CASE kind.
      WHEN 'ANY_OBJECT'.
        result = abap_true.
      WHEN 'IS_INITIAL'.
        result = xsdbool( <value> IS INITIAL ).
      WHEN 'IS_NOT_INITIAL'.
        result = xsdbool( <value> IS NOT INITIAL ).
      WHEN 'COVERS_PATTERN'.
        text = <value>.
        result = xsdbool( text CP pattern ).
      WHEN 'MATCHES'.
        text = <value>.
        result = xsdbool( matches( val = text regex = pattern ) ).
    ENDCASE.
  ENDMETHOD.
ENDCLASS.
