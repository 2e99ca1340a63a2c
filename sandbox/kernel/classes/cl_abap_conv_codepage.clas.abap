"! Text to bytes and back.
CLASS cl_abap_conv_codepage DEFINITION PUBLIC FINAL CREATE PRIVATE.
  PUBLIC SECTION.
    CLASS-METHODS create_out
      IMPORTING
        !codepage       TYPE string DEFAULT `UTF-8`
        !replacement    TYPE string OPTIONAL
        PREFERRED PARAMETER codepage
      RETURNING
        VALUE(instance) TYPE REF TO if_abap_conv_out
      RAISING
        cx_sy_conversion_codepage.
    CLASS-METHODS create_in
      IMPORTING
        !codepage       TYPE string DEFAULT `UTF-8`
        !replacement    TYPE string OPTIONAL
        PREFERRED PARAMETER codepage
      RETURNING
        VALUE(instance) TYPE REF TO if_abap_conv_in
      RAISING
        cx_sy_conversion_codepage.
ENDCLASS.

CLASS cl_abap_conv_codepage IMPLEMENTATION.
  METHOD create_out.
    instance = kernel_codepage=>create(
      codepage    = codepage
      replacement = replacement ).
  ENDMETHOD.

  METHOD create_in.
    instance = kernel_codepage=>create(
      codepage    = codepage
      replacement = replacement ).
  ENDMETHOD.
ENDCLASS.
