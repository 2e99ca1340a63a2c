CLASS cl_abap_tabledescr DEFINITION PUBLIC INHERITING FROM cl_abap_complexdescr FINAL CREATE PROTECTED GLOBAL FRIENDS cl_abap_typedescr.
  PUBLIC SECTION.
    CONSTANTS:
      tablekind_any    TYPE abap_tablekind VALUE 'A',
      tablekind_std    TYPE abap_tablekind VALUE 'S',
      tablekind_index  TYPE abap_tablekind VALUE 'I',
      tablekind_hashed TYPE abap_tablekind VALUE 'H',
      tablekind_sorted TYPE abap_tablekind VALUE 'O'.
    CONSTANTS:
      keydefkind_default   TYPE abap_keydefkind VALUE 'D',
      keydefkind_tableline TYPE abap_keydefkind VALUE 'L',
      keydefkind_user      TYPE abap_keydefkind VALUE 'U',
      keydefkind_empty     TYPE abap_keydefkind VALUE 'E'.
    CONSTANTS:
      further_scnd_keys_not_spec TYPE i VALUE 26453701,
      further_scnd_keys_yes      TYPE i VALUE 26453702,
      further_scnd_keys_no       TYPE i VALUE 26453703.

    DATA key            TYPE abap_keydescr_tab READ-ONLY.
    DATA initial_size   TYPE i READ-ONLY.
    DATA key_defkind    TYPE abap_keydefkind READ-ONLY.
    DATA has_unique_key TYPE abap_bool READ-ONLY.
    DATA table_kind     TYPE abap_tablekind READ-ONLY.

    METHODS constructor
      IMPORTING
        !value TYPE REF TO data.
    CLASS-METHODS load_class.
    METHODS get_table_line_type
      RETURNING
        VALUE(p_descr_ref) TYPE REF TO cl_abap_datadescr.
    CLASS-METHODS get
      IMPORTING
        !p_line_type    TYPE REF TO cl_abap_datadescr
        !p_table_kind   TYPE abap_tablekind DEFAULT tablekind_std
        !p_unique       TYPE abap_bool DEFAULT abap_false
        !p_key          TYPE abap_keydescr_tab OPTIONAL
        !p_key_kind     TYPE abap_keydefkind DEFAULT keydefkind_default
      RETURNING
        VALUE(p_result) TYPE REF TO cl_abap_tabledescr
      RAISING
        cx_sy_table_creation.
    CLASS-METHODS create
      IMPORTING
        !p_line_type    TYPE REF TO cl_abap_datadescr
        !p_table_kind   TYPE abap_tablekind DEFAULT tablekind_std
        !p_unique       TYPE abap_bool DEFAULT abap_false
        !p_key          TYPE abap_keydescr_tab OPTIONAL
        !p_key_kind     TYPE abap_keydefkind DEFAULT keydefkind_default
      RETURNING
        VALUE(p_result) TYPE REF TO cl_abap_tabledescr
      RAISING
        cx_sy_table_creation.
    METHODS get_keys
      RETURNING
        VALUE(p_keys) TYPE abap_table_keydescr_tab.
    "! Aliases of keys are not kept: there are none.
    METHODS get_key_aliases
      RETURNING
        VALUE(p_key_aliases) TYPE abap_key_alias_map.
    CLASS-METHODS get_with_keys
      IMPORTING
        !p_line_type    TYPE REF TO cl_abap_datadescr
        !p_keys         TYPE abap_table_keydescr_tab
        !p_key_aliases  TYPE abap_key_alias_map OPTIONAL
        !p_initial_size TYPE i DEFAULT 0
      RETURNING
        VALUE(p_result) TYPE REF TO cl_abap_tabledescr
      RAISING
        cx_sy_table_creation.
    CLASS-METHODS create_with_keys
      IMPORTING
        !p_line_type    TYPE REF TO cl_abap_datadescr
        !p_keys         TYPE abap_table_keydescr_tab
        !p_initial_size TYPE i DEFAULT 0
      RETURNING
        VALUE(p_result) TYPE REF TO cl_abap_tabledescr
      RAISING
        cx_sy_table_creation.
    METHODS kernel_is_like REDEFINITION.
  PRIVATE SECTION.
    CLASS-METHODS check_key
      IMPORTING
        !line_type TYPE REF TO cl_abap_datadescr
        !key       TYPE abap_table_keydescr
      RAISING
        cx_sy_table_creation.
    METHODS read_key
      IMPORTING
        !name         TYPE string
      RETURNING
        VALUE(result) TYPE abap_table_keydescr.
