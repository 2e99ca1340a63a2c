import type { RepositoryFile } from '../../types.ts'
import type { Construct } from './language.ts'

/** Transformations by name: what stands between `<tt:transform …>` and its end. */
const SOURCES: Readonly<Record<string, string>> = {
  values:
    '<tt:root name="ROOT"/><tt:template><X><X1><tt:value ref="ROOT.COL1"/></X1><X2><tt:value ref="ROOT.COL2"/></X2><X3 tt:ref="ROOT.STRUC2"><X1 tt:value-ref="COL1"/><X2><tt:value ref="$ref.COL2"/></X2></X3></X></tt:template>',
  loop: '<tt:root name="ROOT"/><tt:template><tab1><tt:loop ref=".ROOT" name="line"><key><tt:value ref="$line.key"/></key><tab2><tt:loop ref="$line.values"><value><tt:value/></value></tt:loop></tab2></tt:loop></tab1></tt:template>',
  html: '<tt:root name="ROWS"/><tt:template><h2>Rows:</h2><ul><tt:loop ref=".ROWS"><li><tt:attribute name="href" value-ref="$ref"/><tt:value ref="$ref"/></li></tt:loop></ul></tt:template>',
  cond: '<tt:root name="ROOT1"/><tt:root name="ROOT2"/><tt:root name="ROOT3"/><tt:template><X><tt:d-cond><X0><tt:skip/></X0></tt:d-cond><tt:d-cond data="ROOT3=333"/><tt:cond using="type-I(ROOT1), type-I(ROOT2)" data="ROOT1=111" d-check="ROOT2&lt;ROOT3"><X1><tt:value ref="ROOT1"/></X1><X2><tt:value ref="ROOT2"/></X2></tt:cond><tt:cond d-check="ROOT2>111"/></X></tt:template>',
  switch:
    '<tt:root name="SIZE"/><tt:template><Paragraph><tt:attribute name="size"><tt:switch><tt:s-cond check="SIZE&lt;10"><tt:text>Small</tt:text></tt:s-cond><tt:s-cond check="SIZE&gt;20"><tt:text>Big</tt:text></tt:s-cond><tt:s-cond><tt:text>Medium</tt:text></tt:s-cond><tt:d-cond data="SIZE=8" using="exist(SIZE)"><tt:text>Small</tt:text></tt:d-cond><tt:d-cond data="SIZE=28" using="exist(SIZE)"><tt:text>Big</tt:text></tt:d-cond><tt:d-cond data="SIZE=12" using="exist(SIZE)"><tt:skip/></tt:d-cond></tt:switch></tt:attribute><tt:text>Text</tt:text></Paragraph></tt:template>',
  nocase:
    '<tt:root name="A"/><tt:template><X><tt:switch><tt:cond check="A=1"><B/></tt:cond><tt:cond check="A=2"><C/></tt:cond></tt:switch></X></tt:template>',
  group:
    '<tt:root name="ROOT1"/><tt:root name="ROOT2"/><tt:root name="ROOT3"/><tt:root name="ROOT4"/><tt:template><X0><tt:group><tt:cond><X3><tt:value ref="ROOT3"/></X3></tt:cond><tt:cond frq="?"><X2><tt:value ref="ROOT2"/></X2></tt:cond><tt:cond frq="*"><X1><tt:value ref="ROOT1"/></X1></tt:cond><tt:cond><tt:skip count="1"/></tt:cond></tt:group><X4><tt:value ref="ROOT4"/></X4></X0></tt:template>',
  extensible:
    '<tt:root name="A"/><tt:root name="B"/><tt:template><r tt:extensible="on"><tt:group><tt:cond frq="?"><a tt:value-ref="A"/></tt:cond><tt:cond><b tt:value-ref="B"/></tt:cond></tt:group></r></tt:template>',
  skip: '<tt:root name="ROOT"/><tt:template><s tt:ref="ROOT"><tt:deserialize><tt:skip name="X1" count="2"/><X1><tt:value ref="A"/></X1><X2><tt:value ref="B"/></X2><tt:skip name="X2" count="*"/><tt:skip name="Y" count="1"/><X4><tt:value ref="C"/></X4><tt:skip/></tt:deserialize></s></tt:template>',
  lax: '<tt:root name="ROOT"/><tt:template><Y tt:lax="on" my_attr="attr"><tt:value ref="ROOT"/></Y></tt:template>',
  text: '<tt:root name="R"/><tt:template><X0><X1> a b c </X1><X2><tt:text> d </tt:text></X2><X3>   </X3><X4><tt:text>  </tt:text></X4></X0></tt:template>',
  copy: '<tt:root name="ROOT"/><tt:template><node><tt:copy ref="ROOT"/></node></tt:template>',
  map: `<tt:root name="A"/><tt:root name="B"/><tt:template><X><P><tt:value ref="A" map="val(C('Woman'), C('Man')) &gt; xml('Person'), val('x') = xml('y')"/></P><Q><tt:value ref="B" option="format(boolean)"/></Q></X></tt:template>`,
  length:
    '<tt:root name="ROOT"/><tt:template><tt:serialize><T><tt:value length="8" ref="ROOT"/></T></tt:serialize><tt:deserialize><T><tt:value length="4" ref="ROOT"/></T></tt:deserialize></tt:template>',
  para: '<tt:parameter kind="in" name="PARA1" val="4"/><tt:parameter kind="out" name="PARA2"/><tt:parameter kind="in/out" name="PARA3"/><tt:template><tt:assign to-var="PARA2" var="PARA3"/><tt:assign to-var="PARA3" var="PARA1"/><tt:assign to-var="PARA1" val="555"/></tt:template>',
  calls:
    '<tt:root name="R"/><tt:variable name="VARI1" val="1"/><tt:variable name="VARI2" val="2"/><tt:variable name="VARI3" val="3"/><tt:template><X><tt:call transformation="zst_para"><tt:with-parameter name="PARA1" var="VARI1"/><tt:with-parameter name="PARA2" var="VARI2"/><tt:with-parameter name="PARA3" var="VARI3"/></tt:call><X1><tt:write var="VARI1"/></X1><X2><tt:write var="VARI2"/></X2><X3><tt:write var="VARI3"/></X3></X></tt:template>',
  read: '<tt:root name="ROOT"/><tt:variable name="VARI"/><tt:template><X><tt:read var="VARI" type="I"/></X><tt:assign to-ref="ROOT" var="VARI"/></tt:template>',
  apply:
    '<tt:root name="ROOT"/><tt:include name="zst_sub"/><tt:template name="MAIN"><w><tt:loop ref="ROOT"><d><tt:apply name="SUB"/></d></tt:loop></w></tt:template>',
  sub: '<tt:template name="SUB"><n><tt:value ref="$ref.N"/></n><tt:apply name="ROOTED"><tt:with-root name="Q" ref="W"/></tt:apply></tt:template><tt:template name="ROOTED"><tt:context><tt:root name="Q"/></tt:context><q><tt:value ref="Q"/></q></tt:template>',
  space:
    '<tt:root name="R"/><tt:template><X0 xmlns="urn:d" xmlns:abc="www.abc.com" xmlns:xyz="www.xyz.com"><c1 attr="abc:uvw"><tt:namespace name="abc"/><X/></c1><c2><abc:X xyz:attr="xyz"/><xyz:Y/><tt:cond check="not-initial(R)"><Z/></tt:cond></c2></X0></tt:template>',
  json: '<tt:root name="ROOT"/><tt:template><array><tt:loop ref="ROOT"><object><str name="carrid" tt:value-ref="N"/><tt:cond><num name="w"><tt:value ref="W"/></num></tt:cond></object></tt:loop></array></tt:template>',
  formal:
    '<tt:root name="R"/><tt:parameter name="P"/><tt:parameter name="O" kind="out"/><tt:template><X><tt:switch-var><tt:cond-var check="P=1"><A/></tt:cond-var><tt:cond-var><B/></tt:cond-var></tt:switch-var><tt:assign to-var="O" val="\'done\'"/></X></tt:template>',
  method:
    '<tt:root name="R"/><tt:variable name="O" ref-type="ZCL_X"/><tt:template><X><tt:call-method var="O" name="M"/></X></tt:template>'
}

