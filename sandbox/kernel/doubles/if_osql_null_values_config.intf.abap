"! Elements of test data that are null.
INTERFACE if_osql_null_values_config PUBLIC.
  TYPES ty_element_names TYPE STANDARD TABLE OF string WITH DEFAULT KEY.
ENDINTERFACE.
