CLASS kernel_ixml_iterator DEFINITION PUBLIC FINAL CREATE PUBLIC.
  PUBLIC SECTION.
    INTERFACES if_ixml_node_iterator.
ENDCLASS.

CLASS kernel_ixml_iterator IMPLEMENTATION.
  METHOD if_ixml_node_iterator~get_next.
    WRITE '@KERNEL await abap.sandbox.ixml.give(rval, this.nodes[this.at++]);'.
  ENDMETHOD.

  METHOD if_ixml_node_iterator~reset.
    WRITE '@KERNEL this.at = 0;'.
  ENDMETHOD.
ENDCLASS.
