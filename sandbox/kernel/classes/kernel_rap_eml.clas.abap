"! Not there in the sandbox: says so instead of doing nothing.
CLASS kernel_rap_eml DEFINITION PUBLIC FINAL CREATE PRIVATE.
  PUBLIC SECTION.
    CLASS-METHODS begin.
    CLASS-METHODS commit.
    CLASS-METHODS rollback.
ENDCLASS.

CLASS kernel_rap_eml IMPLEMENTATION.
  METHOD begin.
    WRITE '@KERNEL abap.sandbox.unsupported("an EML statement");'.
  ENDMETHOD.

  METHOD commit.
    WRITE '@KERNEL abap.sandbox.unsupported("an EML statement");'.
  ENDMETHOD.

  METHOD rollback.
    WRITE '@KERNEL abap.sandbox.unsupported("an EML statement");'.
  ENDMETHOD.
ENDCLASS.
