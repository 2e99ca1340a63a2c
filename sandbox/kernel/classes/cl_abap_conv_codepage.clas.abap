"! Text to bytes and back; the code page is UTF-8.
CLASS cl_abap_conv_codepage DEFINITION PUBLIC FINAL CREATE PRIVATE.
  PUBLIC SECTION.
    CLASS-METHODS create_out
      IMPORTING
        !codepage       TYPE string DEFAULT `UTF-8`
      RETURNING
        VALUE(instance) TYPE REF TO if_abap_conv_out
      RAISING
        cx_sy_conversion_codepage.
    CLASS-METHODS create_in
      IMPORTING
        !codepage       TYPE string DEFAULT `UTF-8`
      RETURNING
        VALUE(instance) TYPE REF TO if_abap_conv_in
      RAISING
        cx_sy_conversion_codepage.
  PRIVATE SECTION.
    CLASS-METHODS check
      IMPORTING
        !codepage TYPE string
      RAISING
        cx_sy_conversion_codepage.
ENDCLASS.

CLASS cl_abap_conv_codepage IMPLEMENTATION.
  METHOD create_out.
    check( codepage ).
    instance = NEW kernel_utf8( ).
  ENDMETHOD.

  METHOD create_in.
    check( codepage ).
    instance = NEW kernel_utf8( ).
  ENDMETHOD.

  METHOD check.
    IF to_upper( codepage ) <> `UTF-8`.
      RAISE EXCEPTION TYPE cx_sy_conversion_codepage.
    ENDIF.
  ENDMETHOD.
ENDCLASS.
