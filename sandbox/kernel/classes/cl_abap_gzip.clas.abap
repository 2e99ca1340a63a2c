"! Compresses texts (as UTF-8) and bytes by DEFLATE without a header, as the raw form of the class of the ERP.
CLASS cl_abap_gzip DEFINITION PUBLIC CREATE PUBLIC.
  PUBLIC SECTION.
    CLASS-METHODS compress_text
      IMPORTING
        !text_in        TYPE string
        !text_in_len    TYPE i DEFAULT -1
        !compress_level TYPE i DEFAULT 6
      EXPORTING
        !gzip_out       TYPE xstring
        !gzip_out_len   TYPE i
      RAISING
        cx_parameter_invalid_range
        cx_sy_compression_error.
    CLASS-METHODS decompress_text
      IMPORTING
        !gzip_in      TYPE xstring
        !gzip_in_len  TYPE i DEFAULT -1
      EXPORTING
        !text_out     TYPE string
        !text_out_len TYPE i
      RAISING
        cx_parameter_invalid_range
        cx_sy_compression_error.
    CLASS-METHODS compress_binary
      IMPORTING
        !raw_in         TYPE xstring
        !raw_in_len     TYPE i DEFAULT -1
        !compress_level TYPE i DEFAULT 6
      EXPORTING
        !gzip_out       TYPE xstring
        !gzip_out_len   TYPE i
      RAISING
        cx_parameter_invalid_range
        cx_sy_compression_error.
    CLASS-METHODS decompress_binary
      IMPORTING
        !gzip_in     TYPE xstring
        !gzip_in_len TYPE i DEFAULT -1
      EXPORTING
        !raw_out     TYPE xstring
        !raw_out_len TYPE i
      RAISING
        cx_parameter_invalid_range
        cx_sy_compression_error.
  PRIVATE SECTION.
    CLASS-METHODS shortened
      IMPORTING
        !bytes        TYPE xstring
        !length       TYPE i
      RETURNING
        VALUE(result) TYPE xstring
      RAISING
        cx_parameter_invalid_range.
ENDCLASS.

CLASS cl_abap_gzip IMPLEMENTATION.
  METHOD shortened.
    IF length > xstrlen( bytes ) OR length < -1.
      RAISE EXCEPTION TYPE cx_parameter_invalid_range.
    ENDIF.
    result = COND #( WHEN length = -1 THEN bytes ELSE bytes(length) ).
  ENDMETHOD.

  METHOD compress_text.
    DATA text TYPE string.
    IF text_in_len > strlen( text_in ) OR text_in_len < -1 OR compress_level NOT BETWEEN 0 AND 9.
      RAISE EXCEPTION TYPE cx_parameter_invalid_range.
    ENDIF.
    text = COND #( WHEN text_in_len = -1 THEN text_in ELSE substring( val = text_in len = text_in_len ) ).
    gzip_out = kernel_zip=>deflate( kernel_digest=>bytes_of( text ) ).
    gzip_out_len = xstrlen( gzip_out ).
  ENDMETHOD.

  METHOD decompress_text.
    DATA bytes TYPE xstring.
    decompress_binary(
      EXPORTING
        gzip_in     = gzip_in
        gzip_in_len = gzip_in_len
      IMPORTING
        raw_out     = bytes ).
    WRITE '@KERNEL text_out.set(Buffer.from(bytes.get(), "hex").toString("utf8"));'.
    text_out_len = strlen( text_out ).
  ENDMETHOD.

  METHOD compress_binary.
    IF compress_level NOT BETWEEN 0 AND 9.
      RAISE EXCEPTION TYPE cx_parameter_invalid_range.
    ENDIF.
    gzip_out = kernel_zip=>deflate( shortened( bytes = raw_in length = raw_in_len ) ).
    gzip_out_len = xstrlen( gzip_out ).
  ENDMETHOD.

  METHOD decompress_binary.
    DATA damaged TYPE abap_bool.
    kernel_zip=>inflate(
      EXPORTING
        bytes   = shortened( bytes = gzip_in length = gzip_in_len )
      IMPORTING
        result  = raw_out
        damaged = damaged ).
    IF damaged = abap_true.
      RAISE EXCEPTION TYPE cx_sy_compression_error.
    ENDIF.
    raw_out_len = xstrlen( raw_out ).
  ENDMETHOD.
ENDCLASS.
