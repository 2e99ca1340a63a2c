CLASS cl_sxml_open_element DEFINITION PUBLIC FINAL CREATE PUBLIC.
  PUBLIC SECTION.
    INTERFACES if_sxml_open_element.

    METHODS constructor
      IMPORTING
        !qname  TYPE qname
        !prefix TYPE string.
  PRIVATE SECTION.
    DATA attributes TYPE if_sxml_attribute=>attributes.
ENDCLASS.

CLASS cl_sxml_open_element IMPLEMENTATION.
  METHOD constructor.
    if_sxml_node~type = if_sxml_node=>co_nt_element_open.
    if_sxml_named~qname = qname.
    if_sxml_named~prefix = prefix.
  ENDMETHOD.

  METHOD if_sxml_open_element~get_attributes.
    attr = attributes.
  ENDMETHOD.

  METHOD if_sxml_open_element~get_attribute_value.
    DATA attribute TYPE REF TO if_sxml_attribute.
    LOOP AT attributes INTO attribute.
      IF attribute->qname-name = name AND attribute->qname-namespace = nsuri.
        value ?= attribute.
        RETURN.
      ENDIF.
    ENDLOOP.
  ENDMETHOD.

  METHOD if_sxml_open_element~set_attribute.
    DATA other TYPE REF TO if_sxml_attribute.
    LOOP AT attributes INTO other.
      IF other->qname-name = name AND other->qname-namespace = nsuri.
        DELETE attributes INDEX sy-tabix.
      ENDIF.
    ENDLOOP.
    attribute = NEW cl_sxml_attribute(
      qname  = VALUE #( name = name namespace = nsuri )
      prefix = CONV #( prefix )
      value  = CONV #( value ) ).
    APPEND attribute TO attributes.
  ENDMETHOD.

  METHOD if_sxml_open_element~set_attributes.
    me->attributes = attributes.
  ENDMETHOD.
ENDCLASS.
