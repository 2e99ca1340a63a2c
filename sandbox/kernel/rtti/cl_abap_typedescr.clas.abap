"! What a type is, at run time.
CLASS cl_abap_typedescr DEFINITION PUBLIC ABSTRACT CREATE PUBLIC.
  PUBLIC SECTION.
    CONSTANTS:
      false     TYPE abap_bool VALUE abap_false,
      true      TYPE abap_bool VALUE abap_true,
      undefined TYPE abap_bool VALUE abap_undefined.
    CONSTANTS:
      kind_elem   TYPE abap_typecategory VALUE 'E',
      kind_struct TYPE abap_typecategory VALUE 'S',
      kind_table  TYPE abap_typecategory VALUE 'T',
      kind_ref    TYPE abap_typecategory VALUE 'R',
      kind_class  TYPE abap_typecategory VALUE 'C',
      kind_intf   TYPE abap_typecategory VALUE 'I'.
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
      typekind_xsequence  TYPE abap_typekind VALUE '!',
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

    CONSTANTS:
      typepropkind_dbmaxlen  TYPE abap_typepropkind VALUE 'D',
      typepropkind_hasclient TYPE abap_typepropkind VALUE 'C'.

    DATA absolute_name TYPE abap_abstypename READ-ONLY.
    DATA kind          TYPE abap_typecategory READ-ONLY.
    DATA type_kind     TYPE abap_typekind READ-ONLY.
    DATA length        TYPE i READ-ONLY.
    DATA decimals      TYPE i READ-ONLY.

    CLASS-METHODS describe_by_data
      IMPORTING
        !p_data            TYPE any
      RETURNING
        VALUE(p_descr_ref) TYPE REF TO cl_abap_typedescr.
    CLASS-METHODS describe_by_name
      IMPORTING
        !p_name            TYPE any
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
    "! The head of a structure or table of the dictionary: its name and category.
    METHODS get_ddic_header
      RETURNING
        VALUE(p_header) TYPE x030l
      EXCEPTIONS
        not_found
        no_ddic_type.
    METHODS has_property
      IMPORTING
        !p_property_kind   TYPE abap_typepropkind
      RETURNING
        VALUE(p_abap_bool) TYPE abap_bool.
    METHODS get_property
      IMPORTING
        !p_property_kind TYPE abap_typepropkind
      RETURNING
        VALUE(p_value)   TYPE REF TO data.
    METHODS is_instantiatable ABSTRACT
      RETURNING
        VALUE(p_result) TYPE abap_bool.
  PROTECTED SECTION.
    "! The description of a class or interface by the name that the runtime keeps it under.
    CLASS-METHODS describe_class
      IMPORTING
        !key          TYPE string
      RETURNING
        VALUE(result) TYPE REF TO cl_abap_typedescr.
  PRIVATE SECTION.
    TYPES:
      BEGIN OF ty_known,
        key   TYPE string,
        descr TYPE REF TO cl_abap_typedescr,
      END OF ty_known.
    TYPES ty_all_known TYPE HASHED TABLE OF ty_known WITH UNIQUE KEY key.
    "! An elementary type that has a name is described by one object, and so is each class.
    CLASS-DATA known_elements TYPE ty_all_known.
    CLASS-DATA known_classes TYPE ty_all_known.
    "! Types without a name have one while the program runs.
    CLASS-DATA unnamed TYPE ty_all_known.
    TYPES:
      BEGIN OF ty_shape,
        shape TYPE string,
        name  TYPE string,
      END OF ty_shape.
    CLASS-DATA shapes TYPE HASHED TABLE OF ty_shape WITH UNIQUE KEY shape.

    CLASS-METHODS by_kind
      IMPORTING
        !data         TYPE REF TO data
        !type         TYPE abap_typekind
      RETURNING
        VALUE(result) TYPE REF TO cl_abap_typedescr.
    CLASS-METHODS name_of
      IMPORTING
        !descr        TYPE REF TO cl_abap_typedescr
        !data         TYPE REF TO data
      RETURNING
        VALUE(result) TYPE string.
    "! The name of an elementary type that has none in the program; empty for others.
    CLASS-METHODS built_in_name
      IMPORTING
        !descr        TYPE REF TO cl_abap_typedescr
      RETURNING
        VALUE(result) TYPE string.
    "! The value of a type of a program by its name; unbound where there is none.
    CLASS-METHODS data_of
      IMPORTING
        !name         TYPE string
      RETURNING
        VALUE(result) TYPE REF TO data.
ENDCLASS.

