"! The outcome of an operation on one instance of a transactional buffer test double.
CLASS kernel_eml_buffer_config DEFINITION PUBLIC FINAL CREATE PUBLIC.
  PUBLIC SECTION.
    INTERFACES if_botd_bufdbl_in_set_mod.
    INTERFACES if_botd_bufdbl_in_set_read.
    INTERFACES if_botd_bufdbl_out_set_mod.
    INTERFACES if_botd_bufdbl_out_set_read.
    METHODS constructor
      IMPORTING
        !environment TYPE i
        !root        TYPE string
        !kind        TYPE string.
  PRIVATE SECTION.
    DATA environment TYPE i.
    DATA root TYPE string.
    DATA kind TYPE string.
    DATA instance TYPE i.
    METHODS answer
      IMPORTING
        !output TYPE REF TO kernel_eml_output.
ENDCLASS.

CLASS kernel_eml_buffer_config IMPLEMENTATION.
  METHOD constructor.
    me->environment = environment.
    me->root = root.
    me->kind = kind.
  ENDMETHOD.

  METHOD if_botd_bufdbl_in_set_mod~when_input.
    instance = CAST kernel_eml_input( input_configuration )->number.
    modify_output_setter = me.
  ENDMETHOD.

  METHOD if_botd_bufdbl_in_set_read~when_input.
    instance = CAST kernel_eml_input( input_configuration )->number.
    read_output_setter = me.
  ENDMETHOD.

  METHOD if_botd_bufdbl_out_set_mod~then_set_output.
    answer( CAST #( output_configuration ) ).
    self = me.
  ENDMETHOD.

  METHOD if_botd_bufdbl_out_set_read~then_set_output.
    answer( CAST #( output_configuration ) ).
    self = me.
  ENDMETHOD.

  METHOD answer.
    DATA(id) = environment.
    DATA(name) = root.
    DATA(operation) = kind.
    DATA(given) = instance.
    DATA(made) = output->number.
    WRITE '@KERNEL abap.sandbox.emlDoubles.configure(id.get(), name.get(),'.
    WRITE '@KERNEL   { kind: operation.get(), input: given.get(), output: made.get() });'.
  ENDMETHOD.
ENDCLASS.