const simple = (name: string, content: string): string =>
  `<?sap.transform simple?>\n<tt:transform xmlns:tt="http://www.sap.com/transformation-templates"${name === 'apply' ? ' template="main"' : ''}>${content}</tt:transform>`

export const TRANSFORMATION_FILES: readonly RepositoryFile[] = [
  ...Object.entries(SOURCES).map(([name, content]) => ({
    name: `zst_${name}.xslt.source.xml`,
    text: simple(name, content)
  })),
  {
    name: 'zst_xsl.xslt.source.xml',
    text: '<xsl:transform xmlns:xsl="http://www.w3.org/1999/XSL/Transform" version="1.0"/>'
  }
]

const write = (name: string, data: string, source: string): string =>
  `${data} CALL TRANSFORMATION zst_${name} SOURCE ${source} RESULT XML r OPTIONS xml_header = 'no'.`
const read = (
  name: string,
  xml: string,
  { data, result, shown }: { data: string; result: string; shown: string }
): string =>
  `${data} CALL TRANSFORMATION zst_${name} SOURCE XML \`${xml}\` RESULT ${result}. r = ${shown}.`
const raised = (body: string): string =>
  `TRY. ${body} CATCH cx_transformation_error INTO DATA(x). r = cl_abap_classdescr=>get_class_name( x ). IF x->previous IS BOUND. r = r && cl_abap_classdescr=>get_class_name( x->previous ). ENDIF. REPLACE ALL OCCURRENCES OF '\\CLASS=' IN r WITH ''. ENDTRY.`

