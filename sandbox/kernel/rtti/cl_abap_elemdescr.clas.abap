CLASS cl_abap_elemdescr DEFINITION PUBLIC INHERITING FROM cl_abap_datadescr CREATE PROTECTED GLOBAL FRIENDS cl_abap_typedescr.
  PUBLIC SECTION.
    TYPES:
      BEGIN OF fixvalue,
        low        TYPE c LENGTH 10,
        high       TYPE c LENGTH 10,
        option     TYPE c LENGTH 2,
        ddlanguage TYPE c LENGTH 1,
        ddtext     TYPE c LENGTH 60,
      END OF fixvalue.
    TYPES fixvalues TYPE STANDARD TABLE OF fixvalue WITH DEFAULT KEY.

    CONSTANTS:
      type_x_max_length   TYPE i VALUE 524287,
      type_c_max_length   TYPE i VALUE 262143,
      type_n_max_length   TYPE i VALUE 262143,
      type_p_max_length   TYPE i VALUE 16,
      type_p_max_decimals TYPE i VALUE 14.

    DATA output_length TYPE i READ-ONLY.
    DATA edit_mask     TYPE abap_editmask READ-ONLY.
    DATA help_id       TYPE abap_helpid READ-ONLY.

    METHODS constructor
      IMPORTING
        !value TYPE REF TO data.
    CLASS-METHODS load_class.
    "! What the dictionary says of a data element; texts are those of the original language.
    METHODS get_ddic_field
      IMPORTING
        VALUE(p_langu)    TYPE sy-langu DEFAULT sy-langu
      RETURNING
        VALUE(p_flddescr) TYPE dfies
      EXCEPTIONS
        not_found
        no_ddic_type.
    "! The fixed values of the domain; texts are those of the original language.
    METHODS get_ddic_fixed_values
      IMPORTING
        VALUE(p_langu)        TYPE sy-langu DEFAULT sy-langu
      RETURNING
        VALUE(p_fixed_values) TYPE fixvalues
      EXCEPTIONS
        not_found
        no_ddic_type.
    CLASS-METHODS get_int1
      RETURNING
        VALUE(p_result) TYPE REF TO cl_abap_elemdescr.
    CLASS-METHODS get_int2
      RETURNING
        VALUE(p_result) TYPE REF TO cl_abap_elemdescr.
    CLASS-METHODS get_i
      RETURNING
        VALUE(p_result) TYPE REF TO cl_abap_elemdescr.
    CLASS-METHODS get_int8
      RETURNING
        VALUE(p_result) TYPE REF TO cl_abap_elemdescr.
    CLASS-METHODS get_f
      RETURNING
        VALUE(p_result) TYPE REF TO cl_abap_elemdescr.
    CLASS-METHODS get_decfloat16
      RETURNING
        VALUE(p_result) TYPE REF TO cl_abap_elemdescr.
    CLASS-METHODS get_decfloat34
      RETURNING
        VALUE(p_result) TYPE REF TO cl_abap_elemdescr.
    CLASS-METHODS get_d
      RETURNING
        VALUE(p_result) TYPE REF TO cl_abap_elemdescr.
    CLASS-METHODS get_t
      RETURNING
        VALUE(p_result) TYPE REF TO cl_abap_elemdescr.
    CLASS-METHODS get_string
      RETURNING
        VALUE(p_result) TYPE REF TO cl_abap_elemdescr.
    CLASS-METHODS get_xstring
      RETURNING
        VALUE(p_result) TYPE REF TO cl_abap_elemdescr.
    CLASS-METHODS get_utclong
      RETURNING
        VALUE(p_result) TYPE REF TO cl_abap_elemdescr.
    CLASS-METHODS get_c
      IMPORTING
        !p_length       TYPE i
      RETURNING
        VALUE(p_result) TYPE REF TO cl_abap_elemdescr
      RAISING
        cx_parameter_invalid_range.
    CLASS-METHODS get_n
      IMPORTING
        !p_length       TYPE i
      RETURNING
        VALUE(p_result) TYPE REF TO cl_abap_elemdescr
      RAISING
        cx_parameter_invalid_range.
    CLASS-METHODS get_x
      IMPORTING
        !p_length       TYPE i
      RETURNING
        VALUE(p_result) TYPE REF TO cl_abap_elemdescr
      RAISING
        cx_parameter_invalid_range.
    CLASS-METHODS get_p
      IMPORTING
        !p_length       TYPE i
        !p_decimals     TYPE i
      RETURNING
        VALUE(p_result) TYPE REF TO cl_abap_elemdescr
      RAISING
        cx_parameter_invalid_range.
    CLASS-METHODS get_by_kind
      IMPORTING
        !p_type_kind    TYPE abap_typekind
        !p_length       TYPE i OPTIONAL
        !p_decimals     TYPE i OPTIONAL
      RETURNING
        VALUE(p_result) TYPE REF TO cl_abap_elemdescr
      RAISING
        cx_parameter_invalid_range.
  PRIVATE SECTION.
    CLASS-METHODS of
      IMPORTING
        !value        TYPE any
      RETURNING
        VALUE(result) TYPE REF TO cl_abap_elemdescr.
    CLASS-METHODS of_reference
      IMPORTING
        !data         TYPE REF TO data
      RETURNING
        VALUE(result) TYPE REF TO cl_abap_elemdescr.
