"! Universally unique identifiers.
CLASS cl_system_uuid DEFINITION PUBLIC FINAL CREATE PUBLIC.
  PUBLIC SECTION.
    INTERFACES if_system_uuid.

    CLASS-METHODS create_uuid_x16_static
      RETURNING
        VALUE(uuid) TYPE sysuuid_x16
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
ENDCLASS.

CLASS cl_system_uuid IMPLEMENTATION.
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
ENDCLASS.
