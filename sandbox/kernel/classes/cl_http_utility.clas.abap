CLASS cl_http_utility DEFINITION PUBLIC CREATE PUBLIC.
  PUBLIC SECTION.
    CLASS-METHODS escape_url
      IMPORTING
        !unescaped     TYPE csequence
      RETURNING
        VALUE(escaped) TYPE string.
    CLASS-METHODS unescape_url
      IMPORTING
        !escaped         TYPE csequence
      RETURNING
        VALUE(unescaped) TYPE string.
    CLASS-METHODS encode_base64
      IMPORTING
        !unencoded     TYPE csequence
      RETURNING
        VALUE(encoded) TYPE string.
    CLASS-METHODS decode_base64
      IMPORTING
        !encoded       TYPE csequence
      RETURNING
        VALUE(decoded) TYPE string.
    CLASS-METHODS encode_x_base64
      IMPORTING
        !unencoded     TYPE xsequence
      RETURNING
        VALUE(encoded) TYPE string.
    CLASS-METHODS decode_x_base64
      IMPORTING
        !encoded       TYPE csequence
      RETURNING
        VALUE(decoded) TYPE xstring.
ENDCLASS.

CLASS cl_http_utility IMPLEMENTATION.
  METHOD escape_url.
    WRITE '@KERNEL escaped.set(encodeURIComponent(unescaped.get()).replace(/%../g, each => each.toLowerCase()));'.
  ENDMETHOD.

  METHOD unescape_url.
    WRITE '@KERNEL try { unescaped.set(decodeURIComponent(escaped.get())); } catch { unescaped.set(escaped.get()); }'.
  ENDMETHOD.

  METHOD encode_base64.
    WRITE '@KERNEL encoded.set(Buffer.from(unencoded.get(), "utf8").toString("base64"));'.
  ENDMETHOD.

  METHOD decode_base64.
    WRITE '@KERNEL decoded.set(Buffer.from(encoded.get(), "base64").toString("utf8"));'.
  ENDMETHOD.

  METHOD encode_x_base64.
    WRITE '@KERNEL encoded.set(Buffer.from(unencoded.get(), "hex").toString("base64"));'.
  ENDMETHOD.

  METHOD decode_x_base64.
    WRITE '@KERNEL decoded.set(Buffer.from(encoded.get(), "base64").toString("hex").toUpperCase());'.
  ENDMETHOD.
ENDCLASS.
