"! Not there in the sandbox: says so instead of doing nothing.
CLASS kernel_lock DEFINITION PUBLIC FINAL CREATE PRIVATE.
  PUBLIC SECTION.
    CLASS-METHODS enqueue.
    CLASS-METHODS dequeue.
ENDCLASS.

CLASS kernel_lock IMPLEMENTATION.
  METHOD enqueue.
    WRITE '@KERNEL abap.sandbox.unsupported("a lock object");'.
  ENDMETHOD.

  METHOD dequeue.
    WRITE '@KERNEL abap.sandbox.unsupported("a lock object");'.
  ENDMETHOD.
ENDCLASS.
