"! A condition of one's own for ASSERT_THAT.
INTERFACE if_constraint PUBLIC.
  METHODS is_valid
    IMPORTING
      !data_object  TYPE any
    RETURNING
      VALUE(result) TYPE abap_bool.
  METHODS get_description
    RETURNING
      VALUE(result) TYPE string_table.
ENDINTERFACE.
