"! Universally unique identifiers.
CLASS cl_system_uuid DEFINITION PUBLIC FINAL CREATE PUBLIC.
  PUBLIC SECTION.
    INTERFACES if_system_uuid.
    INTERFACES if_system_uuid_static.

    CLASS-METHODS create_uuid_x16_static
      RETURNING
        VALUE(uuid) TYPE sysuuid_x16
      RAISING
        cx_uuid_error.
    CLASS-METHODS create_uuid_c22_static
      RETURNING
        VALUE(uuid) TYPE sysuuid_c22
      RAISING
        cx_uuid_error.
    CLASS-METHODS create_uuid_c32_static
      RETURNING
        VALUE(uuid) TYPE sysuuid_c32
      RAISING
        cx_uuid_error.
    CLASS-METHODS create_uuid_c36_static
      RETURNING
        VALUE(uuid) TYPE sysuuid_c36
      RAISING
        cx_uuid_error.
  PRIVATE SECTION.
    "! The digits of the form of 22 characters, six bits each (believed).
    CONSTANTS digits TYPE string VALUE `0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz{}`.

    CLASS-METHODS to_c22
      IMPORTING
        !uuid         TYPE sysuuid_x16
      RETURNING
        VALUE(result) TYPE sysuuid_c22.
    CLASS-METHODS from_c22
      IMPORTING
        !uuid         TYPE sysuuid_c22
      RETURNING
        VALUE(result) TYPE sysuuid_x16
      RAISING
        cx_uuid_error.
    "! @parameter uuid | 32 hexadecimal digits, with hyphens or without
    CLASS-METHODS from_text
      IMPORTING
        !uuid         TYPE string
      RETURNING
        VALUE(result) TYPE sysuuid_x16
      RAISING
        cx_uuid_error.
    CLASS-METHODS to_c36
      IMPORTING
        !uuid         TYPE sysuuid_x16
      RETURNING
        VALUE(result) TYPE sysuuid_c36.
ENDCLASS.

CLASS cl_system_uuid IMPLEMENTATION.
  METHOD to_c22.
    WRITE '@KERNEL const bits = BigInt("0x" + uuid.get()) << 4n; let text = "";'.
    WRITE '@KERNEL for (let at = 126n; at >= 0n; at -= 6n) text += cl_system_uuid.digits.get()[Number((bits >> at) & 63n)];'.
    WRITE '@KERNEL result.set(text);'.
  ENDMETHOD.

  METHOD from_c22.
    DATA text TYPE string.
    text = uuid.
    IF strlen( text ) <> 22 OR text CN digits.
      RAISE EXCEPTION TYPE cx_uuid_error.
    ENDIF.
    WRITE '@KERNEL let bits = 0n;'.
    WRITE '@KERNEL for (const digit of text.get()) bits = (bits << 6n) | BigInt(cl_system_uuid.digits.get().indexOf(digit));'.
    WRITE '@KERNEL result.set((bits >> 4n).toString(16).toUpperCase().padStart(32, "0"));'.
  ENDMETHOD.

  METHOD from_text.
    DATA(hex) = to_upper( replace( val = uuid sub = `-` with = `` occ = 0 ) ).
    IF strlen( hex ) <> 32 OR hex CN `0123456789ABCDEF`.
      RAISE EXCEPTION TYPE cx_uuid_error.
    ENDIF.
    result = hex.
  ENDMETHOD.

  METHOD to_c36.
    DATA hex TYPE string.
    hex = to_lower( |{ uuid }| ).
    result = |{ hex(8) }-{ hex+8(4) }-{ hex+12(4) }-{ hex+16(4) }-{ hex+20(12) }|.
  ENDMETHOD.

  METHOD create_uuid_c22_static.
    uuid = to_c22( create_uuid_x16_static( ) ).
  ENDMETHOD.

  METHOD create_uuid_c36_static.
    WRITE '@KERNEL uuid.set(globalThis.crypto.randomUUID());'.
  ENDMETHOD.

  METHOD create_uuid_c32_static.
    uuid = to_upper( replace( val = create_uuid_c36_static( ) sub = `-` with = `` occ = 0 ) ).
  ENDMETHOD.

  METHOD create_uuid_x16_static.
    uuid = create_uuid_c32_static( ).
  ENDMETHOD.

  METHOD if_system_uuid~create_uuid_x16.
    uuid = create_uuid_x16_static( ).
  ENDMETHOD.

  METHOD if_system_uuid~create_uuid_c32.
    uuid = create_uuid_c32_static( ).
  ENDMETHOD.

  METHOD if_system_uuid~create_uuid_c36.
    uuid = create_uuid_c36_static( ).
  ENDMETHOD.

  METHOD if_system_uuid_static~create_uuid_x16.
    uuid = create_uuid_x16_static( ).
  ENDMETHOD.

  METHOD if_system_uuid_static~create_uuid_c22.
    uuid = create_uuid_c22_static( ).
  ENDMETHOD.

  METHOD if_system_uuid_static~create_uuid_c26.
    WRITE '@KERNEL abap.sandbox.unsupported("UUIDs of 26 characters");'.
  ENDMETHOD.

  METHOD if_system_uuid_static~create_uuid_c32.
    uuid = create_uuid_c32_static( ).
  ENDMETHOD.

  METHOD if_system_uuid_static~create_uuid_c36.
    uuid = create_uuid_c36_static( ).
  ENDMETHOD.

  METHOD if_system_uuid_static~convert_uuid_x16.
    DATA bytes TYPE sysuuid_x16.
    bytes = uuid.
    uuid_c22 = to_c22( bytes ).
    IF uuid_c26 IS SUPPLIED.
      WRITE '@KERNEL abap.sandbox.unsupported("UUIDs of 26 characters");'.
    ENDIF.
    uuid_c32 = bytes.
    uuid_c36 = to_c36( bytes ).
  ENDMETHOD.

  METHOD if_system_uuid_static~convert_uuid_c22.
    DATA bytes TYPE sysuuid_x16.
    bytes = from_c22( uuid ).
    uuid_x16 = bytes.
    IF uuid_c26 IS SUPPLIED.
      WRITE '@KERNEL abap.sandbox.unsupported("UUIDs of 26 characters");'.
    ENDIF.
    uuid_c32 = bytes.
    uuid_c36 = to_c36( bytes ).
  ENDMETHOD.

  METHOD if_system_uuid_static~convert_uuid_c26.
    WRITE '@KERNEL abap.sandbox.unsupported("UUIDs of 26 characters");'.
  ENDMETHOD.

  METHOD if_system_uuid_static~convert_uuid_c32.
    DATA bytes TYPE sysuuid_x16.
    bytes = from_text( CONV #( uuid ) ).
    uuid_x16 = bytes.
    uuid_c22 = to_c22( bytes ).
    IF uuid_c26 IS SUPPLIED.
      WRITE '@KERNEL abap.sandbox.unsupported("UUIDs of 26 characters");'.
    ENDIF.
    uuid_c36 = to_c36( bytes ).
  ENDMETHOD.

  METHOD if_system_uuid_static~convert_uuid_c36.
    DATA bytes TYPE sysuuid_x16.
    bytes = from_text( CONV #( uuid ) ).
    uuid_x16 = bytes.
    uuid_c22 = to_c22( bytes ).
    IF uuid_c26 IS SUPPLIED.
      WRITE '@KERNEL abap.sandbox.unsupported("UUIDs of 26 characters");'.
    ENDIF.
    uuid_c32 = bytes.
  ENDMETHOD.
ENDCLASS.
