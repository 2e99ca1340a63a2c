CLASS cl_abap_intfdescr DEFINITION PUBLIC INHERITING FROM cl_abap_objectdescr CREATE PUBLIC.
  PUBLIC SECTION.
    METHODS constructor
      IMPORTING
        !name TYPE string.
ENDCLASS.

CLASS cl_abap_intfdescr IMPLEMENTATION.
  METHOD constructor.
    super->constructor( name ).
    kind = kind_intf.
    type_kind = typekind_intf.
    absolute_name = |\\INTERFACE={ name }|.
  ENDMETHOD.
ENDCLASS.
