"! JSON of data objects and back. Texts are read in runtime/child/markup/json-nodes.ts.
CLASS /ui2/cl_json DEFINITION PUBLIC CREATE PUBLIC.
  PUBLIC SECTION.
    TYPES json TYPE string.
    TYPES:
      BEGIN OF name_mapping,
        abap TYPE abap_compname,
        json TYPE string,
      END OF name_mapping.
    TYPES name_mappings TYPE HASHED TABLE OF name_mapping WITH UNIQUE KEY abap.
    TYPES ref_tab TYPE STANDARD TABLE OF REF TO data WITH DEFAULT KEY.
    TYPES bool TYPE c LENGTH 1.
    TYPES tribool TYPE c LENGTH 1.
    TYPES pretty_name_mode TYPE char1.

    CONSTANTS:
      BEGIN OF pretty_mode,
        none          TYPE char1 VALUE ``,
        low_case      TYPE char1 VALUE 'L',
        camel_case    TYPE char1 VALUE 'X',
        extended      TYPE char1 VALUE 'Y',
        user          TYPE char1 VALUE 'U',
        user_low_case TYPE char1 VALUE 'C',
      END OF pretty_mode.
    CONSTANTS:
      BEGIN OF c_bool,
        true  TYPE bool VALUE 'X',
        false TYPE bool VALUE '',
      END OF c_bool.
    CONSTANTS:
      BEGIN OF c_tribool,
        true      TYPE tribool VALUE 'X',
        false     TYPE tribool VALUE '-',
        undefined TYPE tribool VALUE ``,
      END OF c_tribool.
    CLASS-DATA sv_white_space TYPE string READ-ONLY.
    CONSTANTS mc_key_separator TYPE string VALUE `-`.
    CLASS-DATA mc_bool_types TYPE string READ-ONLY VALUE `\TYPE-POOL=ABAP\TYPE=ABAP_BOOL\TYPE=BOOLEAN\TYPE=BOOLE_D\TYPE=XFELD\TYPE=XSDBOOLEAN\TYPE=WDY_BOOLEAN\CLASS=/UI2/CL_JSON\TYPE=BOOL\CLASS=/UI2/CL_JSON\TYPE=TRIBOOL`.
    CLASS-DATA mc_bool_3state TYPE string READ-ONLY VALUE `\TYPE=BOOLEAN\CLASS=/UI2/CL_JSON\TYPE=TRIBOOL`.
    CONSTANTS version TYPE i VALUE 20.
    CLASS-DATA mc_json_type TYPE string READ-ONLY VALUE `\CLASS=/UI2/CL_JSON\TYPE=JSON`.

    CLASS-METHODS class_constructor.
    CLASS-METHODS string_to_xstring
      IMPORTING
        !in        TYPE string
      CHANGING
        VALUE(out) TYPE any.
    CLASS-METHODS xstring_to_string
      IMPORTING
        !in        TYPE any
      RETURNING
        VALUE(out) TYPE string.
    CLASS-METHODS raw_to_string
      IMPORTING
        !iv_xstring      TYPE xstring
        !iv_encoding     TYPE abap_encoding OPTIONAL
      RETURNING
        VALUE(rv_string) TYPE string.
    CLASS-METHODS string_to_raw
      IMPORTING
        !iv_string        TYPE string
        !iv_encoding      TYPE abap_encoding OPTIONAL
      RETURNING
        VALUE(rv_xstring) TYPE xstring.
    CLASS-METHODS dump
      IMPORTING
        !data          TYPE data
        !compress      TYPE bool DEFAULT c_bool-false
        !type_descr    TYPE REF TO cl_abap_typedescr OPTIONAL
        !pretty_name   TYPE pretty_name_mode DEFAULT pretty_mode-none
        !assoc_arrays  TYPE bool DEFAULT c_bool-false
        !ts_as_iso8601 TYPE bool DEFAULT c_bool-false
      RETURNING
        VALUE(r_json)  TYPE json.
    CLASS-METHODS deserialize
      IMPORTING
        !json             TYPE json OPTIONAL
        !jsonx            TYPE xstring OPTIONAL
        !pretty_name      TYPE pretty_name_mode DEFAULT pretty_mode-none
        !assoc_arrays     TYPE bool DEFAULT c_bool-false
        !assoc_arrays_opt TYPE bool DEFAULT c_bool-false
        !name_mappings    TYPE name_mappings OPTIONAL
        !conversion_exits TYPE bool DEFAULT c_bool-false
        !hex_as_base64    TYPE bool DEFAULT c_bool-true
        !gen_optimize     TYPE bool DEFAULT c_bool-false
      CHANGING
        !data             TYPE data.
    CLASS-METHODS serialize
      IMPORTING
        !data             TYPE data
        !compress         TYPE bool DEFAULT c_bool-false
        !name             TYPE string OPTIONAL
        !pretty_name      TYPE pretty_name_mode DEFAULT pretty_mode-none
        !type_descr       TYPE REF TO cl_abap_typedescr OPTIONAL
        !assoc_arrays     TYPE bool DEFAULT c_bool-false
        !ts_as_iso8601    TYPE bool DEFAULT c_bool-false
        !expand_includes  TYPE bool DEFAULT c_bool-true
        !assoc_arrays_opt TYPE bool DEFAULT c_bool-false
        !numc_as_string   TYPE bool DEFAULT c_bool-false
        !name_mappings    TYPE name_mappings OPTIONAL
        !conversion_exits TYPE bool DEFAULT c_bool-false
        !format_output    TYPE bool DEFAULT c_bool-false
        !hex_as_base64    TYPE bool DEFAULT c_bool-true
      RETURNING
        VALUE(r_json)     TYPE json.
    CLASS-METHODS generate
      IMPORTING
        !json          TYPE json OPTIONAL
        !pretty_name   TYPE pretty_name_mode DEFAULT pretty_mode-none
        !name_mappings TYPE name_mappings OPTIONAL
        !jsonx         TYPE xstring OPTIONAL
        !optimize      TYPE bool DEFAULT c_bool-false
        PREFERRED PARAMETER json
      RETURNING
        VALUE(rr_data) TYPE REF TO data.
    METHODS constructor
      IMPORTING
        !compress         TYPE bool DEFAULT c_bool-false
        !pretty_name      TYPE pretty_name_mode DEFAULT pretty_mode-none
        !assoc_arrays     TYPE bool DEFAULT c_bool-false
        !ts_as_iso8601    TYPE bool DEFAULT c_bool-false
        !expand_includes  TYPE bool DEFAULT c_bool-true
        !assoc_arrays_opt TYPE bool DEFAULT c_bool-false
        !strict_mode      TYPE bool DEFAULT c_bool-false
        !numc_as_string   TYPE bool DEFAULT c_bool-false
        !name_mappings    TYPE name_mappings OPTIONAL
        !conversion_exits TYPE bool DEFAULT c_bool-false
        !format_output    TYPE bool DEFAULT c_bool-false
        !hex_as_base64    TYPE bool DEFAULT c_bool-true
        !gen_optimize     TYPE bool DEFAULT c_bool-false
        !bool_types       TYPE string DEFAULT mc_bool_types
        !bool_3state      TYPE string DEFAULT mc_bool_3state
        !initial_ts       TYPE string DEFAULT `""`
        !initial_date     TYPE string DEFAULT `""`
        !initial_time     TYPE string DEFAULT `""`
        !time_zone        LIKE sy-zonlo DEFAULT 'UTC'.
    METHODS serialize_int
      IMPORTING
        !data         TYPE data
        !name         TYPE string OPTIONAL
        !type_descr   TYPE REF TO cl_abap_typedescr OPTIONAL
      RETURNING
        VALUE(r_json) TYPE json.
    METHODS deserialize_int
      IMPORTING
        !json  TYPE json OPTIONAL
        !jsonx TYPE xstring OPTIONAL
      CHANGING
        !data  TYPE data
      RAISING
        cx_sy_move_cast_error.
    METHODS generate_int
      IMPORTING
        !json         TYPE json
        VALUE(length) TYPE i OPTIONAL
      CHANGING
        !data         TYPE REF TO data
        !offset       TYPE i DEFAULT 0
      RAISING
        cx_sy_move_cast_error.
    CLASS-METHODS bool_to_tribool
      IMPORTING
        !iv_bool          TYPE bool
      RETURNING
        VALUE(rv_tribool) TYPE tribool.
    CLASS-METHODS tribool_to_bool
      IMPORTING
        !iv_tribool    TYPE tribool
      RETURNING
        VALUE(rv_bool) TYPE bool.

  PROTECTED SECTION.
    DATA mv_bool_types TYPE string.
    DATA mv_bool_3state TYPE string.
    DATA mv_initial_ts TYPE string VALUE `""`.
    DATA mv_initial_date TYPE string VALUE `""`.
    DATA mv_initial_time TYPE string VALUE `""`.
    DATA mv_time_zone LIKE sy-zonlo.
    DATA mv_compress TYPE bool.
    DATA mv_pretty_name TYPE pretty_name_mode.
    DATA mv_assoc_arrays TYPE bool.
    DATA mv_ts_as_iso8601 TYPE bool.
    DATA mv_expand_includes TYPE bool.
    DATA mv_assoc_arrays_opt TYPE bool.
    DATA mv_strict_mode TYPE bool.
    DATA mv_numc_as_string TYPE bool.
    DATA mv_format_output TYPE bool.
    DATA mv_conversion_exits TYPE bool.
    DATA mv_hex_as_base64 TYPE bool.
    DATA mv_gen_optimize TYPE bool.
    DATA mt_name_mappings TYPE name_mappings.

    METHODS is_compressable
      IMPORTING
        !type_descr        TYPE REF TO cl_abap_typedescr
        !name              TYPE csequence
      RETURNING
        VALUE(rv_compress) TYPE abap_bool.
    METHODS pretty_name
      IMPORTING
        !in        TYPE csequence
      RETURNING
        VALUE(out) TYPE string.
    METHODS pretty_name_ex
      IMPORTING
        !in        TYPE csequence
      RETURNING
        VALUE(out) TYPE string.
    METHODS dump_int
      IMPORTING
        !data         TYPE data
        !type_descr   TYPE REF TO cl_abap_typedescr OPTIONAL
        !convexit     TYPE string OPTIONAL
        !level        TYPE i DEFAULT 0
      RETURNING
        VALUE(r_json) TYPE json.
    METHODS dump_type
      IMPORTING
        !data         TYPE data
        !type_descr   TYPE REF TO cl_abap_elemdescr
        !convexit     TYPE string
        !typekind     TYPE abap_typekind OPTIONAL
      RETURNING
        VALUE(r_json) TYPE json.
    CLASS-METHODS escape
      IMPORTING
        !in        TYPE any
      RETURNING
        VALUE(out) TYPE string.
    CLASS-METHODS unescape
      IMPORTING
        !escaped         TYPE string
      RETURNING
        VALUE(unescaped) TYPE string.
    CLASS-METHODS get_convexit_func
      IMPORTING
        !elem_descr    TYPE REF TO cl_abap_elemdescr
        !input         TYPE abap_bool OPTIONAL
      RETURNING
        VALUE(rv_func) TYPE string.
    CLASS-METHODS edm_datetime_to_ts
      IMPORTING
        !ticks        TYPE string
        !offset       TYPE string OPTIONAL
        !typekind     TYPE abap_typekind
      RETURNING
        VALUE(r_data) TYPE string.

  PRIVATE SECTION.
    TYPES:
      BEGIN OF member,
        name TYPE string,
        type TYPE REF TO cl_abap_datadescr,
        json TYPE string,
        free TYPE abap_bool,
      END OF member,
      members TYPE STANDARD TABLE OF member WITH DEFAULT KEY,
      BEGIN OF known_type,
        type    TYPE REF TO cl_abap_typedescr,
        aliases TYPE abap_bool,
        members TYPE members,
      END OF known_type.
    TYPES:
      BEGIN OF generated,
        json TYPE string,
        name TYPE abap_compname,
        type TYPE REF TO cl_abap_datadescr,
        data TYPE REF TO data,
      END OF generated.
    CONSTANTS:
      BEGIN OF kinds,
        time_stamp      TYPE abap_typekind VALUE '2',
        time_stamp_long TYPE abap_typekind VALUE '3',
        json            TYPE abap_typekind VALUE '5',
        bool            TYPE abap_typekind VALUE '6',
        tribool         TYPE abap_typekind VALUE '7',
      END OF kinds.
    DATA known_types TYPE STANDARD TABLE OF known_type WITH DEFAULT KEY.
    DATA data_path TYPE ref_tab.
    DATA object_path TYPE STANDARD TABLE OF REF TO object WITH DEFAULT KEY.
    DATA source TYPE string.
    DATA nodes TYPE kernel_json=>nodes.

    METHODS members_of
      IMPORTING
        !type         TYPE REF TO cl_abap_typedescr
        !aliases      TYPE abap_bool DEFAULT abap_false
      RETURNING
        VALUE(result) TYPE members.
    METHODS name_in_json
      IMPORTING
        !name         TYPE csequence
      RETURNING
        VALUE(result) TYPE string.
    METHODS kind_of
      IMPORTING
        !type         TYPE REF TO cl_abap_elemdescr
      RETURNING
        VALUE(result) TYPE abap_typekind.
    METHODS exit_of
      IMPORTING
        !type         TYPE REF TO cl_abap_typedescr
        !input        TYPE abap_bool
      RETURNING
        VALUE(result) TYPE string.
    METHODS dump_structure
      IMPORTING
        !data         TYPE data
        !members      TYPE members
        !only_value   TYPE abap_bool DEFAULT abap_false
      RETURNING
        VALUE(result) TYPE string.
    METHODS dump_table
      IMPORTING
        !data         TYPE ANY TABLE
        !type         TYPE REF TO cl_abap_tabledescr
      RETURNING
        VALUE(result) TYPE string.
    METHODS dump_as_object
      IMPORTING
        !data         TYPE ANY TABLE
        !type         TYPE REF TO cl_abap_tabledescr
      RETURNING
        VALUE(result) TYPE string.
    METHODS dump_reference
      IMPORTING
        !data         TYPE data
        !type         TYPE REF TO cl_abap_typedescr
      RETURNING
        VALUE(result) TYPE string.
    METHODS dump_object
      IMPORTING
        !object       TYPE REF TO object
      RETURNING
        VALUE(result) TYPE string.
    METHODS iso_of
      IMPORTING
        !data         TYPE data
        !long         TYPE abap_bool
      RETURNING
        VALUE(result) TYPE string.
    METHODS read_source
      IMPORTING
        !json TYPE string.
    "! Fills data from a node; what does not fit is cleared, and raised in strict mode.
    METHODS restore_node
      IMPORTING
        !at   TYPE i
        !path TYPE string
        !type TYPE REF TO cl_abap_typedescr
      CHANGING
        !data TYPE data
      RAISING
        cx_sy_move_cast_error.
    METHODS fill
      IMPORTING
        !at   TYPE i
        !path TYPE string
        !type TYPE REF TO cl_abap_typedescr
      CHANGING
        !data TYPE data
      RAISING
        cx_sy_move_cast_error.
    METHODS fill_structure
      IMPORTING
        !at   TYPE i
        !path TYPE string
        !type TYPE REF TO cl_abap_typedescr
      CHANGING
        !data TYPE data
      RAISING
        cx_sy_move_cast_error.
    METHODS fill_table
      IMPORTING
        !at   TYPE i
        !path TYPE string
        !type TYPE REF TO cl_abap_tabledescr
      CHANGING
        !data TYPE ANY TABLE
      RAISING
        cx_sy_move_cast_error.
    METHODS fill_from_object
      IMPORTING
        !at   TYPE i
        !path TYPE string
        !type TYPE REF TO cl_abap_tabledescr
      CHANGING
        !data TYPE ANY TABLE
      RAISING
        cx_sy_move_cast_error.
    METHODS fill_reference
      IMPORTING
        !at   TYPE i
        !path TYPE string
        !type TYPE REF TO cl_abap_typedescr
      CHANGING
        !data TYPE data
      RAISING
        cx_sy_move_cast_error.
    METHODS is_generic
      IMPORTING
        !type         TYPE REF TO cl_abap_typedescr
      RETURNING
        VALUE(result) TYPE abap_bool.
    METHODS fill_object
      IMPORTING
        !at   TYPE i
        !path TYPE string
        !type TYPE REF TO cl_abap_typedescr
      CHANGING
        !data TYPE data
      RAISING
        cx_sy_move_cast_error.
    METHODS fill_value
      IMPORTING
        !at   TYPE i
        !path TYPE string
        !type TYPE REF TO cl_abap_elemdescr
      CHANGING
        !data TYPE data
      RAISING
        cx_sy_move_cast_error.
    METHODS fill_from_text
      IMPORTING
        !text TYPE string
        !kind TYPE abap_typekind
        !type TYPE REF TO cl_abap_elemdescr
      CHANGING
        !data TYPE data.
    METHODS fill_date_or_time
      IMPORTING
        !text TYPE string
        !kind TYPE abap_typekind
      CHANGING
        !data TYPE data.
    METHODS fill_binary
      IMPORTING
        !text TYPE string
        !kind TYPE abap_typekind
      CHANGING
        !data TYPE data.
    METHODS find_member
      IMPORTING
        !name         TYPE string
        !members      TYPE members
      RETURNING
        VALUE(result) TYPE member.
    METHODS generate_node
      IMPORTING
        !at           TYPE i
        !path         TYPE string
      RETURNING
        VALUE(result) TYPE generated
      RAISING
        cx_sy_move_cast_error.
    METHODS generate_structure
      IMPORTING
        !at           TYPE i
        !path         TYPE string
      RETURNING
        VALUE(result) TYPE generated
      RAISING
        cx_sy_move_cast_error.
    METHODS generate_table
      IMPORTING
        !at           TYPE i
        !path         TYPE string
      RETURNING
        VALUE(result) TYPE generated
      RAISING
        cx_sy_move_cast_error.
    METHODS component_name
      IMPORTING
        !name         TYPE string
      RETURNING
        VALUE(result) TYPE abap_compname.
    METHODS value_type
      IMPORTING
        !node         TYPE kernel_json=>node
      RETURNING
        VALUE(result) TYPE REF TO cl_abap_datadescr.
    METHODS refuse
      IMPORTING
        !path TYPE string
        !type TYPE REF TO cl_abap_typedescr
      RAISING
        cx_sy_move_cast_error.
