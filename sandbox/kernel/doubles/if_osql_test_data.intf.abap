"! Rows for a test double of a table or view.
INTERFACE if_osql_test_data PUBLIC.
  METHODS get_rows
    RETURNING
      VALUE(result) TYPE REF TO data.
ENDINTERFACE.
