CLASS cl_abap_tabledescr DEFINITION PUBLIC INHERITING FROM cl_abap_complexdescr CREATE PUBLIC.
  PUBLIC SECTION.
    TYPES ty_table_kind TYPE c LENGTH 1.

    CONSTANTS:
      tablekind_std    TYPE ty_table_kind VALUE 'S',
      tablekind_sorted TYPE ty_table_kind VALUE 'O',
      tablekind_hashed TYPE ty_table_kind VALUE 'H'.

    TYPES ty_keydefkind TYPE c LENGTH 1.

    CONSTANTS:
      keydefkind_default   TYPE ty_keydefkind VALUE 'D',
      keydefkind_tableline TYPE ty_keydefkind VALUE 'L',
      keydefkind_user      TYPE ty_keydefkind VALUE 'U',
      keydefkind_empty     TYPE ty_keydefkind VALUE 'E'.

    DATA table_kind    TYPE ty_table_kind READ-ONLY.
    DATA has_unique_key TYPE abap_bool READ-ONLY.
    DATA key           TYPE abap_keydescr_tab READ-ONLY.

    METHODS constructor
      IMPORTING
        !value TYPE REF TO data.
    "! A standard table of the line type.
    CLASS-METHODS create
      IMPORTING
        !p_line_type  TYPE REF TO cl_abap_datadescr
      RETURNING
        VALUE(p_result) TYPE REF TO cl_abap_tabledescr.
    METHODS get_table_line_type
      RETURNING
        VALUE(p_descr_ref) TYPE REF TO cl_abap_datadescr.
ENDCLASS.

CLASS cl_abap_tabledescr IMPLEMENTATION.
  METHOD constructor.
    DATA access TYPE string.
    DATA name TYPE string.
    super->constructor( value ).
    kind = kind_table.
    WRITE '@KERNEL const primary = value.getPointer().getOptions?.()?.primaryKey;'.
    WRITE '@KERNEL access.set(primary?.type ?? "STANDARD");'.
    WRITE '@KERNEL this.has_unique_key.set(primary?.isUnique ? "X" : "");'.
    table_kind = SWITCH #( access
      WHEN `SORTED` THEN tablekind_sorted
      WHEN `HASHED` THEN tablekind_hashed
      ELSE tablekind_std ).
    WRITE '@KERNEL for (const field of primary?.keyFields ?? []) {'.
    WRITE '@KERNEL name.set(field.toUpperCase());'.
    APPEND VALUE #( name = name ) TO key.
    WRITE '@KERNEL }'.
  ENDMETHOD.

  METHOD create.
    DATA data TYPE REF TO data.
    DATA line TYPE REF TO data.
    line = p_line_type->kernel_value( ).
    WRITE '@KERNEL data.assign(abap.types.TableFactory.construct(line.getPointer().clone()));'.
    p_result = CAST #( describe_by_data_ref( data ) ).
  ENDMETHOD.

  METHOD get_table_line_type.
    DATA line TYPE REF TO data.
    WRITE '@KERNEL line.assign(this.value.getPointer().getRowType().clone());'.
    p_descr_ref = CAST #( describe_by_data_ref( line ) ).
  ENDMETHOD.
ENDCLASS.