ENDCLASS.

CLASS /ui2/cl_json IMPLEMENTATION.
  METHOD class_constructor.
    sv_white_space = | \t\r\n|.
  ENDMETHOD.

  METHOD constructor.
    mv_compress         = compress.
    mv_pretty_name      = pretty_name.
    mv_assoc_arrays     = assoc_arrays.
    mv_ts_as_iso8601    = ts_as_iso8601.
    mv_expand_includes  = expand_includes.
    mv_assoc_arrays_opt = assoc_arrays_opt.
    mv_strict_mode      = strict_mode.
    mv_numc_as_string   = numc_as_string.
    mv_conversion_exits = conversion_exits.
    mv_format_output    = format_output.
    mv_hex_as_base64    = hex_as_base64.
    mv_gen_optimize     = gen_optimize.
    mv_bool_types       = bool_types.
    mv_bool_3state      = bool_3state.
    mv_initial_ts       = initial_ts.
    mv_initial_date     = initial_date.
    mv_initial_time     = initial_time.
    mv_time_zone        = time_zone.
    LOOP AT name_mappings INTO DATA(pair).
      pair-abap = to_upper( pair-abap ).
      INSERT pair INTO TABLE mt_name_mappings.
    ENDLOOP.
    IF mt_name_mappings IS NOT INITIAL.
      IF mv_pretty_name = pretty_mode-none.
        mv_pretty_name = pretty_mode-user.
      ELSEIF mv_pretty_name = pretty_mode-low_case.
        mv_pretty_name = pretty_mode-user_low_case.
      ENDIF.
    ENDIF.
  ENDMETHOD.

  METHOD serialize.
    DATA(writer) = NEW /ui2/cl_json(
      compress         = compress
      pretty_name      = pretty_name
      assoc_arrays     = assoc_arrays
      ts_as_iso8601    = ts_as_iso8601
      expand_includes  = expand_includes
      assoc_arrays_opt = assoc_arrays_opt
      numc_as_string   = numc_as_string
      name_mappings    = name_mappings
      conversion_exits = conversion_exits
      format_output    = format_output
      hex_as_base64    = hex_as_base64 ).
    r_json = writer->serialize_int( data = data name = name type_descr = type_descr ).
  ENDMETHOD.

  METHOD dump.
    DATA(writer) = NEW /ui2/cl_json(
      compress      = compress
      pretty_name   = pretty_name
      assoc_arrays  = assoc_arrays
      ts_as_iso8601 = ts_as_iso8601 ).
    r_json = writer->serialize_int( data = data type_descr = type_descr ).
  ENDMETHOD.

  METHOD deserialize.
    DATA(reader) = NEW /ui2/cl_json(
      pretty_name      = pretty_name
      assoc_arrays     = assoc_arrays
      assoc_arrays_opt = assoc_arrays_opt
      name_mappings    = name_mappings
      conversion_exits = conversion_exits
      hex_as_base64    = hex_as_base64
      gen_optimize     = gen_optimize ).
    TRY.
        reader->deserialize_int( EXPORTING json = json jsonx = jsonx CHANGING data = data ).
      CATCH cx_sy_move_cast_error.
        " texts that are no JSON leave initial data
        RETURN.
    ENDTRY.
  ENDMETHOD.

  METHOD generate.
    deserialize(
      EXPORTING
        json          = json
        jsonx         = jsonx
        pretty_name   = pretty_name
        name_mappings = name_mappings
        gen_optimize  = optimize
      CHANGING
        data          = rr_data ).
  ENDMETHOD.

  METHOD serialize_int.
    DATA type LIKE type_descr.
    type = type_descr.
    IF type IS NOT BOUND.
      type = cl_abap_typedescr=>describe_by_data( data ).
    ENDIF.
    CLEAR: data_path, object_path.
    r_json = dump_int( data = data type_descr = type convexit = exit_of( type = type input = abap_false ) ).
    IF mv_format_output = abap_true.
      r_json = kernel_json=>indent( r_json ).
    ENDIF.
    IF name IS NOT INITIAL AND ( mv_compress IS INITIAL OR r_json IS NOT INITIAL ).
      r_json = |"{ name }":{ r_json }|.
    ENDIF.
  ENDMETHOD.

  METHOD deserialize_int.
    IF jsonx IS NOT INITIAL.
      read_source( raw_to_string( jsonx ) ).
    ELSEIF json IS NOT INITIAL.
      read_source( json ).
    ELSE.
      RETURN.
    ENDIF.
    restore_node(
      EXPORTING
        at   = 1
        path = ``
        type = cl_abap_typedescr=>describe_by_data( data )
      CHANGING
        data = data ).
  ENDMETHOD.

  METHOD generate_int.
    DATA rest TYPE string.
    rest = substring( val = json off = offset ).
    IF length IS SUPPLIED AND length < strlen( json ).
      rest = substring( val = json off = offset len = length - offset ).
    ENDIF.
    read_source( rest ).
    CLEAR data.
    data = generate_node( at = 1 path = `` )-data.
    IF nodes IS NOT INITIAL.
      offset = offset + nodes[ 1 ]-start + nodes[ 1 ]-length.
    ENDIF.
  ENDMETHOD.

  METHOD read_source.
    source = json.
    nodes = kernel_json=>read( json ).
  ENDMETHOD.

  METHOD dump_int.
    DATA type LIKE type_descr.
    FIELD-SYMBOLS <table> TYPE ANY TABLE.
    type = type_descr.
    IF type IS NOT BOUND.
      type = cl_abap_typedescr=>describe_by_data( data ).
    ENDIF.
    CASE type->kind.
      WHEN cl_abap_typedescr=>kind_elem.
        r_json = dump_type( data = data type_descr = CAST #( type ) convexit = convexit ).
      WHEN cl_abap_typedescr=>kind_struct.
        r_json = dump_structure( data = data members = members_of( type ) ).
      WHEN cl_abap_typedescr=>kind_table.
        ASSIGN data TO <table>.
        r_json = dump_table( data = <table> type = CAST #( type ) ).
      WHEN OTHERS.
        r_json = dump_reference( data = data type = type ).
    ENDCASE.
  ENDMETHOD.

  METHOD dump_structure.
    DATA parts TYPE string_table.
    FIELD-SYMBOLS <value> TYPE any.
    LOOP AT members INTO DATA(part).
      ASSIGN COMPONENT part-name OF STRUCTURE data TO <value>.
      IF only_value = abap_false AND mv_compress = abap_true AND <value> IS INITIAL
          AND is_compressable( type_descr = part-type name = part-name ) = abap_true.
        CONTINUE.
      ENDIF.
      DATA(value) = dump_int( data = <value> type_descr = part-type convexit = exit_of( type = part-type input = abap_false ) ).
      IF only_value = abap_true.
        result = value.
        RETURN.
      ENDIF.
      APPEND |"{ part-json }":{ value }| TO parts.
    ENDLOOP.
    result = `{` && concat_lines_of( table = parts sep = `,` ) && `}`.
  ENDMETHOD.

  METHOD dump_table.
    DATA parts TYPE string_table.
    DATA(line_type) = type->get_table_line_type( ).
    IF line_type->kind = cl_abap_typedescr=>kind_struct AND type->has_unique_key = abap_true AND mv_assoc_arrays = abap_true.
      result = dump_as_object( data = data type = type ).
      RETURN.
    ENDIF.
    IF line_type->kind = cl_abap_typedescr=>kind_struct.
      DATA(members) = members_of( line_type ).
    ENDIF.
    LOOP AT data ASSIGNING FIELD-SYMBOL(<line>).
      IF line_type->kind = cl_abap_typedescr=>kind_struct.
        APPEND dump_structure( data = <line> members = members ) TO parts.
      ELSE.
        APPEND dump_int( data = <line> type_descr = line_type ) TO parts.
      ENDIF.
    ENDLOOP.
    result = `[` && concat_lines_of( table = parts sep = `,` ) && `]`.
  ENDMETHOD.

  METHOD dump_as_object.
    DATA parts TYPE string_table.
    DATA names TYPE string_table.
    DATA texts TYPE string_table.
    DATA text TYPE string.
    FIELD-SYMBOLS <value> TYPE any.
    DATA(members) = members_of( type->get_table_line_type( ) ).
    IF type->key_defkind = cl_abap_tabledescr=>keydefkind_user.
      LOOP AT type->key INTO DATA(key).
        APPEND CONV #( key-name ) TO names.
      ENDLOOP.
    ELSE.
      LOOP AT members INTO DATA(part).
        APPEND part-name TO names.
      ENDLOOP.
    ENDIF.
    IF lines( type->key ) = 1.
      DELETE members WHERE name = type->key[ 1 ]-name.
    ENDIF.
    DATA(only_value) = xsdbool( mv_assoc_arrays_opt = abap_true AND lines( type->key ) = 1 AND lines( members ) = 1 ).
    LOOP AT data ASSIGNING FIELD-SYMBOL(<line>).
      CLEAR texts.
      LOOP AT names INTO DATA(name).
        ASSIGN COMPONENT name OF STRUCTURE <line> TO <value>.
        text = <value>.
        APPEND escape( condense( text ) ) TO texts.
      ENDLOOP.
      text = concat_lines_of( table = texts sep = mc_key_separator ).
      APPEND |"{ text }":{ dump_structure( data = <line> members = members only_value = only_value ) }| TO parts.
    ENDLOOP.
    result = `{` && concat_lines_of( table = parts sep = `,` ) && `}`.
  ENDMETHOD.

  METHOD dump_reference.
    DATA reference TYPE REF TO data.
    DATA object TYPE REF TO object.
    FIELD-SYMBOLS <target> TYPE any.
    IF data IS INITIAL.
      result = `null`.
    ELSEIF type->type_kind = cl_abap_typedescr=>typekind_dref.
      reference ?= data.
      LOOP AT data_path TRANSPORTING NO FIELDS WHERE table_line = reference.
        result = `{}`.
        RETURN.
      ENDLOOP.
      APPEND reference TO data_path.
      ASSIGN reference->* TO <target>.
      result = dump_int( data = <target> type_descr = cl_abap_typedescr=>describe_by_data( <target> ) ).
      DELETE data_path INDEX lines( data_path ).
    ELSE.
      object ?= data.
      LOOP AT object_path TRANSPORTING NO FIELDS WHERE table_line = object.
        result = `{}`.
        RETURN.
      ENDLOOP.
      APPEND object TO object_path.
      result = dump_object( object ).
      DELETE object_path INDEX lines( object_path ).
    ENDIF.
  ENDMETHOD.

  METHOD dump_object.
    DATA parts TYPE string_table.
    FIELD-SYMBOLS <value> TYPE any.
    LOOP AT members_of( cl_abap_typedescr=>describe_by_object_ref( object ) ) INTO DATA(part).
      ASSIGN object->(part-name) TO <value>.
      IF sy-subrc <> 0.
        CONTINUE.
      ENDIF.
      IF mv_compress = abap_true AND <value> IS INITIAL
          AND is_compressable( type_descr = part-type name = part-name ) = abap_true.
        CONTINUE.
      ENDIF.
      DATA(value) = dump_int( data = <value> type_descr = part-type convexit = exit_of( type = part-type input = abap_false ) ).
      APPEND |"{ part-json }":{ value }| TO parts.
    ENDLOOP.
    result = `{` && concat_lines_of( table = parts sep = `,` ) && `}`.
  ENDMETHOD.

  METHOD dump_type.
    DATA kind LIKE typekind.
    DATA text TYPE string.
    IF convexit IS NOT INITIAL.
      IF data IS INITIAL.
        r_json = `""`.
        RETURN.
      ENDIF.
      CALL FUNCTION convexit
        EXPORTING
          input  = data
        IMPORTING
          output = text
        EXCEPTIONS
          OTHERS = 1.
      IF sy-subrc = 0.
        r_json = |"{ text }"|.
      ENDIF.
      RETURN.
    ENDIF.
    kind = typekind.
    IF kind IS INITIAL.
      kind = kind_of( type_descr ).
    ENDIF.
    CASE kind.
      WHEN kinds-json.
        r_json = data.
        RETURN.
      WHEN kinds-bool OR kinds-tribool.
        IF data = c_bool-true.
          r_json = `true`.
        ELSEIF data IS INITIAL AND kind = kinds-tribool.
          r_json = `null`.
        ELSE.
          r_json = `false`.
        ENDIF.
        RETURN.
      WHEN kinds-time_stamp OR kinds-time_stamp_long.
        IF mv_ts_as_iso8601 = abap_true.
          r_json = COND #(
            WHEN data IS INITIAL THEN mv_initial_ts
            ELSE iso_of( data = data long = xsdbool( kind = kinds-time_stamp_long ) ) ).
        ELSE.
          text = data.
          r_json = condense( text ).
        ENDIF.
        RETURN.
    ENDCASE.
    text = data.
    CASE kind.
      WHEN cl_abap_typedescr=>typekind_float OR cl_abap_typedescr=>typekind_int OR cl_abap_typedescr=>typekind_int1
          OR cl_abap_typedescr=>typekind_int2 OR cl_abap_typedescr=>typekind_int8 OR cl_abap_typedescr=>typekind_packed
          OR cl_abap_typedescr=>typekind_decfloat16 OR cl_abap_typedescr=>typekind_decfloat34.
        text = condense( text ).
        IF data IS INITIAL.
          r_json = `0`.
        ELSEIF text CP `*-`.
          r_json = |-{ condense( substring( val = text len = strlen( text ) - 1 ) ) }|.
        ELSE.
          r_json = text.
        ENDIF.
      WHEN cl_abap_typedescr=>typekind_num.
        IF mv_numc_as_string = abap_true.
          r_json = COND #( WHEN data IS INITIAL THEN `""` ELSE |"{ text }"| ).
        ELSE.
          r_json = COND #( WHEN data IS INITIAL THEN `0` ELSE shift_left( val = text sub = `0` ) ).
        ENDIF.
      WHEN cl_abap_typedescr=>typekind_date.
        r_json = COND #(
          WHEN data IS INITIAL THEN mv_initial_date
          ELSE |"{ text(4) }-{ text+4(2) }-{ text+6(2) }"| ).
      WHEN cl_abap_typedescr=>typekind_time.
        r_json = COND #(
          WHEN data IS INITIAL THEN mv_initial_time
          ELSE |"{ text(2) }:{ text+2(2) }:{ text+4(2) }"| ).
      WHEN cl_abap_typedescr=>typekind_utclong.
        r_json = COND #(
          WHEN data IS INITIAL THEN mv_initial_ts
          ELSE |"{ text(10) }T{ text+11 }Z"| ).
      WHEN cl_abap_typedescr=>typekind_hex OR cl_abap_typedescr=>typekind_xstring.
        IF data IS INITIAL.
          text = ``.
        ELSEIF mv_hex_as_base64 = abap_true.
          text = xstring_to_string( data ).
        ENDIF.
        r_json = |"{ text }"|.
      WHEN OTHERS.
        r_json = |"{ escape( text ) }"|.
    ENDCASE.
  ENDMETHOD.

  METHOD iso_of.
    DATA short TYPE p LENGTH 8 DECIMALS 0.
    DATA text TYPE n LENGTH 14.
    DATA digits TYPE string.
    short = trunc( data ).
    text = short.
    result = |"{ text(4) }-{ text+4(2) }-{ text+6(2) }T{ text+8(2) }:{ text+10(2) }:{ text+12(2) }|.
    IF long = abap_true.
      digits = data.
      result = |{ result }.{ substring_after( val = condense( digits ) sub = `.` ) }|.
    ENDIF.
    result = |{ result }Z"|.
  ENDMETHOD.

  METHOD kind_of.
    DATA field TYPE dfies.
    result = type->type_kind.
    CASE result.
      WHEN cl_abap_typedescr=>typekind_packed.
        IF type->is_ddic_type( ) = abap_true.
          type->get_ddic_field(
            RECEIVING
              p_flddescr   = field
            EXCEPTIONS
              not_found    = 1
              no_ddic_type = 2 ).
          IF sy-subrc <> 0.
            RETURN.
          ENDIF.
        ENDIF.
        DATA(name) = substring_after( val = CONV string( type->absolute_name ) sub = `\TYPE=` ).
        IF field-domname = 'TZNTSTMPS' OR field-domname = 'XSDDATETIME_Z' OR name = `TIMESTAMP` OR name = `TZNTSTMPS`.
          result = kinds-time_stamp.
        ELSEIF field-domname = 'TZNTSTMPL' OR field-domname = 'XSDDATETIME_LONG_Z' OR name = `TIMESTAMPL` OR name = `TZNTSTMPL`.
          result = kinds-time_stamp_long.
        ENDIF.
      WHEN cl_abap_typedescr=>typekind_string.
        IF type->absolute_name = mc_json_type.
          result = kinds-json.
        ENDIF.
      WHEN cl_abap_typedescr=>typekind_char.
        IF type->output_length = 1 AND mv_bool_types CS type->absolute_name.
          result = COND #( WHEN mv_bool_3state CS type->absolute_name THEN kinds-tribool ELSE kinds-bool ).
        ENDIF.
    ENDCASE.
  ENDMETHOD.

  METHOD exit_of.
    IF mv_conversion_exits = abap_true AND type->kind = cl_abap_typedescr=>kind_elem.
      result = get_convexit_func( elem_descr = CAST #( type ) input = input ).
    ENDIF.
  ENDMETHOD.

  METHOD get_convexit_func.
    DATA field TYPE dfies.
    elem_descr->get_ddic_field(
      RECEIVING
        p_flddescr   = field
      EXCEPTIONS
        not_found    = 1
        no_ddic_type = 2 ).
    IF sy-subrc = 0 AND field-convexit IS NOT INITIAL.
      rv_func = |CONVERSION_EXIT_{ field-convexit }_{ COND string( WHEN input = abap_true THEN `INPUT` ELSE `OUTPUT` ) }|.
    ENDIF.
  ENDMETHOD.

  METHOD members_of.
    DATA part TYPE member.
    LOOP AT known_types ASSIGNING FIELD-SYMBOL(<known>) WHERE type = type AND aliases = aliases.
      result = <known>-members.
      RETURN.
    ENDLOOP.
    IF type->kind = cl_abap_typedescr=>kind_struct.
      DATA(structure) = CAST cl_abap_structdescr( type ).
      IF aliases = abap_true OR mv_expand_includes = abap_false.
        LOOP AT structure->get_components( ) INTO DATA(component) WHERE name IS NOT INITIAL.
          APPEND VALUE #( name = component-name type = component-type free = abap_true ) TO result.
        ENDLOOP.
      ENDIF.
      IF mv_expand_includes = abap_true.
        LOOP AT structure->get_included_view( ) INTO DATA(view).
          IF NOT line_exists( result[ name = view-name ] ).
            APPEND VALUE #( name = view-name type = view-type free = abap_true ) TO result.
          ENDIF.
        ENDLOOP.
      ENDIF.
    ELSE.
      DATA(class) = CAST cl_abap_objectdescr( type ).
      LOOP AT class->attributes INTO DATA(attribute)
          WHERE is_constant = abap_false AND alias_for IS INITIAL.
        part-name = attribute-name.
        part-type = class->get_attribute_type( attribute-name ).
        part-free = xsdbool( attribute-is_read_only = abap_false ).
        APPEND part TO result.
      ENDLOOP.
    ENDIF.
    LOOP AT result ASSIGNING FIELD-SYMBOL(<part>).
      <part>-json = name_in_json( <part>-name ).
    ENDLOOP.
    APPEND VALUE #( type = type aliases = aliases members = result ) TO known_types.
  ENDMETHOD.

  METHOD name_in_json.
    DATA mapping TYPE name_mapping.
    CASE mv_pretty_name.
      WHEN pretty_mode-camel_case.
        result = pretty_name( name ).
      WHEN pretty_mode-extended.
        result = pretty_name_ex( name ).
      WHEN pretty_mode-low_case.
        result = to_lower( name ).
      WHEN pretty_mode-user OR pretty_mode-user_low_case.
        READ TABLE mt_name_mappings INTO mapping WITH TABLE KEY abap = name.
        IF sy-subrc = 0.
          result = mapping-json.
        ELSE.
          result = COND #( WHEN mv_pretty_name = pretty_mode-user THEN name ELSE to_lower( name ) ).
        ENDIF.
      WHEN OTHERS.
        result = name.
    ENDCASE.
  ENDMETHOD.

  METHOD is_compressable.
    rv_compress = abap_true.
  ENDMETHOD.

  METHOD pretty_name.
    DATA mapping TYPE name_mapping.
    READ TABLE mt_name_mappings INTO mapping WITH TABLE KEY abap = in.
    IF sy-subrc = 0.
      out = mapping-json.
      RETURN.
    ENDIF.
    DATA(marked) = translate( val = replace( val = to_lower( in ) sub = `__` with = `*` occ = 0 ) from = `/:~` to = `___` ).
    SPLIT marked AT `_` INTO TABLE DATA(words).
    LOOP AT words INTO DATA(word).
      IF sy-tabix > 1 AND word IS NOT INITIAL.
        word = to_upper( substring( val = word len = 1 ) ) && substring( val = word off = 1 ).
      ENDIF.
      out = out && word.
    ENDLOOP.
    out = replace( val = out sub = `*` with = `_` occ = 0 ).
  ENDMETHOD.

  METHOD pretty_name_ex.
    DATA mapping TYPE name_mapping.
    DATA marked TYPE string.
    READ TABLE mt_name_mappings INTO mapping WITH TABLE KEY abap = in.
    IF sy-subrc = 0.
      out = mapping-json.
      RETURN.
    ENDIF.
    marked = translate( val = to_lower( in ) from = `/:~` to = `___` ).
    " the signs stand in for those that the words of the name are found by
    DATA(signs) = `e!n#d$p%m&s*h-t~l/c:v|a@o.`.
    DO strlen( signs ) / 2 TIMES.
      DATA(position) = ( sy-index - 1 ) * 2.
      marked = replace( val = marked sub = |__{ substring( val = signs off = position len = 1 ) }__|
        with = substring( val = signs off = position + 1 len = 1 ) occ = 0 ).
    ENDDO.
    marked = replace( val = marked sub = `___` with = `.` occ = 0 ).
    marked = replace( val = marked sub = `__` with = |\t| occ = 0 ).
    SPLIT marked AT `_` INTO TABLE DATA(words).
    LOOP AT words INTO DATA(word).
      IF sy-tabix > 1 AND word IS NOT INITIAL.
        word = to_upper( substring( val = word len = 1 ) ) && substring( val = word off = 1 ).
      ENDIF.
      out = out && word.
    ENDLOOP.
    out = replace( val = out sub = |\t| with = `_` occ = 0 ).
  ENDMETHOD.

  METHOD restore_node.
    DATA conversion TYPE REF TO cx_root.
    TRY.
        fill( EXPORTING at = at path = path type = type CHANGING data = data ).
        RETURN.
      CATCH cx_sy_move_cast_error INTO DATA(cast_error).
        CLEAR data.
        IF mv_strict_mode = abap_true OR nodes IS INITIAL OR nodes[ lines( nodes ) ]-kind = 'E'.
          RAISE EXCEPTION cast_error.
        ENDIF.
      CATCH cx_sy_conversion_error INTO conversion.
        CLEAR data.
        IF mv_strict_mode = abap_true.
          refuse( path = path type = type ).
        ENDIF.
    ENDTRY.
  ENDMETHOD.

  METHOD refuse.
    DATA(target) = COND string(
      WHEN type->kind = cl_abap_typedescr=>kind_table THEN `TABLE`
      WHEN type->kind = cl_abap_typedescr=>kind_struct THEN `STRUCTURE`
      ELSE substring_after( val = CONV string( type->absolute_name ) sub = `\TYPE=` ) ).
    RAISE EXCEPTION TYPE cx_sy_move_cast_error
      EXPORTING
        source_typename = COND #( WHEN path CP `[*` THEN |$.{ path }| WHEN path IS INITIAL THEN `$.` ELSE |${ path }| )
        target_typename = target.
  ENDMETHOD.

  METHOD fill.
    FIELD-SYMBOLS <table> TYPE ANY TABLE.
    DATA(kind) = VALUE #( nodes[ at ]-kind DEFAULT 'E' ).
    IF kind = 'E'.
      refuse( path = path type = type ).
    ENDIF.
    IF type->absolute_name = mc_json_type.
      IF nodes[ lines( nodes ) ]-kind = 'E'.
        refuse( path = path type = type ).
      ENDIF.
      data = substring( val = source off = nodes[ at ]-start len = nodes[ at ]-length ).
      RETURN.
    ENDIF.
    CASE type->kind.
      WHEN cl_abap_typedescr=>kind_elem.
        fill_value( EXPORTING at = at path = path type = CAST #( type ) CHANGING data = data ).
      WHEN cl_abap_typedescr=>kind_ref.
        fill_reference( EXPORTING at = at path = path type = type CHANGING data = data ).
      WHEN OTHERS.
        IF kind = 'Z'.
          CLEAR data.
        ELSEIF kind <> 'O' AND kind <> 'A'.
          refuse( path = path type = type ).
        ELSEIF type->kind = cl_abap_typedescr=>kind_table.
          ASSIGN data TO <table>.
          fill_table( EXPORTING at = at path = path type = CAST #( type ) CHANGING data = <table> ).
        ELSEIF kind = 'O'.
          fill_structure( EXPORTING at = at path = path type = type CHANGING data = data ).
        ELSEIF nodes[ at ]-first = 0.
          CLEAR data.
        ELSE.
          refuse( path = path type = type ).
        ENDIF.
    ENDCASE.
  ENDMETHOD.

  METHOD fill_structure.
    FIELD-SYMBOLS <value> TYPE any.
    DATA(members) = members_of( type = type aliases = abap_true ).
    DATA(position) = nodes[ at ]-first.
    WHILE position > 0.
      DATA(node) = nodes[ position ].
      DATA(part) = find_member( name = node-name members = members ).
      IF part IS NOT INITIAL.
        ASSIGN COMPONENT part-name OF STRUCTURE data TO <value>.
        IF sy-subrc = 0.
          restore_node( EXPORTING at = position path = |{ path }.{ node-name }| type = part-type CHANGING data = <value> ).
        ENDIF.
      ELSEIF node-kind = 'E'.
        refuse( path = COND #( WHEN node-name IS INITIAL THEN path ELSE |{ path }.{ node-name }| ) type = type ).
      ENDIF.
      position = node-next.
    ENDWHILE.
    IF nodes[ lines( nodes ) ]-kind = 'E'.
      refuse( path = path type = type ).
    ENDIF.
  ENDMETHOD.

  METHOD fill_table.
    DATA line TYPE REF TO data.
    DATA index TYPE i.
    FIELD-SYMBOLS <line> TYPE any.
    IF nodes[ at ]-kind = 'O'.
      IF mv_assoc_arrays = abap_true AND type->has_unique_key = abap_true.
        fill_from_object( EXPORTING at = at path = path type = type CHANGING data = data ).
      ENDIF.
      RETURN.
    ENDIF.
    CLEAR data.
    DATA(line_type) = type->get_table_line_type( ).
    DATA(position) = nodes[ at ]-first.
    WHILE position > 0.
      index = index + 1.
      CREATE DATA line LIKE LINE OF data.
      ASSIGN line->* TO <line>.
      restore_node( EXPORTING at = position path = |{ path }[{ index }]| type = line_type CHANGING data = <line> ).
      INSERT <line> INTO TABLE data.
      position = nodes[ position ]-next.
    ENDWHILE.
  ENDMETHOD.

  METHOD fill_from_object.
    DATA line TYPE REF TO data.
    FIELD-SYMBOLS <line> TYPE any.
    FIELD-SYMBOLS <value> TYPE any.
    CLEAR data.
    DATA(line_type) = type->get_table_line_type( ).
    DATA(by_key) = xsdbool( type->key_defkind = cl_abap_tabledescr=>keydefkind_user AND lines( type->key ) = 1
      AND line_type->kind = cl_abap_typedescr=>kind_struct ).
    IF by_key = abap_true AND mv_assoc_arrays_opt = abap_true.
      DATA(members) = members_of( line_type ).
      DELETE members WHERE name = type->key[ 1 ]-name.
    ENDIF.
    DATA(position) = nodes[ at ]-first.
    WHILE position > 0.
      DATA(node) = nodes[ position ].
      CREATE DATA line LIKE LINE OF data.
      ASSIGN line->* TO <line>.
      IF lines( members ) = 1.
        ASSIGN COMPONENT members[ 1 ]-name OF STRUCTURE <line> TO <value>.
        restore_node( EXPORTING at = position path = |{ path }.{ node-name }| type = members[ 1 ]-type CHANGING data = <value> ).
      ELSE.
        restore_node( EXPORTING at = position path = |{ path }.{ node-name }| type = line_type CHANGING data = <line> ).
      ENDIF.
      IF by_key = abap_true.
        ASSIGN COMPONENT type->key[ 1 ]-name OF STRUCTURE <line> TO <value>.
        IF <value> IS INITIAL.
          <value> = node-name.
        ENDIF.
      ELSEIF <line> IS INITIAL AND type->key_defkind <> cl_abap_tabledescr=>keydefkind_user.
        <line> = node-name.
      ENDIF.
      INSERT <line> INTO TABLE data.
      position = node-next.
    ENDWHILE.
  ENDMETHOD.

  METHOD fill_reference.
    DATA reference TYPE REF TO data.
    DATA target TYPE REF TO cl_abap_typedescr.
    FIELD-SYMBOLS <target> TYPE any.
    IF type->type_kind <> cl_abap_typedescr=>typekind_dref.
      fill_object( EXPORTING at = at path = path type = type CHANGING data = data ).
      RETURN.
    ENDIF.
    DATA(kind) = nodes[ at ]-kind.
    IF kind = 'Z'.
      CLEAR data.
      RETURN.
    ENDIF.
    IF data IS NOT INITIAL.
      reference ?= data.
      ASSIGN reference->* TO <target>.
      restore_node( EXPORTING at = at path = path type = cl_abap_typedescr=>describe_by_data( <target> ) CHANGING data = <target> ).
      RETURN.
    ENDIF.
    target = CAST cl_abap_refdescr( type )->get_referenced_type( ).
    IF target IS NOT BOUND OR is_generic( type ) = abap_true.
      reference = generate_node( at = at path = path )-data.
      IF nodes[ lines( nodes ) ]-kind = 'E'.
        refuse( path = path type = type ).
      ENDIF.
      data ?= reference.
      RETURN.
    ENDIF.
    IF kind = 'O' AND target->kind = cl_abap_typedescr=>kind_elem
        OR kind = 'A' AND target->kind <> cl_abap_typedescr=>kind_table.
      RETURN.
    ENDIF.
    DATA(created) = CAST cl_abap_datadescr( target ).
    CREATE DATA reference TYPE HANDLE created.
    ASSIGN reference->* TO <target>.
    restore_node( EXPORTING at = at path = path type = target CHANGING data = <target> ).
    data ?= reference.
  ENDMETHOD.

  METHOD is_generic.
    CLEAR result.
    " the transpiler declares what REF TO data points to as a text of four characters without a name
    WRITE '@KERNEL const target = type.get().value.getPointer().getType?.();'.
    WRITE '@KERNEL if (!target || (target instanceof abap.types.Character && target.getLength() === 4 && !target.getQualifiedName())) result.set("X");'.
  ENDMETHOD.

  METHOD fill_object.
    DATA object TYPE REF TO object.
    FIELD-SYMBOLS <value> TYPE any.
    DATA(node) = nodes[ at ].
    IF node-kind = 'Z'.
      CLEAR data.
      RETURN.
    ENDIF.
    DATA(class) = CAST cl_abap_refdescr( type )->get_referenced_type( ).
    IF node-kind <> 'O' OR class->type_kind <> cl_abap_typedescr=>typekind_class.
      refuse( path = path type = type ).
    ENDIF.
    IF data IS INITIAL.
      TRY.
          CREATE OBJECT object TYPE (class->absolute_name).
        CATCH cx_sy_create_object_error cx_sy_dyn_call_error.
          refuse( path = path type = type ).
      ENDTRY.
      data ?= object.
    ENDIF.
    object ?= data.
    DATA(members) = members_of( cl_abap_typedescr=>describe_by_object_ref( object ) ).
    DATA(position) = node-first.
    WHILE position > 0.
      node = nodes[ position ].
      DATA(part) = find_member( name = node-name members = members ).
      IF part IS NOT INITIAL.
        ASSIGN object->(part-name) TO <value>.
        IF sy-subrc = 0.
          restore_node( EXPORTING at = position path = |{ path }.{ node-name }| type = part-type CHANGING data = <value> ).
        ENDIF.
      ENDIF.
      position = node-next.
    ENDWHILE.
  ENDMETHOD.

  METHOD find_member.
    DATA(upper) = to_upper( name ).
    LOOP AT members INTO DATA(part) WHERE free = abap_true.
      IF part-json = name OR part-name = name.
        result = part.
        RETURN.
      ENDIF.
    ENDLOOP.
    LOOP AT members INTO part WHERE free = abap_true.
      IF part-name = upper
          OR strlen( part-json ) > 0 AND to_upper( substring( val = part-json len = 1 ) ) && substring( val = part-json off = 1 ) = name.
        result = part.
        RETURN.
      ENDIF.
    ENDLOOP.
  ENDMETHOD.

  METHOD fill_value.
    DATA(node) = nodes[ at ].
    DATA(exit) = exit_of( type = type input = abap_true ).
    DATA(kind) = kind_of( type ).
    CASE node-kind.
      WHEN 'Z'.
        CLEAR data.
      WHEN 'B'.
        IF node-value = `true`.
          data = c_bool-true.
        ELSEIF kind = kinds-tribool.
          data = c_tribool-false.
        ELSE.
          data = c_bool-false.
        ENDIF.
      WHEN 'N' OR 'S'.
        IF node-value IS INITIAL.
          CLEAR data.
        ELSEIF exit IS NOT INITIAL.
          CALL FUNCTION exit
            EXPORTING
              input  = node-value
            IMPORTING
              output = data
            EXCEPTIONS
              OTHERS = 1.
          IF sy-subrc <> 0.
            CLEAR data.
          ENDIF.
        ELSEIF node-kind = 'N'.
          data = node-value.
        ELSE.
          fill_from_text( EXPORTING text = node-value kind = kind type = type CHANGING data = data ).
        ENDIF.
      WHEN OTHERS.
        IF node-first = 0 AND node-kind = 'A'.
          CLEAR data.
        ELSE.
          refuse( path = path type = type ).
        ENDIF.
    ENDCASE.
  ENDMETHOD.

  METHOD fill_from_text.
    CASE kind.
      WHEN kinds-bool OR kinds-tribool.
        data = COND bool( WHEN text(1) CA 'XxTt1' THEN c_bool-true ELSE c_bool-false ).
      WHEN cl_abap_typedescr=>typekind_date OR cl_abap_typedescr=>typekind_time.
        fill_date_or_time( EXPORTING text = text kind = kind CHANGING data = data ).
      WHEN cl_abap_typedescr=>typekind_xstring OR cl_abap_typedescr=>typekind_hex.
        fill_binary( EXPORTING text = text kind = kind CHANGING data = data ).
      WHEN kinds-time_stamp OR kinds-time_stamp_long.
        DATA(moment) = kernel_json=>moment_of( text ).
        DATA(duration) = kernel_json=>duration_of( text ).
        IF moment IS NOT INITIAL.
          data = |{ moment-date }{ moment-time }{ COND string( WHEN type->decimals > 0 THEN |.{ moment-fraction }| ) }|.
        ELSEIF duration IS NOT INITIAL.
          data = duration.
        ELSEIF matches( val = text pcre = `\d{8}` ).
          data = |{ text }000000|.
        ELSE.
          data = text.
        ENDIF.
      WHEN OTHERS.
        data = text.
    ENDCASE.
  ENDMETHOD.

  METHOD fill_date_or_time.
    DATA(moment) = kernel_json=>moment_of( text ).
    DATA(duration) = kernel_json=>duration_of( text ).
    IF kind = cl_abap_typedescr=>typekind_date AND matches( val = text pcre = `\d{4}-\d{2}-\d{2}(?:[^T].*)?` ).
      data = text(4) && text+5(2) && text+8(2).
    ELSEIF kind = cl_abap_typedescr=>typekind_time AND matches( val = text pcre = `\d{2}:\d{2}:\d{2}.*` ).
      data = text(2) && text+3(2) && text+6(2).
    ELSEIF moment IS NOT INITIAL.
      DATA(stamp) = CONV timestamp( |{ moment-date }{ moment-time }| ).
      IF kind = cl_abap_typedescr=>typekind_date.
        CONVERT TIME STAMP stamp TIME ZONE mv_time_zone INTO DATE moment-date.
        data = moment-date.
      ELSE.
        CONVERT TIME STAMP stamp TIME ZONE mv_time_zone INTO TIME moment-time.
        data = moment-time.
      ENDIF.
    ELSEIF kind = cl_abap_typedescr=>typekind_time AND duration IS NOT INITIAL.
      data = duration.
    ELSE.
      data = text.
    ENDIF.
  ENDMETHOD.

  METHOD fill_binary.
    IF kind = cl_abap_typedescr=>typekind_hex AND matches( val = text pcre = `[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}\s*` ).
      data = to_upper( replace( val = condense( text ) sub = `-` with = `` occ = 0 ) ).
    ELSEIF mv_hex_as_base64 = abap_true.
      string_to_xstring( EXPORTING in = text CHANGING out = data ).
    ELSE.
      data = text.
    ENDIF.
  ENDMETHOD.

  METHOD generate_node.
    FIELD-SYMBOLS <value> TYPE any.
    IF at > lines( nodes ) OR nodes[ at ]-kind = 'E'.
      refuse( path = path type = cl_abap_elemdescr=>get_string( ) ).
    ENDIF.
    DATA(node) = nodes[ at ].
    CASE node-kind.
      WHEN 'O'.
        result = generate_structure( at = at path = path ).
      WHEN 'A'.
        result = generate_table( at = at path = path ).
      WHEN 'S' OR 'N' OR 'B'.
        DATA(type) = value_type( node ).
        CREATE DATA result-data TYPE HANDLE type.
        ASSIGN result-data->* TO <value>.
        restore_node( EXPORTING at = at path = path type = type CHANGING data = <value> ).
        result-type = type.
    ENDCASE.
  ENDMETHOD.

  METHOD value_type.
    CASE node-kind.
      WHEN 'B'.
        result = CAST #( cl_abap_typedescr=>describe_by_name( 'ABAP_BOOL' ) ).
      WHEN 'N'.
        IF node-value CA '.eE'.
          result = cl_abap_elemdescr=>get_f( ).
        ELSEIF strlen( node-value ) > 9.
          result = cl_abap_elemdescr=>get_p( p_length = 16 p_decimals = 0 ).
        ELSE.
          result = cl_abap_elemdescr=>get_i( ).
        ENDIF.
      WHEN OTHERS.
        IF matches( val = node-value pcre = `\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:[.,]\d{0,9})?(?:Z|[+-]\d{2}:\d{2})` ).
          result = CAST #( cl_abap_typedescr=>describe_by_name(
            COND string( WHEN node-value CA '.' THEN `TIMESTAMPL` ELSE `TIMESTAMP` ) ) ).
        ELSEIF matches( val = node-value pcre = `\d{4}-\d{2}-\d{2}` ).
          result = cl_abap_elemdescr=>get_d( ).
        ELSEIF matches( val = node-value pcre = `\d{2}:\d{2}:\d{2}` ).
          result = cl_abap_elemdescr=>get_t( ).
        ELSE.
          result = cl_abap_elemdescr=>get_string( ).
        ENDIF.
    ENDCASE.
  ENDMETHOD.

  METHOD generate_structure.
    DATA parts TYPE STANDARD TABLE OF generated WITH DEFAULT KEY.
    DATA kept LIKE parts.
    DATA part TYPE generated.
    DATA components TYPE cl_abap_structdescr=>component_table.
    FIELD-SYMBOLS <structure> TYPE any.
    FIELD-SYMBOLS <target> TYPE any.
    FIELD-SYMBOLS <value> TYPE any.
    DATA(position) = nodes[ at ]-first.
    WHILE position > 0.
      DATA(node) = nodes[ position ].
      part = generate_node( at = position path = |{ path }.{ node-name }| ).
      part-json = node-name.
      part-name = component_name( node-name ).
      APPEND part TO parts.
      position = node-next.
    ENDWHILE.
    SORT parts STABLE BY json.
    LOOP AT parts INTO part.
      IF line_exists( components[ name = part-name ] ).
        CONTINUE.
      ENDIF.
      APPEND part TO kept.
      IF mv_gen_optimize = abap_false OR part-type IS NOT BOUND.
        part-type = cl_abap_refdescr=>get_ref_to_data( ).
      ENDIF.
      APPEND VALUE #( name = part-name type = part-type ) TO components.
    ENDLOOP.
    IF components IS INITIAL.
      RETURN.
    ENDIF.
    TRY.
        DATA(type) = cl_abap_structdescr=>create( p_components = components p_strict = abap_false ).
      CATCH cx_sy_struct_creation.
        RETURN.
    ENDTRY.
    result-type = type.
    CREATE DATA result-data TYPE HANDLE type.
    ASSIGN result-data->* TO <structure>.
    LOOP AT kept INTO part WHERE data IS NOT INITIAL.
      ASSIGN COMPONENT part-name OF STRUCTURE <structure> TO <target>.
      IF mv_gen_optimize = abap_true AND part-type IS BOUND.
        ASSIGN part-data->* TO <value>.
        <target> = <value>.
      ELSE.
        <target> = part-data.
      ENDIF.
    ENDLOOP.
  ENDMETHOD.

  METHOD generate_table.
    DATA rows TYPE ref_tab.
    DATA row TYPE REF TO data.
    DATA alike TYPE abap_bool.
    DATA common TYPE REF TO cl_abap_datadescr.
    FIELD-SYMBOLS <rows> TYPE ref_tab.
    FIELD-SYMBOLS <table> TYPE STANDARD TABLE.
    FIELD-SYMBOLS <row> TYPE any.
    alike = mv_gen_optimize.
    DATA(position) = nodes[ at ]-first.
    DATA(index) = 0.
    WHILE position > 0.
      index = index + 1.
      DATA(item) = generate_node( at = position path = |{ path }[{ index }]| ).
      row = item-data.
      APPEND row TO rows.
      IF common IS NOT BOUND.
        common = item-type.
      ENDIF.
      IF item-type IS NOT BOUND OR common->applies_to_data_ref( row ) = abap_false.
        alike = abap_false.
      ENDIF.
      position = nodes[ position ]-next.
    ENDWHILE.
    IF alike = abap_true AND common IS BOUND.
      DATA(type) = cl_abap_tabledescr=>get( common ).
      result-type = type.
      CREATE DATA result-data TYPE HANDLE type.
      ASSIGN result-data->* TO <table>.
      LOOP AT rows INTO row.
        ASSIGN row->* TO <row>.
        APPEND <row> TO <table>.
      ENDLOOP.
      RETURN.
    ENDIF.
    result-type = CAST #( cl_abap_typedescr=>describe_by_data( rows ) ).
    CREATE DATA result-data TYPE ref_tab.
    ASSIGN result-data->* TO <rows>.
    <rows> = rows.
  ENDMETHOD.

  METHOD component_name.
    LOOP AT mt_name_mappings INTO DATA(mapping) WHERE json = name.
      result = mapping-abap.
      RETURN.
    ENDLOOP.
    DATA(text) = replace( val = name pcre = `[^0-9a-zA-Z_]+` with = `_` occ = 0 ).
    IF mv_pretty_name = pretty_mode-camel_case OR mv_pretty_name = pretty_mode-extended.
      text = replace( val = text pcre = `([a-z])([A-Z])` with = `$1_$2` occ = 0 ).
    ENDIF.
    result = to_upper( text ).
  ENDMETHOD.

  METHOD escape.
    DATA text TYPE string.
    text = in.
    WRITE '@KERNEL out.set(JSON.stringify(text.get()).slice(1, -1));'.
  ENDMETHOD.

  METHOD unescape.
    DATA(found) = kernel_json=>read( |"{ escaped }"| ).
    unescaped = VALUE #( found[ 1 ]-value OPTIONAL ).
  ENDMETHOD.

  METHOD edm_datetime_to_ts.
    DATA(moment) = kernel_json=>moment_of( |/Date({ ticks }{ offset })/| ).
    CASE typekind.
      WHEN cl_abap_typedescr=>typekind_time.
        r_data = moment-time.
      WHEN cl_abap_typedescr=>typekind_date.
        r_data = moment-date.
      WHEN cl_abap_typedescr=>typekind_packed.
        r_data = |{ moment-date }{ moment-time }.{ moment-fraction }|.
    ENDCASE.
  ENDMETHOD.

  METHOD string_to_xstring.
    DATA bytes TYPE xstring.
    bytes = cl_http_utility=>decode_x_base64( in ).
    out = bytes.
  ENDMETHOD.

  METHOD xstring_to_string.
    DATA bytes TYPE xstring.
    bytes = in.
    out = cl_http_utility=>encode_x_base64( bytes ).
  ENDMETHOD.

  METHOD raw_to_string.
    rv_string = cl_abap_codepage=>convert_from(
      source   = iv_xstring
      codepage = COND #( WHEN iv_encoding IS INITIAL THEN `UTF-8` ELSE CONV string( iv_encoding ) ) ).
  ENDMETHOD.

  METHOD string_to_raw.
    rv_xstring = cl_abap_codepage=>convert_to(
      source   = iv_string
      codepage = COND #( WHEN iv_encoding IS INITIAL THEN `UTF-8` ELSE CONV string( iv_encoding ) ) ).
  ENDMETHOD.

  METHOD bool_to_tribool.
    rv_tribool = COND #(
      WHEN iv_bool = c_bool-true THEN c_tribool-true
      WHEN iv_bool = abap_undefined THEN c_tribool-undefined
      ELSE c_tribool-false ).
  ENDMETHOD.

  METHOD tribool_to_bool.
    rv_bool = COND #(
      WHEN iv_tribool = c_tribool-true THEN c_bool-true
      WHEN iv_tribool = c_tribool-undefined THEN abap_undefined
      ELSE c_bool-false ).
  ENDMETHOD.
ENDCLASS.
