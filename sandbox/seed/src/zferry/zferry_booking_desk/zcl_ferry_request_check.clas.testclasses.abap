CLASS ltcl_check DEFINITION FINAL FOR TESTING
  RISK LEVEL HARMLESS
  DURATION SHORT.

  PRIVATE SECTION.
    DATA request TYPE zferry_s_request.

    METHODS setup.
    METHODS good_request FOR TESTING RAISING cx_static_check.
    METHODS customer_is_missing FOR TESTING.
    METHODS nobody_travels FOR TESTING.
    METHODS vehicle_is_unknown FOR TESTING.
    METHODS refused_with
      IMPORTING
        !text TYPE string.
ENDCLASS.

CLASS ltcl_check IMPLEMENTATION.
  METHOD setup.
    request = VALUE #( customer = 'Ida Berg' passengers = 2 vehicle_class = 'CA' vehicles = 1 ).
  ENDMETHOD.

  METHOD good_request.
    NEW zcl_ferry_request_check( )->check( request ).
  ENDMETHOD.

  METHOD customer_is_missing.
    CLEAR request-customer.
    refused_with( `A customer is needed` ).
  ENDMETHOD.

  METHOD nobody_travels.
    request-passengers = 0.
    refused_with( `At least one passenger is needed, not 0` ).
  ENDMETHOD.

  METHOD vehicle_is_unknown.
    request-vehicle_class = 'ZZ'.
    refused_with( `Vehicle class ZZ is not known` ).
  ENDMETHOD.

  METHOD refused_with.
    TRY.
        NEW zcl_ferry_request_check( )->check( request ).
        cl_abap_unit_assert=>fail( |Should have been refused: { text }| ).
      CATCH zcx_ferry_input INTO DATA(error).
        cl_abap_unit_assert=>assert_equals( act = error->get_text( ) exp = text ).
    ENDTRY.
  ENDMETHOD.
ENDCLASS.
