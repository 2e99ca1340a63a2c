"! One test double of a test environment.
INTERFACE if_osql_stub PUBLIC.
  METHODS insert
    IMPORTING
      !i_test_data TYPE REF TO if_osql_test_data.
  METHODS clear.
ENDINTERFACE.
