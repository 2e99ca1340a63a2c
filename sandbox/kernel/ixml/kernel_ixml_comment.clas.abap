CLASS kernel_ixml_comment DEFINITION PUBLIC INHERITING FROM kernel_ixml_node CREATE PUBLIC.
  PUBLIC SECTION.
    INTERFACES if_ixml_comment.
ENDCLASS.

CLASS kernel_ixml_comment IMPLEMENTATION.
  METHOD if_ixml_comment~get_data.
    WRITE '@KERNEL rval.set(this.tree.value);'.
  ENDMETHOD.

  METHOD if_ixml_comment~set_data.
    WRITE '@KERNEL this.tree.value = data.get();'.
  ENDMETHOD.
ENDCLASS.
