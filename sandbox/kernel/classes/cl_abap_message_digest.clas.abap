"! Hash values of texts (as UTF-8) and of bytes.
CLASS cl_abap_message_digest DEFINITION PUBLIC CREATE PUBLIC.
  PUBLIC SECTION.
    CLASS-METHODS calculate_hash_for_char
      IMPORTING
        !if_algorithm     TYPE string DEFAULT 'SHA1'
        !if_data          TYPE string
        !if_length        TYPE i DEFAULT 0
      EXPORTING
        !ef_hashstring    TYPE string
        !ef_hashxstring   TYPE xstring
        !ef_hashb64string TYPE string
        !ef_hashx         TYPE xsequence
      RAISING
        cx_abap_message_digest.
    CLASS-METHODS calculate_hash_for_raw
      IMPORTING
        !if_algorithm     TYPE string DEFAULT 'SHA1'
        !if_data          TYPE xstring
        !if_length        TYPE i DEFAULT 0
      EXPORTING
        !ef_hashstring    TYPE string
        !ef_hashxstring   TYPE xstring
        !ef_hashb64string TYPE string
        !ef_hashx         TYPE xsequence
      RAISING
        cx_abap_message_digest.
    CLASS-METHODS get_default_algorithm
      RETURNING
        VALUE(ef_algorithm) TYPE string.
ENDCLASS.

CLASS cl_abap_message_digest IMPLEMENTATION.
  METHOD calculate_hash_for_char.
    DATA text TYPE string.
    text = if_data.
    IF if_length > 0 AND if_length < strlen( text ).
      text = substring( val = text len = if_length ).
    ENDIF.
    calculate_hash_for_raw(
      EXPORTING
        if_algorithm     = if_algorithm
        if_data          = kernel_digest=>bytes_of( text )
      IMPORTING
        ef_hashstring    = ef_hashstring
        ef_hashxstring   = ef_hashxstring
        ef_hashb64string = ef_hashb64string
        ef_hashx         = ef_hashx ).
  ENDMETHOD.

  METHOD calculate_hash_for_raw.
    DATA bytes TYPE xstring.
    bytes = if_data.
    IF if_length > 0 AND if_length < xstrlen( bytes ).
      bytes = bytes(if_length).
    ENDIF.
    ef_hashxstring = kernel_digest=>hash( algorithm = if_algorithm bytes = bytes ).
    IF ef_hashxstring IS INITIAL.
      RAISE EXCEPTION TYPE cx_abap_message_digest.
    ENDIF.
    ef_hashstring = ef_hashxstring.
    ef_hashb64string = cl_http_utility=>encode_x_base64( ef_hashxstring ).
    IF ef_hashx IS SUPPLIED.
      ef_hashx = ef_hashxstring.
    ENDIF.
  ENDMETHOD.

  METHOD get_default_algorithm.
    ef_algorithm = `SHA1`.
  ENDMETHOD.
ENDCLASS.
