"! AUTHORITY-CHECK: the runtime knows the authorizations of the user.
CLASS kernel_authority_check DEFINITION PUBLIC FINAL CREATE PRIVATE.
  PUBLIC SECTION.
    CLASS-METHODS call IMPORTING object TYPE clike.
ENDCLASS.

CLASS kernel_authority_check IMPLEMENTATION.
  METHOD call.
    WRITE '@KERNEL abap.sandbox.authorityCheck(INPUT);'.
  ENDMETHOD.
ENDCLASS.
