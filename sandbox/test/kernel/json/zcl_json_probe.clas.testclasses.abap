CLASS ltcl_json DEFINITION FINAL FOR TESTING RISK LEVEL HARMLESS DURATION SHORT.
  PRIVATE SECTION.
    METHODS values FOR TESTING.
    METHODS truth_values FOR TESTING.
    METHODS time_stamps FOR TESTING.
    METHODS names FOR TESTING.
    METHODS mapped_names FOR TESTING.
    METHODS compressed FOR TESTING.
    METHODS tables_with_keys FOR TESTING.
    METHODS references FOR TESTING.
    METHODS objects FOR TESTING.
    METHODS escapes FOR TESTING.
    METHODS indented FOR TESTING.
    METHODS read_values FOR TESTING.
    METHODS unknown_and_missing FOR TESTING.
    METHODS read_times FOR TESTING.
    METHODS parts_stay_json FOR TESTING.
    METHODS what_does_not_fit FOR TESTING.
    METHODS what_is_no_json FOR TESTING.
    METHODS strict FOR TESTING RAISING cx_static_check.
    METHODS generated FOR TESTING.
    METHODS generated_with_types FOR TESTING.
    METHODS generated_inside FOR TESTING RAISING cx_static_check.
    METHODS conversion_exits FOR TESTING.
    METHODS includes FOR TESTING.
    METHODS own_class FOR TESTING.
ENDCLASS.

CLASS ltcl_own DEFINITION INHERITING FROM /ui2/cl_json.
  PROTECTED SECTION.
    METHODS pretty_name REDEFINITION.
    METHODS is_compressable REDEFINITION.
ENDCLASS.

CLASS ltcl_own IMPLEMENTATION.
  METHOD pretty_name.
    out = super->pretty_name( in ) && `!`.
  ENDMETHOD.

  METHOD is_compressable.
    rv_compress = xsdbool( name <> `KEPT` ).
  ENDMETHOD.
ENDCLASS.

