"! The test double of a function module; the runner gives it its member.
CLASS kernel_function_double DEFINITION PUBLIC FINAL CREATE PUBLIC.
  PUBLIC SECTION.
    INTERFACES if_function_testdouble.
ENDCLASS.

CLASS kernel_function_double IMPLEMENTATION.
  METHOD if_function_testdouble~configure_call.
    DATA configuration TYPE REF TO kernel_function_plan.
    configuration = NEW #( ).
    WRITE '@KERNEL configuration.get().plan = this.double.configure();'.
    input_configuration_setter = configuration.
  ENDMETHOD.

  METHOD if_function_testdouble~verify.
    DATA verification TYPE REF TO kernel_function_verify.
    verification = NEW #( ).
    WRITE '@KERNEL const values = input_configuration.get()?.values;'.
    WRITE '@KERNEL Object.assign(verification.get(), { double: this.double, values });'.
    behavior_verification = verification.
  ENDMETHOD.

  METHOD if_function_testdouble~clear.
    WRITE '@KERNEL this.double.clear();'.
  ENDMETHOD.

  METHOD if_function_testdouble~create_input_configuration.
    DATA values TYPE REF TO kernel_function_values.
    values = NEW #( ).
    WRITE '@KERNEL Object.assign(values.get(), { parameters: this.double.parameters, values: new Map() });'.
    result = values.
  ENDMETHOD.

  METHOD if_function_testdouble~create_output_configuration.
    DATA values TYPE REF TO kernel_function_values.
    values = NEW #( ).
    WRITE '@KERNEL Object.assign(values.get(), { parameters: this.double.parameters, values: new Map() });'.
    result = values.
  ENDMETHOD.

  METHOD if_function_testdouble~disable.
    WRITE '@KERNEL this.double.isActive = false;'.
  ENDMETHOD.

  METHOD if_function_testdouble~enable.
    WRITE '@KERNEL this.double.isActive = true;'.
  ENDMETHOD.
ENDCLASS.