ENDCLASS.

CLASS cl_abap_elemdescr IMPLEMENTATION.
  METHOD constructor.
    super->constructor( value ).
    DATA type TYPE abap_typekind.
    DATA size TYPE i.
    DATA places TYPE i.
    DATA routine TYPE string.
    FIELD-SYMBOLS <value> TYPE any.
    kind = kind_elem.
    ASSIGN value->* TO <value>.
    DESCRIBE FIELD <value> TYPE type.
    WRITE '@KERNEL const described = this.value.getPointer();'.
    WRITE '@KERNEL size.set(described.getLength?.() ?? 0); places.set(described.getDecimals?.() ?? 0);'.
    WRITE '@KERNEL routine.set(abap.sandbox.descriptions.elementOf(described.getDDICName?.() ?? described.getQualifiedName?.() ?? "")?.convexit ?? "");'.
    IF routine IS NOT INITIAL.
      edit_mask = |=={ routine }|.
    ENDIF.
    WRITE '@KERNEL this.help_id.set(abap.sandbox.descriptions.elementOf(described.getDDICName?.() ?? described.getQualifiedName?.() ?? "")?.rollname ?? "");'.
    output_length = SWITCH #( type
      WHEN typekind_char OR typekind_num THEN size
      WHEN typekind_date THEN 8
      WHEN typekind_time THEN 6
      WHEN typekind_int THEN 11
      WHEN typekind_int8 THEN 20
      WHEN typekind_int1 THEN 3
      WHEN typekind_int2 THEN 6
      WHEN typekind_float THEN 24
      WHEN typekind_decfloat16 THEN 24
      WHEN typekind_decfloat34 THEN 46
      WHEN typekind_hex THEN 2 * size
      WHEN typekind_packed THEN 2 * size + COND i( WHEN places > 0 THEN 1 ELSE 0 ) ).
  ENDMETHOD.

  METHOD load_class.
    " the class is there
    RETURN.
  ENDMETHOD.

  METHOD of.
    result = CAST #( describe_by_data( value ) ).
  ENDMETHOD.

  METHOD of_reference.
    result = CAST #( describe_by_data_ref( data ) ).
  ENDMETHOD.

  METHOD get_ddic_field.
    DATA name TYPE string.
    DATA is_known TYPE abap_bool.
    IF is_ddic_type( ) = abap_false.
      RAISE no_ddic_type.
    ENDIF.
    name = get_relative_name( ).
    WRITE '@KERNEL const facts = abap.sandbox.descriptions.elementOf(name.get());'.
    WRITE '@KERNEL is_known.set(facts === undefined ? "" : "X");'.
    IF is_known = abap_false.
      RAISE not_found.
    ENDIF.
    WRITE '@KERNEL for (const [part, text] of Object.entries(facts)) p_flddescr.get()[part]?.set(text);'.
    p_flddescr-tabname = name.
    p_flddescr-langu = p_langu.
    p_flddescr-inttype = type_kind.
    p_flddescr-intlen = length.
    p_flddescr-outputlen = output_length.
  ENDMETHOD.

  METHOD get_ddic_fixed_values.
    DATA name TYPE string.
    DATA low TYPE string.
    DATA high TYPE string.
    DATA text TYPE string.
    IF is_ddic_type( ) = abap_false.
      RAISE no_ddic_type.
    ENDIF.
    name = get_relative_name( ).
    WRITE '@KERNEL for (const row of abap.sandbox.descriptions.fixedValuesOf(name.get())) {'.
    WRITE '@KERNEL low.set(row.low); high.set(row.high); text.set(row.text);'.
    APPEND VALUE #(
      low        = low
      high       = high
      option     = COND #( WHEN high IS INITIAL THEN 'EQ' ELSE 'BT' )
      ddlanguage = p_langu
      ddtext     = text ) TO p_fixed_values.
    WRITE '@KERNEL }'.
  ENDMETHOD.

  METHOD get_int1.
    p_result = of( VALUE int1( ) ).
  ENDMETHOD.

  METHOD get_int2.
    p_result = of( VALUE int2( ) ).
  ENDMETHOD.

  METHOD get_i.
    p_result = of( VALUE i( ) ).
  ENDMETHOD.

  METHOD get_int8.
    p_result = of( VALUE int8( ) ).
  ENDMETHOD.

  METHOD get_f.
    p_result = of( VALUE f( ) ).
  ENDMETHOD.

  METHOD get_decfloat16.
    p_result = of( VALUE decfloat16( ) ).
  ENDMETHOD.

  METHOD get_decfloat34.
    p_result = of( VALUE decfloat34( ) ).
  ENDMETHOD.

  METHOD get_d.
    p_result = of( VALUE d( ) ).
  ENDMETHOD.

  METHOD get_t.
    p_result = of( VALUE t( ) ).
  ENDMETHOD.

  METHOD get_string.
    p_result = of( VALUE string( ) ).
  ENDMETHOD.

  METHOD get_xstring.
    p_result = of( VALUE xstring( ) ).
  ENDMETHOD.

  METHOD get_utclong.
    p_result = of( VALUE utclong( ) ).
  ENDMETHOD.

  METHOD get_c.
    DATA data TYPE REF TO data.
    IF p_length < 1 OR p_length > type_c_max_length.
      RAISE EXCEPTION TYPE cx_parameter_invalid_range EXPORTING parameter = `P_LENGTH` value = |{ p_length }|.
    ENDIF.
    CREATE DATA data TYPE c LENGTH p_length.
    p_result = of_reference( data ).
  ENDMETHOD.

  METHOD get_n.
    DATA data TYPE REF TO data.
    IF p_length < 1 OR p_length > type_n_max_length.
      RAISE EXCEPTION TYPE cx_parameter_invalid_range EXPORTING parameter = `P_LENGTH` value = |{ p_length }|.
    ENDIF.
    CREATE DATA data TYPE n LENGTH p_length.
    p_result = of_reference( data ).
  ENDMETHOD.

  METHOD get_x.
    DATA data TYPE REF TO data.
    IF p_length < 1 OR p_length > type_x_max_length.
      RAISE EXCEPTION TYPE cx_parameter_invalid_range EXPORTING parameter = `P_LENGTH` value = |{ p_length }|.
    ENDIF.
    CREATE DATA data TYPE x LENGTH p_length.
    p_result = of_reference( data ).
  ENDMETHOD.

  METHOD get_p.
    DATA data TYPE REF TO data.
    IF p_length < 1 OR p_length > type_p_max_length.
      RAISE EXCEPTION TYPE cx_parameter_invalid_range EXPORTING parameter = `P_LENGTH` value = |{ p_length }|.
    ENDIF.
    IF p_decimals < 0 OR p_decimals > type_p_max_decimals.
      RAISE EXCEPTION TYPE cx_parameter_invalid_range EXPORTING parameter = `P_DECIMALS` value = |{ p_decimals }|.
    ENDIF.
    CREATE DATA data TYPE p LENGTH p_length DECIMALS p_decimals.
    p_result = of_reference( data ).
  ENDMETHOD.

  METHOD get_by_kind.
    CASE p_type_kind.
      WHEN typekind_string.
        p_result = get_string( ).
      WHEN typekind_xstring.
        p_result = get_xstring( ).
      WHEN typekind_int1.
        p_result = get_int1( ).
      WHEN typekind_int2.
        p_result = get_int2( ).
      WHEN typekind_int.
        p_result = get_i( ).
      WHEN typekind_int8.
        p_result = get_int8( ).
      WHEN typekind_float.
        p_result = get_f( ).
      WHEN typekind_decfloat16.
        p_result = get_decfloat16( ).
      WHEN typekind_decfloat34.
        p_result = get_decfloat34( ).
      WHEN typekind_date.
        p_result = get_d( ).
      WHEN typekind_time.
        p_result = get_t( ).
      WHEN typekind_utclong.
        p_result = get_utclong( ).
      WHEN typekind_char.
        p_result = get_c( p_length ).
      WHEN typekind_num.
        p_result = get_n( p_length ).
      WHEN typekind_hex.
        p_result = get_x( p_length ).
      WHEN typekind_packed.
        p_result = get_p( p_length = p_length p_decimals = p_decimals ).
      WHEN OTHERS.
        RAISE EXCEPTION TYPE cx_parameter_invalid_range EXPORTING parameter = `P_TYPE_KIND` value = |{ p_type_kind }|.
    ENDCASE.
  ENDMETHOD.
ENDCLASS.
