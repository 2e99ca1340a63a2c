"! AUTHORITY-CHECK: the user of the sandbox may do everything that its roles let through to the program at all.
CLASS kernel_authority_check DEFINITION PUBLIC FINAL CREATE PRIVATE.
  PUBLIC SECTION.
    CLASS-METHODS call.
ENDCLASS.

CLASS kernel_authority_check IMPLEMENTATION.
  METHOD call.
    sy-subrc = 0.
  ENDMETHOD.
ENDCLASS.
