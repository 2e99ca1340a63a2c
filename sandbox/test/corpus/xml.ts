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
