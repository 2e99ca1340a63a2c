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
    CLASS-METHODS create
      IMPORTING
        !p_line_type    TYPE REF TO cl_abap_datadescr
        !p_table_kind   TYPE ty_table_kind DEFAULT tablekind_std
        !p_unique       TYPE abap_bool DEFAULT abap_false
        !p_key          TYPE abap_keydescr_tab OPTIONAL
        !p_key_kind     TYPE ty_keydefkind DEFAULT keydefkind_default
      RETURNING
        VALUE(p_result) TYPE REF TO cl_abap_tabledescr.
    CLASS-METHODS get
      IMPORTING
        !p_line_type    TYPE REF TO cl_abap_datadescr
        !p_table_kind   TYPE ty_table_kind DEFAULT tablekind_std
        !p_unique       TYPE abap_bool DEFAULT abap_false
        !p_key          TYPE abap_keydescr_tab OPTIONAL
        !p_key_kind     TYPE ty_keydefkind DEFAULT keydefkind_default
      RETURNING
        VALUE(p_result) TYPE REF TO cl_abap_tabledescr.
    "! Secondary keys are not supported.
    CLASS-METHODS get_with_keys
      IMPORTING
        !p_line_type    TYPE REF TO cl_abap_datadescr
        !p_keys         TYPE abap_table_keydescr_tab
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
    DATA name TYPE string.
    line = p_line_type->kernel_value( ).
    WRITE '@KERNEL const type = { O: "SORTED", H: "HASHED" }[p_table_kind.get()] ?? "STANDARD";'.
    WRITE '@KERNEL const kinds = { D: "DEFAULT", E: "EMPTY", U: "USER", L: "USER" };'.
    WRITE '@KERNEL const options = { withHeader: false, keyType: kinds[p_key_kind.get()] ?? "DEFAULT", secondary: [] };'.
    WRITE '@KERNEL options.primaryKey = { name: "primary_key", type, keyFields: [], isUnique: p_unique.get() === "X" };'.
    IF p_key_kind = keydefkind_tableline.
      WRITE '@KERNEL options.primaryKey.keyFields.push("TABLE_LINE");'.
    ENDIF.
    LOOP AT p_key INTO DATA(field).
      name = to_upper( field-name ).
      WRITE '@KERNEL options.primaryKey.keyFields.push(name.get());'.
    ENDLOOP.
    WRITE '@KERNEL data.assign(abap.types.TableFactory.construct(line.getPointer().clone(), options));'.
    p_result = CAST #( describe_by_data_ref( data ) ).
  ENDMETHOD.

  METHOD get.
    p_result = create(
      p_line_type  = p_line_type
      p_table_kind = p_table_kind
      p_unique     = p_unique
      p_key        = p_key
      p_key_kind   = p_key_kind ).
  ENDMETHOD.

  METHOD get_with_keys.
    DATA primary TYPE abap_table_keydescr.
    IF lines( p_keys ) > 1.
      WRITE '@KERNEL abap.sandbox.unsupported("CL_ABAP_TABLEDESCR=>GET_WITH_KEYS with secondary keys");'.
    ENDIF.
    READ TABLE p_keys INTO primary INDEX 1.
    p_result = create(
      p_line_type  = p_line_type
      p_table_kind = primary-access_kind
      p_unique     = primary-is_unique
      p_key        = primary-components
      p_key_kind   = primary-key_kind ).
  ENDMETHOD.

  METHOD get_table_line_type.
    DATA line TYPE REF TO data.
    WRITE '@KERNEL line.assign(this.value.getPointer().getRowType().clone());'.
    p_descr_ref = CAST #( describe_by_data_ref( line ) ).
  ENDMETHOD.
ENDCLASS.
