"! The arguments of a call of a test double.
INTERFACE if_abap_testdouble_arguments PUBLIC.
  METHODS get_param_importing
    IMPORTING
      !name        TYPE csequence
    RETURNING
      VALUE(value) TYPE REF TO data.
  METHODS get_param_changing
    IMPORTING
      !name        TYPE csequence
    RETURNING
      VALUE(value) TYPE REF TO data.
  METHODS is_importing_param_supplied
    IMPORTING
      !name         TYPE csequence
    RETURNING
      VALUE(result) TYPE abap_bool.
  METHODS is_changing_param_supplied
    IMPORTING
      !name         TYPE csequence
    RETURNING
      VALUE(result) TYPE abap_bool.
ENDINTERFACE.
