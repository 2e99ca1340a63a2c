import type { Construct } from './language.ts'

const literal = (text: string): string => `\`${text.replaceAll('\n', '` && |\\n| && `')}\``
const parsed = (xml: string, more = ''): string =>
  `DATA(ixml) = cl_ixml=>create( ). DATA(doc) = ixml->create_document( ). DATA(sf) = ixml->create_stream_factory( ). DATA(parser) = ixml->create_parser( stream_factory = sf istream = sf->create_istream_string( ${literal(xml)} ) document = doc ). ${more} DATA(rc) = parser->parse( ).`
const empty = `DATA(ixml) = cl_ixml=>create( ). DATA(doc) = ixml->create_document( ). DATA(sf) = ixml->create_stream_factory( ).`
/** The text of a stream of characters begins with a byte order mark. */
const rendered = (more = ''): string =>
  `DATA text TYPE string. DATA(renderer) = ixml->create_renderer( ostream = sf->create_ostream_cstring( text ) document = doc ). ${more} renderer->render( ). r = r && substring( val = text off = 1 ).`
const declaration = '<?xml version="1.0" encoding="utf-16"?>'

/**
 * The iXML library. Documented in the keyword documentation; behaviour at the edges as the tests of
 * abap2xlsx (zcl_excel_xml…testclasses) and abapGit (zcl_abapgit_xml…testclasses) state it.
 */
