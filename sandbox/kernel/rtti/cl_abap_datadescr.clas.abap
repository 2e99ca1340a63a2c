"! A data type; it keeps an initial value of the type, which CREATE DATA ... TYPE HANDLE copies.
CLASS cl_abap_datadescr DEFINITION PUBLIC INHERITING FROM cl_abap_typedescr ABSTRACT CREATE PUBLIC.
  PUBLIC SECTION.
    METHODS constructor
      IMPORTING
        !value TYPE REF TO data OPTIONAL.
    METHODS applies_to_data
      IMPORTING
        !p_data        TYPE any
      RETURNING
        VALUE(p_flag) TYPE abap_bool.
    "! The initial value; of use to the kernel only.
    METHODS kernel_value
      RETURNING
        VALUE(result) TYPE REF TO data.
  PROTECTED SECTION.
    DATA value TYPE REF TO data.
ENDCLASS.

CLASS cl_abap_datadescr IMPLEMENTATION.
  METHOD constructor.
    super->constructor( ).
    me->value = value.
  ENDMETHOD.

  METHOD applies_to_data.
    DATA other TYPE REF TO cl_abap_typedescr.
    other = describe_by_data( p_data ).
    p_flag = xsdbool( other->type_kind = type_kind AND other->length = length AND other->decimals = decimals ).
  ENDMETHOD.

  METHOD kernel_value.
    result = value.
  ENDMETHOD.
ENDCLASS.
