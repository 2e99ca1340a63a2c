"! Compression by DEFLATE; the bytes of a damaged stream are initial.
CLASS kernel_zip DEFINITION PUBLIC FINAL CREATE PRIVATE.
  PUBLIC SECTION.
    CLASS-METHODS deflate
      IMPORTING
        !bytes        TYPE xstring
      RETURNING
        VALUE(result) TYPE xstring.
    CLASS-METHODS inflate
      IMPORTING
        !bytes        TYPE xstring
      EXPORTING
        !result       TYPE xstring
        !damaged      TYPE abap_bool.
ENDCLASS.

CLASS kernel_zip IMPLEMENTATION.
  METHOD deflate.
    WRITE '@KERNEL result.set(Buffer.compress("deflate", bytes.get()));'.
  ENDMETHOD.

  METHOD inflate.
    CLEAR: result, damaged.
    WRITE '@KERNEL try { result.set(Buffer.compress("inflate", bytes.get())); } catch { damaged.set("X"); }'.
  ENDMETHOD.
ENDCLASS.
