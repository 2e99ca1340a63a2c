"! Texts and bytes by the names of code pages: the runtime does it (child/texts/).
CLASS kernel_codepage DEFINITION PUBLIC FINAL CREATE PRIVATE.
  PUBLIC SECTION.
    INTERFACES if_abap_conv_out.
    INTERFACES if_abap_conv_in.
    CLASS-METHODS create
      IMPORTING
        !codepage       TYPE csequence
        !replacement    TYPE csequence
      RETURNING
        VALUE(instance) TYPE REF TO kernel_codepage
      RAISING
        cx_sy_conversion_codepage.
    "! The name that the runtime has for a code page; initial where there is none.
    CLASS-METHODS find
      IMPORTING
        !codepage   TYPE csequence
      RETURNING
        VALUE(page) TYPE string.
    CLASS-METHODS encode
      IMPORTING
        !text        TYPE string
        !page        TYPE string
        !replacement TYPE string
      EXPORTING
        !bytes       TYPE xstring
        !is_complete TYPE abap_bool.
    CLASS-METHODS decode
      IMPORTING
        !bytes       TYPE xstring
        !page        TYPE string
        !replacement TYPE string
      EXPORTING
        !text        TYPE string
        !is_complete TYPE abap_bool.
  PRIVATE SECTION.
    DATA page TYPE string.
    DATA replacement TYPE string.
ENDCLASS.

CLASS kernel_codepage IMPLEMENTATION.
  METHOD create.
    DATA name TYPE string.
    name = find( codepage ).
    IF name IS INITIAL.
      RAISE EXCEPTION TYPE cx_sy_conversion_codepage.
    ENDIF.
    instance = NEW #( ).
    instance->page = name.
    instance->replacement = replacement.
  ENDMETHOD.

  METHOD find.
    WRITE '@KERNEL page.set(abap.sandbox.codepages.find(codepage.get(), abap.sandbox.unsupported) ?? "");'.
  ENDMETHOD.

  METHOD encode.
    WRITE '@KERNEL const made = abap.sandbox.codepages.encode(text.get(), page.get(), replacement.get());'.
    WRITE '@KERNEL bytes.set(made.bytes); is_complete.set(made.complete ? "X" : " ");'.
  ENDMETHOD.

  METHOD decode.
    WRITE '@KERNEL const made = abap.sandbox.codepages.decode(bytes.get(), page.get(), replacement.get());'.
    WRITE '@KERNEL text.set(made.text); is_complete.set(made.complete ? "X" : " ");'.
  ENDMETHOD.

  METHOD if_abap_conv_out~convert.
    DATA fits TYPE abap_bool.
    encode(
      EXPORTING
        text        = source
        page        = page
        replacement = replacement
      IMPORTING
        bytes       = result
        is_complete = fits ).
    IF fits = abap_false AND replacement IS INITIAL.
      RAISE EXCEPTION TYPE cx_sy_conversion_codepage.
    ENDIF.
  ENDMETHOD.

  METHOD if_abap_conv_in~convert.
    DATA fits TYPE abap_bool.
    decode(
      EXPORTING
        bytes       = source
        page        = page
        replacement = replacement
      IMPORTING
        text        = result
        is_complete = fits ).
    IF fits = abap_false AND replacement IS INITIAL.
      RAISE EXCEPTION TYPE cx_sy_conversion_codepage.
    ENDIF.
  ENDMETHOD.
ENDCLASS.
