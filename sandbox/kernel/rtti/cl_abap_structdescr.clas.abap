CLASS cl_abap_structdescr DEFINITION PUBLIC INHERITING FROM cl_abap_complexdescr FINAL CREATE PROTECTED GLOBAL FRIENDS cl_abap_typedescr.
  PUBLIC SECTION.
    TYPES component TYPE abap_componentdescr.
    TYPES component_table TYPE abap_component_tab.
    TYPES symbol_table TYPE abap_component_symbol_tab.
    TYPES included_view TYPE abap_component_view_tab.

    CONSTANTS:
      structkind_flat   TYPE abap_structkind VALUE 'F',
      structkind_nested TYPE abap_structkind VALUE 'N',
      structkind_mesh   TYPE abap_structkind VALUE 'M'.

    DATA struct_kind TYPE abap_structkind READ-ONLY.
    DATA components  TYPE abap_compdescr_tab READ-ONLY.
    DATA has_include TYPE abap_bool READ-ONLY.

    METHODS constructor
      IMPORTING
        !value TYPE REF TO data.
    CLASS-METHODS load_class.
    CLASS-METHODS get
      IMPORTING
        !p_components   TYPE component_table
        !p_strict       TYPE abap_bool DEFAULT abap_true
      RETURNING
        VALUE(p_result) TYPE REF TO cl_abap_structdescr
      RAISING
        cx_sy_struct_creation.
    CLASS-METHODS create
      IMPORTING
        !p_components   TYPE component_table
        !p_strict       TYPE abap_bool DEFAULT abap_true
      RETURNING
        VALUE(p_result) TYPE REF TO cl_abap_structdescr
      RAISING
        cx_sy_struct_creation.
    METHODS get_components
      RETURNING
        VALUE(p_result) TYPE component_table.
    METHODS get_symbols
      RETURNING
        VALUE(p_result) TYPE symbol_table.
    METHODS kernel_is_like REDEFINITION.
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
        component_not_found
        unsupported_input_type.
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
      IF type->kind = kind_struct.
        struct_kind = structkind_nested.
      ENDIF.
    ENDLOOP.
    IF struct_kind IS INITIAL.
      struct_kind = structkind_flat.
    ENDIF.
    WRITE '@KERNEL this.has_include.set(Object.keys(value.getPointer().getAsInclude?.() ?? {}).length > 0 ? "X" : "");'.
  ENDMETHOD.

  METHOD load_class.
    " the class is there
    RETURN.
  ENDMETHOD.

  METHOD get.
    p_result = create( p_components = p_components p_strict = p_strict ).
  ENDMETHOD.

  METHOD get_symbols.
    LOOP AT get_components( ) INTO DATA(component).
      INSERT VALUE #( name = component-name type = component-type ) INTO TABLE p_result.
    ENDLOOP.
    LOOP AT get_included_view( ) INTO DATA(part).
      INSERT part INTO TABLE p_result.
    ENDLOOP.
  ENDMETHOD.

  METHOD kernel_is_like.
    IF other->kind <> kind_struct.
      RETURN.
    ENDIF.
    DATA(own) = get_included_view( ).
    DATA(foreign) = CAST cl_abap_structdescr( other )->get_included_view( ).
    IF lines( own ) <> lines( foreign ).
      RETURN.
    ENDIF.
    LOOP AT own INTO DATA(part).
      IF part-type->kernel_is_like( foreign[ sy-tabix ]-type ) = abap_false.
        RETURN.
      ENDIF.
    ENDLOOP.
    result = abap_true.
  ENDMETHOD.

  METHOD create.
    DATA data TYPE REF TO data.
    DATA name TYPE string.
    DATA suffix TYPE string.
    DATA part TYPE REF TO data.
    DATA seen TYPE HASHED TABLE OF string WITH UNIQUE KEY table_line.
    IF p_components IS INITIAL.
      RAISE EXCEPTION TYPE cx_sy_struct_creation.
    ENDIF.
    WRITE '@KERNEL const fields = {}; const suffixes = {}; const includes = {};'.
    LOOP AT p_components INTO DATA(component).
      name = to_lower( component-name ).
      suffix = to_lower( component-suffix ).
      IF component-type IS NOT BOUND OR component-as_include = abap_true AND component-type->kind <> kind_struct.
        RAISE EXCEPTION TYPE cx_sy_struct_creation.
      ENDIF.
      IF name IS INITIAL.
        IF component-as_include = abap_false.
          RAISE EXCEPTION TYPE cx_sy_struct_creation.
        ENDIF.
        LOOP AT CAST cl_abap_structdescr( component-type )->get_included_view( ) INTO DATA(included).
          name = to_lower( included-name ) && suffix.
          INSERT name INTO TABLE seen.
          IF sy-subrc <> 0.
            RAISE EXCEPTION TYPE cx_sy_struct_creation.
          ENDIF.
          part = included-type->kernel_value( ).
          WRITE '@KERNEL fields[name.get()] = part.getPointer().clone();'.
        ENDLOOP.
        CONTINUE.
      ENDIF.
      INSERT name INTO TABLE seen.
      IF sy-subrc <> 0 OR strlen( name ) > 30 OR ( p_strict = abap_true AND NOT matches( val = name pcre = `[a-z_/%$&*#@][\w/%$&*#@]*` ) ).
        RAISE EXCEPTION TYPE cx_sy_struct_creation.
      ENDIF.
      part = component-type->kernel_value( ).
      WRITE '@KERNEL fields[name.get()] = part.getPointer().clone();'.
      IF component-as_include = abap_true.
        WRITE '@KERNEL includes[name.get()] = true; if (suffix.get() !== "") suffixes[name.get()] = suffix.get();'.
      ENDIF.
    ENDLOOP.
    WRITE '@KERNEL const hasIncludes = Object.keys(includes).length > 0;'.
    WRITE '@KERNEL data.assign(new abap.types.Structure(fields, undefined, undefined, hasIncludes ? suffixes : undefined, hasIncludes ? includes : undefined));'.
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
    CASE get_data_type_kind( p_name ).
      WHEN typekind_int OR typekind_int1 OR typekind_int2 OR typekind_int8.
        READ TABLE components INDEX p_name INTO DATA(component).
        name = component-name.
      WHEN typekind_char OR typekind_string OR typekind_num.
        name = p_name.
      WHEN OTHERS.
        RAISE unsupported_input_type.
    ENDCASE.
    p_descr_ref = type_of( name ).
    IF p_descr_ref IS NOT BOUND.
      RAISE component_not_found.
    ENDIF.
  ENDMETHOD.
ENDCLASS.
