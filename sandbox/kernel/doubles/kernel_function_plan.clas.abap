"! A configuration of a test double; the runner gives it its member.
CLASS kernel_function_plan DEFINITION PUBLIC FINAL CREATE PUBLIC.
  PUBLIC SECTION.
    INTERFACES if_ftd_input_config_setter.
    INTERFACES if_ftd_output_config_setter.
ENDCLASS.

CLASS kernel_function_plan IMPLEMENTATION.
  METHOD if_ftd_input_config_setter~when.
    WRITE '@KERNEL this.plan.when(input_configuration.get().values);'.
    output_configuration_setter = me.
  ENDMETHOD.

  METHOD if_ftd_input_config_setter~ignore_all_parameters.
    output_configuration_setter = me.
  ENDMETHOD.

  METHOD if_ftd_output_config_setter~then_set_output.
    WRITE '@KERNEL this.plan.thenSet(output_configuration.get().values);'.
    self = me.
  ENDMETHOD.

  METHOD if_ftd_output_config_setter~then_raise_exception.
    WRITE '@KERNEL this.plan.thenRaise(exception.get());'.
    self = me.
  ENDMETHOD.

  METHOD if_ftd_output_config_setter~then_raise_classic_exception.
    WRITE '@KERNEL this.plan.thenRaiseClassic(classic_exception.get());'.
    self = me.
  ENDMETHOD.

  METHOD if_ftd_output_config_setter~for_times.
    WRITE '@KERNEL this.plan.forTimes(times.get());'.
    self = me.
  ENDMETHOD.

  METHOD if_ftd_output_config_setter~then_answer.
    WRITE '@KERNEL this.plan.thenAnswer(answer.get());'.
    self = me.
  ENDMETHOD.
ENDCLASS.
