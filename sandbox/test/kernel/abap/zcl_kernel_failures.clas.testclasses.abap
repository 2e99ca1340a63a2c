CLASS ltcl_failures DEFINITION FINAL FOR TESTING RISK LEVEL HARMLESS DURATION SHORT.
  PRIVATE SECTION.
    METHODS value FOR TESTING.
    METHODS message_and_level FOR TESTING.
    METHODS table FOR TESTING.
    METHODS structure FOR TESTING.
    METHODS empty_tables FOR TESTING.
    METHODS other_kind FOR TESTING.
    METHODS past_any_catch FOR TESTING.
    METHODS goes_on FOR TESTING.
    METHODS tolerance FOR TESTING.
    METHODS skipped FOR TESTING.
    METHODS assumed FOR TESTING.
    METHODS bound FOR TESTING.
    METHODS between FOR TESTING.
    METHODS uncaught FOR TESTING RAISING cx_static_check.
ENDCLASS.

CLASS ltcl_failures IMPLEMENTATION.
  METHOD value.
    cl_abap_unit_assert=>assert_equals( act = 5 exp = 4 ).
  ENDMETHOD.

  METHOD message_and_level.
    cl_abap_unit_assert=>assert_equals(
      act   = 'b'
      exp   = 'a'
      msg   = 'sum is wrong'
      level = if_abap_unit_constant=>severity-high ).
  ENDMETHOD.

  METHOD table.
    cl_abap_unit_assert=>assert_equals(
      act = VALUE string_table( ( `a` ) ( `b` ) )
      exp = VALUE string_table( ( `a` ) ( `c` ) ( `d` ) ) ).
  ENDMETHOD.

  METHOD structure.
    cl_abap_unit_assert=>assert_equals(
      act = VALUE symsg( msgid = 'A' )
      exp = VALUE symsg( msgid = 'B' ) ).
  ENDMETHOD.

  METHOD empty_tables.
    TYPES empty_key TYPE STANDARD TABLE OF string WITH EMPTY KEY.
    cl_abap_unit_assert=>assert_equals( act = VALUE empty_key( ( `a` ) ) exp = VALUE string_table( ( `a` ) ) ).
    cl_abap_unit_assert=>assert_equals( act = VALUE empty_key( ) exp = VALUE string_table( ) ).
  ENDMETHOD.

  METHOD other_kind.
    cl_abap_unit_assert=>assert_equals( act = VALUE string_table( ) exp = 1 ).
  ENDMETHOD.

  METHOD past_any_catch.
    TRY.
        cl_abap_unit_assert=>fail( msg = 'seen' detail = 'more' ).
      CATCH cx_root.
        RETURN.
    ENDTRY.
  ENDMETHOD.

  METHOD goes_on.
    cl_abap_unit_assert=>assert_true( act = abap_false quit = if_abap_unit_constant=>quit-no ).
    cl_abap_unit_assert=>assert_initial( act = 'X' quit = if_abap_unit_constant=>quit-no ).
  ENDMETHOD.

  METHOD tolerance.
    cl_abap_unit_assert=>assert_equals( act = '3.14' exp = '3.5' tol = '0.1' ).
  ENDMETHOD.

  METHOD skipped.
    cl_abap_unit_assert=>skip( 'not today' ).
  ENDMETHOD.

  METHOD assumed.
    cl_abap_unit_assert=>assume_false( act = abap_false msg = 'no' ).
    cl_abap_unit_assert=>assert_return_code( act = 4 exp = 4 ).
    cl_abap_unit_assert=>assume_return_code( act = 4 exp = 0 msg = 'not today' ).
  ENDMETHOD.

  METHOD bound.
    DATA nothing TYPE REF TO object.
    cl_abap_unit_assert=>assert_bound( nothing ).
  ENDMETHOD.

  METHOD between.
    cl_abap_unit_assert=>assert_number_between( number = 8 lower = 5 upper = 7 ).
  ENDMETHOD.

  METHOD uncaught.
    RAISE EXCEPTION TYPE cx_uuid_error.
  ENDMETHOD.
ENDCLASS.
