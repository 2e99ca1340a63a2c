"! An attribute, or the value of one.
CLASS cl_sxml_attribute DEFINITION PUBLIC FINAL CREATE PUBLIC.
  PUBLIC SECTION.
    INTERFACES if_sxml_attribute.
    INTERFACES if_sxml_value.

    METHODS constructor
      IMPORTING
        !qname  TYPE qname
        !prefix TYPE string
        !value  TYPE string.
  PRIVATE SECTION.
    DATA text TYPE string.
ENDCLASS.

CLASS cl_sxml_attribute IMPLEMENTATION.
  METHOD constructor.
    if_sxml_named~qname = qname.
    if_sxml_named~prefix = prefix.
    if_sxml_attribute~value_type = if_sxml_value=>co_vt_text.
    if_sxml_value~type = if_sxml_value=>co_vt_text.
    text = value.
  ENDMETHOD.

  METHOD if_sxml_attribute~get_value.
    value = text.
  ENDMETHOD.

  METHOD if_sxml_attribute~get_value_raw.
    value = text.
  ENDMETHOD.

  METHOD if_sxml_attribute~set_value.
    text = value.
  ENDMETHOD.

  METHOD if_sxml_value~get_value.
    value = text.
  ENDMETHOD.

  METHOD if_sxml_value~get_value_raw.
    value = text.
  ENDMETHOD.
ENDCLASS.
