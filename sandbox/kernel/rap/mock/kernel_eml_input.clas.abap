"! Instances that EML has to name for an answer, known to the runner by a number.
CLASS kernel_eml_input DEFINITION PUBLIC FINAL CREATE PUBLIC.
  PUBLIC SECTION.
    INTERFACES if_botd_mockeml_entpart_read.
    INTERFACES if_botd_mockeml_entpart_mod.
    INTERFACES if_botd_mockeml_in_cfg_read.
    INTERFACES if_botd_mockeml_in_cfg_mod.
    INTERFACES if_botd_bufdbl_in_cfg_mod.
    INTERFACES if_botd_bufdbl_in_cfg_read.
    DATA number TYPE i READ-ONLY.
    METHODS constructor
      IMPORTING
        !entity TYPE csequence OPTIONAL.
  PRIVATE SECTION.
    DATA entity TYPE string.
    METHODS add
      IMPORTING
        !kind      TYPE string
        !instances TYPE STANDARD TABLE.
    METHODS join
      IMPORTING
        !part TYPE REF TO kernel_eml_input.
    METHODS keep
      IMPORTING
        !instance TYPE data.
ENDCLASS.

CLASS kernel_eml_input IMPLEMENTATION.
  METHOD constructor.
    DATA id TYPE i.
    me->entity = entity.
    WRITE '@KERNEL id.set(abap.sandbox.emlDoubles.input());'.
    number = id.
  ENDMETHOD.

  METHOD add.
    DATA(id) = number.
    DATA(name) = entity.
    WRITE '@KERNEL abap.sandbox.emlDoubles.part(id.get(), name.get(), kind.get(), instances);'.
  ENDMETHOD.

  METHOD join.
    DATA(id) = number.
    DATA(other) = part->number.
    WRITE '@KERNEL abap.sandbox.emlDoubles.join(id.get(), other.get());'.
  ENDMETHOD.

  METHOD keep.
    DATA id TYPE i.
    WRITE '@KERNEL id.set(abap.sandbox.emlDoubles.instance(instance));'.
    number = id.
  ENDMETHOD.

  METHOD if_botd_bufdbl_in_cfg_mod~set_instance.
    keep( instance ).
    self = me.
  ENDMETHOD.

  METHOD if_botd_bufdbl_in_cfg_read~set_instance.
    keep( instance ).
    self = me.
  ENDMETHOD.

  METHOD if_botd_mockeml_entpart_read~set_instances_for_read.
    add( kind = `read` instances = instances ).
    self = me.
  ENDMETHOD.

  METHOD if_botd_mockeml_entpart_read~set_instances_for_read_ba.
    add( kind = `readby` instances = instances ).
    self = me.
  ENDMETHOD.

  METHOD if_botd_mockeml_entpart_read~set_instances_for_function.
    add( kind = `execute` instances = instances ).
    self = me.
  ENDMETHOD.

  METHOD if_botd_mockeml_in_cfg_read~add_entity_part.
    join( CAST #( entity_part ) ).
    self = me.
  ENDMETHOD.

  METHOD if_botd_mockeml_entpart_mod~set_instances_for_create.
    add( kind = `create` instances = instances ).
    self = me.
  ENDMETHOD.

  METHOD if_botd_mockeml_entpart_mod~set_instances_for_create_ba.
    add( kind = `createby` instances = instances ).
    self = me.
  ENDMETHOD.

  METHOD if_botd_mockeml_entpart_mod~set_instances_for_update.
    add( kind = `update` instances = instances ).
    self = me.
  ENDMETHOD.

  METHOD if_botd_mockeml_entpart_mod~set_instances_for_delete.
    add( kind = `delete` instances = instances ).
    self = me.
  ENDMETHOD.

  METHOD if_botd_mockeml_entpart_mod~set_instances_for_action.
    add( kind = `execute` instances = instances ).
    self = me.
  ENDMETHOD.

  METHOD if_botd_mockeml_in_cfg_mod~add_entity_part.
    join( CAST #( entity_part ) ).
    self = me.
  ENDMETHOD.
ENDCLASS.
