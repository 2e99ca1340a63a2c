INTERFACE if_sxml_value PUBLIC.
  TYPES value_type TYPE i.

  CONSTANTS co_vt_none TYPE value_type VALUE 0.
  CONSTANTS co_vt_text TYPE value_type VALUE 1.
  CONSTANTS co_vt_raw  TYPE value_type VALUE 2.
  CONSTANTS co_vt_any  TYPE value_type VALUE 4.

  DATA type TYPE value_type READ-ONLY.

  METHODS get_value
    RETURNING
      VALUE(value) TYPE string.
  METHODS get_value_raw
    RETURNING
      VALUE(value) TYPE xstring.
ENDINTERFACE.
