CLASS ltcl_exceptions DEFINITION FINAL FOR TESTING RISK LEVEL HARMLESS DURATION SHORT.
  PRIVATE SECTION.
    METHODS text_of_message FOR TESTING.
    METHODS text_of_raise_message FOR TESTING.
    METHODS caught_in_a_variable_e FOR TESTING.
    METHODS text_of_kernel_class FOR TESTING.
    METHODS message_variables FOR TESTING.
    METHODS previous FOR TESTING.
    METHODS source_position FOR TESTING.
    METHODS message_into_is_restored FOR TESTING.
    METHODS line_not_found FOR TESTING.
    METHODS no_number FOR TESTING.
    METHODS cast_error FOR TESTING.
    METHODS create_object FOR TESTING.
    METHODS dynamic_method FOR TESTING.
    METHODS range_out_of_bounds FOR TESTING.
    METHODS parameters_of_constructor FOR TESTING.
    METHODS cleanup_runs FOR TESTING.
ENDCLASS.

CLASS ltcl_exceptions IMPLEMENTATION.
  METHOD text_of_message.
    TRY.
        NEW zcl_kernel_probe( )->refuse( `X` ).
        cl_abap_unit_assert=>fail( ).
      CATCH zcx_kernel_probe INTO DATA(error).
        cl_abap_unit_assert=>assert_equals( act = error->get_text( ) exp = 'The name X is not permitted' ).
        cl_abap_unit_assert=>assert_equals( act = error->if_message~get_longtext( ) exp = 'The name X is not permitted' ).
    ENDTRY.
  ENDMETHOD.

  METHOD text_of_raise_message.
    TRY.
        RAISE EXCEPTION TYPE zcx_kernel_probe MESSAGE e001(zkernel_probe) WITH 'Y'.
      CATCH cx_static_check INTO DATA(error).
        cl_abap_unit_assert=>assert_equals( act = error->get_text( ) exp = 'The name Y is not permitted' ).
        cl_abap_unit_assert=>assert_equals( act = CAST if_t100_dyn_msg( error )->msgty exp = 'E' ).
    ENDTRY.
  ENDMETHOD.

  METHOD caught_in_a_variable_e.
    TRY.
        NEW zcl_kernel_probe( )->refuse( `X` ).
        cl_abap_unit_assert=>fail( ).
      CATCH cx_static_check INTO DATA(e).
        cl_abap_unit_assert=>assert_equals( act = e->get_text( ) exp = 'The name X is not permitted' ).
    ENDTRY.
  ENDMETHOD.

  METHOD text_of_kernel_class.
    TRY.
        DATA(zero) = 0.
        DATA(quotient) = 1 / zero.
        cl_abap_unit_assert=>fail( |{ quotient }| ).
      CATCH cx_sy_arithmetic_error INTO DATA(error).
        cl_abap_unit_assert=>assert_equals( act = error->get_text( ) exp = 'Division by zero' ).
    ENDTRY.
  ENDMETHOD.

  METHOD message_variables.
    TRY.
        NEW zcl_kernel_probe( )->refuse( `X` ).
      CATCH zcx_kernel_probe INTO DATA(error).
        cl_message_helper=>set_msg_vars_for_if_t100_msg( error ).
        cl_abap_unit_assert=>assert_equals( act = sy-msgid exp = 'ZKERNEL_PROBE' ).
        cl_abap_unit_assert=>assert_equals( act = sy-msgno exp = '001' ).
        cl_abap_unit_assert=>assert_equals( act = sy-msgv1 exp = 'X' ).
    ENDTRY.
    cl_message_helper=>set_msg_vars_for_clike( repeat( val = `a` occ = 60 ) ).
    cl_abap_unit_assert=>assert_equals( act = sy-msgv2 exp = repeat( val = `a` occ = 10 ) ).
  ENDMETHOD.

  METHOD previous.
    TRY.
        TRY.
            NEW zcl_kernel_probe( )->refuse( `X` ).
          CATCH zcx_kernel_probe INTO DATA(first).
            RAISE EXCEPTION TYPE cx_sy_conversion_no_number
              EXPORTING
                previous = first
                value    = `abc`.
        ENDTRY.
      CATCH cx_root INTO DATA(second).
        cl_abap_unit_assert=>assert_bound( second->previous ).
        cl_abap_unit_assert=>assert_equals( act = second->previous->get_text( ) exp = first->get_text( ) ).
        cl_abap_unit_assert=>assert_equals( act = CAST cx_sy_conversion_no_number( second )->value exp = `abc` ).
    ENDTRY.
  ENDMETHOD.

  METHOD source_position.
    DATA line TYPE i.
    DATA program TYPE syrepid.
    TRY.
        NEW zcl_kernel_probe( )->refuse( `X` ).
      CATCH zcx_kernel_probe INTO DATA(error).
        error->get_source_position( IMPORTING source_line = line program_name = program ).
    ENDTRY.
    cl_abap_unit_assert=>assert_equals( act = line exp = 13 ).
    cl_abap_unit_assert=>assert_equals( act = program exp = 'ZCL_KERNEL_PROBE' ).
  ENDMETHOD.

  METHOD message_into_is_restored.
    MESSAGE e001(zkernel_probe) WITH 'kept' INTO DATA(text).
    cl_abap_unit_assert=>assert_equals( act = text exp = 'The name kept is not permitted' ).
    TRY.
        NEW zcl_kernel_probe( )->refuse( `X` ).
      CATCH zcx_kernel_probe INTO DATA(error).
        cl_abap_unit_assert=>assert_not_initial( error->get_text( ) ).
    ENDTRY.
    cl_abap_unit_assert=>assert_equals( act = sy-msgv1 exp = 'kept' ).
  ENDMETHOD.

  METHOD line_not_found.
    DATA numbers TYPE STANDARD TABLE OF i WITH DEFAULT KEY.
    TRY.
        DATA(number) = numbers[ 1 ].
        cl_abap_unit_assert=>fail( |{ number }| ).
      CATCH cx_sy_itab_line_not_found INTO DATA(error).
        cl_abap_unit_assert=>assert_char_cp( act = error->get_text( ) exp = 'Line not found*' ).
    ENDTRY.
  ENDMETHOD.

  METHOD no_number.
    DATA number TYPE i.
    TRY.
        number = CONV i( `abc` ).
        cl_abap_unit_assert=>fail( |{ number }| ).
      CATCH cx_sy_conversion_error INTO DATA(error).
        cl_abap_unit_assert=>assert_not_initial( error->get_text( ) ).
    ENDTRY.
  ENDMETHOD.

  METHOD cast_error.
    DATA object TYPE REF TO object.
    object = NEW zcl_kernel_probe( ).
    TRY.
        DATA(message) = CAST if_message( object ).
        cl_abap_unit_assert=>fail( message->get_text( ) ).
      CATCH cx_sy_move_cast_error.
        RETURN.
    ENDTRY.
  ENDMETHOD.

  METHOD create_object.
    DATA object TYPE REF TO object.
    TRY.
        CREATE OBJECT object TYPE ('ZCL_THAT_IS_NOT_THERE').
        cl_abap_unit_assert=>fail( ).
      CATCH cx_sy_create_object_error INTO DATA(error).
        cl_abap_unit_assert=>assert_not_initial( error->get_text( ) ).
    ENDTRY.
    CREATE OBJECT object TYPE ('ZCL_KERNEL_PROBE').
    cl_abap_unit_assert=>assert_bound( object ).
  ENDMETHOD.

  METHOD dynamic_method.
    DATA(probe) = NEW zcl_kernel_probe( ).
    TRY.
        CALL METHOD probe->('NOT_THERE').
        cl_abap_unit_assert=>fail( ).
      CATCH cx_sy_dyn_call_illegal_method.
        RETURN.
    ENDTRY.
  ENDMETHOD.

  METHOD range_out_of_bounds.
    DATA(text) = `abc`.
    DATA(offset) = 5.
    TRY.
        text = text+offset(1).
        cl_abap_unit_assert=>fail( ).
      CATCH cx_sy_range_out_of_bounds.
        RETURN.
    ENDTRY.
  ENDMETHOD.

  METHOD parameters_of_constructor.
    TRY.
        RAISE EXCEPTION TYPE cx_sy_dyn_call_illegal_method
          EXPORTING
            classname  = `ZCL_A`
            methodname = `B`.
      CATCH cx_sy_dyn_call_error INTO DATA(error).
        cl_abap_unit_assert=>assert_equals( act = CAST cx_sy_dyn_call_illegal_method( error )->methodname exp = `B` ).
    ENDTRY.
  ENDMETHOD.

  METHOD cleanup_runs.
    DATA(cleaned) = abap_false.
    TRY.
        TRY.
            NEW zcl_kernel_probe( )->refuse( `X` ).
          CLEANUP.
            cleaned = abap_true.
        ENDTRY.
      CATCH zcx_kernel_probe ##NO_HANDLER.
    ENDTRY.
    cl_abap_unit_assert=>assert_true( cleaned ).
  ENDMETHOD.
