"! Stand in input configurations for all values that they match.
CLASS cl_ftd_argument_matcher DEFINITION PUBLIC FINAL CREATE PRIVATE.
  PUBLIC SECTION.
    CLASS-METHODS any_object
      RETURNING
        VALUE(result) TYPE REF TO if_ftd_argument_matcher.
    CLASS-METHODS is_not_initial
      RETURNING
        VALUE(result) TYPE REF TO if_ftd_argument_matcher.
    CLASS-METHODS is_initial
      RETURNING
        VALUE(result) TYPE REF TO if_ftd_argument_matcher.
    CLASS-METHODS covers_pattern
      IMPORTING
        !pattern      TYPE string
      RETURNING
        VALUE(result) TYPE REF TO if_ftd_argument_matcher.
    CLASS-METHODS matches
      IMPORTING
        !regex        TYPE string
      RETURNING
        VALUE(result) TYPE REF TO if_ftd_argument_matcher.
ENDCLASS.

CLASS cl_ftd_argument_matcher IMPLEMENTATION.
  METHOD any_object.
    result = NEW kernel_function_matcher( kind = 'ANY_OBJECT' ).
  ENDMETHOD.

  METHOD is_not_initial.
    result = NEW kernel_function_matcher( kind = 'IS_NOT_INITIAL' ).
  ENDMETHOD.

  METHOD is_initial.
    result = NEW kernel_function_matcher( kind = 'IS_INITIAL' ).
  ENDMETHOD.

  METHOD covers_pattern.
    result = NEW kernel_function_matcher( kind = 'COVERS_PATTERN' pattern = pattern ).
  ENDMETHOD.

  METHOD matches.
    result = NEW kernel_function_matcher( kind = 'MATCHES' pattern = regex ).
  ENDMETHOD.
ENDCLASS.
