import type { Construct } from './language.ts'

/** Classes that are described; their members show each kind. */
export const DESCRIBED_LOCALS = `INTERFACE lif_described.
  TYPES ty_a TYPE c LENGTH 4.
  CONSTANTS one TYPE i VALUE 1.
  DATA value TYPE string READ-ONLY.
  METHODS run IMPORTING VALUE(x) TYPE i y TYPE string OPTIONAL RETURNING VALUE(r) TYPE i RAISING cx_sy_zerodivide.
ENDINTERFACE.
CLASS lcl_described DEFINITION ABSTRACT.
  PUBLIC SECTION.
    INTERFACES lif_described.
    ALIASES go FOR lif_described~run.
    EVENTS done EXPORTING VALUE(code) TYPE i.
    METHODS old EXPORTING e TYPE string EXCEPTIONS failed.
    METHODS must ABSTRACT.
    METHODS last FINAL.
  PROTECTED SECTION.
    DATA shared TYPE i.
  PRIVATE SECTION.
    DATA hidden TYPE i.
ENDCLASS.
CLASS lcl_described IMPLEMENTATION.
  METHOD lif_described~run. ENDMETHOD.
  METHOD old. ENDMETHOD.
  METHOD last. ENDMETHOD.
ENDCLASS.
CLASS lcl_described_heir DEFINITION INHERITING FROM lcl_described FINAL CREATE PRIVATE FRIENDS lcl_described.
  PUBLIC SECTION.
    CLASS-DATA count TYPE i READ-ONLY.
    METHODS must REDEFINITION.
    METHODS old REDEFINITION.
    METHODS handle FOR EVENT done OF lcl_described IMPORTING code.
ENDCLASS.
CLASS lcl_described_heir IMPLEMENTATION.
  METHOD must. ENDMETHOD.
  METHOD old. ENDMETHOD.
  METHOD handle. ENDMETHOD.
ENDCLASS.
`

/**
 * Run-time type information, by the classes' public interface (abapedia/steampunk-2305-api) and the
 * keyword documentation. Members are sorted by name; believed.
 */
