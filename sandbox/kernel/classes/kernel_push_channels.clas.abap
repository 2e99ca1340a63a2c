"! Not there in the sandbox: says so instead of doing nothing.
CLASS kernel_push_channels DEFINITION PUBLIC FINAL CREATE PRIVATE.
  PUBLIC SECTION.
    CLASS-METHODS wait.
ENDCLASS.

CLASS kernel_push_channels IMPLEMENTATION.
  METHOD wait.
    WRITE '@KERNEL abap.sandbox.unsupported("WAIT FOR PUSH CHANNELS");'.
  ENDMETHOD.
ENDCLASS.
