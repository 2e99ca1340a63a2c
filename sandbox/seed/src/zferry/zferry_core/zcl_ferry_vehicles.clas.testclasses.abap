CLASS ltcl_vehicles DEFINITION FINAL FOR TESTING
  RISK LEVEL HARMLESS
  DURATION SHORT.

  PRIVATE SECTION.
    METHODS metres_of_three_cars FOR TESTING RAISING cx_static_check.
    METHODS foot_passenger_needs_no_lane FOR TESTING RAISING cx_static_check.
    METHODS name_of_a_lorry FOR TESTING RAISING cx_static_check.
    METHODS unknown_class_is_refused FOR TESTING.
ENDCLASS.

CLASS ltcl_vehicles IMPLEMENTATION.
  METHOD metres_of_three_cars.
    cl_abap_unit_assert=>assert_equals(
      act = zcl_ferry_vehicles=>metres( vehicle_class = zif_ferry_constants=>vehicle-car vehicles = 3 )
      exp = 15 ).
  ENDMETHOD.

  METHOD foot_passenger_needs_no_lane.
    cl_abap_unit_assert=>assert_initial( zcl_ferry_vehicles=>metres( zif_ferry_constants=>vehicle-none ) ).
  ENDMETHOD.

  METHOD name_of_a_lorry.
    cl_abap_unit_assert=>assert_equals(
      act = zcl_ferry_vehicles=>name( zif_ferry_constants=>vehicle-lorry )
      exp = `lorry` ).
  ENDMETHOD.

  METHOD unknown_class_is_refused.
    TRY.
        zcl_ferry_vehicles=>metres( 'UF' ).
        cl_abap_unit_assert=>fail( 'A flying saucer was let on board' ).
      CATCH zcx_ferry_input INTO DATA(error).
        cl_abap_unit_assert=>assert_equals(
          act = error->get_text( )
          exp = 'Vehicle class UF is not known' ).
    ENDTRY.
  ENDMETHOD.
ENDCLASS.
