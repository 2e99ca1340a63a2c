"! Gives the sources of classes and interfaces.
CLASS cl_oo_factory DEFINITION PUBLIC CREATE PRIVATE.
  PUBLIC SECTION.
    INTERFACES if_oo_clif_source_factory.
    ALIASES create_clif_source FOR if_oo_clif_source_factory~create_clif_source.
    CLASS-METHODS create_instance
      RETURNING
        VALUE(result) TYPE REF TO cl_oo_factory.
ENDCLASS.

CLASS cl_oo_factory IMPLEMENTATION.
  METHOD create_instance.
    result = NEW #( ).
  ENDMETHOD.

  METHOD if_oo_clif_source_factory~create_clif_source.
    result = NEW cl_oo_clif_source(
      clif_name = clif_name
      version   = version ).
  ENDMETHOD.
ENDCLASS.
