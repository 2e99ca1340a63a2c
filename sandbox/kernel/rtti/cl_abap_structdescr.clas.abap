CLASS cl_abap_structdescr DEFINITION PUBLIC INHERITING FROM cl_abap_complexdescr CREATE PUBLIC.
  PUBLIC SECTION.
    TYPES component_table TYPE abap_component_tab.
    TYPES included_view TYPE abap_simple_component_tab.

    DATA components TYPE abap_compdescr_tab READ-ONLY.

    METHODS constructor
      IMPORTING
        !value TYPE REF TO data.
    CLASS-METHODS create
      IMPORTING
        !p_components   TYPE component_table
      RETURNING
        VALUE(p_result) TYPE REF TO cl_abap_structdescr.
    METHODS get_components
      RETURNING
        VALUE(p_result) TYPE component_table.
    "! All components, those of includes in their place.
    METHODS get_included_view
      IMPORTING
        !p_level        TYPE i OPTIONAL
      RETURNING
        VALUE(p_result) TYPE included_view.
    "! The fields as the ABAP Dictionary knows them; texts are those of the original language.
    METHODS get_ddic_field_list
      IMPORTING
        VALUE(p_langu)            TYPE sy-langu DEFAULT sy-langu
        !p_including_substructres TYPE abap_bool DEFAULT abap_false
      RETURNING
        VALUE(p_field_list)       TYPE ddfields
      EXCEPTIONS
        not_found
        no_ddic_type.
    METHODS get_component_type
      IMPORTING
        !p_name            TYPE any
      RETURNING
        VALUE(p_descr_ref) TYPE REF TO cl_abap_datadescr
      EXCEPTIONS
        component_not_found.
  PRIVATE SECTION.
    METHODS add_type
      CHANGING
        !field TYPE dfies.
    METHODS names
      RETURNING
        VALUE(result) TYPE string_table.
    METHODS type_of
      IMPORTING
        !name         TYPE csequence
      RETURNING
        VALUE(result) TYPE REF TO cl_abap_datadescr.
ENDCLASS.

