CLASS cl_http_utility DEFINITION PUBLIC CREATE PUBLIC.
  PUBLIC SECTION.
    INTERFACES if_http_utility.
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
    CLASS-METHODS string_to_fields
      IMPORTING
        !string       TYPE csequence
      RETURNING
        VALUE(fields) TYPE tihttpnvp.
    CLASS-METHODS fields_to_string
      IMPORTING
        !fields       TYPE tihttpnvp
      RETURNING
        VALUE(string) TYPE string.
    CLASS-METHODS escape_html
      IMPORTING
        !unescaped     TYPE csequence
      RETURNING
        VALUE(escaped) TYPE string.
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

  METHOD string_to_fields.
    DATA parts TYPE string_table.
    DATA part TYPE string.
    DATA field LIKE LINE OF fields.
    SPLIT string AT '&' INTO TABLE parts.
    LOOP AT parts INTO part.
      CLEAR field.
      SPLIT part AT '=' INTO field-name field-value.
      field-value = unescape_url( field-value ).
      APPEND field TO fields.
    ENDLOOP.
  ENDMETHOD.

  METHOD fields_to_string.
    DATA field LIKE LINE OF fields.
    LOOP AT fields INTO field.
      IF sy-tabix > 1.
        string = string && `&`.
      ENDIF.
      string = string && field-name && `=` && escape_url( field-value ).
    ENDLOOP.
  ENDMETHOD.

  METHOD escape_html.
    escaped = unescaped.
    REPLACE ALL OCCURRENCES OF `&` IN escaped WITH `&amp;`.
    REPLACE ALL OCCURRENCES OF `<` IN escaped WITH `&lt;`.
    REPLACE ALL OCCURRENCES OF `>` IN escaped WITH `&gt;`.
    REPLACE ALL OCCURRENCES OF `"` IN escaped WITH `&quot;`.
  ENDMETHOD.

  METHOD if_http_utility~escape_url.
    escaped = escape_url( unescaped ).
  ENDMETHOD.

  METHOD if_http_utility~unescape_url.
    unescaped = unescape_url( escaped ).
  ENDMETHOD.

  METHOD if_http_utility~encode_base64.
    encoded = encode_base64( unencoded ).
  ENDMETHOD.

  METHOD if_http_utility~decode_base64.
    decoded = decode_base64( encoded ).
  ENDMETHOD.

  METHOD if_http_utility~string_to_fields.
    fields = string_to_fields( string ).
  ENDMETHOD.

  METHOD if_http_utility~fields_to_string.
    string = fields_to_string( fields ).
  ENDMETHOD.
ENDCLASS.
