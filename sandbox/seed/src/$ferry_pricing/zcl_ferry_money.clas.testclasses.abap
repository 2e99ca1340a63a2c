CLASS ltcl_money DEFINITION FINAL FOR TESTING
  RISK LEVEL HARMLESS
  DURATION SHORT.

  PRIVATE SECTION.
    METHODS percentage FOR TESTING.
    METHODS rounds_half_up FOR TESTING.
    METHODS cash_up FOR TESTING.
    METHODS cash_down FOR TESTING.
ENDCLASS.

CLASS ltcl_money IMPLEMENTATION.
  METHOD percentage.
    cl_abap_unit_assert=>assert_equals(
      act = zcl_ferry_money=>percentage( amount = '250.00' percent = '10.00' )
      exp = '25.00' ).
  ENDMETHOD.

  METHOD rounds_half_up.
    cl_abap_unit_assert=>assert_equals(
      act = zcl_ferry_money=>percentage( amount = '10.10' percent = '5.00' )
      exp = '0.51' ).
  ENDMETHOD.

  METHOD cash_up.
    cl_abap_unit_assert=>assert_equals( act = zcl_ferry_money=>to_cash( '12.75' ) exp = '13.00' ).
  ENDMETHOD.

  METHOD cash_down.
    cl_abap_unit_assert=>assert_equals( act = zcl_ferry_money=>to_cash( '12.70' ) exp = '12.50' ).
  ENDMETHOD.
ENDCLASS.
