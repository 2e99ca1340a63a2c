import type { Construct } from './language.ts'

const bytes = (text: string): string => `cl_abap_codepage=>convert_to( ${text} )`
const read = `DO. DATA(node) = reader->read_next_node( ). IF node IS NOT BOUND. EXIT. ENDIF. CASE node->type.
WHEN if_sxml_node=>co_nt_element_open. DATA(open) = CAST if_sxml_open_element( node ). r = |{ r }<{ open->qname-name }|. LOOP AT open->get_attributes( ) INTO DATA(att). r = |{ r } { att->qname-name }={ att->get_value( ) }|. ENDLOOP.
WHEN if_sxml_node=>co_nt_element_close. DATA(close) = CAST if_sxml_close_element( node ). r = |{ r }>{ close->qname-name }|.
WHEN if_sxml_node=>co_nt_value. DATA(val) = CAST if_sxml_value_node( node ). r = |{ r }:{ val->get_value( ) }|. ENDCASE. ENDDO.`
const failing = (text: string): string =>
  `DATA(reader) = cl_sxml_string_reader=>create( ${bytes(text)} ). TRY. DO 9 TIMES. reader->next_node( ). ENDDO. CATCH cx_sxml_parse_error INTO DATA(x). r = |{ x->error_text }/{ x->xml_offset }|. ENDTRY.`
const writer = (type: string, body: string): string =>
  `DATA(out) = cl_sxml_string_writer=>create( type = if_sxml=>${type} ). DATA w TYPE REF TO if_sxml_writer. w = out. ${body} r = cl_abap_codepage=>convert_from( out->get_output( ) ).`

