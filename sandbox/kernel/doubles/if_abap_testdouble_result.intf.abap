"! What a call of a test double gives back.
INTERFACE if_abap_testdouble_result PUBLIC.
  METHODS set_param_returning
    IMPORTING
      !value TYPE any.
  METHODS set_param_exporting
    IMPORTING
      !name  TYPE csequence
      !value TYPE any.
  METHODS set_param_changing
    IMPORTING
      !name  TYPE csequence
      !value TYPE any.
  METHODS raise_exception
    IMPORTING
      !exception TYPE REF TO cx_root.
ENDINTERFACE.
