"! One test double of the environment of a CDS view.
INTERFACE if_cds_stub PUBLIC.
  METHODS insert
    IMPORTING
      !i_test_data TYPE REF TO if_cds_test_data.
  METHODS clear.
ENDINTERFACE.
