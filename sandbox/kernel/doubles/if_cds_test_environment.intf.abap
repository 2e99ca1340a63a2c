"! Test doubles of what CDS views under test read.
INTERFACE if_cds_test_environment PUBLIC.
  TYPES:
    BEGIN OF ty_dependency,
      name TYPE c LENGTH 40,
      type TYPE string,
    END OF ty_dependency,
    ty_dependencies TYPE STANDARD TABLE OF ty_dependency WITH DEFAULT KEY,
    BEGIN OF ty_entity,
      i_for_entity               TYPE c LENGTH 40,
      i_dependency_list          TYPE ty_dependencies,
      i_select_base_dependencies TYPE abap_bool,
      test_associations          TYPE abap_bool,
    END OF ty_entity,
    ty_entities TYPE STANDARD TABLE OF ty_entity WITH DEFAULT KEY.

  METHODS insert_test_data
    IMPORTING
      !i_data             TYPE ANY TABLE
      !i_parameter_values TYPE if_osql_param_values_config=>ty_parameter_value_pairs OPTIONAL
      !i_null_values      TYPE if_osql_null_values_config=>ty_element_names OPTIONAL
    RETURNING
      VALUE(r_result)     TYPE REF TO if_cds_stub.
  METHODS get_double
    IMPORTING
      !i_name         TYPE csequence
    RETURNING
      VALUE(r_result) TYPE REF TO if_cds_stub.
  METHODS clear_doubles.
  METHODS enable_double_redirection.
  METHODS disable_double_redirection.
  METHODS get_access_control_double
    RETURNING
      VALUE(r_result) TYPE REF TO if_cds_access_control_double.
  METHODS destroy.
ENDINTERFACE.
