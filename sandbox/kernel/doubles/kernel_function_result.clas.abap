"! What an answer of a test decides; the runner gives it its members.
CLASS kernel_function_result DEFINITION PUBLIC FINAL CREATE PUBLIC.
  PUBLIC SECTION.
    INTERFACES if_ftd_invocation_result.
ENDCLASS.

CLASS kernel_function_result IMPLEMENTATION.
  METHOD if_ftd_invocation_result~get_output_configuration.
    DATA values TYPE REF TO kernel_function_values.
    values = NEW #( ).
    WRITE '@KERNEL Object.assign(values.get(), { parameters: this.parameters, values: this.outcome.values });'.
    result = values.
  ENDMETHOD.

  METHOD if_ftd_invocation_result~raise_exception.
    WRITE '@KERNEL this.outcome.exception = exception.get();'.
  ENDMETHOD.

  METHOD if_ftd_invocation_result~raise_classic_exception.
    WRITE '@KERNEL this.outcome.classic = classic_exception.get();'.
  ENDMETHOD.
ENDCLASS.
