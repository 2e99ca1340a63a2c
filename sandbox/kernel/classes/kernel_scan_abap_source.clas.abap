"! Not there in the sandbox: says so instead of doing nothing.
CLASS kernel_scan_abap_source DEFINITION PUBLIC FINAL CREATE PRIVATE.
  PUBLIC SECTION.
    CLASS-METHODS call.
ENDCLASS.

CLASS kernel_scan_abap_source IMPLEMENTATION.
  METHOD call.
    WRITE '@KERNEL abap.sandbox.unsupported("SCAN ABAP-SOURCE");'.
  ENDMETHOD.
ENDCLASS.
