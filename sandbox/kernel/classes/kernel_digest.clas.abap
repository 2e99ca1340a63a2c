"! Hash values by the names of ABAP; initial for an algorithm that is unknown.
CLASS kernel_digest DEFINITION PUBLIC FINAL CREATE PRIVATE.
  PUBLIC SECTION.
    CLASS-METHODS bytes_of
      IMPORTING
        !text         TYPE string
      RETURNING
        VALUE(result) TYPE xstring.
    CLASS-METHODS hash
      IMPORTING
        !algorithm    TYPE string
        !bytes        TYPE xstring
      RETURNING
        VALUE(result) TYPE xstring.
    CLASS-METHODS keyed_hash
      IMPORTING
        !algorithm    TYPE string
        !key          TYPE xstring
        !bytes        TYPE xstring
      RETURNING
        VALUE(result) TYPE xstring.
ENDCLASS.

CLASS kernel_digest IMPLEMENTATION.
  METHOD bytes_of.
    WRITE '@KERNEL result.set(Buffer.from(text.get(), "utf8").toString("hex").toUpperCase());'.
  ENDMETHOD.

  METHOD hash.
    WRITE '@KERNEL result.set(Buffer.digest(algorithm.get(), bytes.get()));'.
  ENDMETHOD.

  METHOD keyed_hash.
    IF key IS INITIAL.
      result = hash( algorithm = algorithm bytes = bytes ).
      RETURN.
    ENDIF.
    WRITE '@KERNEL result.set(Buffer.digest(algorithm.get(), bytes.get(), key.get()));'.
  ENDMETHOD.
ENDCLASS.
