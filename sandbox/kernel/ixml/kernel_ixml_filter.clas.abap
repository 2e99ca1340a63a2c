CLASS kernel_ixml_filter DEFINITION PUBLIC FINAL CREATE PUBLIC.
  PUBLIC SECTION.
    INTERFACES if_ixml_node_filter.
ENDCLASS.

CLASS kernel_ixml_filter IMPLEMENTATION.
  METHOD if_ixml_node_filter~accept_node.
    WRITE '@KERNEL rval.set(this.test(abap.sandbox.ixml.nodeOf(node)) ? "X" : "");'.
  ENDMETHOD.
ENDCLASS.