export const IXML: readonly Construct[] = [
  {
    title: 'iXML: a document that is built node by node',
    body: `${empty} DATA(root) = doc->create_element_ns( name = 'abap' prefix = 'asx' ). root->set_attribute_ns( name = 'asx' prefix = 'xmlns' value = 'u' ). root->set_attribute( name = 'b' value = '"<' ). doc->append_child( root ). DATA(e) = doc->create_simple_element( name = 'C' parent = root value = \`x>'y\` ). e->set_attribute( name = 'd' value = '1' ). e->set_attribute( name = 'd' value = '2' ). ${rendered()}`,
    result: `${declaration}<asx:abap xmlns:asx="u" b="&quot;&lt;"><C d="2">x&gt;&apos;y</C></asx:abap>`
  },
  {
    title: 'iXML: rendering with normalizing breaks lines between elements',
    body: `${parsed('<foo><bar>2</bar><c/></foo>')} ${rendered('renderer->set_normalizing( abap_true ).')}`,
    result: `${declaration}\n<foo>\n <bar>2</bar>\n <c/>\n</foo>\n`
  },
  {
    title: 'iXML: a declaration of UTF-16 in bytes that are UTF-8 is that of a text',
    body: `${empty} DATA(parser) = ixml->create_parser( stream_factory = sf istream = sf->create_istream_xstring( cl_abap_codepage=>convert_to( '<?xml version="1.0" encoding="utf-16"?><a>ä</a>' ) ) document = doc ). parser->parse( ). r = doc->get_root_element( )->get_value( ).`,
    result: 'ä'
  },
  {
    title: 'iXML: without a declaration, without normalizing',
    body: `${parsed('<foo>\n <bar>2</bar></foo>')} doc->set_declaration( abap_false ). ${rendered()}`,
    result: '<foo><bar>2</bar></foo>'
  },
  {
    title: 'iXML: the declaration in bytes names the encoding of a parsed document',
    body: `${parsed('<a>ä</a>')} DATA x TYPE xstring. ixml->create_renderer( ostream = sf->create_ostream_xstring( x ) document = doc )->render( ). r = cl_abap_codepage=>convert_from( x ).`,
    result: '<?xml version="1.0" encoding="utf-8"?><a>ä</a>'
  },
  {
    title: 'iXML: the declaration in bytes of a new document names none, unless it is set',
    body: `${empty} doc->append_child( doc->create_element( 'A' ) ). doc->set_standalone( abap_true ). DATA x TYPE xstring. ixml->create_renderer( ostream = sf->create_ostream_xstring( x ) document = doc )->render( ). r = cl_abap_codepage=>convert_from( x ). doc->set_encoding( ixml->create_encoding( character_set = 'utf-8' byte_order = if_ixml_encoding=>co_none ) ). ixml->create_renderer( ostream = sf->create_ostream_xstring( x ) document = doc )->render( ). r = r && cl_abap_codepage=>convert_from( x ).`,
    result:
      '<?xml version="1.0" standalone="yes"?><A/><?xml version="1.0" encoding="utf-8" standalone="yes"?><A/>'
  },
  {
    title: 'iXML: the parser normalizes texts, and keeps blanks that are all of an element',
    body: `${parsed('  <A>  <B>   </B>  <C>  1  2 </C></A>  ')} r = |{ doc->get_root_element( )->get_value( ) }/{ doc->find_from_name( 'B' )->get_value( ) }/{ doc->find_from_name( 'C' )->get_value( ) }|.`,
    result: '   1  2/   /1  2'
  },
  {
    title: 'iXML: stripping drops blanks alone, and keeps those around a text',
    body: `${parsed('<A> <B> </B><C> 1 </C></A>', 'parser->add_strip_space_element( ).')} r = |{ doc->get_root_element( )->get_value( ) }/{ doc->find_from_name( 'B' )->num_children( ) }|.`,
    result: ' 1 /0'
  },
  {
    title: 'iXML: an error of the parser has a reason and a place',
    body: `${parsed('<A>\n</B>')} DATA(x) = parser->get_error( 0 ). r = |{ rc } { parser->num_errors( ) } { x->get_reason( ) } { x->get_line( ) }|. IF parser->get_error( 1 ) IS NOT BOUND. r = r && ' none'. ENDIF.`,
    result: "196612 1 end tag 'B' does not match begin tag 'A' 2 none"
  },
  {
    title: 'iXML: an empty text ends too soon',
    body: `${parsed('')} r = parser->get_error( index = 0 min_severity = if_ixml_parse_error=>co_info )->get_reason( ).`,
    result: 'unexpected end-of-file'
  },
  {
    title: 'iXML: prefixes need no declaration',
    body: `${parsed('<a:A><B/></a:A>')} DATA(e) = doc->get_root_element( ). r = |{ rc }{ e->get_name( ) }{ e->get_namespace_prefix( ) }{ e->get_namespace_uri( ) }|.`,
    result: '0Aa'
  },
  {
    title: 'iXML: elements are found by prefix, or by URI',
    body: `${parsed('<r xmlns="d" xmlns:p="u"><e i="1"/><p:e i="2"/></r>')} r = |{ doc->find_from_name( 'e' )->get_attribute( 'i' ) }{ doc->find_from_name( name = 'e' namespace = 'p' )->get_attribute( 'i' ) }{ doc->find_from_name_ns( name = 'e' uri = 'u' )->get_attribute_ns( 'i' ) }{ doc->get_elements_by_tag_name_ns( name = 'e' uri = 'd' )->get_length( ) }|. IF doc->find_from_name_ns( 'e' ) IS NOT BOUND. r = r && '-'. ENDIF.`,
    result: '1221-'
  },
  {
    title: 'iXML: an iterator visits the nodes in the order of the document',
    body: `${parsed('<a x="1"><b>t</b><!--c--><d/></a>')} DATA(it) = doc->create_iterator( ). DO. DATA(n) = it->get_next( ). IF n IS NOT BOUND. EXIT. ENDIF. r = |{ r }{ n->get_type( ) }{ n->get_name( ) }{ n->get_height( ) } |. ENDDO.`,
    result: '1#document0 4a1 4b2 16#text3 512#comment2 4d2 '
  },
  {
    title: 'iXML: filters of node types, names and attributes',
    body: `${parsed('<a><b k="1"/><b k="2">t</b><c k="2"/></a>')} DATA(it) = doc->create_iterator_filtered( doc->create_filter_and( filter1 = doc->create_filter_node_type( if_ixml_node=>co_node_element ) filter2 = doc->create_filter_or( filter1 = doc->create_filter_name( 'c' ) filter2 = doc->create_filter_attribute( name = 'k' value = '2' ) ) ) ). DO. DATA(n) = it->get_next( ). IF n IS NOT BOUND. EXIT. ENDIF. r = r && n->get_name( ). ENDDO.`,
    result: 'bc'
  },
  {
    title: 'iXML: children, attributes and neighbours; the object of a node is always the same',
    body: `${parsed('<a x="1" y="2"><b/>t<c/></a>')} DATA(e) = doc->get_root_element( ). DATA(list) = e->get_children( ). DATA(map) = e->get_attributes( ). r = |{ list->get_length( ) }{ list->get_item( 2 )->get_name( ) }{ map->get_length( ) }{ map->get_item( 1 )->get_value( ) }{ map->get_named_item( 'x' )->get_value( ) }|. IF e->get_first_child( )->get_next( )->get_next( ) = e->get_last_child( ) AND e->get_last_child( )->get_parent( ) = doc->get_root_element( ). r = r && '='. ENDIF. IF map->get_item( 9 ) IS NOT BOUND AND e->get_next( ) IS NOT BOUND. r = r && '-'. ENDIF.`,
    result: '3c221=-'
  },
  {
    title: 'iXML: a node that is appended again moves; another is inserted, replaced, removed',
    body: `${parsed('<a><b/><c/><d/></a>')} DATA(e) = doc->get_root_element( ). e->append_child( e->get_first_child( ) ). e->insert_child( new_child = doc->create_text( 'x' ) ref_child = e->get_first_child( ) ). e->replace_child( new_child = doc->create_element( 'n' ) old_child = doc->find_from_name( 'd' ) ). e->remove_child( doc->find_from_name( 'b' ) ). doc->set_declaration( abap_false ). ${rendered()}`,
    result: '<a>x<c/><n/></a>'
  },
  {
    title: 'iXML: changes that cannot be made have return codes',
    body: `${parsed('<a><b/></a>')} DATA none TYPE REF TO if_ixml_node. DATA(e) = doc->get_root_element( ). r = |{ e->append_child( none ) } { e->get_first_child( )->append_child( e ) } { e->remove_child( e ) } { e->remove_attribute( 'x' ) }|.`,
    result: '131075 131085 131082 131082'
  },
  {
    title: 'iXML: a clone is a copy of its own',
    body: `${parsed('<a x="1"><b>t</b></a>')} DATA(copy) = doc->get_root_element( )->clone( ). copy->set_name( 'z' ). doc->get_root_element( )->append_child( copy ). doc->set_declaration( abap_false ). ${rendered()}`,
    result: '<a x="1"><b>t</b><z x="1"><b>t</b></z></a>'
  },
  {
    title: 'iXML: SET_VALUE of an element replaces its text',
    body: `${parsed('<a>t<b/></a>')} doc->get_root_element( )->set_value( 'n' ). doc->set_declaration( abap_false ). ${rendered()}`,
    result: '<a><b/>n</a>'
  },
  {
    title: 'iXML: sections of characters are nodes',
    body: `${parsed('<a><![CDATA[<]]></a>')} DATA(n) = doc->get_root_element( )->get_first_child( ). r = |{ n->get_type( ) }{ n->get_value( ) }|. doc->set_declaration( abap_false ). ${rendered()}`,
    result: '32<<a><![CDATA[<]]></a>'
  },
  {
    title: 'iXML: a document type declaration is refused by name',
    body: parsed('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'),
    unsupported: /a document type declaration/
  },
  {
    title: 'iXML: nesting that has no end is an error of the document',
    body: `DATA(deep) = repeat( val = '<a>' occ = 5000 ). DATA(ixml) = cl_ixml=>create( ). DATA(doc) = ixml->create_document( ). DATA(sf) = ixml->create_stream_factory( ). DATA(parser) = ixml->create_parser( stream_factory = sf istream = sf->create_istream_string( deep ) document = doc ). parser->parse( ). r = parser->get_error( 0 )->get_reason( ).`,
    result: 'nested too deeply'
  }
]

