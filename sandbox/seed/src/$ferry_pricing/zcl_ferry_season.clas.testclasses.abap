CLASS ltcl_season DEFINITION FINAL FOR TESTING
  RISK LEVEL HARMLESS
  DURATION SHORT.

  PRIVATE SECTION.
    METHODS midsummer FOR TESTING.
    METHODS end_of_high_season FOR TESTING.
    METHODS christmas FOR TESTING.
    METHODS spring_begins_in_april FOR TESTING.
ENDCLASS.

CLASS ltcl_season IMPLEMENTATION.
  METHOD midsummer.
    cl_abap_unit_assert=>assert_equals( act = zcl_ferry_season=>of_date( '20260620' ) exp = 'H' ).
    cl_abap_unit_assert=>assert_equals( act = zcl_ferry_season=>of_date( '20260619' ) exp = 'M' ).
  ENDMETHOD.

  METHOD end_of_high_season.
    cl_abap_unit_assert=>assert_equals( act = zcl_ferry_season=>of_date( '20260815' ) exp = 'H' ).
    cl_abap_unit_assert=>assert_equals( act = zcl_ferry_season=>of_date( '20260816' ) exp = 'M' ).
  ENDMETHOD.

  METHOD christmas.
    cl_abap_unit_assert=>assert_equals( act = zcl_ferry_season=>of_date( '20261224' ) exp = 'L' ).
  ENDMETHOD.

  METHOD spring_begins_in_april.
    cl_abap_unit_assert=>assert_equals( act = zcl_ferry_season=>of_date( '20270331' ) exp = 'L' ).
    cl_abap_unit_assert=>assert_equals( act = zcl_ferry_season=>of_date( '20270401' ) exp = 'M' ).
  ENDMETHOD.
ENDCLASS.
