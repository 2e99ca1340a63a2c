CLASS cl_uuid_factory DEFINITION PUBLIC FINAL CREATE PRIVATE.
  PUBLIC SECTION.
    CLASS-METHODS create_system_uuid
      RETURNING
        VALUE(uuid_generator) TYPE REF TO if_system_uuid.
ENDCLASS.

CLASS cl_uuid_factory IMPLEMENTATION.
  METHOD create_system_uuid.
    uuid_generator = NEW cl_system_uuid( ).
  ENDMETHOD.
ENDCLASS.
