CLASS ltcl_duration DEFINITION FINAL FOR TESTING
  RISK LEVEL HARMLESS
  DURATION SHORT.

  PRIVATE SECTION.
    METHODS hours_and_minutes FOR TESTING.
    METHODS less_than_an_hour FOR TESTING.
    METHODS arrives_on_the_same_day FOR TESTING.
    METHODS arrives_after_midnight FOR TESTING.
    METHODS crosses_the_end_of_february FOR TESTING.
ENDCLASS.

CLASS ltcl_duration IMPLEMENTATION.
  METHOD hours_and_minutes.
    cl_abap_unit_assert=>assert_equals( act = zcl_ferry_duration=>as_text( 125 ) exp = `2 h 05 min` ).
  ENDMETHOD.

  METHOD less_than_an_hour.
    cl_abap_unit_assert=>assert_equals( act = zcl_ferry_duration=>as_text( 45 ) exp = `45 min` ).
  ENDMETHOD.

  METHOD arrives_on_the_same_day.
    zcl_ferry_duration=>after(
      EXPORTING date = '20260701' time = '081500' minutes = 65
      IMPORTING arrival_date = DATA(date) arrival_time = DATA(time) ).
    cl_abap_unit_assert=>assert_equals( act = date exp = '20260701' ).
    cl_abap_unit_assert=>assert_equals( act = time exp = '092000' ).
  ENDMETHOD.

  METHOD arrives_after_midnight.
    zcl_ferry_duration=>after(
      EXPORTING date = '20261231' time = '223000' minutes = 210
      IMPORTING arrival_date = DATA(date) arrival_time = DATA(time) ).
    cl_abap_unit_assert=>assert_equals( act = date exp = '20270101' ).
    cl_abap_unit_assert=>assert_equals( act = time exp = '020000' ).
  ENDMETHOD.

  METHOD crosses_the_end_of_february.
    zcl_ferry_duration=>after(
      EXPORTING date = '20280229' time = '235900' minutes = 1
      IMPORTING arrival_date = DATA(date) arrival_time = DATA(time) ).
    cl_abap_unit_assert=>assert_equals( act = date exp = '20280301' ).
    cl_abap_unit_assert=>assert_equals( act = time exp = '000000' ).
  ENDMETHOD.
ENDCLASS.
