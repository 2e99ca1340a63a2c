INTERFACE if_http_utility PUBLIC.
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
  CLASS-METHODS string_to_fields
    IMPORTING
      !string TYPE csequence
    RETURNING
      VALUE(fields) TYPE tihttpnvp.
  CLASS-METHODS fields_to_string
    IMPORTING
      !fields TYPE tihttpnvp
    RETURNING
      VALUE(string) TYPE string.
ENDINTERFACE.
