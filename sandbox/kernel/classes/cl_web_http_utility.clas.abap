"! What cl_http_utility does, for ABAP of the cloud.
CLASS cl_web_http_utility DEFINITION PUBLIC CREATE PUBLIC.
  PUBLIC SECTION.
    CLASS-METHODS escape_url
      IMPORTING
        !unescaped TYPE csequence
      RETURNING
        VALUE(escaped) TYPE string.
    CLASS-METHODS unescape_url
      IMPORTING
        !escaped TYPE csequence
      RETURNING
        VALUE(unescaped) TYPE string.
    CLASS-METHODS encode_base64
      IMPORTING
        !unencoded TYPE csequence
      RETURNING
        VALUE(encoded) TYPE string.
    CLASS-METHODS decode_base64
      IMPORTING
        !encoded TYPE csequence
      RETURNING
        VALUE(decoded) TYPE string.
    CLASS-METHODS encode_x_base64
      IMPORTING
        !unencoded TYPE xsequence
      RETURNING
        VALUE(encoded) TYPE string.
    CLASS-METHODS decode_x_base64
      IMPORTING
        !encoded TYPE csequence
      RETURNING
        VALUE(decoded) TYPE xstring.
    CLASS-METHODS encode_utf8
      IMPORTING
        !unencoded     TYPE csequence
      RETURNING
        VALUE(encoded) TYPE xstring.
    CLASS-METHODS decode_utf8
      IMPORTING
        !encoded         TYPE xsequence
      RETURNING
        VALUE(unencoded) TYPE string.
ENDCLASS.

CLASS cl_web_http_utility IMPLEMENTATION.
  METHOD escape_url.
    escaped = cl_http_utility=>escape_url( unescaped ).
  ENDMETHOD.

  METHOD unescape_url.
    unescaped = cl_http_utility=>unescape_url( escaped ).
  ENDMETHOD.

  METHOD encode_base64.
    encoded = cl_http_utility=>encode_base64( unencoded ).
  ENDMETHOD.

  METHOD decode_base64.
    decoded = cl_http_utility=>decode_base64( encoded ).
  ENDMETHOD.

  METHOD encode_x_base64.
    encoded = cl_http_utility=>encode_x_base64( unencoded ).
  ENDMETHOD.

  METHOD decode_x_base64.
    decoded = cl_http_utility=>decode_x_base64( encoded ).
  ENDMETHOD.

  METHOD encode_utf8.
    encoded = kernel_digest=>bytes_of( |{ unencoded }| ).
  ENDMETHOD.

  METHOD decode_utf8.
    kernel_codepage=>decode(
      EXPORTING
        bytes       = encoded
        page        = `utf-8`
        replacement = `#`
      IMPORTING
        text        = unencoded ).
  ENDMETHOD.
ENDCLASS.
