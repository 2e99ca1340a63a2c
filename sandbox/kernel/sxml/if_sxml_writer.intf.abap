INTERFACE if_sxml_writer PUBLIC.
  CONSTANTS co_opt_normalizing TYPE i VALUE 1.
  CONSTANTS co_opt_no_empty    TYPE i VALUE 2.
  CONSTANTS co_opt_indent      TYPE i VALUE 4.
  CONSTANTS co_opt_linebreaks  TYPE i VALUE 8.

  METHODS open_element
    IMPORTING
      !name   TYPE csequence
      !nsuri  TYPE csequence OPTIONAL
      !prefix TYPE csequence OPTIONAL
    RAISING
      cx_sxml_state_error.
  METHODS close_element
    RAISING
      cx_sxml_state_error.
  METHODS write_attribute
    IMPORTING
      !name   TYPE csequence
      !nsuri  TYPE csequence OPTIONAL
      !prefix TYPE csequence OPTIONAL
      !value  TYPE csequence OPTIONAL
    RAISING
      cx_sxml_state_error.
  METHODS write_attribute_raw
    IMPORTING
      !name   TYPE csequence
      !nsuri  TYPE csequence OPTIONAL
      !prefix TYPE csequence OPTIONAL
      !value  TYPE xstring OPTIONAL
    RAISING
      cx_sxml_state_error.
  METHODS write_namespace_declaration
    IMPORTING
      !nsuri  TYPE csequence
      !prefix TYPE csequence OPTIONAL
    RAISING
      cx_sxml_state_error.
  METHODS write_value
    IMPORTING
      !value TYPE csequence OPTIONAL
    RAISING
      cx_sxml_state_error.
  METHODS write_value_raw
    IMPORTING
      !value TYPE xstring OPTIONAL
    RAISING
      cx_sxml_state_error.
  METHODS write_node
    IMPORTING
      !node TYPE REF TO if_sxml_node
    RAISING
      cx_sxml_state_error.
  METHODS new_open_element
    IMPORTING
      !name          TYPE csequence
      !nsuri         TYPE csequence OPTIONAL
      !prefix        TYPE csequence OPTIONAL
    RETURNING
      VALUE(element) TYPE REF TO if_sxml_open_element.
  METHODS new_close_element
    RETURNING
      VALUE(element) TYPE REF TO if_sxml_close_element.
  METHODS new_value
    RETURNING
      VALUE(value) TYPE REF TO if_sxml_value_node.
  METHODS set_option
    IMPORTING
      !option TYPE i
      !value  TYPE abap_bool DEFAULT abap_true.
ENDINTERFACE.
