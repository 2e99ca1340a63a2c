CLASS ltd_discount DEFINITION FINAL FOR TESTING.
  PUBLIC SECTION.
    INTERFACES zif_ferry_discount.
ENDCLASS.

CLASS ltd_discount IMPLEMENTATION.
  METHOD zif_ferry_discount~rate_for.
    percent = passengers.
  ENDMETHOD.
ENDCLASS.

CLASS ltcl_pricing DEFINITION FINAL FOR TESTING
  RISK LEVEL HARMLESS
  DURATION SHORT.

  PRIVATE SECTION.
    METHODS injected_discount_is_used FOR TESTING.
    METHODS teardown.
ENDCLASS.

CLASS ltcl_pricing IMPLEMENTATION.
  METHOD injected_discount_is_used.
    zcl_ferry_pricing=>inject_discount( NEW ltd_discount( ) ).
    cl_abap_unit_assert=>assert_equals( act = zcl_ferry_pricing=>group_discount( )->rate_for( 7 ) exp = 7 ).
  ENDMETHOD.

  METHOD teardown.
    zcl_ferry_pricing=>inject_discount( ).
  ENDMETHOD.
ENDCLASS.
