"! What a type is, at run time.
CLASS cl_abap_typedescr DEFINITION PUBLIC ABSTRACT CREATE PUBLIC.
  PUBLIC SECTION.
    TYPES ty_kind TYPE c LENGTH 1.

    CONSTANTS:
      kind_elem   TYPE ty_kind VALUE 'E',
      kind_struct TYPE ty_kind VALUE 'S',
      kind_table  TYPE ty_kind VALUE 'T',
      kind_ref    TYPE ty_kind VALUE 'R',
      kind_class  TYPE ty_kind VALUE 'C',
      kind_intf   TYPE ty_kind VALUE 'I'.
    CONSTANTS:
      typekind_int        TYPE abap_typekind VALUE 'I',
      typekind_int8       TYPE abap_typekind VALUE '8',
      typekind_packed     TYPE abap_typekind VALUE 'P',
      typekind_float      TYPE abap_typekind VALUE 'F',
      typekind_char       TYPE abap_typekind VALUE 'C',
      typekind_num        TYPE abap_typekind VALUE 'N',
      typekind_date       TYPE abap_typekind VALUE 'D',
      typekind_time       TYPE abap_typekind VALUE 'T',
      typekind_hex        TYPE abap_typekind VALUE 'X',
      typekind_string     TYPE abap_typekind VALUE 'g',
      typekind_xstring    TYPE abap_typekind VALUE 'y',
      typekind_int1       TYPE abap_typekind VALUE 'b',
      typekind_int2       TYPE abap_typekind VALUE 's',
      typekind_decfloat   TYPE abap_typekind VALUE '/',
      typekind_decfloat16 TYPE abap_typekind VALUE 'a',
      typekind_decfloat34 TYPE abap_typekind VALUE 'e',
      typekind_any        TYPE abap_typekind VALUE '~',
      typekind_data       TYPE abap_typekind VALUE '#',
      typekind_simple     TYPE abap_typekind VALUE '$',
      typekind_clike      TYPE abap_typekind VALUE '&',
      typekind_csequence  TYPE abap_typekind VALUE '?',
      typekind_numeric    TYPE abap_typekind VALUE '%',
      typekind_w          TYPE abap_typekind VALUE 'w',
      typekind_bref       TYPE abap_typekind VALUE 'j',
      typekind_iref       TYPE abap_typekind VALUE 'm',
      typekind_enum       TYPE abap_typekind VALUE 'k',
      typekind_utclong    TYPE abap_typekind VALUE 'p',
      typekind_struct1    TYPE abap_typekind VALUE 'u',
      typekind_struct2    TYPE abap_typekind VALUE 'v',
      typekind_table      TYPE abap_typekind VALUE 'h',
      typekind_dref       TYPE abap_typekind VALUE 'l',
      typekind_oref       TYPE abap_typekind VALUE 'r',
      typekind_class      TYPE abap_typekind VALUE '*',
      typekind_intf       TYPE abap_typekind VALUE '+'.

    DATA kind          TYPE ty_kind READ-ONLY.
    DATA type_kind     TYPE abap_typekind READ-ONLY.
    DATA absolute_name TYPE string READ-ONLY.
    DATA length        TYPE i READ-ONLY.
    DATA decimals      TYPE i READ-ONLY.

    CLASS-METHODS describe_by_data
      IMPORTING
        !p_data            TYPE any
      RETURNING
        VALUE(p_descr_ref) TYPE REF TO cl_abap_typedescr.
    CLASS-METHODS describe_by_name
      IMPORTING
        !p_name            TYPE csequence
      RETURNING
        VALUE(p_descr_ref) TYPE REF TO cl_abap_typedescr
      EXCEPTIONS
        type_not_found.
    CLASS-METHODS describe_by_object_ref
      IMPORTING
        !p_object_ref      TYPE REF TO object
      RETURNING
        VALUE(p_descr_ref) TYPE REF TO cl_abap_typedescr
      EXCEPTIONS
        reference_is_initial.
    CLASS-METHODS describe_by_data_ref
      IMPORTING
        !p_data_ref        TYPE REF TO data
      RETURNING
        VALUE(p_descr_ref) TYPE REF TO cl_abap_typedescr
      EXCEPTIONS
        reference_is_initial.
    METHODS get_relative_name
      RETURNING
        VALUE(p_relative_name) TYPE string.
    METHODS is_ddic_type
      RETURNING
        VALUE(p_abap_bool) TYPE abap_bool.
  PROTECTED SECTION.
    "! The absolute name of a type; ABAP_BOOL is a type of the type group ABAP.
    CLASS-METHODS absolute
      IMPORTING
        !name         TYPE string
      RETURNING
        VALUE(result) TYPE string.
    CLASS-METHODS type_name
      IMPORTING
        !value        TYPE any
      RETURNING
        VALUE(result) TYPE string.
  PRIVATE SECTION.
    TYPES:
      BEGIN OF ty_known,
        key   TYPE string,
        descr TYPE REF TO cl_abap_typedescr,
      END OF ty_known.
    "! An elementary type that has a name is described by one object.
    CLASS-DATA known_elements TYPE HASHED TABLE OF ty_known WITH UNIQUE KEY key.
