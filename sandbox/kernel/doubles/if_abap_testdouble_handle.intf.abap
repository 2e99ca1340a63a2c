"! The test double that was called.
INTERFACE if_abap_testdouble_handle PUBLIC.
ENDINTERFACE.
