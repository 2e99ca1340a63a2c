"! A data type; it keeps an initial value of the type, which CREATE DATA ... TYPE HANDLE copies.
CLASS cl_abap_datadescr DEFINITION PUBLIC INHERITING FROM cl_abap_typedescr ABSTRACT CREATE PUBLIC.
  PUBLIC SECTION.
    METHODS constructor
      IMPORTING
        !value TYPE REF TO data OPTIONAL.
    CLASS-METHODS is_read_only
      IMPORTING
        !p_data       TYPE REF TO data
      RETURNING
        VALUE(p_flag) TYPE abap_bool.
    CLASS-METHODS get_data_type_kind
      IMPORTING
        !p_data            TYPE data
      RETURNING
        VALUE(p_type_kind) TYPE abap_typekind.
    METHODS applies_to_data
      IMPORTING
        !p_data       TYPE data
      RETURNING
        VALUE(p_flag) TYPE abap_bool.
    METHODS applies_to_data_ref
      IMPORTING
        !p_data       TYPE REF TO data
      RETURNING
        VALUE(p_flag) TYPE abap_bool.
    METHODS is_instantiatable REDEFINITION.
    "! The initial value; of use to the kernel only.
    METHODS kernel_value
      RETURNING
        VALUE(result) TYPE REF TO data.
    "! Whether values of both types have the same technical type; of use to the kernel only.
    METHODS kernel_is_like
      IMPORTING
        !other        TYPE REF TO cl_abap_datadescr
      RETURNING
        VALUE(result) TYPE abap_bool.
  PROTECTED SECTION.
    DATA value TYPE REF TO data.
ENDCLASS.

CLASS cl_abap_datadescr IMPLEMENTATION.
  METHOD constructor.
    super->constructor( ).
    me->value = value.
  ENDMETHOD.

  METHOD is_read_only.
    WRITE '@KERNEL abap.sandbox.unsupported("CL_ABAP_DATADESCR=>IS_READ_ONLY");'.
  ENDMETHOD.

  METHOD get_data_type_kind.
    WRITE '@KERNEL p_type_kind.set(abap.sandbox.descriptions.factsOf(p_data).type_kind);'.
  ENDMETHOD.

  METHOD applies_to_data.
    p_flag = kernel_is_like( CAST #( describe_by_data( p_data ) ) ).
  ENDMETHOD.

  METHOD applies_to_data_ref.
    p_flag = kernel_is_like( CAST #( describe_by_data_ref( p_data ) ) ).
  ENDMETHOD.

  METHOD is_instantiatable.
    p_result = abap_true.
  ENDMETHOD.

  METHOD kernel_is_like.
    result = xsdbool( other->type_kind = type_kind AND other->length = length AND other->decimals = decimals ).
  ENDMETHOD.

  METHOD kernel_value.
    result = value.
  ENDMETHOD.
ENDCLASS.
