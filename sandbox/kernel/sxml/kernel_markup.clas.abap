"! What the classes for XML and JSON have in common.
CLASS kernel_markup DEFINITION PUBLIC FINAL CREATE PRIVATE.
  PUBLIC SECTION.
    CLASS-METHODS base64
      IMPORTING
        !bytes        TYPE xstring
      RETURNING
        VALUE(result) TYPE string.
ENDCLASS.

CLASS kernel_markup IMPLEMENTATION.
  METHOD base64.
    WRITE '@KERNEL result.set(Buffer.from(bytes.get(), "hex").toString("base64"));'.
  ENDMETHOD.
ENDCLASS.
