CLASS cl_abap_intfdescr DEFINITION PUBLIC INHERITING FROM cl_abap_objectdescr FINAL CREATE PROTECTED GLOBAL FRIENDS cl_abap_typedescr.
  PUBLIC SECTION.
    CONSTANTS:
      intfkind_flatt  TYPE abap_intfkind VALUE 'F',
      intfkind_nested TYPE abap_intfkind VALUE 'N'.

    DATA intf_kind TYPE abap_intfkind READ-ONLY.

    METHODS constructor
      IMPORTING
        !key TYPE string.
    CLASS-METHODS load_class.
    METHODS is_instantiatable REDEFINITION.
ENDCLASS.

CLASS cl_abap_intfdescr IMPLEMENTATION.
  METHOD constructor.
    super->constructor( key ).
    kind = kind_intf.
    type_kind = typekind_intf.
    intf_kind = COND #( WHEN interfaces IS INITIAL THEN intfkind_flatt ELSE intfkind_nested ).
  ENDMETHOD.

  METHOD load_class.
    " the class is there
    RETURN.
  ENDMETHOD.

  METHOD is_instantiatable.
    p_result = abap_false.
  ENDMETHOD.
ENDCLASS.
