"! The statement CALL TRANSFORMATION: the runtime does it (child/markup/asxml/), this class raises what it says.
CLASS kernel_call_transformation DEFINITION PUBLIC FINAL CREATE PRIVATE.
  PUBLIC SECTION.
    CLASS-METHODS call.
ENDCLASS.

CLASS kernel_call_transformation IMPLEMENTATION.
  METHOD call.
    DATA exception TYPE string.
    DATA reason TYPE string.
    DATA cause TYPE string.
    DATA previous TYPE REF TO cx_root.
    DATA error TYPE REF TO cx_transformation_error.
    WRITE '@KERNEL const fault = await abap.sandbox.transform(arguments[0], abap.sandbox.unsupported);'.
    WRITE '@KERNEL exception.set(fault?.exception ?? ""); reason.set(fault?.message ?? ""); cause.set(fault?.previous ?? "");'.
    IF cause IS NOT INITIAL.
      CREATE OBJECT previous TYPE (cause).
    ENDIF.
    IF exception IS NOT INITIAL.
      CREATE OBJECT error TYPE (exception)
        EXPORTING
          previous      = previous
          kernel_reason = reason.
      RAISE EXCEPTION error.
    ENDIF.
  ENDMETHOD.
ENDCLASS.
