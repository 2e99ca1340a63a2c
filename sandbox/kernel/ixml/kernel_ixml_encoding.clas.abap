CLASS kernel_ixml_encoding DEFINITION PUBLIC FINAL CREATE PUBLIC.
  PUBLIC SECTION.
    INTERFACES if_ixml_encoding.
ENDCLASS.

CLASS kernel_ixml_encoding IMPLEMENTATION.
  METHOD if_ixml_encoding~get_byte_order.
    WRITE '@KERNEL rval.set(this.names.order);'.
  ENDMETHOD.

  METHOD if_ixml_encoding~get_character_set.
    WRITE '@KERNEL rval.set(this.names.set);'.
  ENDMETHOD.

  METHOD if_ixml_encoding~set_byte_order.
    WRITE '@KERNEL this.names.order = byte_order.get();'.
    rval = abap_true.
  ENDMETHOD.

  METHOD if_ixml_encoding~set_character_set.
    WRITE '@KERNEL this.names.set = character_set.get();'.
    rval = abap_true.
  ENDMETHOD.
ENDCLASS.
