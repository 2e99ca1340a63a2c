CLASS cl_abap_codepage DEFINITION PUBLIC FINAL CREATE PRIVATE.
  PUBLIC SECTION.
    CLASS-METHODS convert_to
      IMPORTING
        !source       TYPE csequence
        !codepage     TYPE string DEFAULT `UTF-8`
      RETURNING
        VALUE(result) TYPE xstring
      RAISING
        cx_sy_conversion_codepage.
    CLASS-METHODS convert_from
      IMPORTING
        !source       TYPE xsequence
        !codepage     TYPE string DEFAULT `UTF-8`
      RETURNING
        VALUE(result) TYPE string
      RAISING
        cx_sy_conversion_codepage.
ENDCLASS.

CLASS cl_abap_codepage IMPLEMENTATION.
  METHOD convert_to.
    result = cl_abap_conv_codepage=>create_out( codepage )->convert( source ).
  ENDMETHOD.

  METHOD convert_from.
    result = cl_abap_conv_codepage=>create_in( codepage )->convert( source ).
  ENDMETHOD.
ENDCLASS.
