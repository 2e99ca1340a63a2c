CLASS kernel_ixml_text DEFINITION PUBLIC INHERITING FROM kernel_ixml_node CREATE PUBLIC.
  PUBLIC SECTION.
    INTERFACES if_ixml_text.
ENDCLASS.

CLASS kernel_ixml_text IMPLEMENTATION.
  METHOD if_ixml_text~get_data.
    WRITE '@KERNEL rval.set(this.tree.value);'.
  ENDMETHOD.

  METHOD if_ixml_text~set_data.
    WRITE '@KERNEL this.tree.value = data.get();'.
  ENDMETHOD.
ENDCLASS.
