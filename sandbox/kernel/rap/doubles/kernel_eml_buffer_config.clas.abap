"! Configured operations of transactional buffer test doubles: declared, and refused where they are used.
CLASS kernel_eml_buffer_config DEFINITION PUBLIC FINAL CREATE PUBLIC.
  PUBLIC SECTION.
    INTERFACES if_botd_bufdbl_in_cfg_mod.
    INTERFACES if_botd_bufdbl_in_cfg_read.
    INTERFACES if_botd_bufdbl_out_cfg_mod.
    INTERFACES if_botd_bufdbl_out_cfg_read.
    INTERFACES if_botd_bufdbl_in_set_mod.
    INTERFACES if_botd_bufdbl_in_set_read.
ENDCLASS.

CLASS kernel_eml_buffer_config IMPLEMENTATION.
  METHOD if_botd_bufdbl_in_cfg_mod~set_instance.
    self = me.
  ENDMETHOD.

  METHOD if_botd_bufdbl_in_cfg_read~set_instance.
    self = me.
  ENDMETHOD.

  METHOD if_botd_bufdbl_out_cfg_mod~set_mapped.
    self = me.
  ENDMETHOD.

  METHOD if_botd_bufdbl_out_cfg_mod~set_reported.
    self = me.
  ENDMETHOD.

  METHOD if_botd_bufdbl_out_cfg_mod~set_failed.
    self = me.
  ENDMETHOD.

  METHOD if_botd_bufdbl_out_cfg_read~set_reported.
    self = me.
  ENDMETHOD.

  METHOD if_botd_bufdbl_out_cfg_read~set_failed.
    self = me.
  ENDMETHOD.

  METHOD if_botd_bufdbl_in_set_mod~when_input.
    WRITE '@KERNEL abap.sandbox.unsupported("configured operations of transactional buffer test doubles");'.
  ENDMETHOD.

  METHOD if_botd_bufdbl_in_set_read~when_input.
    WRITE '@KERNEL abap.sandbox.unsupported("configured operations of transactional buffer test doubles");'.
  ENDMETHOD.
ENDCLASS.
