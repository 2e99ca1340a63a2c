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
    "! A value that is calculated of parts, which UPDATE adds.
    CLASS-METHODS get_instance
      IMPORTING
        !if_algorithm    TYPE string DEFAULT 'SHA1'
      RETURNING
        VALUE(ro_object) TYPE REF TO cl_abap_message_digest
      RAISING
        cx_abap_message_digest.
    METHODS update
      IMPORTING
        !if_data TYPE xstring
      RAISING
        cx_abap_message_digest.
    METHODS digest
      IMPORTING
        !if_data          TYPE xstring OPTIONAL
      EXPORTING
        !ef_hashstring    TYPE string
        !ef_hashxstring   TYPE xstring
        !ef_hashb64string TYPE string
        !ef_hashx         TYPE xsequence
      RAISING
        cx_abap_message_digest.
    METHODS to_string
      RETURNING
        VALUE(er_string) TYPE string.
    METHODS to_base64
      RETURNING
        VALUE(er_b64string) TYPE string.
    CLASS-METHODS string_to_xstring
      IMPORTING
        !if_input        TYPE string
      RETURNING
        VALUE(er_output) TYPE xstring.
    CLASS-METHODS get_default_algorithm
      RETURNING
        VALUE(ef_algorithm) TYPE string.
  PRIVATE SECTION.
    DATA algorithm TYPE string.
    DATA parts TYPE xstring.
    DATA hash TYPE xstring.
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

  METHOD get_instance.
    calculate_hash_for_char(
      if_algorithm = if_algorithm
      if_data      = `` ).
    ro_object = NEW #( ).
    ro_object->algorithm = if_algorithm.
  ENDMETHOD.

  METHOD update.
    CONCATENATE parts if_data INTO parts IN BYTE MODE.
  ENDMETHOD.

  METHOD digest.
    update( if_data ).
    calculate_hash_for_raw(
      EXPORTING
        if_algorithm     = algorithm
        if_data          = parts
      IMPORTING
        ef_hashstring    = ef_hashstring
        ef_hashxstring   = hash
        ef_hashb64string = ef_hashb64string ).
    CLEAR parts.
    ef_hashxstring = hash.
    IF ef_hashx IS SUPPLIED.
      ef_hashx = hash.
    ENDIF.
  ENDMETHOD.

  METHOD to_string.
    er_string = hash.
  ENDMETHOD.

  METHOD to_base64.
    er_b64string = cl_http_utility=>encode_x_base64( hash ).
  ENDMETHOD.

  METHOD string_to_xstring.
    er_output = kernel_digest=>bytes_of( if_input ).
  ENDMETHOD.

  METHOD get_default_algorithm.
    ef_algorithm = `SHA1`.
  ENDMETHOD.
ENDCLASS.