CLASS cl_abap_typedescr IMPLEMENTATION.
  METHOD describe_by_data.
    DATA data TYPE REF TO data.
    DATA type TYPE abap_typekind.
    DATA element TYPE ty_known.
    FIELD-SYMBOLS <known> TYPE ty_known.
    CREATE DATA data LIKE p_data.
    WRITE '@KERNEL const facts = abap.sandbox.descriptions.factsOf(data.getPointer());'.
    WRITE '@KERNEL type.set(facts.type_kind);'.
    p_descr_ref = by_kind( data = data type = type ).
    p_descr_ref->type_kind = type.
    WRITE '@KERNEL p_descr_ref.get().length.set(facts.length);'.
    WRITE '@KERNEL p_descr_ref.get().decimals.set(facts.decimals);'.
    p_descr_ref->absolute_name = name_of( descr = p_descr_ref data = data ).
    IF p_descr_ref->kind <> kind_elem.
      RETURN.
    ENDIF.
    element-key = |{ p_descr_ref->absolute_name } { type } { p_descr_ref->length } { p_descr_ref->decimals }|.
    READ TABLE known_elements ASSIGNING <known> WITH TABLE KEY key = element-key.
    IF sy-subrc = 0.
      p_descr_ref = <known>-descr.
    ELSE.
      element-descr = p_descr_ref.
      INSERT element INTO TABLE known_elements.
      element-key = p_descr_ref->get_relative_name( ).
      INSERT element INTO TABLE unnamed.
    ENDIF.
  ENDMETHOD.

  METHOD by_kind.
    CASE type.
      WHEN typekind_struct1 OR typekind_struct2.
        result = NEW cl_abap_structdescr( data ).
      WHEN typekind_table.
        result = NEW cl_abap_tabledescr( data ).
      WHEN typekind_dref OR typekind_oref OR typekind_iref.
        result = NEW cl_abap_refdescr( data ).
      WHEN typekind_enum.
        result = NEW cl_abap_enumdescr( data ).
      WHEN OTHERS.
        result = NEW cl_abap_elemdescr( data ).
    ENDCASE.
  ENDMETHOD.

  METHOD name_of.
    DATA type TYPE abap_typekind.
    DATA known TYPE ty_known.
    DATA shape TYPE string.
    type = descr->type_kind.
    WRITE '@KERNEL result.set(abap.sandbox.descriptions.typeNameOf(data.getPointer(), type.get()));'.
    IF result IS NOT INITIAL.
      RETURN.
    ENDIF.
    result = built_in_name( descr ).
    IF result IS NOT INITIAL.
      RETURN.
    ENDIF.
    " the same components have the same name whenever they are described
    WRITE '@KERNEL const isComposed = "uvh".includes(type.get());'.
    WRITE '@KERNEL shape.set(isComposed ? abap.sandbox.descriptions.shapeOf(data.getPointer()) : "");'.
    READ TABLE shapes INTO DATA(seen) WITH TABLE KEY shape = shape.
    IF sy-subrc = 0.
      result = |\\TYPE={ seen-name }|.
      RETURN.
    ENDIF.
    known-key = |%_T{ lines( unnamed ) + 1 WIDTH = 10 ALIGN = RIGHT PAD = '0' }|.
    known-descr = descr.
    INSERT known INTO TABLE unnamed.
    IF shape IS NOT INITIAL.
      INSERT VALUE #( shape = shape name = known-key ) INTO TABLE shapes.
    ENDIF.
    result = |\\TYPE={ known-key }|.
  ENDMETHOD.

  METHOD built_in_name.
    CASE descr->type_kind.
      WHEN typekind_string.
        result = `\TYPE=STRING`.
      WHEN typekind_xstring.
        result = `\TYPE=XSTRING`.
      WHEN typekind_int.
        result = `\TYPE=I`.
      WHEN typekind_int8.
        result = `\TYPE=INT8`.
      WHEN typekind_date.
        result = `\TYPE=D`.
      WHEN typekind_time.
        result = `\TYPE=T`.
      WHEN typekind_float.
        result = `\TYPE=F`.
      WHEN typekind_decfloat16.
        result = `\TYPE=DECFLOAT16`.
      WHEN typekind_decfloat34.
        result = `\TYPE=DECFLOAT34`.
      WHEN typekind_utclong.
        result = `\TYPE=UTCLONG`.
      WHEN typekind_char OR typekind_num OR typekind_packed OR typekind_hex.
        result = |\\TYPE=%_T{ descr->type_kind }{ descr->length WIDTH = 8 ALIGN = RIGHT PAD = '0' }S{ descr->decimals WIDTH = 2 ALIGN = RIGHT PAD = '0' }|.
    ENDCASE.
  ENDMETHOD.

  METHOD describe_class.
    DATA known TYPE ty_known.
    DATA type TYPE string.
    FIELD-SYMBOLS <known> TYPE ty_known.
    READ TABLE known_classes ASSIGNING <known> WITH TABLE KEY key = key.
    IF sy-subrc = 0.
      result = <known>-descr.
      RETURN.
    ENDIF.
    WRITE '@KERNEL type.set(abap.sandbox.descriptions.kindOf(key.get()));'.
    IF type = `INTF`.
      result = NEW cl_abap_intfdescr( key ).
    ELSE.
      result = NEW cl_abap_classdescr( key ).
    ENDIF.
    known-key = key.
    known-descr = result.
    INSERT known INTO TABLE known_classes.
  ENDMETHOD.

  METHOD describe_by_name.
    DATA name TYPE string.
    DATA key TYPE string.
    DATA owner TYPE string.
    DATA type TYPE string.
    DATA data TYPE REF TO data.
    FIELD-SYMBOLS <known> TYPE ty_known.
    name = to_upper( condense( p_name ) ).
    FIND PCRE `^(\\(?:PROGRAM|CLASS|INTERFACE|CLASS-POOL|INTERFACE-POOL)=.+)\\TYPE=([^\\]+)$` IN name SUBMATCHES owner type.
    IF sy-subrc <> 0.
      FIND PCRE `^([^\\=>]+)=>([^\\=>]+)$` IN name SUBMATCHES owner type.
    ENDIF.
    IF sy-subrc = 0.
      key = kernel_internal_name=>rtti_to_internal( owner ).
      WRITE '@KERNEL data.assign(abap.sandbox.descriptions.declaredType(abap.sandbox.descriptions.keyOf(key.get()), type.get()));'.
    ELSE.
      key = kernel_internal_name=>rtti_to_internal( name ).
      WRITE '@KERNEL key.set(abap.sandbox.descriptions.keyOf(key.get()));'.
      IF key IS NOT INITIAL.
        p_descr_ref = describe_class( key ).
        RETURN.
      ENDIF.
      FIND PCRE `^(?:\\TYPE-POOL=\w+)?\\TYPE=([^\\]+)$` IN name SUBMATCHES name.
      READ TABLE unnamed ASSIGNING <known> WITH TABLE KEY key = name.
      IF sy-subrc = 0.
        p_descr_ref = <known>-descr.
        RETURN.
      ENDIF.
      data = data_of( name ).
    ENDIF.
    IF data IS NOT BOUND.
      RAISE type_not_found.
    ENDIF.
    p_descr_ref = describe_by_data_ref( data ).
    IF type IS INITIAL AND name NS `-`.
      p_descr_ref->absolute_name = COND #( WHEN name = `ABAP_BOOL` THEN `\TYPE-POOL=ABAP\TYPE=ABAP_BOOL` ELSE |\\TYPE={ name }| ).
    ENDIF.
  ENDMETHOD.

  METHOD data_of.
    FIELD-SYMBOLS <data> TYPE any.
    SPLIT name AT `-` INTO DATA(type) DATA(component).
    TRY.
        CREATE DATA result TYPE (type).
      CATCH cx_sy_create_data_error.
        CLEAR result.
        RETURN.
    ENDTRY.
    IF component IS INITIAL.
      RETURN.
    ENDIF.
    ASSIGN result->* TO <data>.
    ASSIGN COMPONENT component OF STRUCTURE <data> TO <data>.
    IF sy-subrc = 0.
      GET REFERENCE OF <data> INTO result.
    ELSE.
      CLEAR result.
    ENDIF.
  ENDMETHOD.

  METHOD describe_by_object_ref.
    DATA name TYPE string.
    IF p_object_ref IS NOT BOUND.
      RAISE reference_is_initial.
    ENDIF.
    WRITE '@KERNEL name.set(p_object_ref.get().constructor.INTERNAL_NAME);'.
    p_descr_ref = describe_class( name ).
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
    p_relative_name = condense( substring_after( val = absolute_name sub = `=` occ = -1 ) ).
  ENDMETHOD.

  METHOD is_ddic_type.
    DATA name TYPE string.
    IF absolute_name NP `\TYPE=*`.
      RETURN.
    ENDIF.
    name = get_relative_name( ).
    WRITE '@KERNEL p_abap_bool.set(abap.DDIC[name.get()] === undefined ? "" : "X");'.
  ENDMETHOD.

  METHOD get_ddic_header.
    IF is_ddic_type( ) = abap_false.
      RAISE no_ddic_type.
    ENDIF.
    p_header-tabname = get_relative_name( ).
  ENDMETHOD.

  METHOD has_property.
    p_abap_bool = xsdbool( p_property_kind = typepropkind_hasclient AND kind = kind_struct AND is_ddic_type( ) = abap_true ).
    IF p_property_kind = typepropkind_dbmaxlen.
      WRITE '@KERNEL abap.sandbox.unsupported("the property DBMAXLEN of CL_ABAP_TYPEDESCR");'.
    ENDIF.
  ENDMETHOD.

  METHOD get_property.
    DATA name TYPE string.
    FIELD-SYMBOLS <flag> TYPE abap_bool.
    IF has_property( p_property_kind ) = abap_false.
      RETURN.
    ENDIF.
    CREATE DATA p_value TYPE abap_bool.
    ASSIGN p_value->* TO <flag>.
    name = get_relative_name( ).
    WRITE '@KERNEL fs_flag_.set(abap.DDIC[name.get()].fields?.[0]?.datatype === "CLNT" ? "X" : "");'.
  ENDMETHOD.
ENDCLASS.
