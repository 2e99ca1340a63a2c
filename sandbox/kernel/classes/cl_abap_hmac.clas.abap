"! Keyed hash values (HMAC) of texts (as UTF-8) and of bytes.
CLASS cl_abap_hmac DEFINITION PUBLIC CREATE PUBLIC.
  PUBLIC SECTION.
    CLASS-METHODS calculate_hmac_for_char
      IMPORTING
        !if_algorithm     TYPE string DEFAULT 'SHA1'
        !if_key           TYPE xstring
        !if_data          TYPE string
        !if_length        TYPE i DEFAULT 0
      EXPORTING
        !ef_hmacstring    TYPE string
        !ef_hmacxstring   TYPE xstring
        !ef_hmacb64string TYPE string
      RAISING
        cx_abap_message_digest.
    CLASS-METHODS calculate_hmac_for_raw
      IMPORTING
        !if_algorithm     TYPE string DEFAULT 'SHA1'
        !if_key           TYPE xstring
        !if_data          TYPE xstring
        !if_length        TYPE i DEFAULT 0
      EXPORTING
        !ef_hmacstring    TYPE string
        !ef_hmacxstring   TYPE xstring
        !ef_hmacb64string TYPE string
      RAISING
        cx_abap_message_digest.
    "! A value that is calculated of parts, which UPDATE adds.
    CLASS-METHODS get_instance
      IMPORTING
        !if_algorithm    TYPE string DEFAULT 'SHA1'
        !if_key          TYPE xstring
      RETURNING
        VALUE(ro_object) TYPE REF TO cl_abap_hmac
      RAISING
        cx_abap_message_digest.
    "! Begins anew with another key.
    METHODS init
      IMPORTING
        !if_key TYPE xstring
      RAISING
        cx_abap_message_digest.
    METHODS update
      IMPORTING
        !if_data TYPE xstring
      RAISING
        cx_abap_message_digest.
    METHODS final
      IMPORTING
        !if_data          TYPE xstring OPTIONAL
      EXPORTING
        !ef_hmacstring    TYPE string
        !ef_hmacxstring   TYPE xstring
        !ef_hmacb64string TYPE string
      RAISING
        cx_abap_message_digest.
    METHODS to_string
      RETURNING
        VALUE(er_string) TYPE string.
    METHODS get_hmac
      RETURNING
        VALUE(er_xstring) TYPE xstring.
    METHODS to_base64
      RETURNING
        VALUE(er_b64string) TYPE string.
    CLASS-METHODS string_to_xstring
      IMPORTING
        !if_input        TYPE string
      RETURNING
        VALUE(er_output) TYPE xstring.
  PRIVATE SECTION.
    DATA algorithm TYPE string.
    DATA key TYPE xstring.
    DATA parts TYPE xstring.
    DATA hash TYPE xstring.
ENDCLASS.

CLASS cl_abap_hmac IMPLEMENTATION.
  METHOD calculate_hmac_for_char.
    DATA text TYPE string.
    text = if_data.
    IF if_length > 0 AND if_length < strlen( text ).
      text = substring( val = text len = if_length ).
    ENDIF.
    calculate_hmac_for_raw(
      EXPORTING
        if_algorithm     = if_algorithm
        if_key           = if_key
        if_data          = kernel_digest=>bytes_of( text )
      IMPORTING
        ef_hmacstring    = ef_hmacstring
        ef_hmacxstring   = ef_hmacxstring
        ef_hmacb64string = ef_hmacb64string ).
  ENDMETHOD.

  METHOD calculate_hmac_for_raw.
    DATA bytes TYPE xstring.
    bytes = if_data.
    IF if_length > 0 AND if_length < xstrlen( bytes ).
      bytes = bytes(if_length).
    ENDIF.
    ef_hmacxstring = kernel_digest=>keyed_hash( algorithm = if_algorithm key = if_key bytes = bytes ).
    IF ef_hmacxstring IS INITIAL.
      RAISE EXCEPTION TYPE cx_abap_message_digest.
    ENDIF.
    ef_hmacstring = ef_hmacxstring.
    ef_hmacb64string = cl_http_utility=>encode_x_base64( ef_hmacxstring ).
  ENDMETHOD.

  METHOD get_instance.
    calculate_hmac_for_raw(
      if_algorithm = if_algorithm
      if_key       = if_key
      if_data      = if_key ).
    ro_object = NEW #( ).
    ro_object->algorithm = if_algorithm.
    ro_object->key = if_key.
  ENDMETHOD.

  METHOD init.
    key = if_key.
    CLEAR: parts, hash.
  ENDMETHOD.

  METHOD update.
    CONCATENATE parts if_data INTO parts IN BYTE MODE.
  ENDMETHOD.

  METHOD final.
    update( if_data ).
    calculate_hmac_for_raw(
      EXPORTING
        if_algorithm     = algorithm
        if_key           = key
        if_data          = parts
      IMPORTING
        ef_hmacstring    = ef_hmacstring
        ef_hmacxstring   = hash
        ef_hmacb64string = ef_hmacb64string ).
    CLEAR parts.
    ef_hmacxstring = hash.
  ENDMETHOD.

  METHOD to_string.
    er_string = hash.
  ENDMETHOD.

  METHOD get_hmac.
    er_xstring = hash.
  ENDMETHOD.

  METHOD to_base64.
    er_b64string = cl_http_utility=>encode_x_base64( hash ).
  ENDMETHOD.

  METHOD string_to_xstring.
    er_output = kernel_digest=>bytes_of( if_input ).
  ENDMETHOD.
ENDCLASS.