CLASS cl_abap_structdescr IMPLEMENTATION.
  METHOD constructor.
    super->constructor( value ).
    kind = kind_struct.
    LOOP AT names( ) INTO DATA(name).
      DATA(type) = type_of( name ).
      APPEND VALUE #(
        name      = name
        type_kind = type->type_kind
        length    = type->length
        decimals  = type->decimals ) TO components.
    ENDLOOP.
  ENDMETHOD.

  METHOD create.
    DATA data TYPE REF TO data.
    DATA name TYPE string.
    DATA part TYPE REF TO data.
    WRITE '@KERNEL const fields = {};'.
    LOOP AT p_components INTO DATA(component).
      name = to_lower( component-name ).
      part = component-type->kernel_value( ).
      WRITE '@KERNEL fields[name.get()] = part.getPointer().clone();'.
    ENDLOOP.
    WRITE '@KERNEL data.assign(new abap.types.Structure(fields));'.
    p_result = CAST #( describe_by_data_ref( data ) ).
  ENDMETHOD.

  METHOD names.
    DATA name TYPE string.
    " a named include is a field of the runtime, and so are its components
    WRITE '@KERNEL const structure = this.value.getPointer();'.
    WRITE '@KERNEL const includes = structure.getAsInclude?.() ?? {};'.
    WRITE '@KERNEL const inside = key => Object.keys(structure.get()[key].get()).map(each => each + (structure.getRenamingSuffix?.()?.[key] ?? ""));'.
    WRITE '@KERNEL const grouped = new Set(Object.keys(includes).flatMap(inside));'.
    WRITE '@KERNEL const keys = Object.keys(structure.get()).flatMap(key => includes[key] === undefined ? (grouped.has(key) ? [] : [key]) : inside(key));'.
    WRITE '@KERNEL for (const key of keys) {'.
    WRITE '@KERNEL name.set(key.toUpperCase());'.
    APPEND name TO result.
    WRITE '@KERNEL }'.
  ENDMETHOD.

  METHOD type_of.
    FIELD-SYMBOLS <structure> TYPE any.
    FIELD-SYMBOLS <component> TYPE any.
    ASSIGN value->* TO <structure>.
    ASSIGN COMPONENT name OF STRUCTURE <structure> TO <component>.
    IF sy-subrc = 0.
      result = CAST #( describe_by_data( <component> ) ).
    ENDIF.
  ENDMETHOD.

  METHOD get_components.
    DATA group TYPE string.
    DATA suffix TYPE string.
    DATA inside TYPE string.
    DATA members TYPE string_table.
    LOOP AT names( ) INTO DATA(name).
      IF line_exists( members[ table_line = name ] ).
        CONTINUE.
      ENDIF.
      CLEAR: group, suffix.
      WRITE '@KERNEL const structure = this.value.getPointer();'.
      WRITE '@KERNEL for (const key of Object.keys(structure.getAsInclude?.() ?? {})) {'.
      WRITE '@KERNEL const end = structure.getRenamingSuffix?.()?.[key] ?? "";'.
      WRITE '@KERNEL const own = Object.keys(structure.get()[key].get()).map(each => (each + end).toUpperCase());'.
      WRITE '@KERNEL if (own[0] !== name.get()) continue;'.
      WRITE '@KERNEL group.set(key.toUpperCase()); suffix.set(end.toUpperCase());'.
      WRITE '@KERNEL for (const each of own) {'.
      WRITE '@KERNEL inside.set(each);'.
      APPEND inside TO members.
      WRITE '@KERNEL }'.
      WRITE '@KERNEL }'.
      IF group IS INITIAL.
        APPEND VALUE #( name = name type = type_of( name ) ) TO p_result.
      ELSE.
        APPEND VALUE #( name = group type = type_of( group ) as_include = abap_true suffix = suffix ) TO p_result.
      ENDIF.
    ENDLOOP.
  ENDMETHOD.

  METHOD get_included_view.
    LOOP AT names( ) INTO DATA(name).
      APPEND VALUE #( name = name type = type_of( name ) ) TO p_result.
    ENDLOOP.
  ENDMETHOD.

  METHOD get_ddic_field_list.
    DATA table TYPE string.
    DATA row TYPE dfies.
    IF is_ddic_type( ) = abap_false.
      RAISE no_ddic_type.
    ENDIF.
    table = get_relative_name( ).
    WRITE '@KERNEL const fields = abap.DDIC[table.get()].fields;'.
    WRITE '@KERNEL const nested = p_including_substructres.get() === "X" && fields?.some(field => field.datatype === "STRU");'.
    WRITE '@KERNEL if (fields === undefined || nested) abap.sandbox.unsupported("GET_DDIC_FIELD_LIST for " + table.get() + (nested ? " with its substructures" : ""));'.
    WRITE '@KERNEL for (const field of fields) {'.
    CLEAR row.
    WRITE '@KERNEL for (const [name, value] of Object.entries(field)) row.get()[name]?.set(value);'.
    add_type( CHANGING field = row ).
    row-tabname = table.
    row-lfieldname = row-fieldname.
    row-langu = p_langu.
    row-position = lines( p_field_list ) + 1.
    APPEND row TO p_field_list.
    WRITE '@KERNEL }'.
  ENDMETHOD.

  METHOD add_type.
    DATA(type) = type_of( field-fieldname ).
    IF type IS BOUND.
      field-inttype = type->type_kind.
      field-intlen = type->length.
    ENDIF.
  ENDMETHOD.

  METHOD get_component_type.
    DATA name TYPE string.
    name = p_name.
    p_descr_ref = type_of( name ).
    IF p_descr_ref IS NOT BOUND.
      RAISE component_not_found.
    ENDIF.
  ENDMETHOD.
ENDCLASS.
