"! Makes the inputs and outputs of answers.
CLASS kernel_eml_builder DEFINITION PUBLIC FINAL CREATE PUBLIC.
  PUBLIC SECTION.
    INTERFACES if_botd_mockeml_in_cfgbldr.
    INTERFACES if_botd_mockeml_out_cfgbldr.
    INTERFACES if_botd_mockeml_inbldr_read.
    INTERFACES if_botd_mockeml_inbldr_mod.
    INTERFACES if_botd_mockeml_outbldr_read.
    INTERFACES if_botd_mockeml_outbldr_mod.
ENDCLASS.

CLASS kernel_eml_builder IMPLEMENTATION.
  METHOD if_botd_mockeml_in_cfgbldr~for_modify.
    input_config_builder_4_modify = me.
  ENDMETHOD.

  METHOD if_botd_mockeml_in_cfgbldr~for_read.
    input_config_builder_4_read = me.
  ENDMETHOD.

  METHOD if_botd_mockeml_out_cfgbldr~for_modify.
    output_config_builder_4_modify = me.
  ENDMETHOD.

  METHOD if_botd_mockeml_out_cfgbldr~for_read.
    output_config_builder_4_read = me.
  ENDMETHOD.

  METHOD if_botd_mockeml_inbldr_read~build_entity_part.
    entity_part = NEW kernel_eml_input( entity_name ).
  ENDMETHOD.

  METHOD if_botd_mockeml_inbldr_read~build_input_for_eml.
    input_configuration = NEW kernel_eml_input( ).
  ENDMETHOD.

  METHOD if_botd_mockeml_outbldr_read~build_output_for_eml.
    result = NEW kernel_eml_output( ).
  ENDMETHOD.

  METHOD if_botd_mockeml_inbldr_mod~build_entity_part.
    entity_part = NEW kernel_eml_input( entity_name ).
  ENDMETHOD.

  METHOD if_botd_mockeml_inbldr_mod~build_input_for_eml.
    input_configuration = NEW kernel_eml_input( ).
  ENDMETHOD.

  METHOD if_botd_mockeml_outbldr_mod~build_output_for_eml.
    result = NEW kernel_eml_output( ).
  ENDMETHOD.
ENDCLASS.
