"! Rows for a test double of what a CDS view reads.
INTERFACE if_cds_test_data PUBLIC.
  INTERFACES if_osql_test_data.
ENDINTERFACE.
