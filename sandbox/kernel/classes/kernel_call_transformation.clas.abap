"! Not there in the sandbox: says so instead of doing nothing.
CLASS kernel_call_transformation DEFINITION PUBLIC FINAL CREATE PRIVATE.
  PUBLIC SECTION.
    CLASS-METHODS call.
ENDCLASS.

CLASS kernel_call_transformation IMPLEMENTATION.
  METHOD call.
    WRITE '@KERNEL abap.sandbox.unsupported("CALL TRANSFORMATION");'.
  ENDMETHOD.
ENDCLASS.