const asXml = (content: string): string =>
  `<asx:abap xmlns:asx="http://www.sap.com/abapxml" version="1.0"><asx:values>${content}</asx:values></asx:abap>`
const toXml = (data: string, source: string, options = ''): string =>
  `${data} DATA x TYPE string. CALL TRANSFORMATION id ${options} SOURCE ${source} RESULT XML x. r = substring_before( val = substring_after( val = x sub = \`<asx:values>\` ) sub = \`</asx:values>\` ).`
const fromXml = (data: string, xml: string, result: string, options = ''): string =>
  `${data} DATA(x) = \`${asXml(xml)}\`. CALL TRANSFORMATION id ${options} SOURCE XML x RESULT ${result}.`
const raising = (statements: string, exception = 'cx_transformation_error'): string =>
  `TRY. ${statements} r = 'passed'. CATCH ${exception} INTO DATA(e). r = cl_abap_typedescr=>describe_by_object_ref( e )->get_relative_name( ). IF e->previous IS BOUND. r = |{ r } { cl_abap_typedescr=>describe_by_object_ref( e->previous )->get_relative_name( ) }|. ENDIF. ENDTRY.`
const jsonWriter = `DATA(w) = cl_sxml_string_writer=>create( type = if_sxml=>co_xt_json ).`
const struct = 'TYPES: BEGIN OF ty, a TYPE i, b TYPE c LENGTH 3, END OF ty. DATA s TYPE ty.'

