INTERFACE if_sxml_open_element PUBLIC.
  INTERFACES if_sxml_node.
  INTERFACES if_sxml_named.

  ALIASES type FOR if_sxml_node~type.
  ALIASES qname FOR if_sxml_named~qname.
  ALIASES prefix FOR if_sxml_named~prefix.

  METHODS get_attributes
    RETURNING
      VALUE(attr) TYPE if_sxml_attribute=>attributes.
  METHODS get_attribute_value
    IMPORTING
      !name        TYPE csequence
      !nsuri       TYPE csequence OPTIONAL
    RETURNING
      VALUE(value) TYPE REF TO if_sxml_value.
  METHODS set_attribute
    IMPORTING
      !name             TYPE csequence
      !nsuri            TYPE csequence OPTIONAL
      !prefix           TYPE csequence OPTIONAL
      !value            TYPE csequence OPTIONAL
    RETURNING
      VALUE(attribute) TYPE REF TO if_sxml_attribute.
  METHODS set_attributes
    IMPORTING
      !attributes TYPE if_sxml_attribute=>attributes.
ENDINTERFACE.