ENDCLASS.

CLASS cl_abap_tabledescr IMPLEMENTATION.
  METHOD constructor.
    super->constructor( value ).
    kind = kind_table.
    DATA(primary) = read_key( `primary_key` ).
    table_kind = primary-access_kind.
    has_unique_key = primary-is_unique.
    key_defkind = primary-key_kind.
    key = CORRESPONDING #( primary-components ).
  ENDMETHOD.

  METHOD load_class.
    " the class is there
    RETURN.
  ENDMETHOD.

  METHOD read_key.
    DATA access TYPE string.
    DATA definition TYPE string.
    DATA part TYPE string.
    WRITE '@KERNEL const options = this.value.getPointer().getOptions?.() ?? {};'.
    WRITE '@KERNEL const isPrimary = name.get().toLowerCase() === "primary_key";'.
    WRITE '@KERNEL const found = isPrimary ? options.primaryKey : options.secondary?.find(each => each.name.toUpperCase() === name.get().toUpperCase());'.
    WRITE '@KERNEL access.set(found?.type ?? "STANDARD");'.
    WRITE '@KERNEL definition.set(isPrimary ? (options.keyType ?? "DEFAULT") : "USER");'.
    WRITE '@KERNEL result.get().is_unique.set(found?.isUnique ? "X" : "");'.
    WRITE '@KERNEL result.get().is_primary.set(isPrimary ? "X" : "");'.
    result-name = to_upper( name ).
    result-access_kind = SWITCH #( access
      WHEN `SORTED` THEN tablekind_sorted
      WHEN `HASHED` THEN tablekind_hashed
      ELSE tablekind_std ).
    " the components of the standard key are neither numeric nor tables
    WRITE '@KERNEL const isDefault = isPrimary && definition.get() === "DEFAULT" && (found?.keyFields ?? []).length === 0;'.
    WRITE '@KERNEL const fields = isDefault ? abap.sandbox.descriptions.standardKey(this.value.getPointer()) : (found?.keyFields ?? []);'.
    WRITE '@KERNEL for (const field of fields) {'.
    WRITE '@KERNEL part.set(field.toUpperCase());'.
    APPEND VALUE #( name = part ) TO result-components.
    WRITE '@KERNEL }'.
    result-key_kind = SWITCH #( definition
      WHEN `EMPTY` THEN keydefkind_empty
      WHEN `DEFAULT` THEN keydefkind_default
      ELSE COND #( WHEN line_exists( result-components[ name = `TABLE_LINE` ] ) THEN keydefkind_tableline ELSE keydefkind_user ) ).
  ENDMETHOD.

  METHOD get_keys.
    DATA name TYPE string.
    APPEND read_key( `primary_key` ) TO p_keys.
    WRITE '@KERNEL for (const each of this.value.getPointer().getOptions?.()?.secondary ?? []) {'.
    WRITE '@KERNEL name.set(each.name);'.
    APPEND read_key( name ) TO p_keys.
    WRITE '@KERNEL }'.
  ENDMETHOD.

  METHOD get_key_aliases.
    CLEAR p_key_aliases.
  ENDMETHOD.

  METHOD get.
    p_result = create(
      p_line_type  = p_line_type
      p_table_kind = p_table_kind
      p_unique     = p_unique
      p_key        = p_key
      p_key_kind   = p_key_kind ).
  ENDMETHOD.

  METHOD create.
    p_result = get_with_keys(
      p_line_type = p_line_type
      p_keys      = VALUE #( (
        name        = `primary_key`
        is_primary  = abap_true
        access_kind = p_table_kind
        is_unique   = p_unique
        key_kind    = p_key_kind
        components  = CORRESPONDING #( p_key ) ) ) ).
  ENDMETHOD.

  METHOD create_with_keys.
    p_result = get_with_keys(
      p_line_type    = p_line_type
      p_keys         = p_keys
      p_initial_size = p_initial_size ).
  ENDMETHOD.

  METHOD get_with_keys.
    DATA data TYPE REF TO data.
    DATA line TYPE REF TO data.
    DATA name TYPE string.
    IF p_line_type IS NOT BOUND.
      RAISE EXCEPTION TYPE cx_sy_table_creation.
    ENDIF.
    line = p_line_type->kernel_value( ).
    WRITE '@KERNEL const options = { withHeader: false, keyType: "DEFAULT", secondary: [] };'.
    LOOP AT p_keys INTO DATA(given).
      check_key( line_type = p_line_type key = given ).
      name = to_lower( given-name ).
      WRITE '@KERNEL const row = given.get();'.
      WRITE '@KERNEL const type = { O: "SORTED", H: "HASHED" }[row.access_kind.get()] ?? "STANDARD";'.
      WRITE '@KERNEL const made = { name: name.get(), type, keyFields: [], isUnique: row.is_unique.get() === "X" };'.
      IF given-key_kind = keydefkind_tableline.
        WRITE '@KERNEL made.keyFields.push("TABLE_LINE");'.
      ENDIF.
      LOOP AT given-components INTO DATA(field).
        name = to_upper( field-name ).
        WRITE '@KERNEL made.keyFields.push(name.get());'.
      ENDLOOP.
      WRITE '@KERNEL if (row.is_primary.get() === "X" || options.primaryKey === undefined) {'.
      WRITE '@KERNEL options.primaryKey = { ...made, name: "primary_key" };'.
      WRITE '@KERNEL options.keyType = { D: "DEFAULT", E: "EMPTY" }[row.key_kind.get()] ?? "USER";'.
      WRITE '@KERNEL } else options.secondary.push(made);'.
    ENDLOOP.
    WRITE '@KERNEL options.primaryKey ??= { name: "primary_key", type: "STANDARD", keyFields: [], isUnique: false };'.
    WRITE '@KERNEL data.assign(abap.types.TableFactory.construct(line.getPointer().clone(), options));'.
    p_result = CAST #( describe_by_data_ref( data ) ).
    p_result->initial_size = p_initial_size.
  ENDMETHOD.

  METHOD check_key.
    DATA(is_wrong) = xsdbool( key-access_kind = tablekind_hashed AND key-is_unique = abap_false
      OR key-access_kind NA 'SOH'
      OR key-key_kind = keydefkind_user AND key-components IS INITIAL
      OR key-access_kind = tablekind_std AND key-is_unique = abap_true ).
    IF line_type->kind = kind_struct.
      DATA(parts) = CAST cl_abap_structdescr( line_type )->get_symbols( ).
      LOOP AT key-components INTO DATA(component).
        SPLIT to_upper( component-name ) AT `-` INTO DATA(first) DATA(rest).
        IF first <> `TABLE_LINE` AND rest IS INITIAL AND NOT line_exists( parts[ name = first ] ).
          is_wrong = abap_true.
        ENDIF.
      ENDLOOP.
    ENDIF.
    IF is_wrong = abap_true.
      RAISE EXCEPTION TYPE cx_sy_table_creation.
    ENDIF.
  ENDMETHOD.

  METHOD get_table_line_type.
    DATA line TYPE REF TO data.
    WRITE '@KERNEL line.assign(this.value.getPointer().getRowType().clone());'.
    p_descr_ref = CAST #( describe_by_data_ref( line ) ).
  ENDMETHOD.

  METHOD kernel_is_like.
    IF other->kind <> kind_table.
      RETURN.
    ENDIF.
    DATA(foreign) = CAST cl_abap_tabledescr( other ).
    result = xsdbool( table_kind = foreign->table_kind
      AND has_unique_key = foreign->has_unique_key
      AND key = foreign->key
      AND get_table_line_type( )->kernel_is_like( foreign->get_table_line_type( ) ) = abap_true ).
  ENDMETHOD.
ENDCLASS.