/**
 * CALL TRANSFORMATION ID. Documented in the keyword documentation (asXML, asJSON, transformation
 * options); names of rows and suppressed components as files of abapGit have them.
 */
export const TRANSFORMATIONS: readonly Construct[] = [
  {
    title: 'asXML: a document without the element of values has none',
    body: `DATA x TYPE string VALUE 'y'. CALL TRANSFORMATION id SOURCE XML '<asx:abap xmlns:asx="http://www.sap.com/abapxml" version="1.0"/>' RESULT a = x. r = |[{ x }]|.`,
    result: '[y]'
  },
  {
    title: 'asXML: a text has the encoding UTF-16, bytes have UTF-8',
    body: `DATA n TYPE i VALUE 5. DATA x TYPE string. DATA b TYPE xstring. CALL TRANSFORMATION id SOURCE n = n RESULT XML x. CALL TRANSFORMATION id SOURCE n = n RESULT XML b. IF substring_after( val = x sub = '?>' ) = substring_after( val = cl_abap_codepage=>convert_from( b ) sub = '?>' ). r = x && substring_before( val = cl_abap_codepage=>convert_from( b ) sub = '<asx' ). ENDIF.`,
    result: `<?xml version="1.0" encoding="utf-16"?>${asXml('<N>5</N>')}<?xml version="1.0" encoding="utf-8"?>`
  },
  {
    title: 'asXML: the header is left out, or has no encoding',
    body: `DATA x TYPE string. CALL TRANSFORMATION id OPTIONS xml_header = 'no' SOURCE XML '<a>b</a>' RESULT XML x. r = x. CALL TRANSFORMATION id SOURCE XML '<a/>' RESULT XML x OPTIONS xml_header = 'without_encoding'. r = r && x.`,
    result: '<a>b</a><?xml version="1.0"?><a/>'
  },
  {
    title: 'asXML: numbers',
    body: toXml(
      "DATA i TYPE i VALUE -123. DATA p TYPE p LENGTH 5 DECIMALS 2 VALUE '-1.20'. DATA f TYPE f VALUE '-314'. DATA n TYPE n LENGTH 4 VALUE '12'.",
      'i = i p = p f = f n = n'
    ),
    result: '<I>-123</I><P>-1.20</P><F>-3.14E2</F><N>0012</N>'
  },
  {
    title: 'asXML: texts, dates, times and bytes',
    body: toXml(
      "DATA c TYPE c LENGTH 5 VALUE ' Hi'. DATA s TYPE string VALUE ` <o> `. DATA d TYPE d VALUE '20020204'. DATA d0 TYPE d. DATA t TYPE t VALUE '201501'. DATA x2 TYPE x LENGTH 3 VALUE 'ABCDEF'. DATA e TYPE string.",
      'c = c s = s d = d d0 = d0 t = t x = x2 e = e'
    ),
    result:
      '<C> Hi</C><S> &lt;o&gt; </S><D>2002-02-04</D><D0>0000-00-00</D0><T>20:15:01</T><X>q83v</X><E/>'
  },
  {
    title: 'asXML: structures and tables; rows of a type of the dictionary have its name',
    body: toXml(
      `${struct} s-a = 1. s-b = 'x'. DATA t TYPE STANDARD TABLE OF ty WITH EMPTY KEY. t = VALUE #( ( s ) ( ) ). DATA d TYPE STANDARD TABLE OF bapiret2 WITH EMPTY KEY. APPEND VALUE #( type = 'E' ) TO d. DATA u TYPE string_table. APPEND \`q\` TO u.`,
      's = s t = t d = d u = u',
      "OPTIONS initial_components = 'suppress'"
    ),
    result:
      '<S><A>1</A><B>x</B></S><T><item><A>1</A><B>x</B></item><item/></T><D><BAPIRET2><TYPE>E</TYPE></BAPIRET2></D><U><item>q</item></U>'
  },
  {
    title: 'asXML: names and values in a table',
    body: `DATA n TYPE i VALUE 7. DATA m TYPE i. DATA st TYPE abap_trans_srcbind_tab. DATA rt TYPE abap_trans_resbind_tab. st = VALUE #( ( name = 'ABC' value = REF #( n ) ) ). rt = VALUE #( ( name = 'ABC' value = REF #( m ) ) ). CALL TRANSFORMATION ('ID') SOURCE (st) RESULT (rt). r = m.`,
    result: '7 '
  },
  {
    title: 'asXML: values are read back',
    body: `DATA p TYPE p LENGTH 5 DECIMALS 2. DATA d TYPE d. DATA b TYPE xstring. DATA f TYPE f. ${fromXml('DATA i TYPE i.', '<F>1.5E2</F><I> -12 </I><P>1.5</P><D>2024-02-29</D><B>q83v</B>', 'i = i p = p d = d b = b f = f')} r = |{ i } { p } { d } { b } { f }|.`,
    result: '-12 1.50 20240229 ABCDEF 150'
  },
  {
    title: 'asXML: what the document does not have keeps its value; empty elements are initial',
    body: `${struct} s = VALUE #( a = 1 b = 'x' ). DATA i TYPE i VALUE 9. DATA t TYPE string_table. t = VALUE #( ( \`old\` ) ). ${fromXml('DATA j TYPE i VALUE 8.', '<S><B>y</B><Z/></S><J/><T><any>n</any></T>', 's = s i = i j = j t = t')} r = |{ s-a }{ s-b }{ i }{ j }{ concat_lines_of( t ) }|.`,
    result: '1y90n'
  },
  {
    title: 'asXML: OPTIONS clear',
    body: `${fromXml(`${struct} s = VALUE #( a = 1 b = 'x' ). DATA i TYPE i VALUE 9.`, '<S><B>y</B></S>', 's = s i = i', "OPTIONS clear = 'supplied'")} r = |{ s-a }{ s-b }{ i }|. CALL TRANSFORMATION id OPTIONS clear = 'all' SOURCE XML x RESULT s = s i = i. r = |{ r } { i }|.`,
    result: '0y9 0'
  },
  {
    title: 'asXML: a sorted table gets its rows in its order',
    body: `${fromXml('DATA t TYPE SORTED TABLE OF i WITH UNIQUE KEY table_line.', '<T><item>3</item><item>1</item></T>', 't = t')} LOOP AT t INTO DATA(n). r = |{ r }{ n }|. ENDLOOP.`,
    result: '13'
  },
  {
    title: 'asXML: a text that is too long is an error, unless its loss is accepted',
    body: `${raising(fromXml('DATA c TYPE c LENGTH 2.', '<C>abc</C>', 'c = c'))} DATA(y) = \`${asXml('<C>abc</C>')}\`. CALL TRANSFORMATION id OPTIONS value_handling = 'accept_data_loss' SOURCE XML y RESULT c = c. r = |{ r } { c }|.`,
    result: 'CX_XSLT_DESERIALIZATION_ERROR CX_SY_CONVERSION_DATA_LOSS ab'
  },
  ...(
    [
      ['DATA i TYPE i.', '1.5', 'NO_NUMBER'],
      ['DATA i TYPE i.', '2147483648', 'OVERFLOW'],
      ['DATA i TYPE p LENGTH 2.', '1234', 'OVERFLOW'],
      ['DATA i TYPE p LENGTH 2 DECIMALS 1.', '1.25', 'DATA_LOSS'],
      ['DATA i TYPE d.', '2023-02-29', 'NO_DATE'],
      ['DATA i TYPE t.', '12:60:00', 'NO_TIME'],
      ['DATA i TYPE n LENGTH 2.', 'a', 'NO_NUMBER'],
      ['DATA i TYPE x LENGTH 1.', '*', 'BASE64']
    ] as const
  ).map(([data, text, exception]) => ({
    title: `asXML: "${text}" is no value of ${data}`,
    body: raising(fromXml(data, `<I>${text}</I>`, 'i = i')),
    result: `CX_XSLT_DESERIALIZATION_ERROR CX_SY_CONVERSION_${exception}`
  })),
  {
    title: 'asXML: a value where elements are expected, and elements where a value is',
    body: `${raising(fromXml(struct, '<S>text</S>', 's = s'))} DATA(first) = r. DATA n TYPE i. DATA(y) = \`${asXml('<N><a/></N>')}\`. TRY. CALL TRANSFORMATION id SOURCE XML y RESULT n = n. CATCH cx_xslt_deserialization_error. r = first && '/value'. ENDTRY.`,
    result: 'CX_XSLT_DESERIALIZATION_ERROR/value'
  },
  {
    title: 'CALL TRANSFORMATION: a malformed document, and one that is no asXML',
    body: `DATA n TYPE i. ${raising("CALL TRANSFORMATION id SOURCE XML '<a>' RESULT n = n.")} DATA(first) = r. TRY. CALL TRANSFORMATION id SOURCE XML '<a/>' RESULT n = n. CATCH cx_xslt_format_error. r = first && '/form'. ENDTRY. TRY. CALL TRANSFORMATION id SOURCE XML \`\` RESULT n = n. CATCH cx_xslt_format_error. r = r && '/empty'. ENDTRY.`,
    result: 'CX_XSLT_FORMAT_ERROR/form/empty'
  },
  {
    title: 'CALL TRANSFORMATION: an invalid date is an error, and is moved if wanted',
    body: `DATA d TYPE d VALUE '20231301'. ${raising('DATA x TYPE string. CALL TRANSFORMATION id SOURCE d = d RESULT XML x.')} CALL TRANSFORMATION id OPTIONS value_handling = 'move' SOURCE d = d RESULT XML x. r = |{ r } { substring_before( val = substring_after( val = x sub = \`<D>\` ) sub = \`<\` ) }|.`,
    result: 'CX_XSLT_SERIALIZATION_ERROR CX_SY_CONVERSION_NO_DATE 20231301'
  },
  {
    title: 'CALL TRANSFORMATION: an iXML document as result and as source',
    body: `DATA n TYPE i VALUE 5. DATA m TYPE i. DATA(doc) = cl_ixml=>create( )->create_document( ). CALL TRANSFORMATION id SOURCE n = n RESULT XML doc. r = doc->get_root( )->get_first_child( )->get_first_child( )->get_first_child( )->get_name( ). doc->find_from_name( 'N' )->set_value( '6' ). CALL TRANSFORMATION id SOURCE XML doc RESULT n = m. r = |{ r }{ m }|.`,
    result: 'N6'
  },
  {
    title: 'asJSON: data to an sXML writer',
    body: `${jsonWriter} ${struct} s = VALUE #( a = 1 b = 'x' ). DATA t TYPE STANDARD TABLE OF ty WITH EMPTY KEY. t = VALUE #( ( s ) ). DATA d TYPE d VALUE '20240229'. CALL TRANSFORMATION id SOURCE s = s t = t d = d RESULT XML w. r = cl_abap_codepage=>convert_from( w->get_output( ) ).`,
    result: '{"S":{"A":1,"B":"x"},"T":[{"A":1,"B":"x"}],"D":"2024-02-29"}'
  },
  {
    title: 'asJSON: data from JSON in a text, in bytes and in a reader',
    body: `${struct} DATA n TYPE i. DATA(j) = \`{"S":{"B":"y","A":"7"},"N":null}\`. n = 4. CALL TRANSFORMATION id SOURCE XML j RESULT s = s n = n. r = |{ s-a }{ s-b }{ n }|. CLEAR s. DATA(jb) = cl_abap_codepage=>convert_to( j ). CALL TRANSFORMATION id SOURCE XML jb RESULT s = s. r = |{ r }{ s-a }|. CLEAR s. DATA(reader) = cl_sxml_string_reader=>create( cl_abap_codepage=>convert_to( j ) ). CALL TRANSFORMATION id SOURCE XML reader RESULT s = s. r = |{ r }{ s-b }|.`,
    result: '7y07y'
  },
  {
    title: 'CALL TRANSFORMATION: JSON becomes JSON-XML, and the way back',
    body: `DATA x TYPE string. CALL TRANSFORMATION id OPTIONS xml_header = 'no' SOURCE XML \`{"a":[1,"b"]}\` RESULT XML x. ${jsonWriter} CALL TRANSFORMATION id SOURCE XML x RESULT XML w. r = x && cl_abap_codepage=>convert_from( w->get_output( ) ).`,
    result: '<object><array name="a"><num>1</num><str>b</str></array></object>{"a":[1,"b"]}'
  },
  {
    title: 'asJSON: another type than the one of the data',
    body: raising(`${struct} CALL TRANSFORMATION id SOURCE XML \`{"S":[1]}\` RESULT s = s.`),
    result: 'CX_XSLT_DESERIALIZATION_ERROR'
  },
  {
    title: 'CALL TRANSFORMATION leaves sy-subrc',
    body: `sy-subrc = 7. ${fromXml('DATA t TYPE string_table.', '<T><item>3</item></T>', 't = t')} r = sy-subrc.`,
    result: '7 '
  },
  {
    title: 'CALL TRANSFORMATION: another transformation is refused by name',
    body: "DATA x TYPE string. CALL TRANSFORMATION ('ZOTHER') SOURCE a = x RESULT XML x.",
    unsupported: /CALL TRANSFORMATION ZOTHER/
  },
  {
    title: 'CALL TRANSFORMATION: bound references are refused by name',
    body: 'DATA x TYPE string. DATA i TYPE REF TO i. i = NEW #( 5 ). CALL TRANSFORMATION id SOURCE a = i RESULT XML x.',
    unsupported: /reference variables in CALL TRANSFORMATION/
  },
  {
    title: 'CALL TRANSFORMATION: PARAMETERS are refused by name',
    body: 'DATA x TYPE string. CALL TRANSFORMATION id PARAMETERS p = x SOURCE a = x RESULT XML x.',
    unsupported: /PARAMETERS/
  },
  {
    title: 'CALL TRANSFORMATION: an option with a value that is not there is refused by name',
    body: "DATA x TYPE string. CALL TRANSFORMATION id OPTIONS data_refs = 'stack' SOURCE a = x RESULT XML x.",
    unsupported: /data_refs/
  }
]

