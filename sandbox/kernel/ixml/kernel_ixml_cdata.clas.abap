CLASS kernel_ixml_cdata DEFINITION PUBLIC INHERITING FROM kernel_ixml_node CREATE PUBLIC.
  PUBLIC SECTION.
    INTERFACES if_ixml_cdata_section.
ENDCLASS.

CLASS kernel_ixml_cdata IMPLEMENTATION.
  METHOD if_ixml_cdata_section~get_data.
    WRITE '@KERNEL rval.set(this.tree.value);'.
  ENDMETHOD.

  METHOD if_ixml_cdata_section~set_data.
    WRITE '@KERNEL this.tree.value = data.get();'.
  ENDMETHOD.
ENDCLASS.
