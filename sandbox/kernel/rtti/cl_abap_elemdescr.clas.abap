CLASS cl_abap_elemdescr DEFINITION PUBLIC INHERITING FROM cl_abap_datadescr CREATE PUBLIC.
  PUBLIC SECTION.
    DATA output_length TYPE i READ-ONLY.
    DATA edit_mask     TYPE abap_editmask READ-ONLY.

    METHODS constructor
      IMPORTING
        !value TYPE REF TO data.
    CLASS-METHODS get_i
      RETURNING
        VALUE(p_result) TYPE REF TO cl_abap_elemdescr.
    CLASS-METHODS get_int8
      RETURNING
        VALUE(p_result) TYPE REF TO cl_abap_elemdescr.
    CLASS-METHODS get_f
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
    CLASS-METHODS get_c
      IMPORTING
        !p_length       TYPE i
      RETURNING
        VALUE(p_result) TYPE REF TO cl_abap_elemdescr.
    CLASS-METHODS get_n
      IMPORTING
        !p_length       TYPE i
      RETURNING
        VALUE(p_result) TYPE REF TO cl_abap_elemdescr.
    CLASS-METHODS get_x
      IMPORTING
        !p_length       TYPE i
      RETURNING
        VALUE(p_result) TYPE REF TO cl_abap_elemdescr.
    CLASS-METHODS get_p
      IMPORTING
        !p_length       TYPE i
        !p_decimals     TYPE i
      RETURNING
        VALUE(p_result) TYPE REF TO cl_abap_elemdescr.
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
    WRITE '@KERNEL routine.set(abap.DDIC[described.getDDICName?.()?.toUpperCase() ?? described.getQualifiedName?.()?.toUpperCase() ?? ""]?.conversionExit ?? "");'.
    IF routine IS NOT INITIAL.
      edit_mask = |=={ routine }|.
    ENDIF.
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

  METHOD of.
    result = CAST #( describe_by_data( value ) ).
  ENDMETHOD.

  METHOD of_reference.
    result = CAST #( describe_by_data_ref( data ) ).
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

  METHOD get_c.
    DATA data TYPE REF TO data.
    CREATE DATA data TYPE c LENGTH p_length.
    p_result = of_reference( data ).
  ENDMETHOD.

  METHOD get_n.
    DATA data TYPE REF TO data.
    CREATE DATA data TYPE n LENGTH p_length.
    p_result = of_reference( data ).
  ENDMETHOD.

  METHOD get_x.
    DATA data TYPE REF TO data.
    CREATE DATA data TYPE x LENGTH p_length.
    p_result = of_reference( data ).
  ENDMETHOD.

  METHOD get_p.
    DATA data TYPE REF TO data.
    CREATE DATA data TYPE p LENGTH p_length DECIMALS p_decimals.
    p_result = of_reference( data ).
  ENDMETHOD.
ENDCLASS.