/** Classes of the standard. Documented in the keyword documentation (sXML library, JSON-XML, RTTS). */
export const LIBRARY: readonly Construct[] = [
  {
    title: 'UUIDs by the static interface, in their forms',
    body: `DATA(c) = cl_system_uuid=>if_system_uuid_static~create_uuid_c22( ). cl_system_uuid=>if_system_uuid_static~convert_uuid_c22( EXPORTING uuid = c IMPORTING uuid_x16 = DATA(x) uuid_c36 = DATA(d) ). cl_system_uuid=>if_system_uuid_static~convert_uuid_c36( EXPORTING uuid = d IMPORTING uuid_c22 = DATA(e) uuid_x16 = DATA(y) ). r = |{ xsdbool( c = e AND x = y ) }|. DATA n TYPE string VALUE \`CL_SYSTEM_UUID\`. DATA u TYPE sysuuid_c32. CALL METHOD (n)=>if_system_uuid_static~create_uuid_c32 RECEIVING uuid = u. r = |{ r }{ strlen( u ) }|. cl_system_uuid=>if_system_uuid_static~convert_uuid_x16( EXPORTING uuid = CONV #( 'FF00000000000000000000000000000F' ) IMPORTING uuid_c22 = c uuid_c36 = d ). r = |{ r } { c } { d }|. TRY. cl_system_uuid=>if_system_uuid_static~convert_uuid_c32( EXPORTING uuid = 'X' IMPORTING uuid_x16 = x ). CATCH cx_uuid_error. r = |{ r } wrong|. ENDTRY.`,
    result: 'X32 }m0000000000000000003m ff000000-0000-0000-0000-00000000000f wrong'
  },
  {
    title: 'sXML: nodes of an XML document, without white space between elements',
    body: `DATA(reader) = cl_sxml_string_reader=>create( ${bytes(`'<a x="1&amp;2"> <b>t<![CDATA[<]]></b><c/></a>'`)} ). ${read}`,
    result: '<a x=1&2<b:t<>b<c>c>a'
  },
  {
    title: 'cl_ixml_core: parses and renders bytes as cl_ixml does',
    body: `DATA(core) = cl_ixml_core=>create( ). DATA(streams) = core->create_stream_factory( ). DATA(document) = core->create_document( ). DATA(parser) = core->create_parser( document = document istream = streams->create_istream_xstring( ${bytes("'<a><b>t</b></a>'")} ) stream_factory = streams ). r = |{ parser->parse( ) }{ parser->num_errors( ) }|. document->get_root_element( )->set_attribute( name = 'x' value = '1' ). DATA out TYPE xstring. DATA(target) = streams->create_ostream_xstring( out ). target->set_pretty_print( abap_false ). core->create_renderer( document = document ostream = target )->render( ). r = |{ r } { substring_after( val = cl_abap_codepage=>convert_from( out ) sub = '?>' ) }|.`,
    result: '00 <a x="1"><b>t</b></a>'
  },
  {
    title: 'cl_ixml_core: errors of the parser',
    body: `DATA(core) = cl_ixml_core=>create( ). DATA(streams) = core->create_stream_factory( ). DATA(document) = core->create_document( ). DATA(parser) = core->create_parser( document = document istream = streams->create_istream_xstring( ${bytes("'<a><b></a>'")} ) stream_factory = streams ). parser->parse( ). r = |{ parser->num_errors( ) } { parser->get_error( index = 0 )->get_line( ) }|.`,
    result: '1 1'
  },
  {
    title: 'cl_bcs_convert: bytes and texts in lines of 255',
    body: `DATA(long) = repeat( val = \`ab\` occ = 150 ). DATA(bytes) = ${bytes('long')}. DATA(lines) = cl_bcs_convert=>xstring_to_solix( bytes ). r = |{ lines( lines ) } { xsdbool( cl_bcs_convert=>solix_to_xstring( it_solix = lines iv_size = 300 ) = bytes ) }|. cl_bcs_convert=>string_to_solix( EXPORTING iv_string = \`ab\` iv_codepage = '4103' iv_add_bom = abap_true IMPORTING et_solix = lines ev_size = DATA(size) ). DATA(first) = lines[ 1 ]-line. r = |{ r } { condense( size ) } { first(6) } { strlen( cl_bcs_convert=>raw_to_string( cl_bcs_convert=>string_to_soli( long ) ) ) }|.`,
    result: '2 X 6 FFFE61006200 300'
  },
  {
    title: 'sXML: JSON as JSON-XML',
    body: `DATA(reader) = cl_sxml_string_reader=>create( ${bytes(`'{"a":[1.50,true,null,"\\u0041/"],"b":{}}'`)} ). ${read}`,
    result:
      '<object<array name=a<num:1.50>num<bool:true>bool<null>null<str:A/>str>array<object name=b>object>object'
  },
  {
    title: 'sXML: a value token has the name of its element',
    body: `DATA(reader) = cl_sxml_string_reader=>create( ${bytes(`'<n:a xmlns:n="u">t</n:a>'`)} ). DO 4 TIMES. reader->next_node( ). r = \`\` && r && reader->node_type && reader->prefix && reader->name && reader->nsuri && reader->value && ';'. ENDDO.`,
    result: '1 nau;4 naut;2 nau;128 ;'
  },
  {
    title: 'sXML: an end tag of another name is an error of the document',
    body: failing(`'<A></B>'`),
    result: 'document not wellformed/7'
  },
  {
    title: 'sXML: a document that ends too soon',
    body: failing(`'<A>'`),
    result: '<EOF> reached/3'
  },
  {
    title: 'sXML: bytes that are neither XML nor JSON',
    body: failing(`'abc'`),
    result: 'document not wellformed/0'
  },
  {
    title: 'sXML: no bytes',
    body: failing('``'),
    result: 'BOM / charset detection failed/0'
  },
  {
    title: 'sXML: document type declarations are refused, entities could grow without bounds',
    body: failing(`'<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'`),
    result: 'a document type declaration is not supported by the sandbox/2'
  },
  {
    title: 'sXML: token-based rendering of XML, raw values in Base64',
    body: writer(
      'co_xt_xml10',
      `w->open_element( 'A' ). w->write_attribute( name = 'B' value = '"<' ). w->write_attribute_raw( name = 'C' value = '5051' ). w->write_value( 'x>y' ). w->open_element( name = 'D' nsuri = 'u' prefix = 'p' ). w->close_element( ). w->close_element( ).`
    ),
    result: '<A B="&quot;&lt;" C="UFE=">x&gt;y<p:D xmlns:p="u"/></A>'
  },
  {
    title: 'sXML: rendering of JSON',
    body: writer(
      'co_xt_json',
      `w->open_element( 'object' ). w->open_element( 'str' ). w->write_attribute( name = 'name' value = 'k' ). w->write_value( 'a/"' ). w->close_element( ). w->open_element( 'null' ). w->write_attribute( name = 'name' value = 'n' ). w->close_element( ). w->close_element( ).`
    ),
    result: '{"k":"a\\/\\"","n":null}'
  },
  {
    title: 'sXML: an attribute after the value is an error of the state',
    body: `DATA(out) = cl_sxml_string_writer=>create( ). DATA w TYPE REF TO if_sxml_writer. w = out. w->open_element( 'A' ). w->write_value( 'v' ). TRY. w->write_attribute( name = 'B' value = '1' ). CATCH cx_sxml_state_error. r = 'state'. ENDTRY.`,
    result: 'state'
  },
  {
    title: 'sXML: binary XML is refused by name',
    body: 'DATA(out) = cl_sxml_string_writer=>create( type = if_sxml=>co_xt_binary ).',
    unsupported: /binary XML/
  },
  {
    title: 'RTTI: the type ABAP_BOOL stands in the type group ABAP',
    body: `TYPES: BEGIN OF ty, a TYPE abap_bool, b TYPE abap_boolean, END OF ty. DATA s TYPE ty. r = |{ cl_abap_typedescr=>describe_by_data( s-a )->absolute_name } { cl_abap_typedescr=>describe_by_data( s-b )->absolute_name }|.`,
    result: '\\TYPE-POOL=ABAP\\TYPE=ABAP_BOOL \\TYPE=ABAP_BOOLEAN'
  },
  {
    title: 'type groups: constants of classes, icons and transactions',
    body: 'r = |{ seos_scotype_exception }{ seoc_category_exception }{ icon_package_standard }{ ststc_c_type_report }|.',
    result: '140@QC@R'
  },
  {
    title: 'type groups: a constant whose value is unknown is refused where it is read',
    body: 'DATA c TYPE c LENGTH 1. r = `begin`. IF c = swbm_version_active. r = `end`. ENDIF.',
    unsupported: /value of SWBM_VERSION_ACTIVE/
  },
  {
    title: 'type groups: a constant whose value is unknown harms nothing beside it',
    body: 'IF 1 = 2 AND seok_access_free = `1`. r = seok_access_modify. ENDIF. r = r && `end`.',
    result: 'end'
  },
  {
    title: 'CREATE OBJECT takes the absolute name of a class',
    body: 'DATA o TYPE REF TO object. DATA n TYPE string. n = `\\CLASS=CX_SY_ZERODIVIDE`. CREATE OBJECT o TYPE (n). r = cl_abap_typedescr=>describe_by_object_ref( o )->absolute_name. n = `\\CLASS=CX_ABSENT`. TRY. CREATE OBJECT o TYPE (n). CATCH cx_sy_create_object_error. r = r && ` absent`. ENDTRY.',
    result: '\\CLASS=CX_SY_ZERODIVIDE absent'
  },
  {
    title: 'CL_OO_CLASSNAME_SERVICE: names of include programs, and the class of one',
    body: 'r = |{ cl_oo_classname_service=>get_ccdef_name( `CL_A` ) } { cl_oo_classname_service=>get_clsname_by_include( `IF_B==========================IU` ) }|.',
    result: 'CL_A==========================CCDEF IF_B'
  },
  {
    title: 'dictionary: structures of transactions and their table types',
    body: 'DATA p TYPE s_param. DATA t TYPE tstc. APPEND VALUE #( field = `A` value = `B` ) TO p. t-cinfo = `80`. r = |{ p[ 1 ]-field }{ p[ 1 ]-value }{ t-cinfo }|.',
    result: 'AB80'
  },
  {
    title: 'RTTI: GET_INCLUDED_VIEW has the components of a named include with their suffix',
    body: `TYPES: BEGIN OF in, a TYPE i, b TYPE i, END OF in. TYPES BEGIN OF ty. INCLUDE TYPE in AS part RENAMING WITH SUFFIX _x. TYPES: c TYPE i, END OF ty. DATA s TYPE ty. DATA(d) = CAST cl_abap_structdescr( cl_abap_typedescr=>describe_by_data( s ) ). LOOP AT d->get_included_view( ) INTO DATA(v). r = |{ r } { v-name }|. ENDLOOP. LOOP AT d->get_components( ) INTO DATA(k). r = |{ r }/{ k-name }{ k-as_include }{ k-suffix }|. ENDLOOP.`,
    result: ' A_X B_X C/PARTX_X/C'
  },
  {
    title: 'RTTI: the conversion routine of the domain is the edit mask, with its output length',
    body: 'DATA v TYPE veri_alpha. DATA(d) = CAST cl_abap_elemdescr( cl_abap_typedescr=>describe_by_data( v ) ). r = |{ d->edit_mask } { d->output_length }|.',
    result: '==ALPHA 10'
  },
  {
    title: 'FIND takes an object of CL_ABAP_REGEX, which brings its case',
    body: `DATA(re) = NEW cl_abap_regex( pattern = 'a(b|c)' ignore_case = abap_true ). FIND ALL OCCURRENCES OF REGEX re IN 'AB ac ad' MATCH COUNT DATA(n). r = |{ n }|.`,
    result: '2'
  },
  {
    title: 'HMAC with an initial key is the plain hash value',
    body: 'cl_abap_hmac=>calculate_hmac_for_raw( EXPORTING if_key = VALUE xstring( ) if_data = VALUE xstring( ) IMPORTING ef_hmacstring = r ).',
    result: 'DA39A3EE5E6B4B0D3255BFEF95601890AFD80709'
  },
  {
    title: 'CL_ABAP_DATFM: a date that does not exist is refused',
    body: `DATA d TYPE d. cl_abap_datfm=>conv_date_ext_to_int( EXPORTING im_datext = '28.02.2015' im_datfmdes = '1' IMPORTING ex_datint = d ). r = d. TRY. cl_abap_datfm=>conv_date_ext_to_int( EXPORTING im_datext = '2015.02.30' im_datfmdes = '4' IMPORTING ex_datint = d ). CATCH cx_abap_datfm_invalid_date. r = r && ' invalid'. ENDTRY. TRY. cl_abap_datfm=>conv_date_ext_to_int( EXPORTING im_datext = '2015-02-01' im_datfmdes = '4' IMPORTING ex_datint = d ). CATCH cx_abap_datfm_no_date. r = r && ' none'. ENDTRY.`,
    result: '20150228 invalid none'
  },
  {
    title: 'a date without separators has the order of its format',
    body: `DATA d TYPE d. cl_abap_datfm=>conv_date_ext_to_int( EXPORTING im_datext = '20150228' im_datfmdes = '4' IMPORTING ex_datint = d ). r = d. cl_abap_datfm=>conv_date_ext_to_int( EXPORTING im_datext = '28022015' im_datfmdes = '1' IMPORTING ex_datint = d ). r = |{ r } { d }|.`,
    result: '20150228 20150228'
  },
  {
    title: 'a component of type string has the description of the type',
    body: `TYPES: BEGIN OF ty, a TYPE string, END OF ty. DATA(c) = CAST cl_abap_structdescr( cl_abap_typedescr=>describe_by_data( VALUE ty( ) ) )->get_components( ). DATA(k) = cl_abap_structdescr=>create( VALUE #( ( name = 'A' type = cl_abap_elemdescr=>get_string( ) ) ) )->get_components( ). r = |{ c[ 1 ]-type->absolute_name }{ xsdbool( c = k ) }|.`,
    result: '\\TYPE=STRINGX'
  },
  {
    title: 'an elementary type has one description',
    body: `DATA s TYPE string. DATA t TYPE string_table. APPEND s TO t. DATA i TYPE i. DATA c TYPE c LENGTH 2. DATA x TYPE c LENGTH 3. r = |{ xsdbool( cl_abap_typedescr=>describe_by_data( s ) = cl_abap_typedescr=>describe_by_data( t[ 1 ] ) ) }{ xsdbool( cl_abap_typedescr=>describe_by_data( s ) = cl_abap_typedescr=>describe_by_data( i ) ) }{ cl_abap_typedescr=>describe_by_data( c )->length }{ cl_abap_typedescr=>describe_by_data( x )->length }|.`,
    result: 'X46'
  },
  {
    title: 'SYSTEM_CALLSTACK names the methods, the innermost first',
    body: `DATA cs TYPE abap_callstack. CALL FUNCTION 'SYSTEM_CALLSTACK' IMPORTING callstack = cs. READ TABLE cs INDEX 1 INTO DATA(c). r = c-blocktype.`,
    result: 'METHOD'
  },
  {
    title: 'CONVERT_TIME_INPUT and FUNCTION_EXISTS tell their exceptions',
    body: `DATA t TYPE t. CALL FUNCTION 'CONVERT_TIME_INPUT' EXPORTING input = '12:34' IMPORTING output = t. CALL FUNCTION 'CONVERT_TIME_INPUT' EXPORTING input = '25:00' EXCEPTIONS plausibility_check_failed = 2 wrong_format_in_input = 4. r = |{ t TIME = RAW } { sy-subrc }|. CALL FUNCTION 'FUNCTION_EXISTS' EXPORTING funcname = 'ABSENT' EXCEPTIONS function_not_exist = 1. r = |{ r } { sy-subrc }|. CALL FUNCTION 'FUNCTION_EXISTS' EXPORTING funcname = 'GUID_CREATE' EXCEPTIONS function_not_exist = 1. r = |{ r } { sy-subrc }|.`,
    result: '123400 2 1 0'
  },
  {
    title: 'INSERT with INDEX converts the work area',
    body: "DATA t TYPE string_table. t = VALUE #( ( `a` ) ( `b` ) ). INSERT 'x' INTO t INDEX 2. r = concat_lines_of( t ).",
    result: 'axb'
  },
  {
    title: 'a message that does not exist: type, class, number and variables',
    body: 'DATA t TYPE string. DATA(x) = NEW lcl_absent_message( ). r = cl_message_helper=>get_text_for_message( x ).',
    result: 'S:ZABSENT:003'
  },
  {
    title: 'a text beside a packed number is calculated as a packed number',
    body: `DATA t TYPE timestampl VALUE '20220831123456'. t = t + '0.1234567'. r = |{ t }|.`,
    result: '20220831123456.1234567'
  },
  {
    title: 'a constructor calls the methods of its own class, not their redefinitions',
    body: 'DATA(o) = NEW lcl_bound_heir( ). r = o->seen.',
    result: 'own'
  },
  {
    title: 'sXML: after an open element of JSON was read with its attributes, VALUE is its name',
    body: `DATA(reader) = cl_sxml_string_reader=>create( ${bytes(`'{"a":{"b":"c"}}'`)} ). DO 4 TIMES. reader->read_next_node( ). r = |{ r }{ reader->name }:{ reader->value };|. ENDDO.`,
    result: 'object:;object:a;str:b;str:c;'
  },
  {
    title: 'RTTI: fields of a table as the dictionary knows them',
    body: `DATA(s) = CAST cl_abap_structdescr( cl_abap_typedescr=>describe_by_name( 'T000' ) ). LOOP AT s->get_ddic_field_list( ) INTO DATA(f) TO 2. r = |{ r }{ f-position }{ f-fieldname }:{ f-rollname }:{ f-datatype }{ f-leng }:{ f-inttype }{ f-intlen }{ f-keyflag };|. ENDLOOP.`,
    result: '0001MANDT:MANDT:CLNT000003:C000006X;0002MTEXT:TEXT25:CHAR000025:C000050;'
  },
  {
    title: 'RTTI: a type of the program has no field list',
    body: `DATA: BEGIN OF x, a TYPE i, END OF x. DATA(s) = CAST cl_abap_structdescr( cl_abap_typedescr=>describe_by_data( x ) ). s->get_ddic_field_list( EXCEPTIONS not_found = 1 no_ddic_type = 2 ). r = |{ sy-subrc }|.`,
    result: '2'
  },
  {
    title: 'RTTI: the name of a type may be that of a component',
    body: `DATA(d) = cl_abap_typedescr=>describe_by_name( 'T000-MTEXT' ). r = |{ d->type_kind }{ d->length }{ d->absolute_name }|. cl_abap_typedescr=>describe_by_name( EXPORTING p_name = 'T000-ABSENT' EXCEPTIONS type_not_found = 1 ). r = |{ r }{ sy-subrc }|.`,
    result: 'C50\\TYPE=TEXT251'
  },
  {
    title: 'message variables from a text: a blank at the end of a part begins the next one',
    body: `cl_message_helper=>set_msg_vars_for_clike( repeat( val = 'a' occ = 49 ) && \` b\` ). r = |{ strlen( sy-msgv1 ) }[{ sy-msgv2 }]|. cl_message_helper=>set_msg_vars_for_clike( repeat( val = 'a' occ = 49 ) && \` \` && repeat( val = 'b' occ = 200 ) ). r = |{ r }{ strlen( sy-msgv2 ) }{ strlen( sy-msgv4 ) }|.`,
    result: '49[ b]5050'
  },
  {
    title: 'a byte order mark of UTF-8 becomes a character',
    body: `r = |{ strlen( cl_abap_codepage=>convert_from( CONV xstring( 'EFBBBF41' ) ) ) }|.`,
    result: '2'
  },
  {
    title: 'UTF-16 by the number of its code page, both ways',
    body: `DATA(out) = cl_abap_conv_out_ce=>create( encoding = CONV #( cl_abap_codepage=>sap_codepage( \`UTF-16LE\` ) ) ). out->write( data = \`a€\` ). DATA(b) = out->get_buffer( ). cl_abap_conv_in_ce=>create( encoding = '4103' input = b )->read( IMPORTING data = r ). r = |{ b }{ r }|.`,
    result: '6100AC20a€'
  },
  {
    title: 'errors of dynamic ABAP SQL are errors of ABAP SQL',
    body: `DATA x TYPE REF TO cx_sy_open_sql_error. x = NEW cx_sy_dynamic_osql_semantics( sqlmsg = 'm' ). r = x->sqlmsg.`,
    result: 'm'
  },
  {
    title: 'ASSERT_TEXT_MATCHES finds the pattern in the text, blanks count',
    body: `cl_abap_unit_assert=>assert_text_matches( text = 'an empty list' pattern = 'empty list' ). cl_abap_unit_assert=>assert_text_not_matches( text = 'an empty list' pattern = 'empty list' full = abap_true ). cl_abap_unit_assert=>assert_text_not_matches( text = 'emptylist' pattern = 'empty list' ). r = 'passed'.`,
    result: 'passed'
  },
  {
    title: 'equal keys of sorted tables: single rows come in front, a block keeps its order',
    body: `TYPES: BEGIN OF ty, k TYPE i, v TYPE string, END OF ty. TYPES std TYPE STANDARD TABLE OF ty WITH EMPTY KEY. DATA t TYPE SORTED TABLE OF ty WITH NON-UNIQUE KEY k. DATA(s) = VALUE std( ( k = 1 v = 'x' ) ( k = 1 v = 'y' ) ).
t = s. INSERT VALUE #( k = 1 v = 'a' ) INTO TABLE t. INSERT LINES OF s INTO TABLE t. APPEND LINES OF VALUE std( ( k = 1 v = 'z' ) ( k = 2 v = 'q' ) ) TO t. r = concat_lines_of( VALUE string_table( FOR l IN t ( l-v ) ) ).`,
    result: 'xyaxyzq'
  },
  {
    title: 'programs of a class have names of 30 characters and an ending',
    body: `r = |{ cl_oo_classname_service=>get_classpool_name( 'ZCL_A' ) }{ cl_oo_classname_service=>get_ccau_name( 'ZCL_A' ) }{ cl_abap_tstmp=>get_system_timezone( ) }|.`,
    result: 'ZCL_A=========================CPZCL_A=========================CCAUUTC'
  },
  {
    title: 'the unnamed parameter of ASSERT_SUBRC and ASSERT_INITIAL is the actual value',
    body: `sy-subrc = 4. cl_abap_unit_assert=>assert_subrc( 0 ). cl_abap_unit_assert=>assert_initial( r ). r = 'passed'.`,
    result: 'passed'
  }
]

