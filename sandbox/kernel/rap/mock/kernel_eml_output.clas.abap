"! Results and responses of an answer, known to the runner by a number.
CLASS kernel_eml_output DEFINITION PUBLIC FINAL CREATE PUBLIC.
  PUBLIC SECTION.
    INTERFACES if_botd_mockeml_out_cfg_read.
    INTERFACES if_botd_mockeml_out_cfg_mod.
    INTERFACES if_botd_bufdbl_out_cfg_mod.
    INTERFACES if_botd_bufdbl_out_cfg_read.
    DATA number TYPE i READ-ONLY.
    METHODS constructor.
  PRIVATE SECTION.
    METHODS set
      IMPORTING
        !name  TYPE string
        !value TYPE data.
    METHODS add
      IMPORTING
        !kind        TYPE string
        !entity      TYPE csequence OPTIONAL
        !association TYPE csequence OPTIONAL
        !rows        TYPE STANDARD TABLE.
ENDCLASS.

CLASS kernel_eml_output IMPLEMENTATION.
  METHOD constructor.
    DATA id TYPE i.
    WRITE '@KERNEL id.set(abap.sandbox.emlDoubles.output());'.
    number = id.
  ENDMETHOD.

  METHOD set.
    DATA(id) = number.
    WRITE '@KERNEL abap.sandbox.emlDoubles.response(id.get(), name.get(), value);'.
  ENDMETHOD.

  METHOD add.
    DATA(id) = number.
    WRITE '@KERNEL abap.sandbox.emlDoubles.result(id.get(), { kind: kind.get(), entity: entity.get().trim(), association: association.get().trim(), rows });'.
  ENDMETHOD.

  METHOD if_botd_mockeml_out_cfg_read~set_reported.
    set( name = `reported` value = reported ).
    self = me.
  ENDMETHOD.

  METHOD if_botd_mockeml_out_cfg_read~set_failed.
    set( name = `failed` value = failed ).
    self = me.
  ENDMETHOD.

  METHOD if_botd_mockeml_out_cfg_mod~set_mapped.
    set( name = `mapped` value = mapped ).
    self = me.
  ENDMETHOD.

  METHOD if_botd_mockeml_out_cfg_mod~set_reported.
    set( name = `reported` value = reported ).
    self = me.
  ENDMETHOD.

  METHOD if_botd_mockeml_out_cfg_mod~set_failed.
    set( name = `failed` value = failed ).
    self = me.
  ENDMETHOD.

  METHOD if_botd_bufdbl_out_cfg_mod~set_mapped.
    set( name = `mapped` value = mapped ).
    self = me.
  ENDMETHOD.

  METHOD if_botd_bufdbl_out_cfg_mod~set_reported.
    set( name = `reported` value = reported ).
    self = me.
  ENDMETHOD.

  METHOD if_botd_bufdbl_out_cfg_mod~set_failed.
    set( name = `failed` value = failed ).
    self = me.
  ENDMETHOD.

  METHOD if_botd_bufdbl_out_cfg_read~set_reported.
    set( name = `reported` value = reported ).
    self = me.
  ENDMETHOD.

  METHOD if_botd_bufdbl_out_cfg_read~set_failed.
    set( name = `failed` value = failed ).
    self = me.
  ENDMETHOD.

  METHOD if_botd_mockeml_out_cfg_read~set_result_for_read.
    add( kind = `read` rows = result ).
    self = me.
  ENDMETHOD.

  METHOD if_botd_mockeml_out_cfg_read~set_result_for_function.
    add( kind = `execute` rows = result ).
    self = me.
  ENDMETHOD.

  METHOD if_botd_mockeml_out_cfg_read~set_result_for_read_ba.
    add( kind = `readby` entity = source_entity_name association = assoc_name rows = result ).
    self = me.
  ENDMETHOD.

  METHOD if_botd_mockeml_out_cfg_mod~set_result_for_action.
    add( kind = `execute` rows = result ).
    self = me.
  ENDMETHOD.
ENDCLASS.