export const TYPE_DESCRIPTIONS: readonly Construct[] = [
  {
    title:
      'methods of a class: inherited, redefined, of interfaces, their parameters and exceptions',
    body: `DATA(d) = CAST cl_abap_classdescr( cl_abap_typedescr=>describe_by_name( 'LCL_DESCRIBED_HEIR' ) ). LOOP AT d->methods INTO DATA(m). r = |{ r } { m-name }:{ m-visibility }{ m-is_interface }/{ m-is_inherited }/{ m-is_redefined }/{ m-is_abstract }/{ m-is_final }/{ m-alias_for }/{ m-for_event }/{ m-of_class }/{ m-is_raising_excps }|. LOOP AT m-parameters INTO DATA(p). r = |{ r }({ p-name } { p-parm_kind }{ p-by_value }{ p-is_optional }{ p-type_kind }{ p-length })|. ENDLOOP. LOOP AT m-exceptions INTO DATA(x). r = |{ r }!{ x-name }|. ENDLOOP. ENDLOOP.`,
    result: ` GO:U/X////LIF_DESCRIBED~RUN///X(X II4)(Y IXg8)(R RXI4)!CX_SY_ZERODIVIDE HANDLE:U//////DONE/LCL_DESCRIBED/(CODE IXI4) LAST:U/X///X//// LIF_DESCRIBED~RUN:UX/X///////X(X IXI4)(Y IXg8)(R RXI4)!CX_SY_ZERODIVIDE MUST:U/X/X////// OLD:U/X/X//////(E Eg8)!FAILED`
  },
  {
    title: 'attributes, types, events, interfaces and friends of a class',
    body: `DATA(d) = CAST cl_abap_classdescr( cl_abap_typedescr=>describe_by_name( 'LCL_DESCRIBED_HEIR' ) ). LOOP AT d->attributes INTO DATA(a). r = |{ r } { a-name }:{ a-visibility }{ a-is_interface }/{ a-is_inherited }/{ a-is_class }/{ a-is_constant }/{ a-is_read_only }{ a-type_kind }{ a-length }|. ENDLOOP. r = |{ r } { d->class_kind }{ d->create_visibility }{ lines( d->get_friend_types( ) ) }|. LOOP AT d->types INTO DATA(t). r = |{ r } { t-name }|. ENDLOOP. LOOP AT d->events INTO DATA(e). r = |{ r } { e-name }{ e-parameters[ 1 ]-name }{ e-parameters[ 1 ]-type_kind }|. ENDLOOP. LOOP AT d->interfaces INTO DATA(i). r = |{ r } { i-name }{ i-is_inherited }|. ENDLOOP.`,
    result: ` COUNT:U//X//XI4 LIF_DESCRIBED~ONE:UX/X/X/X/I4 LIF_DESCRIBED~VALUE:UX/X///Xg8 SHARED:O/X///I4 FI1 LIF_DESCRIBED~TY_A DONECODEI LIF_DESCRIBEDX`
  },
  {
    title: 'types of attributes, parameters and of a class',
    body: `DATA(d) = CAST cl_abap_objectdescr( cl_abap_typedescr=>describe_by_name( 'LCL_DESCRIBED_HEIR' ) ). r = |{ d->get_attribute_type( 'SHARED' )->absolute_name } { d->get_method_parameter_type( p_method_name = 'LIF_DESCRIBED~RUN' p_parameter_name = 'Y' )->absolute_name } { d->get_event_parameter_type( p_event_name = 'DONE' p_parameter_name = 'CODE' )->type_kind } { d->get_type( 'LIF_DESCRIBED~TY_A' )->absolute_name } { d->get_interface_type( 'LIF_DESCRIBED' )->absolute_name } { d->applies_to_class( 'LCL_DESCRIBED' ) }{ cl_abap_objectdescr=>public }|. d->get_attribute_type( EXPORTING p_name = 'NONE' EXCEPTIONS attribute_not_found = 1 OTHERS = 2 ). r = |{ r }{ sy-subrc }|. d->get_method_parameter_type( EXPORTING p_method_name = 'MUST' p_parameter_name = 'N' EXCEPTIONS parameter_not_found = 3 method_not_found = 4 ). r = |{ r }{ sy-subrc }|. d->get_method_parameter_type( EXPORTING p_method_name = 'NO' p_parameter_name = 'N' EXCEPTIONS parameter_not_found = 3 method_not_found = 4 ). r = |{ r }{ sy-subrc }|.`,
    result: `\\TYPE=I \\TYPE=STRING I \\CLASS-POOL=ZCL_CORPUS\\INTERFACE=LIF_DESCRIBED\\TYPE=TY_A \\CLASS-POOL=ZCL_CORPUS\\INTERFACE=LIF_DESCRIBED U134`
  },
  {
    title: 'descriptions of elementary types by their kind, and lengths out of range',
    body: `r = |{ cl_abap_elemdescr=>get_decfloat34( )->absolute_name } { cl_abap_elemdescr=>get_c( 5 )->length } { cl_abap_elemdescr=>get_int1( )->type_kind }{ cl_abap_elemdescr=>get_int2( )->type_kind } { cl_abap_elemdescr=>get_by_kind( p_type_kind = 'P' p_length = 5 p_decimals = 2 )->decimals }|. TRY. cl_abap_elemdescr=>get_c( 0 ). CATCH cx_parameter_invalid_range INTO DATA(x). r = |{ r } { x->get_text( ) }|. ENDTRY.`,
    result: `\\TYPE=DECFLOAT34 10 bs 2 Parameter is outside its range`
  },
  {
    title: 'tables with secondary keys and structures are made; what is wrong is refused',
    body: `DATA(s) = cl_abap_structdescr=>create( VALUE #( ( name = 'A' type = cl_abap_elemdescr=>get_i( ) ) ( name = 'B' type = cl_abap_elemdescr=>get_c( 3 ) ) ) ). DATA(t) = cl_abap_tabledescr=>get_with_keys( p_line_type = s p_keys = VALUE #( ( name = 'primary_key' is_primary = abap_true access_kind = 'S' key_kind = 'E' ) ( name = 'BY_A' access_kind = 'O' is_unique = abap_true key_kind = 'U' components = VALUE #( ( name = 'A' ) ) ) ) ). DATA d TYPE REF TO data. CREATE DATA d TYPE HANDLE t. LOOP AT t->get_keys( ) INTO DATA(k). r = |{ r } { k-name }{ k-access_kind }{ k-is_unique }{ k-is_primary }{ k-key_kind }{ lines( k-components ) }|. ENDLOOP. r = |{ r } { s->struct_kind }{ s->length } { t->key_defkind }{ t->get_table_line_type( )->kind }|.
TRY. cl_abap_tabledescr=>create( p_line_type = s p_table_kind = 'H' ). CATCH cx_sy_table_creation. r = |{ r } hashed|. ENDTRY. TRY. cl_abap_structdescr=>create( VALUE #( ( name = 'A' type = cl_abap_elemdescr=>get_i( ) ) ( name = 'A' type = cl_abap_elemdescr=>get_i( ) ) ) ). CATCH cx_sy_struct_creation. r = |{ r } twice|. ENDTRY.`,
    result: ` PRIMARY_KEYSXE0 BY_AOXU1 F12 ES hashed twice`
  },
  {
    title: 'references by the name or the description of their type',
    body: `DATA(o) = cl_abap_refdescr=>get_by_name( 'ZCL_CORPUS' ). DATA d TYPE REF TO data. CREATE DATA d TYPE HANDLE o. r = |{ o->get_referenced_type( )->absolute_name } { o->type_kind }{ cl_abap_refdescr=>get_ref_to_data( )->type_kind }{ cl_abap_refdescr=>get_ref_to_object( )->type_kind }{ cl_abap_refdescr=>get( cl_abap_elemdescr=>get_i( ) )->get_referenced_type( )->absolute_name }|. TRY. cl_abap_refdescr=>get_by_name( 'NOPE' ). CATCH cx_sy_unknown_type INTO DATA(x). r = |{ r } { x->get_text( ) }|. ENDTRY.`,
    result: `\\CLASS=ZCL_CORPUS rlr\\TYPE=I Type NOPE is unknown`
  },
  {
    title: 'names of types: absolute, of classes, and of types without a name',
    body: `DATA(a) = cl_abap_typedescr=>describe_by_name( '\\CLASS=ZCL_CORPUS\\TYPE=TY_C' ). r = |{ a->absolute_name }{ a->length }|. DATA: BEGIN OF q, x TYPE i, END OF q. DATA(n) = cl_abap_typedescr=>describe_by_data( q )->absolute_name. r = |{ r } { cl_abap_typedescr=>describe_by_name( n )->kind } { cl_abap_typedescr=>describe_by_name( 'ZCL_CORPUS=>TY_S' )->absolute_name }|. cl_abap_typedescr=>describe_by_name( EXPORTING p_name = '\\CLASS=ZCL_CORPUS\\TYPE=NOPE' EXCEPTIONS type_not_found = 4 ). r = |{ r }{ sy-subrc }{ xsdbool( cl_abap_typedescr=>describe_by_name( 'ZCL_CORPUS' ) = cl_abap_typedescr=>describe_by_name( 'ZCL_CORPUS' ) ) }|.`,
    result: `\\CLASS=ZCL_CORPUS\\TYPE=TY_C10 S \\CLASS=ZCL_CORPUS\\TYPE=TY_S4X`
  },
  {
    title: 'a data element and a table of the dictionary',
    body: `DATA v TYPE veri_alpha. DATA(e) = CAST cl_abap_elemdescr( cl_abap_typedescr=>describe_by_data( v ) ). DATA(f) = e->get_ddic_field( ). r = |{ f-rollname } { f-domname } { f-datatype } { f-leng } { f-inttype } { f-intlen } { f-convexit } { e->help_id }|. DATA i TYPE i. CAST cl_abap_elemdescr( cl_abap_typedescr=>describe_by_data( i ) )->get_ddic_field( EXCEPTIONS not_found = 1 no_ddic_type = 2 ). r = |{ r } { sy-subrc }|. DATA(k) = CAST cl_abap_structdescr( cl_abap_typedescr=>describe_by_name( 'T000' ) ). FIELD-SYMBOLS <c> TYPE any. DATA(g) = k->get_property( 'C' ). ASSIGN g->* TO <c>. r = |{ r } { <c> }{ k->get_ddic_header( )-tabname }|.`,
    result: `VERI_ALPHA VERI_ALPHA CHAR 000010 C 000020 ALPHA VERI_ALPHA 2 XT000`
  },
  {
    title: 'languages have a conversion routine, and other texts have none',
    body: "DATA c TYPE c LENGTH 1. r = |{ CAST cl_abap_elemdescr( cl_abap_typedescr=>describe_by_name( 'SPRAS' ) )->edit_mask } { CAST cl_abap_elemdescr( cl_abap_typedescr=>describe_by_data( VALUE sy-langu( ) ) )->edit_mask } { CAST cl_abap_elemdescr( cl_abap_typedescr=>describe_by_data( c ) )->edit_mask }.|.",
    result: '==ISOLA ==ISOLA .'
  },
  {
    title: 'a type applies to data of the same technical type',
    body: `TYPES: BEGIN OF s1, a TYPE i, b TYPE c LENGTH 3, END OF s1, BEGIN OF s2, x TYPE i, y TYPE c LENGTH 3, END OF s2, BEGIN OF s3, x TYPE i, y TYPE c LENGTH 4, END OF s3. DATA a TYPE s1. DATA b TYPE s2. DATA c TYPE s3. DATA(d) = CAST cl_abap_datadescr( cl_abap_typedescr=>describe_by_data( a ) ). r = |{ d->applies_to_data( b ) }{ d->applies_to_data( c ) }{ d->applies_to_data_ref( REF #( a ) ) } { cl_abap_datadescr=>get_data_type_kind( a ) }{ cl_abap_datadescr=>get_data_type_kind( \`x\` ) }|.`,
    result: `XX ug`
  },
  {
    title: 'the members of an enumerated type',
    body: `TYPES: BEGIN OF ENUM color, red, green, END OF ENUM color. DATA c TYPE color. c = green. DATA(d) = CAST cl_abap_enumdescr( cl_abap_typedescr=>describe_by_data( c ) ). LOOP AT d->members INTO DATA(m). r = |{ r }{ m-name }={ m-value } |. ENDLOOP. r = |{ r }{ d->type_kind }{ d->base_type_kind }|.`,
    result: `RED=0 GREEN=1 kI`
  },
  {
    title: 'constants with names that JavaScript reserves',
    body: `r = |{ cl_abap_objectdescr=>public }{ cl_abap_objectdescr=>private }{ cl_abap_objectdescr=>protected }{ cl_abap_typedescr=>true }{ cl_abap_typedescr=>false }{ cl_abap_typedescr=>undefined }|.`,
    result: `UIOX-`
  }
]