/** Classes that the constructs above use. */
export const LIBRARY_LOCALS = `CLASS lcl_absent_message DEFINITION INHERITING FROM cx_static_check.
  PUBLIC SECTION.
    INTERFACES if_t100_message.
    METHODS constructor.
ENDCLASS.
CLASS lcl_absent_message IMPLEMENTATION.
  METHOD constructor.
    super->constructor( ).
    if_t100_message~t100key = VALUE #( msgid = 'ZABSENT' msgno = '003' ).
  ENDMETHOD.
ENDCLASS.
CLASS lcl_bound DEFINITION.
  PUBLIC SECTION.
    DATA seen TYPE string.
    METHODS constructor.
    METHODS note.
ENDCLASS.
CLASS lcl_bound IMPLEMENTATION.
  METHOD constructor.
    note( ).
  ENDMETHOD.
  METHOD note.
    seen = 'own'.
  ENDMETHOD.
ENDCLASS.
CLASS lcl_bound_heir DEFINITION INHERITING FROM lcl_bound.
  PUBLIC SECTION.
    METHODS note REDEFINITION.
ENDCLASS.
CLASS lcl_bound_heir IMPLEMENTATION.
  METHOD note.
    seen = 'heir'.
  ENDMETHOD.
ENDCLASS.
`
