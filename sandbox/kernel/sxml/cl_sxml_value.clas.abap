CLASS cl_sxml_value DEFINITION PUBLIC FINAL CREATE PUBLIC.
  PUBLIC SECTION.
    INTERFACES if_sxml_value_node.

    METHODS constructor
      IMPORTING
        !value TYPE string OPTIONAL.
  PRIVATE SECTION.
    DATA text TYPE string.
ENDCLASS.

CLASS cl_sxml_value IMPLEMENTATION.
  METHOD constructor.
    if_sxml_node~type = if_sxml_node=>co_nt_value.
    if_sxml_value_node~value_type = if_sxml_value=>co_vt_text.
    text = value.
  ENDMETHOD.

  METHOD if_sxml_value_node~get_value.
    value = text.
  ENDMETHOD.

  METHOD if_sxml_value_node~get_value_raw.
    value = text.
  ENDMETHOD.

  METHOD if_sxml_value_node~set_value.
    text = value.
  ENDMETHOD.

  METHOD if_sxml_value_node~set_value_raw.
    text = kernel_markup=>base64( value ).
  ENDMETHOD.
ENDCLASS.