ENDCLASS.

CLASS ltcl_assert DEFINITION FINAL FOR TESTING RISK LEVEL HARMLESS DURATION SHORT.
  PRIVATE SECTION.
    METHODS passes FOR TESTING.
ENDCLASS.

CLASS ltcl_assert IMPLEMENTATION.
  METHOD passes.
    TYPES:
      BEGIN OF pair,
        key   TYPE c LENGTH 3,
        value TYPE p LENGTH 8 DECIMALS 2,
      END OF pair.
    DATA pairs TYPE STANDARD TABLE OF pair WITH EMPTY KEY.
    DATA hashed TYPE HASHED TABLE OF pair WITH UNIQUE KEY key.
    DATA nothing TYPE REF TO object.
    pairs = VALUE #( ( key = 'A' value = '1.10' ) ( key = 'B' value = '2.20' ) ).
    hashed = VALUE #( ( key = 'B' value = '2.20' ) ( key = 'A' value = '1.10' ) ).
    cl_abap_unit_assert=>assert_equals( act = 'A  ' exp = `A` ).
    cl_abap_unit_assert=>assert_equals( act = 1 exp = '1' ).
    cl_abap_unit_assert=>assert_equals( act = pairs exp = pairs ).
    cl_abap_unit_assert=>assert_equals( act = pairs[ 1 ] exp = VALUE pair( key = 'A' value = '1.1' ) ).
    cl_abap_unit_assert=>assert_equals( act = hashed exp = pairs ignore_hash_sequence = abap_true ).
    cl_abap_unit_assert=>assert_equals( act = '3.14' exp = '3.15' tol = '0.02' ).
    cl_abap_unit_assert=>assert_equals_float( act = CONV f( '0.1' ) + CONV f( '0.2' ) exp = CONV f( '0.3' ) ).
    cl_abap_unit_assert=>assert_differs( act = 1 exp = 2 ).
    cl_abap_unit_assert=>assert_true( abap_true ).
    cl_abap_unit_assert=>assert_false( abap_false ).
    cl_abap_unit_assert=>assert_initial( nothing ).
    cl_abap_unit_assert=>assert_not_initial( pairs ).
    cl_abap_unit_assert=>assert_bound( me ).
    cl_abap_unit_assert=>assert_not_bound( nothing ).
    READ TABLE pairs WITH KEY key = 'Z' TRANSPORTING NO FIELDS.
    cl_abap_unit_assert=>assert_subrc( exp = 4 ).
    cl_abap_unit_assert=>assert_subrc( exp = 4 act = 4 ).
    cl_abap_unit_assert=>assert_char_cp( act = 'Sandbox' exp = 'Sand*' ).
    cl_abap_unit_assert=>assert_char_np( act = 'Sandbox' exp = 'Box*' ).
    cl_abap_unit_assert=>assert_text_matches( text = `a1` pattern = `^[a-z]\d$` ).
    cl_abap_unit_assert=>assert_number_between( number = 5 lower = 5 upper = 7 ).
    cl_abap_unit_assert=>assert_table_contains( table = pairs line = pairs[ 2 ] ).
    cl_abap_unit_assert=>assert_table_not_contains( table = pairs line = VALUE pair( key = 'Z' ) ).
    cl_aunit_assert=>assert_equals( act = 1 exp = 1 ).
    cl_abap_unit_assert=>assert_false( cl_abap_unit_assert=>assert_equals( act = 1 exp = 1 ) ).
  ENDMETHOD.
