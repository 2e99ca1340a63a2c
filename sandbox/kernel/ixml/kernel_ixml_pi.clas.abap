CLASS kernel_ixml_pi DEFINITION PUBLIC INHERITING FROM kernel_ixml_node CREATE PUBLIC.
  PUBLIC SECTION.
    INTERFACES if_ixml_pi_unparsed.
ENDCLASS.

CLASS kernel_ixml_pi IMPLEMENTATION.
  METHOD if_ixml_pi_unparsed~get_data.
    WRITE '@KERNEL rval.set(this.tree.value);'.
  ENDMETHOD.

  METHOD if_ixml_pi_unparsed~set_data.
    WRITE '@KERNEL this.tree.value = data.get();'.
  ENDMETHOD.
ENDCLASS.