CLASS ltcl_json IMPLEMENTATION.
  METHOD values.
    DATA:
      BEGIN OF row,
        text     TYPE c LENGTH 8 VALUE 'ab',
        digits   TYPE n LENGTH 6 VALUE '000042',
        number   TYPE i VALUE -7,
        amount   TYPE p LENGTH 10 DECIMALS 3 VALUE '10.5',
        negative TYPE p LENGTH 10 DECIMALS 2 VALUE '-1.25',
        nothing  TYPE p LENGTH 10 DECIMALS 2,
        float    TYPE f VALUE '1.5',
        date     TYPE d VALUE '20241003',
        time     TYPE t VALUE '153048',
        no_date  TYPE d,
        bytes    TYPE xstring,
        rows     TYPE string_table,
      END OF row.
    row-bytes = 'ABCDEF'.
    APPEND `x` TO row-rows.
    cl_abap_unit_assert=>assert_equals( act = /ui2/cl_json=>serialize( row ) exp =
      `{"TEXT":"ab","DIGITS":42,"NUMBER":-7,"AMOUNT":10.500,"NEGATIVE":-1.25,"NOTHING":0,"FLOAT":1.5000000000000000E+00,` &&
      `"DATE":"2024-10-03","TIME":"15:30:48","NO_DATE":"","BYTES":"q83v","ROWS":["x"]}` ).
    cl_abap_unit_assert=>assert_equals( act = /ui2/cl_json=>serialize( data = row-digits numc_as_string = abap_true ) exp = `"000042"` ).
    cl_abap_unit_assert=>assert_equals( act = /ui2/cl_json=>serialize( data = row-bytes hex_as_base64 = abap_false ) exp = `"ABCDEF"` ).
    cl_abap_unit_assert=>assert_equals( act = /ui2/cl_json=>serialize( data = 5 name = `n` ) exp = `"n":5` ).
  ENDMETHOD.

  METHOD truth_values.
    DATA:
      BEGIN OF row,
        one   TYPE abap_bool VALUE 'X',
        two   TYPE xfeld,
        three TYPE boole_d VALUE 'X',
        four  TYPE boolean,
        five  TYPE /ui2/cl_json=>tribool VALUE '-',
        six   TYPE /ui2/cl_json=>bool,
        seven TYPE c LENGTH 1 VALUE 'X',
      END OF row.
    DATA copy LIKE row.
    DATA(json) = /ui2/cl_json=>serialize( row ).
    cl_abap_unit_assert=>assert_equals( act = json exp =
      `{"ONE":true,"TWO":false,"THREE":true,"FOUR":null,"FIVE":false,"SIX":false,"SEVEN":"X"}` ).
    CLEAR copy.
    /ui2/cl_json=>deserialize( EXPORTING json = json CHANGING data = copy ).
    cl_abap_unit_assert=>assert_equals( act = copy exp = row ).
    cl_abap_unit_assert=>assert_equals( act = /ui2/cl_json=>bool_to_tribool( abap_false ) exp = '-' ).
    cl_abap_unit_assert=>assert_equals( act = /ui2/cl_json=>tribool_to_bool( '-' ) exp = abap_false ).
  ENDMETHOD.

  METHOD time_stamps.
    DATA:
      BEGIN OF row,
        short TYPE timestamp VALUE '20160708123456',
        long  TYPE timestampl VALUE '20151002134450.5545900',
        none  TYPE timestamp,
      END OF row.
    DATA copy LIKE row.
    cl_abap_unit_assert=>assert_equals( act = /ui2/cl_json=>serialize( row )
      exp = `{"SHORT":20160708123456,"LONG":20151002134450.5545900,"NONE":0}` ).
    DATA(json) = /ui2/cl_json=>serialize( data = row ts_as_iso8601 = abap_true ).
    cl_abap_unit_assert=>assert_equals( act = json
      exp = `{"SHORT":"2016-07-08T12:34:56Z","LONG":"2015-10-02T13:44:50.5545900Z","NONE":""}` ).
    CLEAR copy.
    /ui2/cl_json=>deserialize( EXPORTING json = json CHANGING data = copy ).
    cl_abap_unit_assert=>assert_equals( act = copy exp = row ).
  ENDMETHOD.

  METHOD names.
    DATA:
      BEGIN OF row,
        __underscore      TYPE i,
        under__score      TYPE i,
        _upper_camel_case TYPE i,
        distance_a_b      TYPE i VALUE 3,
      END OF row.
    DATA copy LIKE row.
    DATA:
      BEGIN OF special,
        __a__odata___context TYPE i,
        __e____n____p____m__ TYPE i,
        _abap_name           TYPE i,
      END OF special.
    DATA(json) = /ui2/cl_json=>serialize( data = row pretty_name = /ui2/cl_json=>pretty_mode-camel_case ).
    cl_abap_unit_assert=>assert_equals( act = json exp = `{"_underscore":0,"under_score":0,"UpperCamelCase":0,"distanceAB":3}` ).
    /ui2/cl_json=>deserialize( EXPORTING json = json pretty_name = /ui2/cl_json=>pretty_mode-camel_case CHANGING data = copy ).
    cl_abap_unit_assert=>assert_equals( act = copy exp = row ).
    cl_abap_unit_assert=>assert_equals( act = /ui2/cl_json=>serialize( data = row pretty_name = 'L' )
      exp = `{"__underscore":0,"under__score":0,"_upper_camel_case":0,"distance_a_b":3}` ).
    cl_abap_unit_assert=>assert_equals( act = /ui2/cl_json=>serialize( data = special pretty_name = 'Y' )
      exp = `{"@odata.context":0,"!#%&":0,"AbapName":0}` ).
  ENDMETHOD.

  METHOD mapped_names.
    DATA:
      BEGIN OF row,
        sschema TYPE string VALUE `a`,
        plain   TYPE string VALUE `b`,
      END OF row.
    DATA copy LIKE row.
    CLEAR copy.
    DATA(mappings) = VALUE /ui2/cl_json=>name_mappings( ( abap = `sschema` json = `$schema` ) ).
    DATA(json) = /ui2/cl_json=>serialize( data = row name_mappings = mappings pretty_name = 'L' ).
    cl_abap_unit_assert=>assert_equals( act = json exp = `{"$schema":"a","plain":"b"}` ).
    /ui2/cl_json=>deserialize( EXPORTING json = json name_mappings = mappings pretty_name = 'L' CHANGING data = copy ).
    cl_abap_unit_assert=>assert_equals( act = copy exp = row ).
  ENDMETHOD.

  METHOD compressed.
    DATA:
      BEGIN OF row,
        one  TYPE string,
        two  TYPE i VALUE 2,
        BEGIN OF three,
          four TYPE abap_bool,
        END OF three,
        five TYPE string_table,
      END OF row.
    cl_abap_unit_assert=>assert_equals( act = /ui2/cl_json=>serialize( data = row compress = abap_true ) exp = `{"TWO":2}` ).
    cl_abap_unit_assert=>assert_equals( act = /ui2/cl_json=>serialize( row )
      exp = `{"ONE":"","TWO":2,"THREE":{"FOUR":false},"FIVE":[]}` ).
  ENDMETHOD.

  METHOD tables_with_keys.
    TYPES:
      BEGIN OF line,
        key   TYPE string,
        value TYPE i,
      END OF line.
    DATA one TYPE HASHED TABLE OF line WITH UNIQUE KEY key.
    DATA two TYPE SORTED TABLE OF line WITH UNIQUE KEY key value.
    DATA copy LIKE one.
    one = VALUE #( ( key = `a"b` value = 1 ) ( key = `c` ) ).
    two = one.
    cl_abap_unit_assert=>assert_equals( act = /ui2/cl_json=>serialize( one ) exp = `[{"KEY":"a\"b","VALUE":1},{"KEY":"c","VALUE":0}]` ).
    DATA(json) = /ui2/cl_json=>serialize( data = one assoc_arrays = abap_true ).
    cl_abap_unit_assert=>assert_equals( act = json exp = `{"a\"b":{"VALUE":1},"c":{"VALUE":0}}` ).
    /ui2/cl_json=>deserialize( EXPORTING json = json assoc_arrays = abap_true CHANGING data = copy ).
    cl_abap_unit_assert=>assert_equals( act = copy exp = one ).
    json = /ui2/cl_json=>serialize( data = one assoc_arrays = abap_true assoc_arrays_opt = abap_true compress = abap_true ).
    cl_abap_unit_assert=>assert_equals( act = json exp = `{"a\"b":1,"c":0}` ).
    CLEAR copy.
    /ui2/cl_json=>deserialize( EXPORTING json = json assoc_arrays = abap_true assoc_arrays_opt = abap_true CHANGING data = copy ).
    cl_abap_unit_assert=>assert_equals( act = copy exp = one ).
    cl_abap_unit_assert=>assert_equals( act = /ui2/cl_json=>serialize( data = two assoc_arrays = abap_true )
      exp = `{"a\"b-1":{"KEY":"a\"b","VALUE":1},"c-0":{"KEY":"c","VALUE":0}}` ).
  ENDMETHOD.

  METHOD references.
    DATA:
      BEGIN OF row,
        any   TYPE REF TO data,
        typed TYPE REF TO string_table,
        none  TYPE REF TO data,
      END OF row.
    DATA copy LIKE row.
    DATA circle TYPE REF TO data.
    row-any = NEW i( 3 ).
    CREATE DATA row-typed.
    APPEND `a` TO row-typed->*.
    DATA(json) = /ui2/cl_json=>serialize( row ).
    cl_abap_unit_assert=>assert_equals( act = json exp = `{"ANY":3,"TYPED":["a"],"NONE":null}` ).
    /ui2/cl_json=>deserialize( EXPORTING json = json CHANGING data = copy ).
    cl_abap_unit_assert=>assert_equals( act = /ui2/cl_json=>serialize( copy ) exp = json ).
    cl_abap_unit_assert=>assert_equals( act = copy-typed->* exp = row-typed->* ).
    /ui2/cl_json=>deserialize( EXPORTING json = `{"any":null,"typed":{"a":1}}` CHANGING data = row ).
    cl_abap_unit_assert=>assert_not_bound( row-any ).
    circle = REF #( circle ).
    cl_abap_unit_assert=>assert_equals( act = /ui2/cl_json=>serialize( circle ) exp = `{}` ).
  ENDMETHOD.

  METHOD objects.
    DATA copy TYPE REF TO zcl_json_probe.
    DATA(parent) = NEW zcl_json_probe( ).
    parent->id = 1.
    DATA(child) = NEW zcl_json_probe( ).
    child->id = 2.
    APPEND child TO parent->children.
    DATA(json) = /ui2/cl_json=>serialize( parent ).
    cl_abap_unit_assert=>assert_equals( act = json exp = `{"CHILDREN":[{"CHILDREN":[],"ID":2}],"ID":1}` ).
    /ui2/cl_json=>deserialize( EXPORTING json = json CHANGING data = copy ).
    cl_abap_unit_assert=>assert_equals( act = copy->children[ 1 ]->id exp = 2 ).
  ENDMETHOD.

  METHOD escapes.
    DATA copy TYPE string.
    DATA(text) = |a"b\\c\r\n\t/|.
    DATA(json) = /ui2/cl_json=>serialize( text ).
    cl_abap_unit_assert=>assert_equals( act = json exp = `"a\"b\\c\r\n\t/"` ).
    /ui2/cl_json=>deserialize( EXPORTING json = json CHANGING data = copy ).
    cl_abap_unit_assert=>assert_equals( act = copy exp = text ).
    /ui2/cl_json=>deserialize( EXPORTING json = `"\u0041\/\\u"` CHANGING data = copy ).
    cl_abap_unit_assert=>assert_equals( act = copy exp = `A/\u` ).
    cl_abap_unit_assert=>assert_equals(
      act = /ui2/cl_json=>raw_to_string( /ui2/cl_json=>string_to_raw( `ä` ) ) exp = `ä` ).
  ENDMETHOD.

  METHOD indented.
    DATA:
      BEGIN OF row,
        a TYPE string_table,
        b TYPE string VALUE `x, y`,
      END OF row.
    cl_abap_unit_assert=>assert_equals( act = /ui2/cl_json=>serialize( data = row format_output = abap_true )
      exp = |\{\r\n  "A": [],\r\n  "B": "x, y"\r\n\}| ).
  ENDMETHOD.

  METHOD read_values.
    DATA:
      BEGIN OF row,
        text   TYPE string,
        digits TYPE n LENGTH 6,
        number TYPE i,
        amount TYPE p LENGTH 8 DECIMALS 2,
        flag   TYPE abap_bool,
        bytes  TYPE xstring,
        guid   TYPE x LENGTH 16,
        rows   TYPE SORTED TABLE OF i WITH UNIQUE KEY table_line,
      END OF row.
    /ui2/cl_json=>deserialize(
      EXPORTING json = `{"text":12,"digits":7,"number":"42","amount":"+05","flag":"true","bytes":"q83v",` &&
        `"guid":"0894ef45-77a9-1ed8-a495-bd69397619c0","rows":[3,1,3]}`
      CHANGING data = row ).
    DATA expected LIKE row.
    expected = VALUE #(
      text = `12` digits = '000007' number = 42 amount = 5 flag = 'X' bytes = 'ABCDEF'
      guid = '0894EF4577A91ED8A495BD69397619C0' rows = VALUE #( ( 1 ) ( 3 ) ) ).
    cl_abap_unit_assert=>assert_equals( act = row exp = expected ).
    /ui2/cl_json=>deserialize( EXPORTING json = `{"text":"","number":null,"flag":false,"rows":[]}` CHANGING data = row ).
    CLEAR: expected-text, expected-number, expected-flag, expected-rows.
    cl_abap_unit_assert=>assert_equals( act = row exp = expected ).
  ENDMETHOD.

  METHOD unknown_and_missing.
    DATA:
      BEGIN OF row,
        one TYPE string VALUE `default`,
        two TYPE i,
      END OF row.
    /ui2/cl_json=>deserialize( EXPORTING json = ` {"other":{"two":[1]},"Two":2,} ` CHANGING data = row ).
    cl_abap_unit_assert=>assert_equals( act = row-one exp = `default` ).
    cl_abap_unit_assert=>assert_equals( act = row-two exp = 2 ).
  ENDMETHOD.

  METHOD read_times.
    DATA:
      BEGIN OF row,
        a TYPE d,
        b TYPE d,
        c TYPE t,
        e TYPE timestamp,
        f TYPE timestampl,
        g TYPE t,
        h TYPE timestamp,
      END OF row.
    /ui2/cl_json=>deserialize(
      EXPORTING json = `{"a":"2023-03-08T00:00:00","b":"20160926","c":"PT12H34M56S","e":"2024-02-01T00:00:00+01:00",` &&
        `"f":"\/Date(1577462450454)\/","g":"09:30:01","h":"2016-01-31T09:51:23.702+0000"}`
      CHANGING data = row ).
    DATA expected LIKE row.
    expected = VALUE #(
      a = '20230308' b = '20160926' c = '123456' e = '20240131230000' f = '20191227160050.4540000'
      g = '093001' h = '20160131095123' ).
    cl_abap_unit_assert=>assert_equals( act = row exp = expected ).
  ENDMETHOD.

  METHOD parts_stay_json.
    DATA:
      BEGIN OF row,
        id   TYPE string,
        part TYPE /ui2/cl_json=>json,
      END OF row.
    DATA(json) = `{"ID":"1","PART":{"a":[1, 2]}}`.
    /ui2/cl_json=>deserialize( EXPORTING json = json CHANGING data = row ).
    cl_abap_unit_assert=>assert_equals( act = row-part exp = `{"a":[1, 2]}` ).
    cl_abap_unit_assert=>assert_equals( act = /ui2/cl_json=>serialize( row ) exp = json ).
  ENDMETHOD.

  METHOD what_does_not_fit.
    DATA:
      BEGIN OF row,
        number TYPE i VALUE 1,
        text   TYPE string VALUE `x`,
        rows   TYPE string_table,
        last   TYPE i,
      END OF row.
    DATA rows TYPE STANDARD TABLE OF t000.
    APPEND `y` TO row-rows.
    /ui2/cl_json=>deserialize( EXPORTING json = `{"number":"2q","text":["a"],"rows":"b","last":3}` CHANGING data = row ).
    cl_abap_unit_assert=>assert_equals( act = /ui2/cl_json=>serialize( row ) exp = `{"NUMBER":0,"TEXT":"","ROWS":[],"LAST":3}` ).
    /ui2/cl_json=>deserialize( EXPORTING json = `["a","b"]` CHANGING data = rows ).
    cl_abap_unit_assert=>assert_equals( act = lines( rows ) exp = 2 ).
  ENDMETHOD.

  METHOD what_is_no_json.
    DATA row TYPE string_table.
    APPEND `x` TO row.
    /ui2/cl_json=>deserialize( EXPORTING json = `` CHANGING data = row ).
    cl_abap_unit_assert=>assert_equals( act = lines( row ) exp = 1 ).
    /ui2/cl_json=>deserialize( EXPORTING json = `["a",` CHANGING data = row ).
    cl_abap_unit_assert=>assert_initial( row ).
    cl_abap_unit_assert=>assert_not_bound( /ui2/cl_json=>generate( `{"error":"n \"<\"\">` ) ).
  ENDMETHOD.

  METHOD strict.
    DATA:
      BEGIN OF row,
        rows TYPE STANDARD TABLE OF string_table WITH DEFAULT KEY,
        BEGIN OF part,
          number TYPE i,
        END OF part,
      END OF row.
    DATA(reader) = NEW /ui2/cl_json( strict_mode = abap_true ).
    TRY.
        reader->deserialize_int( EXPORTING json = `{"rows":[["a"],5]}` CHANGING data = row ).
        cl_abap_unit_assert=>fail( ).
      CATCH cx_sy_move_cast_error INTO DATA(error).
        cl_abap_unit_assert=>assert_equals( act = error->source_typename exp = `$.rows[2]` ).
        cl_abap_unit_assert=>assert_equals( act = error->target_typename exp = `TABLE` ).
    ENDTRY.
    TRY.
        reader->deserialize_int( EXPORTING json = `{"part":{"number":"x"}}` CHANGING data = row ).
        cl_abap_unit_assert=>fail( ).
      CATCH cx_sy_move_cast_error INTO error.
        cl_abap_unit_assert=>assert_equals( act = error->source_typename exp = `$.part.number` ).
    ENDTRY.
    reader->deserialize_int( EXPORTING json = `{"rows":null,"part":{"number":4}}` CHANGING data = row ).
    cl_abap_unit_assert=>assert_equals( act = row-part-number exp = 4 ).
  ENDMETHOD.

  METHOD generated.
    FIELD-SYMBOLS <rows> TYPE /ui2/cl_json=>ref_tab.
    FIELD-SYMBOLS <value> TYPE any.
    FIELD-SYMBOLS <structure> TYPE any.
    DATA(json) = `{"CODE":"2000","big":12345678910,"list":[1,null,"a"],"none":{},"yes":true}`.
    DATA(data) = /ui2/cl_json=>generate( json = json ).
    cl_abap_unit_assert=>assert_equals( act = /ui2/cl_json=>serialize( data = data pretty_name = 'L' )
      exp = `{"code":"2000","big":12345678910,"list":[1,null,"a"],"none":null,"yes":true}` ).
    ASSIGN data->* TO <structure>.
    ASSIGN COMPONENT 'LIST' OF STRUCTURE <structure> TO <value>.
    ASSIGN <value>->* TO <rows>.
    cl_abap_unit_assert=>assert_equals( act = lines( <rows> ) exp = 3 ).
    data = /ui2/cl_json=>generate( json = `{"is-Value.ListConverted":1,"S/I\\D":2}` pretty_name = 'X' ).
    cl_abap_unit_assert=>assert_equals( act = /ui2/cl_json=>serialize( data ) exp = `{"S_I_D":2,"IS_VALUE_LIST_CONVERTED":1}` ).
    data = /ui2/cl_json=>generate( `{"CODE":1,"code":2}` ).
    cl_abap_unit_assert=>assert_equals( act = /ui2/cl_json=>serialize( data ) exp = `{"CODE":1}` ).
    cl_abap_unit_assert=>assert_not_bound( /ui2/cl_json=>generate( `null` ) ).
  ENDMETHOD.

  METHOD generated_with_types.
    FIELD-SYMBOLS <rows> TYPE STANDARD TABLE.
    FIELD-SYMBOLS <value> TYPE any.
    DATA(data) = /ui2/cl_json=>generate( json = `{"rows":[{"a":1},{"a":2}],"day":"2024-10-03"}` optimize = abap_true ).
    ASSIGN data->('ROWS') TO <rows>.
    cl_abap_unit_assert=>assert_subrc( ).
    ASSIGN COMPONENT 'A' OF STRUCTURE <rows>[ 2 ] TO <value>.
    cl_abap_unit_assert=>assert_equals( act = <value> exp = 2 ).
    ASSIGN data->('DAY') TO <value>.
    cl_abap_unit_assert=>assert_equals( act = cl_abap_typedescr=>describe_by_data( <value> )->type_kind exp = 'D' ).
  ENDMETHOD.

  METHOD generated_inside.
    DATA data TYPE REF TO data.
    DATA offset TYPE i VALUE 2.
    DATA(reader) = NEW /ui2/cl_json( ).
    reader->generate_int( EXPORTING json = `x [1] y` CHANGING data = data offset = offset ).
    cl_abap_unit_assert=>assert_equals( act = reader->serialize_int( data ) exp = `[1]` ).
    cl_abap_unit_assert=>assert_equals( act = offset exp = 5 ).
  ENDMETHOD.

  METHOD conversion_exits.
    DATA:
      BEGIN OF row,
        lang TYPE spras VALUE 'D',
      END OF row.
    DATA copy LIKE row.
    CLEAR copy.
    DATA(json) = /ui2/cl_json=>serialize( data = row conversion_exits = abap_true ).
    cl_abap_unit_assert=>assert_equals( act = json exp = `{"LANG":"DE"}` ).
    /ui2/cl_json=>deserialize( EXPORTING json = json conversion_exits = abap_true CHANGING data = copy ).
    cl_abap_unit_assert=>assert_equals( act = copy exp = row ).
  ENDMETHOD.

  METHOD includes.
    TYPES:
      BEGIN OF part,
        a TYPE i,
        b TYPE i,
      END OF part.
    TYPES BEGIN OF whole.
    TYPES id TYPE i.
    INCLUDE TYPE part AS group.
    TYPES END OF whole.
    DATA row TYPE whole.
    row-b = 2.
    cl_abap_unit_assert=>assert_equals( act = /ui2/cl_json=>serialize( row ) exp = `{"ID":0,"A":0,"B":2}` ).
    cl_abap_unit_assert=>assert_equals( act = /ui2/cl_json=>serialize( data = row expand_includes = abap_false )
      exp = `{"ID":0,"GROUP":{"A":0,"B":2}}` ).
    /ui2/cl_json=>deserialize( EXPORTING json = `{"id":1,"group":{"a":5},"b":6}` CHANGING data = row ).
    cl_abap_unit_assert=>assert_equals( act = /ui2/cl_json=>serialize( row ) exp = `{"ID":1,"A":5,"B":6}` ).
  ENDMETHOD.

  METHOD own_class.
    DATA:
      BEGIN OF row,
        kept TYPE i,
        gone TYPE i,
      END OF row.
    DATA(writer) = NEW ltcl_own( pretty_name = 'X' compress = abap_true ).
    cl_abap_unit_assert=>assert_equals( act = writer->serialize_int( row ) exp = `{"kept!":0}` ).
  ENDMETHOD.
ENDCLASS.