ENDCLASS.

CLASS ltcl_types DEFINITION FINAL FOR TESTING RISK LEVEL HARMLESS DURATION SHORT.
  PRIVATE SECTION.
    TYPES:
      BEGIN OF line,
        id     TYPE c LENGTH 4,
        amount TYPE p LENGTH 8 DECIMALS 2,
        text   TYPE string,
      END OF line.
    TYPES lines TYPE SORTED TABLE OF line WITH UNIQUE KEY id.
    METHODS elementary FOR TESTING.
    METHODS structure FOR TESTING.
    METHODS table FOR TESTING.
    METHODS object FOR TESTING.
    METHODS by_name FOR TESTING.
    METHODS create_structure FOR TESTING.
    METHODS create_table FOR TESTING.
ENDCLASS.

CLASS ltcl_types IMPLEMENTATION.
  METHOD elementary.
    DATA amount TYPE p LENGTH 7 DECIMALS 2.
    DATA(type) = cl_abap_typedescr=>describe_by_data( amount ).
    cl_abap_unit_assert=>assert_equals( act = type->kind exp = cl_abap_typedescr=>kind_elem ).
    cl_abap_unit_assert=>assert_equals( act = type->type_kind exp = cl_abap_typedescr=>typekind_packed ).
    cl_abap_unit_assert=>assert_equals( act = type->length exp = 7 ).
    cl_abap_unit_assert=>assert_equals( act = type->decimals exp = 2 ).
  ENDMETHOD.

  METHOD structure.
    DATA line TYPE line.
    DATA(type) = CAST cl_abap_structdescr( cl_abap_typedescr=>describe_by_data( line ) ).
    cl_abap_unit_assert=>assert_equals( act = lines( type->components ) exp = 3 ).
    cl_abap_unit_assert=>assert_equals( act = type->components[ 2 ]-name exp = 'AMOUNT' ).
    cl_abap_unit_assert=>assert_equals( act = type->components[ 2 ]-type_kind exp = 'P' ).
    cl_abap_unit_assert=>assert_equals( act = type->get_component_type( 'ID' )->length exp = 8 ).
    DATA(components) = type->get_components( ).
    cl_abap_unit_assert=>assert_equals( act = components[ 3 ]-type->type_kind exp = 'g' ).
  ENDMETHOD.

  METHOD table.
    DATA lines TYPE lines.
    DATA(type) = CAST cl_abap_tabledescr( cl_abap_typedescr=>describe_by_data( lines ) ).
    cl_abap_unit_assert=>assert_equals( act = type->table_kind exp = cl_abap_tabledescr=>tablekind_sorted ).
    cl_abap_unit_assert=>assert_true( type->has_unique_key ).
    cl_abap_unit_assert=>assert_equals( act = type->key[ 1 ]-name exp = 'ID' ).
    cl_abap_unit_assert=>assert_equals( act = type->get_table_line_type( )->kind exp = cl_abap_typedescr=>kind_struct ).
  ENDMETHOD.

  METHOD object.
    DATA(type) = CAST cl_abap_classdescr( cl_abap_typedescr=>describe_by_object_ref( NEW zcx_kernel_probe( ) ) ).
    cl_abap_unit_assert=>assert_equals( act = type->get_relative_name( ) exp = 'ZCX_KERNEL_PROBE' ).
    cl_abap_unit_assert=>assert_equals( act = type->get_super_class_type( )->get_relative_name( ) exp = 'CX_STATIC_CHECK' ).
    cl_abap_unit_assert=>assert_equals(
      act = cl_abap_classdescr=>get_class_name( NEW zcl_kernel_probe( ) )
      exp = '\CLASS=ZCL_KERNEL_PROBE' ).
  ENDMETHOD.

  METHOD by_name.
    cl_abap_unit_assert=>assert_equals( act = cl_abap_typedescr=>describe_by_name( 'TEXT40' )->length exp = 80 ).
    cl_abap_unit_assert=>assert_equals( act = cl_abap_typedescr=>describe_by_name( 'T000' )->kind exp = 'S' ).
    cl_abap_unit_assert=>assert_equals( act = cl_abap_typedescr=>describe_by_name( 'ZCL_KERNEL_PROBE' )->kind exp = 'C' ).
    cl_abap_typedescr=>describe_by_name( EXPORTING p_name = 'ZNOT_THERE' EXCEPTIONS type_not_found = 1 ).
    cl_abap_unit_assert=>assert_subrc( exp = 1 ).
  ENDMETHOD.

  METHOD create_structure.
    DATA data TYPE REF TO data.
    FIELD-SYMBOLS <structure> TYPE any.
    FIELD-SYMBOLS <field> TYPE any.
    DATA(type) = cl_abap_structdescr=>create( VALUE #(
      ( name = 'NAME' type = cl_abap_elemdescr=>get_c( 10 ) )
      ( name = 'COUNT' type = cl_abap_elemdescr=>get_i( ) ) ) ).
    CREATE DATA data TYPE HANDLE type.
    ASSIGN data->* TO <structure>.
    ASSIGN COMPONENT 'COUNT' OF STRUCTURE <structure> TO <field>.
    <field> = 5.
    ASSIGN COMPONENT 2 OF STRUCTURE <structure> TO <field>.
    cl_abap_unit_assert=>assert_equals( act = <field> exp = 5 ).
  ENDMETHOD.

  METHOD create_table.
    DATA data TYPE REF TO data.
    FIELD-SYMBOLS <table> TYPE STANDARD TABLE.
    DATA(type) = cl_abap_tabledescr=>create( cl_abap_elemdescr=>get_string( ) ).
    CREATE DATA data TYPE HANDLE type.
    ASSIGN data->* TO <table>.
    APPEND `a` TO <table>.
    cl_abap_unit_assert=>assert_equals( act = lines( <table> ) exp = 1 ).
  ENDMETHOD.
