"! Checks of text that becomes part of a dynamic statement.
CLASS cl_abap_dyn_prg DEFINITION PUBLIC FINAL CREATE PRIVATE.
  PUBLIC SECTION.
    CLASS-METHODS escape_quotes
      IMPORTING
        !val       TYPE csequence
      RETURNING
        VALUE(out) TYPE string.
    CLASS-METHODS quote
      IMPORTING
        !val       TYPE csequence
      RETURNING
        VALUE(out) TYPE string.
    CLASS-METHODS check_column_name
      IMPORTING
        !val           TYPE csequence
      RETURNING
        VALUE(val_str) TYPE string
      RAISING
        cx_abap_invalid_name.
    CLASS-METHODS check_allowlist
      IMPORTING
        !val           TYPE csequence
        !allowlist_str TYPE csequence
      RETURNING
        VALUE(val_str) TYPE string
      RAISING
        cx_abap_invalid_value.
    CLASS-METHODS check_int_value
      IMPORTING
        !val           TYPE csequence
      RETURNING
        VALUE(val_str) TYPE string
      RAISING
        cx_abap_not_an_integer.
ENDCLASS.

CLASS cl_abap_dyn_prg IMPLEMENTATION.
  METHOD escape_quotes.
    out = replace( val = val sub = `'` with = `''` occ = 0 ).
  ENDMETHOD.

  METHOD quote.
    out = |'{ escape_quotes( val ) }'|.
  ENDMETHOD.

  METHOD check_column_name.
    val_str = val.
    FIND PCRE '^[A-Za-z_][A-Za-z0-9_]*([~-][A-Za-z0-9_]+)?$' IN val_str.
    IF sy-subrc <> 0.
      RAISE EXCEPTION TYPE cx_abap_invalid_name
        EXPORTING
          name = val_str.
    ENDIF.
  ENDMETHOD.

  METHOD check_allowlist.
    SPLIT allowlist_str AT ',' INTO TABLE DATA(allowed).
    LOOP AT allowed INTO DATA(entry).
      IF condense( entry ) = val.
        val_str = val.
        RETURN.
      ENDIF.
    ENDLOOP.
    RAISE EXCEPTION TYPE cx_abap_invalid_value
      EXPORTING
        value = |{ val }|.
  ENDMETHOD.

  METHOD check_int_value.
    val_str = condense( val ).
    FIND PCRE '^[+-]?[0-9]+$' IN val_str.
    IF sy-subrc <> 0.
      RAISE EXCEPTION TYPE cx_abap_not_an_integer
        EXPORTING
          value = val_str.
    ENDIF.
  ENDMETHOD.
ENDCLASS.
