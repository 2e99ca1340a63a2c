INTERFACE if_sxml_reader PUBLIC.
  CONSTANTS co_opt_normalizing   TYPE i VALUE 1.
  CONSTANTS co_opt_keep_whitespace TYPE i VALUE 2.

  DATA node_type  TYPE if_sxml_node=>node_type READ-ONLY.
  DATA name       TYPE string READ-ONLY.
  DATA nsuri      TYPE string READ-ONLY.
  DATA prefix     TYPE string READ-ONLY.
  DATA value_type TYPE if_sxml_value=>value_type READ-ONLY.
  DATA value      TYPE string READ-ONLY.
  DATA value_raw  TYPE xstring READ-ONLY.

  METHODS next_node
    RAISING
      cx_sxml_parse_error.
  METHODS current_node.
  METHODS next_attribute
    RAISING
      cx_sxml_parse_error.
  METHODS read_next_node
    RETURNING
      VALUE(node) TYPE REF TO if_sxml_node
    RAISING
      cx_sxml_parse_error.
  METHODS read_current_node
    RETURNING
      VALUE(node) TYPE REF TO if_sxml_node.
  METHODS get_attribute_value
    IMPORTING
      !name        TYPE csequence
      !nsuri       TYPE csequence OPTIONAL
    RETURNING
      VALUE(value) TYPE REF TO if_sxml_value.
  METHODS skip_node
    IMPORTING
      !writer TYPE REF TO if_sxml_writer OPTIONAL
    RAISING
      cx_sxml_parse_error.
  METHODS set_option
    IMPORTING
      !option TYPE i
      !value  TYPE abap_bool DEFAULT abap_true.
ENDINTERFACE.
