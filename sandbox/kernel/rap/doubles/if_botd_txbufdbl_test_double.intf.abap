"! A business object with a transactional buffer and without a behavior pool.
INTERFACE if_botd_txbufdbl_test_double PUBLIC.
  METHODS clear_double.
  METHODS insert_test_data
    IMPORTING
      !instances TYPE STANDARD TABLE.
ENDINTERFACE.
