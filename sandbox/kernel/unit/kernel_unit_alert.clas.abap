"! How a failed assertion reaches the test runner: by the services of the runner on the global abap.sandbox.
"! What ends the test method there passes any CATCH, as a failed assertion does.
CLASS kernel_unit_alert DEFINITION PUBLIC FINAL CREATE PRIVATE.
  PUBLIC SECTION.
    CLASS-METHODS raise
      IMPORTING
        !method  TYPE csequence
        !msg     TYPE csequence
        !level   TYPE i
        !quit    TYPE i
        !details TYPE string_table.
    "! Leaves the test method without a verdict.
    CLASS-METHODS skip
      IMPORTING
        !msg    TYPE csequence
        !detail TYPE csequence.
  PRIVATE SECTION.
    CLASS-METHODS report
      IMPORTING
        !severity TYPE string
        !title    TYPE string
        !details  TYPE string_table
        !leaves   TYPE abap_bool.
ENDCLASS.

CLASS kernel_unit_alert IMPLEMENTATION.
  METHOD raise.
    DATA severity TYPE string.
    DATA text TYPE string.
    severity = SWITCH #( level
      WHEN if_aunit_constants=>severity-low THEN `Tolerable`
      WHEN if_aunit_constants=>severity-high THEN `Fatal`
      ELSE `Critical` ).
    IF msg IS INITIAL.
      text = method.
    ELSE.
      text = |{ method }: { msg }|.
    ENDIF.
    report(
      severity = severity
      title    = |{ severity } Assertion Error: '{ text }'|
      details  = details
      leaves   = xsdbool( quit <> if_aunit_constants=>quit-no ) ).
  ENDMETHOD.

  METHOD skip.
    DATA title TYPE string.
    title = |Test skipped: '{ msg }'|.
    IF detail IS NOT INITIAL.
      title = |{ title }, { detail }|.
    ENDIF.
    WRITE '@KERNEL abap.sandbox.skip({ title: title.get() });'.
  ENDMETHOD.

  METHOD report.
    WRITE '@KERNEL const lines = details.array().map(line => line.get());'.
    WRITE '@KERNEL const alert = { title: title.get(), details: lines, severity: severity.get().toLowerCase(), quit: leaves.get() === "X" };'.
    WRITE '@KERNEL abap.sandbox.fail(alert);'.
  ENDMETHOD.
ENDCLASS.
