INTERFACE if_sxml_close_element PUBLIC.
  INTERFACES if_sxml_node.
  INTERFACES if_sxml_named.

  ALIASES type FOR if_sxml_node~type.
  ALIASES qname FOR if_sxml_named~qname.
  ALIASES prefix FOR if_sxml_named~prefix.
ENDINTERFACE.
