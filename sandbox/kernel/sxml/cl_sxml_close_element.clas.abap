CLASS cl_sxml_close_element DEFINITION PUBLIC FINAL CREATE PUBLIC.
  PUBLIC SECTION.
    INTERFACES if_sxml_close_element.

    METHODS constructor
      IMPORTING
        !qname  TYPE qname OPTIONAL
        !prefix TYPE string OPTIONAL.
ENDCLASS.

CLASS cl_sxml_close_element IMPLEMENTATION.
  METHOD constructor.
    if_sxml_node~type = if_sxml_node=>co_nt_element_close.
    if_sxml_named~qname = qname.
    if_sxml_named~prefix = prefix.
  ENDMETHOD.
ENDCLASS.
