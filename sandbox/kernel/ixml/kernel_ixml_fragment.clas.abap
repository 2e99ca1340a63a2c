CLASS kernel_ixml_fragment DEFINITION PUBLIC INHERITING FROM kernel_ixml_node CREATE PUBLIC.
  PUBLIC SECTION.
    INTERFACES if_ixml_document_fragment.
ENDCLASS.

CLASS kernel_ixml_fragment IMPLEMENTATION.
ENDCLASS.
