INTERFACE if_sxml_value_node PUBLIC.
  INTERFACES if_sxml_node.

  ALIASES type FOR if_sxml_node~type.

  DATA value_type TYPE if_sxml_value=>value_type READ-ONLY.

  METHODS get_value
    RETURNING
      VALUE(value) TYPE string.
  METHODS get_value_raw
    RETURNING
      VALUE(value) TYPE xstring.
  METHODS set_value
    IMPORTING
      !value TYPE csequence.
  METHODS set_value_raw
    IMPORTING
      !value TYPE xstring.
ENDINTERFACE.
