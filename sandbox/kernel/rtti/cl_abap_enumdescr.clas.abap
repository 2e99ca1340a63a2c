"! An enumerated type; its values are numbers from 0.
CLASS cl_abap_enumdescr DEFINITION PUBLIC INHERITING FROM cl_abap_elemdescr FINAL CREATE PROTECTED GLOBAL FRIENDS cl_abap_typedescr.
  PUBLIC SECTION.
    TYPES:
      BEGIN OF member,
        name  TYPE c LENGTH 30,
        value TYPE string,
      END OF member.
    TYPES member_table TYPE STANDARD TABLE OF member WITH KEY name.

    DATA base_type_kind TYPE abap_typekind READ-ONLY.
    DATA members        TYPE member_table READ-ONLY.

    METHODS constructor
      IMPORTING
        !value TYPE REF TO data.
ENDCLASS.

CLASS cl_abap_enumdescr IMPLEMENTATION.
  METHOD constructor.
    DATA name TYPE string.
    super->constructor( value ).
    base_type_kind = typekind_int.
    WRITE '@KERNEL if (value.getPointer().base) abap.sandbox.unsupported("the description of an enumerated type with values");'.
    WRITE '@KERNEL for (const each of value.getPointer().members) {'.
    WRITE '@KERNEL name.set(each);'.
    APPEND VALUE #( name = name value = |{ lines( members ) }| ) TO members.
    WRITE '@KERNEL }'.
  ENDMETHOD.
ENDCLASS.
