CLASS kernel_utf8 DEFINITION PUBLIC FINAL CREATE PUBLIC.
  PUBLIC SECTION.
    INTERFACES if_abap_conv_out.
    INTERFACES if_abap_conv_in.
    TYPES code_unit TYPE x LENGTH 2.
    CLASS-METHODS decode
      IMPORTING
        !source  TYPE xstring
      EXPORTING
        !result  TYPE string
        !is_text TYPE abap_bool.
ENDCLASS.

CLASS kernel_utf8 IMPLEMENTATION.
  METHOD if_abap_conv_out~convert.
    WRITE '@KERNEL result.set([...new TextEncoder().encode(source.get())].map(b => b.toString(16).padStart(2, "0")).join("").toUpperCase());'.
  ENDMETHOD.

  METHOD if_abap_conv_in~convert.
    DATA is_text TYPE abap_bool.
    decode(
      EXPORTING
        source  = source
      IMPORTING
        result  = result
        is_text = is_text ).
    IF is_text = abap_false.
      RAISE EXCEPTION TYPE cx_sy_conversion_codepage.
    ENDIF.
  ENDMETHOD.

  METHOD decode.
    CLEAR: result, is_text.
    WRITE '@KERNEL const bytes = Uint8Array.from(source.get().match(/../g) ?? [], pair => parseInt(pair, 16));'.
    WRITE '@KERNEL try { result.set(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes)); is_text.set("X"); } catch {}'.
  ENDMETHOD.
ENDCLASS.
