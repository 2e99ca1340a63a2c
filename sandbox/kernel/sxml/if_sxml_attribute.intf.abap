INTERFACE if_sxml_attribute PUBLIC.
  INTERFACES if_sxml_named.

  ALIASES qname FOR if_sxml_named~qname.
  ALIASES prefix FOR if_sxml_named~prefix.

  TYPES attributes TYPE STANDARD TABLE OF REF TO if_sxml_attribute WITH DEFAULT KEY.

  DATA value_type TYPE if_sxml_value=>value_type READ-ONLY.

  METHODS get_value
    RETURNING
      VALUE(value) TYPE string.
  METHODS get_value_raw
    RETURNING
      VALUE(value) TYPE xstring.
  METHODS set_value
    IMPORTING
      !value TYPE string.
ENDINTERFACE.