const archive = `DATA(z) = NEW cl_abap_zip( ). DATA c TYPE xstring. z->add( name = 'a/ä.txt' content = CONV xstring( 'AB' ) ). z->add( name = 'b' content = CONV xstring( '0102030405' ) compress_level = 0 ).`
/** Archives; as the keyword documentation of the class and abapGit (zcl_abapgit_zip) use them. */
export const ZIP: readonly Construct[] = [
  {
    title: 'ZIP: files are added, saved, loaded and read by name and by index',
    body: `${archive} DATA(s) = z->save( ). DATA(y) = NEW cl_abap_zip( ). y->load( s ). LOOP AT y->files INTO DATA(f). r = |{ r }{ f-name }{ f-size } |. ENDLOOP. y->get( EXPORTING name = 'a/ä.txt' IMPORTING content = c ). r = |{ r }{ c } |. y->get( EXPORTING index = 2 IMPORTING content = c ). r = |{ r }{ c } |. IF y->save( ) = s. r = r && '='. ENDIF.`,
    result: 'a/ä.txt1 b5 AB 0102030405 ='
  },
  {
    title: 'ZIP: files that are not there, and files that are deleted',
    body: `${archive} z->get( EXPORTING name = 'x' IMPORTING content = c EXCEPTIONS zip_index_error = 3 OTHERS = 4 ). r = sy-subrc. z->delete( EXPORTING index = 3 EXCEPTIONS zip_index_error = 5 ). r = |{ r }{ sy-subrc }|. z->delete( name = 'b' ). r = |{ r }{ lines( z->files ) }|.`,
    result: '3 51'
  },
  {
    title: 'ZIP: bytes that are no archive, and an archive that is cut off or damaged',
    body: `${archive} DATA(s) = z->save( ). DATA n TYPE xstring. z->load( EXPORTING zip = n EXCEPTIONS zip_parse_error = 1 ). r = |{ sy-subrc }|. n = s(50). z->load( EXPORTING zip = n EXCEPTIONS zip_parse_error = 2 ). r = |{ r }{ sy-subrc }|. n = s. REPLACE SECTION OFFSET 38 LENGTH 1 OF n WITH CONV xstring( 'FF' ) IN BYTE MODE. z->load( n ). z->get( EXPORTING index = 1 IMPORTING content = c EXCEPTIONS zip_index_error = 3 zip_decompression_error = 4 ). r = |{ r }{ sy-subrc }|.`,
    result: '124'
  },
  {
    title: 'ZIP: CRC32',
    body: `DATA x TYPE xstring. x = cl_abap_codepage=>convert_to( '123456789' ). r = |{ cl_abap_zip=>crc32( x ) }|.`,
    result: '-873187034'
  }
]