ENDCLASS.

CLASS cl_abap_typedescr IMPLEMENTATION.
  METHOD describe_by_data.
    DATA data TYPE REF TO data.
    DATA type TYPE abap_typekind.
    DESCRIBE FIELD p_data TYPE type.
    CREATE DATA data LIKE p_data.
    CASE type.
      WHEN typekind_struct1 OR typekind_struct2.
        p_descr_ref = NEW cl_abap_structdescr( data ).
      WHEN typekind_table.
        p_descr_ref = NEW cl_abap_tabledescr( data ).
      WHEN typekind_dref OR typekind_oref.
        p_descr_ref = NEW cl_abap_refdescr( data ).
      WHEN OTHERS.
        p_descr_ref = NEW cl_abap_elemdescr( data ).
    ENDCASE.
    p_descr_ref->type_kind = type.
    p_descr_ref->absolute_name = absolute( type_name( p_data ) ).
    IF p_descr_ref->kind = kind_elem.
      WRITE '@KERNEL const described = p_data.getPointer ? p_data.getPointer() : p_data;'.
      " in bytes: a character has two
      WRITE '@KERNEL const bytes = { C: 2, N: 2 }[type.get()] ?? 1;'.
      WRITE '@KERNEL const fixed = { I: 4, 8: 8, F: 8, D: 16, T: 12, a: 8, e: 16, g: 8, y: 8 }[type.get()];'.
      WRITE '@KERNEL p_descr_ref.get().length.set(fixed ?? (described.getLength?.() ?? 0) * bytes);'.
      WRITE '@KERNEL p_descr_ref.get().decimals.set(described.getDecimals?.() ?? 0);'.
      " the place of a component is no name of a type
      IF p_descr_ref->get_relative_name( ) CS '-'.
        IF type = 'g'.
          p_descr_ref->absolute_name = absolute( `STRING` ).
        ELSEIF type = 'y'.
          p_descr_ref->absolute_name = absolute( `XSTRING` ).
        ENDIF.
      ENDIF.
      DATA element TYPE ty_known.
      FIELD-SYMBOLS <known> TYPE ty_known.
      IF type CA 'CNPX' AND ( p_descr_ref->get_relative_name( ) = `%_ANONYMOUS` OR p_descr_ref->get_relative_name( ) = `CHARACTER`
          OR p_descr_ref->get_relative_name( ) = `NUMC` OR p_descr_ref->get_relative_name( ) = `PACKED` OR p_descr_ref->get_relative_name( ) = `HEX` ).
        RETURN.
      ENDIF.
      element-key = |{ p_descr_ref->absolute_name } { type } { p_descr_ref->length } { p_descr_ref->decimals }|.
      READ TABLE known_elements ASSIGNING <known> WITH TABLE KEY key = element-key.
      IF sy-subrc = 0.
        p_descr_ref = <known>-descr.
      ELSE.
        element-descr = p_descr_ref.
        INSERT element INTO TABLE known_elements.
      ENDIF.
    ENDIF.
  ENDMETHOD.

  METHOD absolute.
    result = COND #(
      WHEN name = `ABAP_BOOL` THEN |\\TYPE-POOL=ABAP\\TYPE={ name }|
      ELSE |\\TYPE={ name }| ).
  ENDMETHOD.

  METHOD type_name.
    WRITE '@KERNEL const typed = value.getPointer ? value.getPointer() : value;'.
    WRITE '@KERNEL result.set((typed?.getDDICName?.() || typed?.getQualifiedName?.() || typed?.constructor.name || "").toUpperCase());'.
    IF result IS INITIAL.
      result = `%_ANONYMOUS`.
    ENDIF.
  ENDMETHOD.

  METHOD describe_by_name.
    DATA name TYPE string.
    DATA data TYPE REF TO data.
    DATA known TYPE string.
    FIELD-SYMBOLS <data> TYPE any.
    name = kernel_internal_name=>rtti_to_internal( p_name ).
    FIND FIRST OCCURRENCE OF `=` IN name.
    IF sy-subrc = 0 AND name(1) = `\`.
      name = substring_after( val = name sub = `=` occ = -1 ).
    ENDIF.
    WRITE '@KERNEL known.set(abap.Classes[name.get()]?.INTERNAL_TYPE ?? "");'.
    CASE known.
      WHEN `CLAS`.
        p_descr_ref = NEW cl_abap_classdescr( name ).
      WHEN `INTF`.
        p_descr_ref = NEW cl_abap_intfdescr( name ).
      WHEN OTHERS.
        SPLIT name AT `-` INTO DATA(type) DATA(component).
        TRY.
            CREATE DATA data TYPE (type).
          CATCH cx_sy_create_data_error.
            RAISE type_not_found.
        ENDTRY.
        ASSIGN data->* TO <data>.
        IF component IS NOT INITIAL.
          ASSIGN COMPONENT component OF STRUCTURE <data> TO <data>.
          IF sy-subrc <> 0.
            RAISE type_not_found.
          ENDIF.
          p_descr_ref = describe_by_data( <data> ).
          RETURN.
        ENDIF.
        p_descr_ref = describe_by_data( <data> ).
        p_descr_ref->absolute_name = absolute( name ).
    ENDCASE.
  ENDMETHOD.

  METHOD describe_by_object_ref.
    DATA name TYPE string.
    IF p_object_ref IS NOT BOUND.
      RAISE reference_is_initial.
    ENDIF.
    WRITE '@KERNEL name.set(p_object_ref.get().constructor.INTERNAL_NAME);'.
    p_descr_ref = NEW cl_abap_classdescr( name ).
  ENDMETHOD.

  METHOD describe_by_data_ref.
    FIELD-SYMBOLS <data> TYPE any.
    IF p_data_ref IS NOT BOUND.
      RAISE reference_is_initial.
    ENDIF.
    ASSIGN p_data_ref->* TO <data>.
    p_descr_ref = describe_by_data( <data> ).
  ENDMETHOD.

  METHOD get_relative_name.
    p_relative_name = substring_after( val = absolute_name sub = `=` occ = -1 ).
  ENDMETHOD.

  METHOD is_ddic_type.
    DATA name TYPE string.
    name = get_relative_name( ).
    WRITE '@KERNEL p_abap_bool.set(abap.DDIC[name.get()] === undefined ? "" : "X");'.
  ENDMETHOD.
ENDCLASS.