ENDCLASS.

CLASS ltcl_services DEFINITION FINAL FOR TESTING RISK LEVEL HARMLESS DURATION SHORT.
  PRIVATE SECTION.
    METHODS characters FOR TESTING.
    METHODS uuid FOR TESTING RAISING cx_static_check.
    METHODS random FOR TESTING RAISING cx_static_check.
    METHODS time_stamps FOR TESTING RAISING cx_static_check.
    METHODS codepage FOR TESTING RAISING cx_static_check.
    METHODS not_utf8 FOR TESTING.
    METHODS web FOR TESTING.
    METHODS dynamic_text FOR TESTING RAISING cx_static_check.
    METHODS context FOR TESTING RAISING cx_static_check.
    METHODS authority FOR TESTING.
    METHODS function_modules FOR TESTING.
ENDCLASS.

CLASS ltcl_services IMPLEMENTATION.
  METHOD characters.
    cl_abap_unit_assert=>assert_equals( act = |a{ cl_abap_char_utilities=>newline }b| exp = |a\nb| ).
    cl_abap_unit_assert=>assert_equals( act = |a{ cl_abap_char_utilities=>cr_lf }b| exp = |a\r\nb| ).
    cl_abap_unit_assert=>assert_equals( act = |a{ cl_abap_char_utilities=>horizontal_tab }b| exp = |a\tb| ).
  ENDMETHOD.

  METHOD uuid.
    DATA(first) = cl_system_uuid=>create_uuid_c32_static( ).
    DATA(second) = cl_uuid_factory=>create_system_uuid( )->create_uuid_c32( ).
    cl_abap_unit_assert=>assert_text_matches( text = first pattern = `^[0-9A-F]{32}$` ).
    cl_abap_unit_assert=>assert_differs( act = second exp = first ).
    cl_abap_unit_assert=>assert_not_initial( cl_system_uuid=>create_uuid_x16_static( ) ).
    cl_abap_unit_assert=>assert_equals( act = strlen( cl_system_uuid=>create_uuid_c36_static( ) ) exp = 36 ).
  ENDMETHOD.

  METHOD random.
    DATA(one) = cl_abap_random_int=>create( seed = 7 min = 1 max = 6 ).
    DATA(two) = cl_abap_random_int=>create( seed = 7 min = 1 max = 6 ).
    DATA seen TYPE SORTED TABLE OF i WITH UNIQUE KEY table_line.
    DO 100 TIMES.
      DATA(number) = one->get_next( ).
      cl_abap_unit_assert=>assert_equals( act = two->get_next( ) exp = number ).
      cl_abap_unit_assert=>assert_number_between( number = number lower = 1 upper = 6 ).
      INSERT number INTO TABLE seen.
    ENDDO.
    cl_abap_unit_assert=>assert_equals( act = lines( seen ) exp = 6 ).
    DATA large TYPE int8 VALUE 5000000000.
    DATA(wide) = cl_abap_random_int8=>create( seed = 7 min = large max = large + 3 ).
    DATA numbers TYPE SORTED TABLE OF int8 WITH UNIQUE KEY table_line.
    DO 100 TIMES.
      INSERT wide->get_next( ) INTO TABLE numbers.
    ENDDO.
    cl_abap_unit_assert=>assert_equals( act = lines( numbers ) exp = 4 ).
    cl_abap_unit_assert=>assert_equals( act = numbers[ 1 ] exp = large ).
  ENDMETHOD.

  METHOD time_stamps.
    DATA from TYPE timestamp VALUE '20240228233000'.
    DATA to TYPE timestamp VALUE '20240301000000'.
    DATA wrong TYPE timestamp VALUE 42.
    cl_abap_unit_assert=>assert_equals( act = cl_abap_tstmp=>subtract( tstmp1 = to tstmp2 = from ) exp = 88200 ).
    cl_abap_unit_assert=>assert_equals(
      act = cl_abap_tstmp=>move_to_short( cl_abap_tstmp=>add( tstmp = from secs = 88200 ) )
      exp = to ).
    cl_abap_unit_assert=>assert_equals(
      act = cl_abap_tstmp=>move_to_short( cl_abap_tstmp=>subtractsecs( tstmp = to secs = 88200 ) )
      exp = from ).
    TRY.
        cl_abap_tstmp=>add( tstmp = wrong secs = 1 ).
        cl_abap_unit_assert=>fail( ).
      CATCH cx_parameter_invalid_range INTO DATA(error).
        cl_abap_unit_assert=>assert_not_initial( error->get_text( ) ).
    ENDTRY.
  ENDMETHOD.

  METHOD codepage.
    DATA(bytes) = cl_abap_codepage=>convert_to( `Fähre €` ).
    cl_abap_unit_assert=>assert_equals( act = |{ bytes }| exp = `46C3A4687265` && `20E282AC` ).
    cl_abap_unit_assert=>assert_equals( act = cl_abap_codepage=>convert_from( bytes ) exp = `Fähre €` ).
  ENDMETHOD.

  METHOD not_utf8.
    TRY.
        DATA(text) = cl_abap_codepage=>convert_from( CONV xstring( 'FFFF' ) ).
        cl_abap_unit_assert=>fail( text ).
      CATCH cx_sy_conversion_codepage.
        RETURN.
    ENDTRY.
  ENDMETHOD.

  METHOD web.
    cl_abap_unit_assert=>assert_equals( act = cl_http_utility=>escape_url( `a b/c` ) exp = `a%20b%2fc` ).
    cl_abap_unit_assert=>assert_equals( act = cl_http_utility=>unescape_url( `a%20b` ) exp = `a b` ).
    cl_abap_unit_assert=>assert_equals( act = cl_http_utility=>encode_base64( `Hä` ) exp = `SMOk` ).
    cl_abap_unit_assert=>assert_equals( act = cl_http_utility=>decode_base64( `SMOk` ) exp = `Hä` ).
    cl_abap_unit_assert=>assert_equals( act = cl_http_utility=>encode_x_base64( CONV xstring( '00FF' ) ) exp = `AP8=` ).
  ENDMETHOD.

  METHOD dynamic_text.
    cl_abap_unit_assert=>assert_equals( act = cl_abap_dyn_prg=>quote( `O'Hara` ) exp = `'O''Hara'` ).
    cl_abap_unit_assert=>assert_equals( act = cl_abap_dyn_prg=>check_column_name( `carrier` ) exp = `carrier` ).
    cl_abap_unit_assert=>assert_equals( act = cl_abap_dyn_prg=>check_allowlist( val = `B` allowlist_str = `A, B` ) exp = `B` ).
    TRY.
        cl_abap_dyn_prg=>check_column_name( `a = 1 or` ).
        cl_abap_unit_assert=>fail( ).
      CATCH cx_abap_invalid_name INTO DATA(error).
        cl_abap_unit_assert=>assert_equals( act = error->name exp = `a = 1 or` ).
    ENDTRY.
  ENDMETHOD.

  METHOD context.
    cl_abap_unit_assert=>assert_not_initial( cl_abap_context_info=>get_system_date( ) ).
    cl_abap_unit_assert=>assert_equals( act = cl_abap_context_info=>get_user_technical_name( ) exp = sy-uname ).
  ENDMETHOD.

  METHOD function_modules.
    DATA number TYPE c LENGTH 10.
    DATA guid TYPE sysuuid_c32.
    CALL FUNCTION 'CONVERSION_EXIT_ALPHA_INPUT'
      EXPORTING
        input  = '4711'
      IMPORTING
        output = number.
    cl_abap_unit_assert=>assert_equals( act = number exp = '0000004711' ).
    CALL FUNCTION 'CONVERSION_EXIT_ALPHA_OUTPUT'
      EXPORTING
        input  = number
      IMPORTING
        output = number.
    cl_abap_unit_assert=>assert_equals( act = number exp = '4711' ).
    CALL FUNCTION 'GUID_CREATE'
      IMPORTING
        ev_guid_32 = guid.
    cl_abap_unit_assert=>assert_not_initial( guid ).
    CALL FUNCTION 'DATE_CHECK_PLAUSIBILITY'
      EXPORTING
        date                      = '20260230'
      EXCEPTIONS
        plausibility_check_failed = 1.
    cl_abap_unit_assert=>assert_subrc( exp = 1 ).
    CALL FUNCTION 'DATE_CHECK_PLAUSIBILITY'
      EXPORTING
        date                      = '20280229'
      EXCEPTIONS
        plausibility_check_failed = 1.
    cl_abap_unit_assert=>assert_subrc( exp = 0 ).
  ENDMETHOD.

  METHOD authority.
    AUTHORITY-CHECK OBJECT 'S_DEVELOP' ID 'ACTVT' FIELD '03'.
    cl_abap_unit_assert=>assert_subrc( exp = 0 ).
  ENDMETHOD.