const nested =
  "DATA: BEGIN OF s1, col1(10) TYPE c VALUE 'ABC', col2 TYPE i VALUE 111, BEGIN OF struc2, col1 TYPE d VALUE '20040126', col2 TYPE t VALUE '084000', END OF struc2, END OF s1."
const lines =
  'TYPES: BEGIN OF line, key TYPE i, values TYPE STANDARD TABLE OF i WITH EMPTY KEY, END OF line. DATA itab TYPE STANDARD TABLE OF line WITH EMPTY KEY.'
const rows =
  'TYPES: BEGIN OF row, n TYPE string, w TYPE i, END OF row. DATA itab TYPE STANDARD TABLE OF row WITH EMPTY KEY.'

/**
 * Simple transformations, mostly the examples of the keyword documentation with the results that it
 * states (marianfoo/abap-docs docs/7.58/md/abenst_*.md).
 */
export const SIMPLE: readonly Construct[] = [
  {
    title: 'ST: values, components and the current node',
    body: write('values', nested, 'root = s1'),
    result: '<X><X1>ABC</X1><X2>111</X2><X3><X1>2004-01-26</X1><X2>08:40:00</X2></X3></X>'
  },
  {
    title: 'ST: what was serialized is deserialized',
    body: `${nested} DATA o LIKE s1. DATA x TYPE xstring. CALL TRANSFORMATION zst_values SOURCE root = s1 RESULT XML x. CALL TRANSFORMATION zst_values SOURCE XML x RESULT root = o. IF o = s1. r = cl_abap_codepage=>convert_from( x ). ENDIF.`,
    result:
      '<?xml version="1.0" encoding="utf-8"?><X><X1>ABC</X1><X2>111</X2><X3><X1>2004-01-26</X1><X2>08:40:00</X2></X3></X>'
  },
  {
    title: 'ST: nested loops in both directions',
    body: `${lines} itab = VALUE #( FOR j = 2 UNTIL j > 3 ( key = j values = VALUE #( ( j ** 2 ) ( j ** 3 ) ) ) ). DATA o LIKE itab. CALL TRANSFORMATION zst_loop SOURCE root = itab RESULT XML r OPTIONS xml_header = 'no'. CALL TRANSFORMATION zst_loop SOURCE XML r RESULT root = o. IF o <> itab. r = 'differs'. ENDIF.`,
    result:
      '<tab1><key>2</key><tab2><value>4</value><value>8</value></tab2><key>3</key><tab2><value>9</value><value>27</value></tab2></tab1>'
  },
  {
    title: 'ST: literal texts and attributes',
    body: write('html', 'DATA t TYPE string_table. t = VALUE #( ( `a"&` ) ( `` ) ).', 'rows = t'),
    result: '<h2>Rows:</h2><ul><li href="a&quot;&amp;">a"&amp;</li><li href=""/></ul>'
  },
  {
    title: 'ST: conditions of a serialization',
    body: write('cond', 'DATA a TYPE i VALUE 111. DATA b TYPE i VALUE 222.', 'root1 = a root2 = b'),
    result: '<X><X1>111</X1><X2>222</X2></X>'
  },
  {
    title: 'ST: a condition that is not met is left out',
    body: write('cond', 'DATA a TYPE i VALUE 112. DATA b TYPE i VALUE 222.', 'root1 = a root2 = b'),
    result: '<X/>'
  },
  {
    title: 'ST: optional content and assertions of a deserialization',
    body: read('cond', '<X><X0>.</X0><X1>111</X1><X2>222</X2></X>', {
      data: 'DATA: a TYPE i, b TYPE i, c TYPE i.',
      result: 'root1 = a root2 = b root3 = c',
      shown: '|{ a } { b } { c }|'
    }),
    result: '111 222 333'
  },
  {
    title: 'ST: a value against the assertion',
    body: raised(
      read('cond', '<X><X1>112</X1><X2>222</X2></X>', {
        data: 'DATA: a TYPE i, b TYPE i, c TYPE i.',
        result: 'root1 = a root2 = b root3 = c',
        shown: '|{ a }|'
      })
    ),
    result: 'CX_ST_COND_CHECK_FAIL'
  },
  {
    title: 'ST: an unexpected element in place of optional content',
    body: raised(
      read('cond', '<X><Z/><X1>111</X1><X2>222</X2></X>', {
        data: 'DATA: a TYPE i, b TYPE i VALUE 222, c TYPE i VALUE 333.',
        result: 'root1 = a root2 = b root3 = c',
        shown: '|{ a }|'
      })
    ),
    result: 'CX_ST_MATCH_ELEMENT'
  },
  {
    title: 'ST: a switch in an attribute',
    body: write('switch', 'DATA n TYPE i VALUE 15.', 'size = n'),
    result: '<Paragraph size="Medium">Text</Paragraph>'
  },
  {
    title: 'ST: a switch reads by its texts, and by its standard case',
    body: `DATA n TYPE i. CALL TRANSFORMATION zst_switch SOURCE XML \`<Paragraph size="Big">Text</Paragraph>\` RESULT size = n. r = n. CALL TRANSFORMATION zst_switch SOURCE XML \`<Paragraph size="huge">Text</Paragraph>\` RESULT size = n. r = |{ r }{ n }|.`,
    result: '28 12'
  },
  {
    title: 'ST: a switch without a case that is met',
    body: raised(write('nocase', 'DATA n TYPE i VALUE 3.', 'a = n')),
    result: 'CX_ST_SWITCH_NO_CASE'
  },
  {
    title: 'ST: a group takes its cases in any order',
    body: read('group', '<X0><X1>1</X1><X1>2</X1><X2>3</X2><X2>4</X2><X3>5</X3><X4>6</X4></X0>', {
      data: 'DATA: a TYPE i, b TYPE i, c TYPE i, d TYPE i.',
      result: 'root1 = a root2 = b root3 = c root4 = d',
      shown: '|{ a }{ b }{ c }{ d }|'
    }),
    result: '2356'
  },
  {
    title: 'ST: a group whose required case is missing',
    body: raised(
      read('group', '<X0><X1>1</X1></X0>', {
        data: 'DATA: a TYPE i, b TYPE i, c TYPE i, d TYPE i.',
        result: 'root1 = a root2 = b root3 = c root4 = d',
        shown: '|{ a }|'
      })
    ),
    result: 'CX_ST_GROUP_MISSING_CASE'
  },
  {
    title: 'ST: an extensible element may have others',
    body: read('extensible', '<r><x/><a>1</a><b>2</b><y><z/></y></r>', {
      data: 'DATA: a TYPE i, b TYPE i.',
      result: 'a = a b = b',
      shown: '|{ a }{ b }|'
    }),
    result: '12'
  },
  {
    title: 'ST: elements that are skipped',
    body: read(
      'skip',
      '<s><X1>0</X1><X1>1</X1><X1>2</X1><X2>3</X2><X2>4</X2><X2>5</X2><Y><X3>6</X3></Y><X4>9</X4><Z/></s>',
      {
        data: 'DATA: BEGIN OF s, a TYPE i, b TYPE i, c TYPE i, END OF s.',
        result: 'root = s',
        shown: '|{ s-a }{ s-b }{ s-c }|'
      }
    ),
    result: '239'
  },
  {
    title: 'ST: a lax name, a literal attribute that is missing, and one with another value',
    body: `DATA s TYPE string. CALL TRANSFORMATION zst_lax SOURCE XML \`<X my_attr="attr" b="c">abc</X>\` RESULT root = s. TRY. CALL TRANSFORMATION zst_lax SOURCE XML \`<X>abc</X>\` RESULT root = s. CATCH cx_st_match_attribute. s = s && '1'. ENDTRY. TRY. CALL TRANSFORMATION zst_lax SOURCE XML \`<X my_attr="b">abc</X>\` RESULT root = s. CATCH cx_st_match_text. r = s && '2'. ENDTRY.`,
    result: 'abc12'
  },
  {
    title: 'ST: blanks alone are no literal text, unless they are marked',
    body: `${write('text', 'DATA n TYPE i.', 'r = n')} CALL TRANSFORMATION zst_text SOURCE XML r RESULT r = n.`,
    result: '<X0><X1> a b c </X1><X2> d </X2><X3/><X4>  </X4></X0>'
  },
  {
    title: 'ST: tt:copy is asXML in both directions',
    body: `${lines} itab = VALUE #( ( key = 2 values = VALUE #( ( 4 ) ( 8 ) ) ) ). DATA o LIKE itab. CALL TRANSFORMATION zst_copy SOURCE root = itab RESULT XML r OPTIONS xml_header = 'no'. CALL TRANSFORMATION zst_copy SOURCE XML r RESULT root = o. IF o <> itab. r = 'differs'. ENDIF.`,
    result: '<node><item><KEY>2</KEY><VALUES><item>4</item><item>8</item></VALUES></item></node>'
  },
  {
    title: 'ST: mappings and the format of truth values',
    body: `DATA a TYPE string VALUE 'Man'. DATA b TYPE abap_bool VALUE abap_true. CALL TRANSFORMATION zst_map SOURCE a = a b = b RESULT XML r OPTIONS xml_header = 'no'. CALL TRANSFORMATION zst_map SOURCE XML \`<X><P>y</P><Q>false</Q></X>\` RESULT a = a b = b. r = |{ r }{ a }{ b }.|.`,
    result: '<X><P>Person</P><Q>true</Q></X>x.'
  },
  {
    title: 'ST: lengths fill and limit',
    body: raised(
      `DATA s TYPE string VALUE '1234'. CALL TRANSFORMATION zst_length SOURCE root = s RESULT XML r OPTIONS xml_header = 'no'. IF r <> '<T>1234    </T>'. RETURN. ENDIF. CALL TRANSFORMATION zst_length SOURCE XML r RESULT root = s.`
    ),
    result: 'CX_ST_DESERIALIZATION_ERRORCX_ST_CONSTRAINT_ERROR'
  },
  {
    title: 'ST: a value that does not fit its type',
    body: raised(
      read('read', '<X>3x</X>', { data: 'DATA n TYPE i.', result: 'root = n', shown: '|{ n }|' })
    ),
    result: 'CX_ST_DESERIALIZATION_ERRORCX_SY_CONVERSION_NO_NUMBER'
  },
  {
    title: 'ST: a variable is read and assigned',
    body: read('read', '<X>333</X>', {
      data: 'DATA n TYPE i.',
      result: 'root = n',
      shown: '|{ n }|'
    }),
    result: '333'
  },
  {
    title: 'ST: another transformation is called with parameters',
    body: write('calls', 'DATA n TYPE i.', 'r = n'),
    result: '<X><X1>1</X1><X2>3</X2><X3>1</X3></X>'
  },
  {
    title: 'ST: templates of an included transformation, with and without data roots',
    body: `${rows} itab = VALUE #( ( n = 'a' w = 1 ) ( n = 'b' w = 2 ) ). CALL TRANSFORMATION zst_apply SOURCE root = itab RESULT XML r OPTIONS xml_header = 'no'. CLEAR itab. CALL TRANSFORMATION zst_apply SOURCE XML r RESULT root = itab. r = |{ r }{ lines( itab ) }{ itab[ 2 ]-n }{ itab[ 2 ]-w }|.`,
    result: '<w><d><n>a</n><q>1</q></d><d><n>b</n><q>2</q></d></w>2b2'
  },
  {
    title: 'ST: namespaces are declared where they are used, or by tt:namespace',
    body: write('space', 'DATA n TYPE i.', 'r = n'),
    result:
      '<X0 xmlns="urn:d"><c1 xmlns:abc="www.abc.com" attr="abc:uvw"><X/></c1><c2><abc:X xmlns:abc="www.abc.com" xmlns:xyz="www.xyz.com" xyz:attr="xyz"/><xyz:Y xmlns:xyz="www.xyz.com"/></c2></X0>'
  },
  {
    title: 'ST: JSON is read as JSON-XML',
    body: `${rows} CALL TRANSFORMATION zst_json SOURCE XML \`[{"carrid":"AA","w":7},{"carrid":"LH"}]\` RESULT root = itab. r = |{ itab[ 1 ]-n }{ itab[ 1 ]-w }{ itab[ 2 ]-n }{ lines( itab ) }|.`,
    result: 'AA7LH2'
  },
  {
    title: 'ST: a JSON writer gets JSON',
    body: `${rows} itab = VALUE #( ( n = 'AA' w = 7 ) ). DATA(writer) = cl_sxml_string_writer=>create( type = if_sxml=>co_xt_json ). CALL TRANSFORMATION zst_json SOURCE root = itab RESULT XML writer. r = cl_abap_codepage=>convert_from( writer->get_output( ) ).`,
    result: '[{"carrid":"AA","w":7}]'
  },
  {
    title: 'ST: a reader is the source',
    body: `DATA n TYPE i. DATA(reader) = cl_sxml_string_reader=>create( cl_abap_codepage=>convert_to( \`<X>5</X>\` ) ). CALL TRANSFORMATION zst_read SOURCE XML reader RESULT root = n. r = n.`,
    result: '5 '
  },
  {
    title: 'ST: parameters of CALL TRANSFORMATION',
    body: `DATA n TYPE i VALUE 1. DATA o TYPE string. CALL TRANSFORMATION zst_formal PARAMETERS p = n o = o SOURCE r = n RESULT XML r OPTIONS xml_header = 'no'. r = r && o.`,
    result: '<X><A/></X>done'
  },
  {
    title: 'ST: a data root that is not bound',
    body: raised(
      write('read', 'DATA n TYPE i.', 'other = n') + ' ' + write('copy', '', 'other = n')
    ),
    result: 'CX_ST_REF_ACCESS'
  },
  {
    title: 'ST: a source that is not XML',
    body: raised(
      read('read', '<X>', { data: 'DATA n TYPE i.', result: 'root = n', shown: '|{ n }|' })
    ),
    result: 'CX_ST_DESERIALIZATION_ERROR'
  },
  {
    title: 'ST: a transformation that is not there is refused by name',
    body: 'DATA n TYPE i. CALL TRANSFORMATION sjson2html SOURCE a = n RESULT XML r.',
    unsupported: /SJSON2HTML/
  },
  {
    title: 'ST: XSLT programs are refused by name',
    body: 'DATA n TYPE i. CALL TRANSFORMATION zst_xsl SOURCE a = n RESULT XML r.',
    unsupported: /XSLT program ZST_XSL/
  },
  {
    title: 'ST: calls of methods are refused by name',
    body: 'DATA n TYPE i. CALL TRANSFORMATION zst_method SOURCE r = n RESULT XML r.',
    unsupported: /tt:call-method/
  },
  {
    title: 'ST: a document is no source of a simple transformation',
    body: 'DATA n TYPE i. DATA(doc) = cl_ixml=>create( )->create_document( ). CALL TRANSFORMATION zst_read SOURCE XML doc RESULT root = n.',
    unsupported: /iXML/
  }
]
