"! Texts to bytes, and codes of characters.
CLASS cl_abap_conv_out_ce DEFINITION PUBLIC CREATE PRIVATE.
  PUBLIC SECTION.
    CLASS-METHODS create
      IMPORTING
        !encoding    TYPE abap_encoding DEFAULT 'UTF-8'
        !endian      TYPE abap_endian OPTIONAL
        !replacement TYPE abap_char1 DEFAULT '#'
        !ignore_cerr TYPE abap_bool DEFAULT abap_false
      RETURNING
        VALUE(conv)  TYPE REF TO cl_abap_conv_out_ce
      RAISING
        cx_parameter_invalid_range
        cx_sy_codepage_converter_init.
    CLASS-METHODS uccp
      IMPORTING
        !char       TYPE clike
      RETURNING
        VALUE(uccp) TYPE kernel_utf8=>code_unit.
    CLASS-METHODS uccpi
      IMPORTING
        !char       TYPE clike
      RETURNING
        VALUE(uccp) TYPE i.
    METHODS convert
      IMPORTING
        !data   TYPE csequence
        !n      TYPE i DEFAULT -1
      EXPORTING
        !buffer TYPE xstring
        !len    TYPE i
      RAISING
        cx_sy_conversion_codepage.
    METHODS write
      IMPORTING
        !data TYPE csequence
        !n    TYPE i DEFAULT -1
      EXPORTING
        !len  TYPE i
      RAISING
        cx_sy_conversion_codepage.
    METHODS get_buffer
      RETURNING
        VALUE(buffer) TYPE xstring.
    METHODS reset.
  PRIVATE SECTION.
    DATA written TYPE xstring.
    DATA page TYPE string.
    DATA replacement TYPE string.
    DATA ignores TYPE abap_bool.
ENDCLASS.

CLASS cl_abap_conv_out_ce IMPLEMENTATION.
  METHOD create.
    DATA name TYPE string.
    name = kernel_codepage=>find( encoding ).
    IF name IS INITIAL.
      RAISE EXCEPTION TYPE cx_sy_codepage_converter_init.
    ENDIF.
    conv = NEW #( ).
    conv->page = name.
    conv->replacement = replacement.
    conv->ignores = ignore_cerr.
  ENDMETHOD.

  METHOD uccp.
    uccp = uccpi( char ).
  ENDMETHOD.

  METHOD uccpi.
    WRITE '@KERNEL uccp.set((char.get() + " ").charCodeAt(0));'.
  ENDMETHOD.

  METHOD convert.
    DATA text TYPE string.
    DATA fits TYPE abap_bool.
    text = data.
    IF n >= 0 AND n < strlen( text ).
      text = substring( val = text len = n ).
    ENDIF.
    kernel_codepage=>encode(
      EXPORTING
        text        = text
        page        = page
        replacement = replacement
      IMPORTING
        bytes       = buffer
        is_complete = fits ).
    IF fits = abap_false AND ignores = abap_false.
      RAISE EXCEPTION TYPE cx_sy_conversion_codepage.
    ENDIF.
    len = xstrlen( buffer ).
  ENDMETHOD.

  METHOD write.
    DATA bytes TYPE xstring.
    convert(
      EXPORTING
        data   = data
        n      = n
      IMPORTING
        buffer = bytes
        len    = len ).
    CONCATENATE written bytes INTO written IN BYTE MODE.
  ENDMETHOD.

  METHOD get_buffer.
    buffer = written.
  ENDMETHOD.

  METHOD reset.
    CLEAR written.
  ENDMETHOD.
ENDCLASS.
