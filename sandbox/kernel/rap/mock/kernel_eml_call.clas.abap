"! The configuration of one answer of a test double.
CLASS kernel_eml_call DEFINITION PUBLIC FINAL CREATE PUBLIC.
  PUBLIC SECTION.
    INTERFACES if_botd_mockeml_call_config.
    INTERFACES if_botd_mockeml_in_set_read.
    INTERFACES if_botd_mockeml_in_set_mod.
    INTERFACES if_botd_mockeml_out_set_read.
    INTERFACES if_botd_mockeml_out_set_mod.
    METHODS constructor
      IMPORTING
        !environment TYPE i
        !root        TYPE string.
  PRIVATE SECTION.
    DATA environment TYPE i.
    DATA root TYPE string.
    DATA reads TYPE abap_bool.
    DATA partial TYPE abap_bool.
    DATA input TYPE REF TO kernel_eml_input.
    DATA call TYPE i.
    METHODS answer
      IMPORTING
        !output TYPE REF TO kernel_eml_output.
    METHODS repeat
      IMPORTING
        !times TYPE i.
ENDCLASS.

CLASS kernel_eml_call IMPLEMENTATION.
  METHOD constructor.
    me->environment = environment.
    me->root = root.
  ENDMETHOD.

  METHOD if_botd_mockeml_call_config~for_read.
    reads = abap_true.
    read_input_setter = me.
  ENDMETHOD.

  METHOD if_botd_mockeml_in_set_read~when_input.
    input = CAST #( input_configuration ).
    partial = abap_false.
    read_output_setter = me.
  ENDMETHOD.

  METHOD if_botd_mockeml_in_set_read~ignore_input.
    CLEAR input.
    read_output_setter = me.
  ENDMETHOD.

  METHOD if_botd_mockeml_in_set_read~when_partial_input.
    input = CAST #( input_configuration ).
    partial = abap_true.
    read_output_setter = me.
  ENDMETHOD.

  METHOD if_botd_mockeml_out_set_read~then_set_output.
    answer( CAST #( output_configuration ) ).
    self = me.
  ENDMETHOD.

  METHOD if_botd_mockeml_out_set_read~for_times.
    repeat( times ).
    self = me.
  ENDMETHOD.

  METHOD if_botd_mockeml_call_config~for_modify.
    reads = abap_false.
    modify_input_setter = me.
  ENDMETHOD.

  METHOD if_botd_mockeml_in_set_mod~when_input.
    input = CAST #( input_configuration ).
    partial = abap_false.
    modify_output_setter = me.
  ENDMETHOD.

  METHOD if_botd_mockeml_in_set_mod~ignore_input.
    CLEAR input.
    modify_output_setter = me.
  ENDMETHOD.

  METHOD if_botd_mockeml_in_set_mod~when_partial_input.
    input = CAST #( input_configuration ).
    partial = abap_true.
    modify_output_setter = me.
  ENDMETHOD.

  METHOD if_botd_mockeml_out_set_mod~then_set_output.
    answer( CAST #( output_configuration ) ).
    self = me.
  ENDMETHOD.

  METHOD if_botd_mockeml_out_set_mod~for_times.
    repeat( times ).
    self = me.
  ENDMETHOD.

  METHOD answer.
    DATA(id) = environment.
    DATA(name) = root.
    DATA(is_read) = reads.
    DATA(is_partial) = partial.
    DATA(given) = COND i( WHEN input IS BOUND THEN input->number ).
    DATA(made) = output->number.
    DATA(known) = call.
    WRITE '@KERNEL known.set(abap.sandbox.emlDoubles.answer(id.get(), name.get(),'.
    WRITE '@KERNEL   { call: known.get(), reads: is_read.get() === "X", input: given.get(), partial: is_partial.get() === "X",'.
    WRITE '@KERNEL     output: made.get() }));'.
    call = known.
  ENDMETHOD.

  METHOD repeat.
    DATA(id) = environment.
    DATA(name) = root.
    DATA(known) = call.
    WRITE '@KERNEL abap.sandbox.emlDoubles.repeat(id.get(), name.get(), { call: known.get(), times: times.get() });'.
  ENDMETHOD.
ENDCLASS.
