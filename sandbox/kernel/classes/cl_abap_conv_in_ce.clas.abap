"! Bytes to texts, and characters by their code.
CLASS cl_abap_conv_in_ce DEFINITION PUBLIC CREATE PRIVATE.
  PUBLIC SECTION.
    CLASS-METHODS create
      IMPORTING
        !encoding    TYPE abap_encoding DEFAULT 'UTF-8'
        !endian      TYPE abap_endian OPTIONAL
        !replacement TYPE abap_char1 DEFAULT '#'
        !ignore_cerr TYPE abap_bool DEFAULT abap_false
        !input       TYPE xsequence OPTIONAL
      RETURNING
        VALUE(conv)  TYPE REF TO cl_abap_conv_in_ce
      RAISING
        cx_parameter_invalid_range
        cx_sy_codepage_converter_init.
    CLASS-METHODS uccp
      IMPORTING
        !uccp       TYPE simple
      RETURNING
        VALUE(char) TYPE abap_char1
      RAISING
        cx_sy_conversion_codepage.
    CLASS-METHODS uccpi
      IMPORTING
        !uccp       TYPE i
      RETURNING
        VALUE(char) TYPE abap_char1
      RAISING
        cx_sy_conversion_codepage.
    METHODS convert
      IMPORTING
        !input TYPE xsequence OPTIONAL
        !n     TYPE i DEFAULT -1
      EXPORTING
        !data  TYPE csequence
        !len   TYPE i
      RAISING
        cx_sy_conversion_codepage.
    METHODS read
      IMPORTING
        !n    TYPE i DEFAULT -1
      EXPORTING
        !data TYPE csequence
        !len  TYPE i
      RAISING
        cx_sy_conversion_codepage.
  PRIVATE SECTION.
    DATA buffer TYPE xstring.
    DATA ignores TYPE abap_bool.
    DATA page TYPE string.
    DATA replacement TYPE string.
ENDCLASS.

CLASS cl_abap_conv_in_ce IMPLEMENTATION.
  METHOD create.
    DATA name TYPE string.
    name = kernel_codepage=>find( encoding ).
    IF name IS INITIAL.
      RAISE EXCEPTION TYPE cx_sy_codepage_converter_init.
    ENDIF.
    conv = NEW #( ).
    conv->page = name.
    conv->replacement = replacement.
    conv->buffer = input.
    conv->ignores = ignore_cerr.
  ENDMETHOD.

  METHOD uccp.
    DATA code TYPE x LENGTH 2.
    DATA number TYPE i.
    code = uccp.
    number = code.
    char = uccpi( number ).
  ENDMETHOD.

  METHOD uccpi.
    WRITE '@KERNEL char.set(String.fromCharCode(uccp.get()));'.
  ENDMETHOD.

  METHOD convert.
    IF input IS SUPPLIED.
      buffer = input.
    ENDIF.
    read(
      EXPORTING
        n    = n
      IMPORTING
        data = data
        len  = len ).
  ENDMETHOD.

  METHOD read.
    DATA text TYPE string.
    DATA fits TYPE abap_bool.
    kernel_codepage=>decode(
      EXPORTING
        bytes       = buffer
        page        = page
        replacement = replacement
      IMPORTING
        text        = text
        is_complete = fits ).
    IF fits = abap_false AND ignores = abap_false.
      RAISE EXCEPTION TYPE cx_sy_conversion_codepage.
    ENDIF.
    IF n >= 0 AND n < strlen( text ).
      text = substring( val = text len = n ).
    ENDIF.
    data = text.
    len = strlen( text ).
    CLEAR buffer.
  ENDMETHOD.
ENDCLASS.