ENDCLASS.

CLASS ltcl_standard_library DEFINITION FINAL FOR TESTING RISK LEVEL HARMLESS DURATION SHORT.
  PRIVATE SECTION.
    METHODS matcher_finds_one_by_one FOR TESTING RAISING cx_static_check.
    METHODS matcher_replaces FOR TESTING RAISING cx_static_check.
    METHODS matcher_covers_the_text FOR TESTING RAISING cx_static_check.
    METHODS regex_that_is_invalid FOR TESTING RAISING cx_static_check.
    METHODS matcher_without_match FOR TESTING RAISING cx_static_check.
    METHODS matcher_of_a_table FOR TESTING RAISING cx_static_check.
    METHODS results_of_find FOR TESTING.
    METHODS digests FOR TESTING RAISING cx_static_check.
    METHODS keyed_digests FOR TESTING RAISING cx_static_check.
    METHODS compression FOR TESTING RAISING cx_static_check.
    METHODS characters_and_codes FOR TESTING RAISING cx_static_check.
    METHODS converter_classes FOR TESTING RAISING cx_static_check.
    METHODS time_stamp_is_moved FOR TESTING RAISING cx_static_check.
    METHODS message_of_four_variables FOR TESTING.
    METHODS function_modules FOR TESTING.
ENDCLASS.

