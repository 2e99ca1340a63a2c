"! Code of a test that decides whether a configuration holds for a call.
INTERFACE if_abap_testdouble_matcher PUBLIC.
  METHODS matches
    IMPORTING
      !configured_arguments TYPE REF TO if_abap_testdouble_arguments
      !actual_arguments     TYPE REF TO if_abap_testdouble_arguments
      !method_name          TYPE abap_methname
    RETURNING
      VALUE(result)         TYPE abap_bool
    RAISING
      cx_atd_exception_core.
ENDINTERFACE.
