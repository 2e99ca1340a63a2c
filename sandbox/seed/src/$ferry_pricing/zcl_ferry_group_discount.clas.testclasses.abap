CLASS ltcl_group_discount DEFINITION FINAL FOR TESTING
  RISK LEVEL HARMLESS
  DURATION SHORT.

  PRIVATE SECTION.
    DATA cut TYPE REF TO zcl_ferry_group_discount.

    METHODS setup.
    METHODS family_gets_nothing FOR TESTING.
    METHODS school_class FOR TESTING.
    METHODS two_coaches FOR TESTING.
    METHODS whole_village FOR TESTING.
    METHODS tier_begins_at_its_number FOR TESTING.
    METHODS order_of_tiers_does_not_matter FOR TESTING.
    METHODS without_tiers FOR TESTING.
    METHODS describes_its_tiers FOR TESTING.
ENDCLASS.

CLASS ltcl_group_discount IMPLEMENTATION.
  METHOD setup.
    cut = NEW #( VALUE #(
      ( from_passengers = 10 percent = '5.00' )
      ( from_passengers = 25 percent = '10.00' )
      ( from_passengers = 50 percent = '15.00' ) ) ).
  ENDMETHOD.

  METHOD family_gets_nothing.
    cl_abap_unit_assert=>assert_initial( cut->rate_for( 4 ) ).
  ENDMETHOD.

  METHOD school_class.
    cl_abap_unit_assert=>assert_equals( act = cut->rate_for( 22 ) exp = '5.00' ).
  ENDMETHOD.

  METHOD two_coaches.
    cl_abap_unit_assert=>assert_equals( act = cut->rate_for( 90 ) exp = '15.00' ).
  ENDMETHOD.

  METHOD whole_village.
    cl_abap_unit_assert=>assert_equals( act = cut->rate_for( 1200 ) exp = '15.00' ).
  ENDMETHOD.

  METHOD tier_begins_at_its_number.
    cl_abap_unit_assert=>assert_equals(
      act = cut->rate_for( 25 )
      exp = '10.00'
      msg = 'Discount in percent for a group of 25' ).
  ENDMETHOD.

  METHOD order_of_tiers_does_not_matter.
    cut = NEW #( VALUE #(
      ( from_passengers = 50 percent = '15.00' )
      ( from_passengers = 10 percent = '5.00' ) ) ).
    cl_abap_unit_assert=>assert_equals( act = cut->rate_for( 49 ) exp = '5.00' ).
  ENDMETHOD.

  METHOD without_tiers.
    cut = NEW #( VALUE #( ) ).
    cl_abap_unit_assert=>assert_initial( cut->rate_for( 100 ) ).
  ENDMETHOD.

  METHOD describes_its_tiers.
    DATA(lines) = cut->describe( ).
    cl_abap_unit_assert=>assert_equals( act = lines( lines ) exp = 3 ).
    cl_abap_unit_assert=>assert_equals( act = lines[ 2 ] exp = `from 25 passengers 10.00 %` ).
  ENDMETHOD.
ENDCLASS.