CLASS ltcl_standard_library IMPLEMENTATION.
  METHOD matcher_finds_one_by_one.
    DATA found TYPE string.
    DATA(matcher) = NEW cl_abap_regex( pattern = 'a(b|c)' )->create_matcher( text = 'xab-AC-ac' ).
    WHILE matcher->find_next( ) = abap_true.
      found = found && |{ matcher->get_offset( ) }/{ matcher->get_length( ) }/{ matcher->get_submatch( 1 ) };|.
    ENDWHILE.
    cl_abap_unit_assert=>assert_equals( act = found exp = `1/2/b;7/2/c;` ).
  ENDMETHOD.

  METHOD matcher_replaces.
    DATA(matcher) = cl_abap_matcher=>create( pattern = 'A' text = 'banana' ignore_case = abap_true ).
    cl_abap_unit_assert=>assert_equals( act = matcher->replace_all( 'o' ) exp = 3 ).
    cl_abap_unit_assert=>assert_equals( act = matcher->text exp = `bonono` ).
    matcher = cl_abap_matcher=>create( pattern = '(a)n' text = 'banana' ).
    matcher->find_next( ).
    matcher->replace_found( '<$1>' ).
    cl_abap_unit_assert=>assert_equals( act = matcher->text exp = `b<a>ana` ).
    matcher->find_next( ).
    cl_abap_unit_assert=>assert_equals( act = matcher->get_offset( ) exp = 4 ).
  ENDMETHOD.

  METHOD matcher_covers_the_text.
    cl_abap_unit_assert=>assert_true( cl_abap_matcher=>matches( pattern = '\d+' text = '123' ) ).
    cl_abap_unit_assert=>assert_false( cl_abap_matcher=>matches( pattern = '\d+' text = '123x' ) ).
    cl_abap_unit_assert=>assert_true( cl_abap_matcher=>contains( pattern = '\d+' text = '123x' ) ).
  ENDMETHOD.

  METHOD regex_that_is_invalid.
    TRY.
        NEW cl_abap_regex( pattern = '(' ).
        cl_abap_unit_assert=>fail( ).
      CATCH cx_sy_regex ##NO_HANDLER.
    ENDTRY.
  ENDMETHOD.

  METHOD matcher_without_match.
    TRY.
        cl_abap_matcher=>create( pattern = 'a' text = 'b' )->get_offset( ).
        cl_abap_unit_assert=>fail( ).
      CATCH cx_sy_matcher ##NO_HANDLER.
    ENDTRY.
  ENDMETHOD.

  METHOD matcher_of_a_table.
    DATA(rows) = VALUE string_table( ( `a` ) ( `xb` ) ).
    cl_abap_unit_assert=>assert_true( cl_abap_matcher=>contains( pattern = 'b' table = rows ) ).
    cl_abap_unit_assert=>assert_equals( act = cl_abap_matcher=>get_object( )->get_line( ) exp = 2 ).
  ENDMETHOD.

  METHOD results_of_find.
    DATA results TYPE match_result_tab.
    FIND ALL OCCURRENCES OF REGEX `(a)(b)` IN `abab` RESULTS results.
    cl_abap_unit_assert=>assert_equals( act = lines( results ) exp = 2 ).
    cl_abap_unit_assert=>assert_equals( act = results[ 2 ]-submatches[ 2 ]-offset exp = 3 ).
  ENDMETHOD.

  METHOD digests.
    DATA text TYPE string.
    cl_abap_message_digest=>calculate_hash_for_char(
      EXPORTING
        if_algorithm  = 'MD5'
        if_data       = `Hello world`
      IMPORTING
        ef_hashstring = text ).
    cl_abap_unit_assert=>assert_equals( act = text exp = `3E25960A79DBC69B674CD4EC67A72C62` ).
    TRY.
        cl_abap_message_digest=>calculate_hash_for_raw(
          EXPORTING
            if_algorithm  = 'ROT13'
            if_data       = CONV #( `00` )
          IMPORTING
            ef_hashstring = text ).
        cl_abap_unit_assert=>fail( ).
      CATCH cx_abap_message_digest ##NO_HANDLER.
    ENDTRY.
  ENDMETHOD.

  METHOD keyed_digests.
    DATA text TYPE string.
    cl_abap_hmac=>calculate_hmac_for_char(
      EXPORTING
        if_algorithm  = 'SHA256'
        if_key        = cl_abap_hmac=>string_to_xstring( `key` )
        if_data       = `The quick brown fox jumps over the lazy dog`
      IMPORTING
        ef_hmacstring = text ).
    cl_abap_unit_assert=>assert_equals( act = text exp = `F7BC83F430538424B13298E6AA6FB143EF4D59A14946175997479DBC2D1A3CD8` ).
  ENDMETHOD.

  METHOD compression.
    DATA zipped TYPE xstring.
    DATA text TYPE string.
    DATA(long) = repeat( val = `Hällo ` occ = 100 ).
    cl_abap_gzip=>compress_text( EXPORTING text_in = long IMPORTING gzip_out = zipped ).
    cl_abap_unit_assert=>assert_true( xsdbool( xstrlen( zipped ) < 100 ) ).
    cl_abap_gzip=>decompress_text( EXPORTING gzip_in = zipped IMPORTING text_out = text ).
    cl_abap_unit_assert=>assert_equals( act = text exp = long ).
    TRY.
        cl_abap_gzip=>decompress_binary( EXPORTING gzip_in = CONV #( `FFFF` ) IMPORTING raw_out = zipped ).
        cl_abap_unit_assert=>fail( ).
      CATCH cx_sy_compression_error ##NO_HANDLER.
    ENDTRY.
  ENDMETHOD.

  METHOD characters_and_codes.
    cl_abap_unit_assert=>assert_equals( act = cl_abap_conv_in_ce=>uccpi( 65 ) exp = 'A' ).
    cl_abap_unit_assert=>assert_equals( act = cl_abap_conv_in_ce=>uccp( '00E4' ) exp = 'ä' ).
    cl_abap_unit_assert=>assert_equals( act = cl_abap_conv_out_ce=>uccpi( 'a' ) exp = 97 ).
  ENDMETHOD.

  METHOD converter_classes.
    DATA bytes TYPE xstring.
    DATA text TYPE string.
    cl_abap_conv_out_ce=>create( encoding = 'UTF-8' )->convert( EXPORTING data = `ä` IMPORTING buffer = bytes ).
    cl_abap_unit_assert=>assert_equals( act = bytes exp = CONV xstring( `C3A4` ) ).
    cl_abap_conv_in_ce=>create( input = bytes )->read( IMPORTING data = text ).
    cl_abap_unit_assert=>assert_equals( act = text exp = `ä` ).
    TRY.
        cl_abap_conv_in_ce=>create( )->convert( EXPORTING input = CONV xstring( `FF` ) IMPORTING data = text ).
        cl_abap_unit_assert=>fail( ).
      CATCH cx_sy_conversion_codepage ##NO_HANDLER.
    ENDTRY.
  ENDMETHOD.

  METHOD time_stamp_is_moved.
    DATA short TYPE timestamp.
    DATA long TYPE timestampl VALUE '20261125210000.5'.
    cl_abap_tstmp=>move( EXPORTING tstmp_src = long IMPORTING tstmp_tgt = short ).
    cl_abap_unit_assert=>assert_equals( act = short exp = CONV timestamp( '20261125210000' ) ).
  ENDMETHOD.

  METHOD message_of_four_variables.
    DATA text TYPE string.
    MESSAGE ID '00' TYPE 'E' NUMBER '001' WITH 'a' 'b' '' '' INTO text.
    cl_abap_unit_assert=>assert_equals( act = text exp = `ab` ).
  ENDMETHOD.

  METHOD function_modules.
    DATA day TYPE c LENGTH 1.
    DATA random TYPE i.
    DATA hash TYPE hash160.
    CALL FUNCTION 'DATE_COMPUTE_DAY' EXPORTING date = '20261125' IMPORTING day = day.
    cl_abap_unit_assert=>assert_equals( act = day exp = '3' ).
    CALL FUNCTION 'QF05_RANDOM_INTEGER' EXPORTING ran_int_max = 3 ran_int_min = 3 IMPORTING ran_int = random.
    cl_abap_unit_assert=>assert_equals( act = random exp = 3 ).
    CALL FUNCTION 'GENERAL_GET_RANDOM_INT' EXPORTING range = 1 IMPORTING random = random.
    cl_abap_unit_assert=>assert_equals( act = random exp = 0 ).
    CALL FUNCTION 'CALCULATE_HASH_FOR_CHAR' EXPORTING alg = 'MD5' data = `Hello world` IMPORTING hash = hash.
    cl_abap_unit_assert=>assert_equals( act = hash exp = '3E25960A79DBC69B674CD4EC67A72C62' ).
  ENDMETHOD.
ENDCLASS.

"! Needs the runtime of the sandbox: what the library of the transpiler does otherwise than ABAP.
CLASS ltcl_corrected DEFINITION FINAL FOR TESTING RISK LEVEL HARMLESS DURATION SHORT.
  PRIVATE SECTION.
    CONSTANTS tabulator LIKE cl_abap_char_utilities=>horizontal_tab VALUE cl_abap_char_utilities=>horizontal_tab.
    METHODS pcre_extended_or_not FOR TESTING RAISING cx_static_check.
    METHODS invalid_date_counts_no_days FOR TESTING.
    METHODS control_characters FOR TESTING.
    METHODS decfloat16_has_16_digits FOR TESTING.
    METHODS macro_parameter_in_literal FOR TESTING.
    METHODS html_leaves_quotes FOR TESTING.
    METHODS url_is_escaped FOR TESTING.
    METHODS length_in_bytes FOR TESTING.
    METHODS numeric_parameter FOR TESTING.
    METHODS half
      IMPORTING
        !value        TYPE numeric
      RETURNING
        VALUE(result) TYPE decfloat34.
    METHODS local_class_by_name FOR TESTING.
    METHODS table_with_key FOR TESTING.
    METHODS repository_types FOR TESTING.
ENDCLASS.

CLASS ltcl_corrected IMPLEMENTATION.
  METHOD pcre_extended_or_not.
    DATA(matcher) = cl_abap_regex=>create_pcre( pattern = `a b` extended = abap_false )->create_matcher( text = `xa b` ).
    cl_abap_unit_assert=>assert_true( matcher->find_next( ) ).
    matcher = cl_abap_regex=>create_pcre( pattern = `a b` )->create_matcher( text = `ab` ).
    cl_abap_unit_assert=>assert_true( matcher->match( ) ).
  ENDMETHOD.

  METHOD invalid_date_counts_no_days.
    DATA date TYPE d.
    DATA days TYPE i.
    LOOP AT VALUE string_table( ( `20260231` ) ( `20261301` ) ( `19000229` ) ( `00000101` ) ) INTO DATA(invalid).
      date = invalid.
      days = date.
      cl_abap_unit_assert=>assert_equals( act = days exp = 0 msg = invalid ).
    ENDLOOP.
    date = '20261125'.
    days = date.
    cl_abap_unit_assert=>assert_equals( act = days exp = 739946 ).
  ENDMETHOD.

  METHOD control_characters.
    CONSTANTS line_feed LIKE cl_abap_char_utilities=>newline VALUE cl_abap_char_utilities=>newline.
    CONSTANTS both LIKE cl_abap_char_utilities=>cr_lf VALUE cl_abap_char_utilities=>cr_lf.
    CONSTANTS tab LIKE cl_abap_char_utilities=>horizontal_tab VALUE cl_abap_char_utilities=>horizontal_tab.
    cl_abap_unit_assert=>assert_equals( act = |{ both }{ line_feed }{ tab }{ tabulator }x| exp = |\r\n\n\t\tx| ).
  ENDMETHOD.

  METHOD decfloat16_has_16_digits.
    DATA short TYPE decfloat16.
    DATA long TYPE decfloat34 VALUE '1E386'.
    short = '12345678901234565.5'.
    cl_abap_unit_assert=>assert_equals( act = |{ short }| exp = `12345678901234570` ).
    short = 1 / 3.
    cl_abap_unit_assert=>assert_equals( act = |{ short }| exp = `0.3333333333333333` ).
    DESCRIBE FIELD short TYPE DATA(kind).
    cl_abap_unit_assert=>assert_equals( act = kind exp = cl_abap_typedescr=>typekind_decfloat16 ).
    cl_abap_unit_assert=>assert_equals( act = cl_abap_typedescr=>describe_by_data( short )->length exp = 8 ).
    TRY.
        short = long.
        cl_abap_unit_assert=>fail( ).
      CATCH cx_sy_conversion_overflow.
        cl_abap_unit_assert=>assert_initial( short ).
    ENDTRY.
  ENDMETHOD.

  METHOD macro_parameter_in_literal.
    DATA texts TYPE string_table.
    DEFINE add.
      APPEND 'a&1b' TO texts.
      APPEND `&2 & &1` TO texts.
    END-OF-DEFINITION.
    add one two.
    cl_abap_unit_assert=>assert_equals( act = texts exp = VALUE string_table( ( `aoneb` ) ( `two & one` ) ) ).
  ENDMETHOD.

  METHOD html_leaves_quotes.
    cl_abap_unit_assert=>assert_equals( act = escape( val = `<"'&` format = cl_abap_format=>e_html_text ) exp = `&lt;"'&amp;` ).
    cl_abap_unit_assert=>assert_equals( act = escape( val = `<"'` format = cl_abap_format=>e_html_attr ) exp = `&lt;&quot;&#39;` ).
    cl_abap_unit_assert=>assert_equals( act = escape( val = `<"&` format = cl_abap_format=>e_xml_attr ) exp = `&lt;&quot;&amp;` ).
  ENDMETHOD.

  METHOD url_is_escaped.
    cl_abap_unit_assert=>assert_equals( act = escape( val = `a b/c` format = cl_abap_format=>e_url_full ) exp = `a%20b%2Fc` ).
    cl_abap_unit_assert=>assert_equals( act = escape( val = `a b/c` format = cl_abap_format=>e_uri_full ) exp = `a%20b%2Fc` ).
  ENDMETHOD.

  METHOD local_class_by_name.
    cl_abap_unit_assert=>assert_equals( act = sy-repid exp = |ZCL_KERNEL_PROBE{ repeat( val = `=` occ = 14 ) }CP| ).
    DATA(type) = cl_abap_typedescr=>describe_by_name( |\\PROGRAM={ sy-repid }\\CLASS=LTCL_CORRECTED| ).
    cl_abap_unit_assert=>assert_equals( act = type->absolute_name exp = `\CLASS-POOL=ZCL_KERNEL_PROBE\CLASS=LTCL_CORRECTED` ).
    cl_abap_unit_assert=>assert_equals( act = cl_abap_classdescr=>get_class_name( me ) exp = type->absolute_name ).
    cl_abap_unit_assert=>assert_equals( act = type->get_relative_name( ) exp = `LTCL_CORRECTED` ).
    cl_abap_typedescr=>describe_by_name( EXPORTING p_name = |\\PROGRAM={ sy-repid }\\CLASS=LCL_NONE| EXCEPTIONS type_not_found = 1 ).
    cl_abap_unit_assert=>assert_subrc( exp = 1 ).
  ENDMETHOD.

  METHOD table_with_key.
    DATA data TYPE REF TO data.
    FIELD-SYMBOLS <table> TYPE ANY TABLE.
    DATA(line) = CAST cl_abap_datadescr( cl_abap_typedescr=>describe_by_name( 'T000' ) ).
    DATA(type) = cl_abap_tabledescr=>get_with_keys( p_line_type = line p_keys = VALUE #( ( is_primary = abap_true is_unique = abap_true
      access_kind = cl_abap_tabledescr=>tablekind_hashed key_kind = cl_abap_tabledescr=>keydefkind_user components = VALUE #( ( name = 'MANDT' ) ) ) ) ).
    cl_abap_unit_assert=>assert_equals( act = type->table_kind exp = cl_abap_tabledescr=>tablekind_hashed ).
    CREATE DATA data TYPE HANDLE type.
    ASSIGN data->* TO <table>.
    DO 2 TIMES.
      INSERT VALUE t000( mandt = '100' ) INTO TABLE <table>.
    ENDDO.
    cl_abap_unit_assert=>assert_subrc( exp = 4 ).
    cl_abap_unit_assert=>assert_equals( act = lines( <table> ) exp = 1 ).
    cl_abap_unit_assert=>assert_equals( act = cl_abap_tabledescr=>get( line )->table_kind exp = cl_abap_tabledescr=>tablekind_std ).
  ENDMETHOD.

  METHOD repository_types.
    DATA package TYPE scompkdtln.
    DATA field TYPE dd03p.
    DATA class TYPE vseoclass.
    package-devclass = '$TMP'.
    field-depth = 2.
    class-with_unit_tests = abap_true.
    cl_abap_unit_assert=>assert_equals( act = |{ package-devclass }{ field-depth }{ class-with_unit_tests }| exp = `$TMP02X` ).
    cl_abap_unit_assert=>assert_equals( act = |{ icon_led_green }{ seoo_cmptype_method }| exp = `@5B@1` ).
  ENDMETHOD.

  METHOD length_in_bytes.
    DATA text TYPE c LENGTH 3.
    DATA digits TYPE n LENGTH 4.
    DATA bytes TYPE x LENGTH 5.
    cl_abap_unit_assert=>assert_equals( act = cl_abap_typedescr=>describe_by_data( text )->length exp = 6 ).
    cl_abap_unit_assert=>assert_equals( act = cl_abap_typedescr=>describe_by_data( digits )->length exp = 8 ).
    cl_abap_unit_assert=>assert_equals( act = cl_abap_typedescr=>describe_by_data( sy-datum )->length exp = 16 ).
    cl_abap_unit_assert=>assert_equals( act = cl_abap_typedescr=>describe_by_data( sy-uzeit )->length exp = 12 ).
    cl_abap_unit_assert=>assert_equals( act = cl_abap_typedescr=>describe_by_data( bytes )->length exp = 5 ).
    cl_abap_unit_assert=>assert_equals( act = CAST cl_abap_elemdescr( cl_abap_typedescr=>describe_by_data( text ) )->output_length exp = 3 ).
  ENDMETHOD.

  METHOD half.
    result = value / 2.
  ENDMETHOD.

  METHOD numeric_parameter.
    cl_abap_unit_assert=>assert_equals( act = half( 5 ) exp = CONV decfloat34( '2.5' ) ).
    cl_abap_unit_assert=>assert_equals( act = half( CONV decfloat34( '0.5' ) ) exp = CONV decfloat34( '0.25' ) ).
  ENDMETHOD.
ENDCLASS.
