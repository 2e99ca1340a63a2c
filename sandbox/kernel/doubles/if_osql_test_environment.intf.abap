"! Test doubles of the tables and views that ABAP SQL names.
INTERFACE if_osql_test_environment PUBLIC.
  TYPES ty_s_sobjname TYPE c LENGTH 40.
  TYPES ty_t_sobjnames TYPE STANDARD TABLE OF ty_s_sobjname WITH DEFAULT KEY.

  METHODS insert_test_data
    IMPORTING
      !i_data             TYPE ANY TABLE
      !i_parameter_values TYPE if_osql_param_values_config=>ty_parameter_value_pairs OPTIONAL
      !i_null_values      TYPE if_osql_null_values_config=>ty_element_names OPTIONAL
    RETURNING
      VALUE(r_result)     TYPE REF TO if_osql_stub.
  METHODS get_double
    IMPORTING
      !i_name         TYPE csequence
    RETURNING
      VALUE(r_result) TYPE REF TO if_osql_stub.
  METHODS clear_doubles.
  METHODS enable_double_redirection.
  METHODS disable_double_redirection.
  METHODS get_access_control_double
    RETURNING
      VALUE(rv_access_control_double) TYPE REF TO if_cds_access_control_double.
  METHODS destroy.
ENDINTERFACE.
