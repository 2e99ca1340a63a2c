"! Bytes of UTF-8 as a text, for readers that report what is none.
CLASS kernel_utf8 DEFINITION PUBLIC FINAL CREATE PRIVATE.
  PUBLIC SECTION.
    TYPES code_unit TYPE x LENGTH 2.
    CLASS-METHODS decode
      IMPORTING
        !source  TYPE xstring
      EXPORTING
        !result  TYPE string
        !is_text TYPE abap_bool.
ENDCLASS.

CLASS kernel_utf8 IMPLEMENTATION.
  METHOD decode.
    kernel_codepage=>decode(
      EXPORTING
        bytes       = source
        page        = `utf-8`
        replacement = ``
      IMPORTING
        text        = result
        is_complete = is_text ).
    IF is_text = abap_false.
      CLEAR result.
    ENDIF.
  ENDMETHOD.
ENDCLASS.
