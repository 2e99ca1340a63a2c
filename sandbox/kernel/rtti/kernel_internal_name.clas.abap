"! Finds classes by their absolute names. CREATE OBJECT with a name calls it by this name.
CLASS kernel_internal_name DEFINITION PUBLIC FINAL CREATE PRIVATE.
  PUBLIC SECTION.
    "! The name under which the runtime knows a class or interface; other names stay as they are.
    CLASS-METHODS rtti_to_internal
      IMPORTING
        !iv_rtti           TYPE csequence
      RETURNING
        VALUE(rv_internal) TYPE string.
ENDCLASS.

CLASS kernel_internal_name IMPLEMENTATION.
  METHOD rtti_to_internal.
    DATA owner TYPE string.
    DATA local TYPE string.
    rv_internal = to_upper( condense( iv_rtti ) ).
    FIND PCRE `^\\(?:PROGRAM|CLASS-POOL)=([^\\=]+)(?:=*CP)?\\(?:CLASS|INTERFACE)=([^\\]+)$` IN rv_internal SUBMATCHES owner local.
    IF sy-subrc = 0.
      WRITE '@KERNEL const group = owner.get().replace(/^SAPL/, "");'.
      WRITE '@KERNEL const keys = ["CLAS-" + owner.get(), "PROG-" + owner.get(), "FUGR-" + group].map(key => key + "-" + local.get());'.
      WRITE '@KERNEL rv_internal.set(keys.find(key => abap.Classes[key] !== undefined) ?? rv_internal.get());'.
      RETURN.
    ENDIF.
    FIND PCRE `^\\(?:CLASS|INTERFACE)=([^\\]+)$` IN rv_internal SUBMATCHES local.
    IF sy-subrc = 0.
      rv_internal = local.
    ENDIF.
  ENDMETHOD.
ENDCLASS.
