"! Compares how often a test double was called with what a test expects.
CLASS kernel_function_verify DEFINITION PUBLIC FINAL CREATE PUBLIC.
  PUBLIC SECTION.
    INTERFACES if_ftd_behavior_verification.
  PRIVATE SECTION.
    METHODS expect
      IMPORTING
        !least TYPE i DEFAULT 0
        !most  TYPE i DEFAULT -1.
ENDCLASS.

CLASS kernel_function_verify IMPLEMENTATION.
  METHOD expect.
    DATA calls TYPE i.
    DATA tested TYPE string.
    DATA expected TYPE string.
    WRITE '@KERNEL calls.set(await abap.sandbox.functionDoubles.count(this));'.
    WRITE '@KERNEL tested.set(this.double.name);'.
    IF calls >= least AND ( most < 0 OR calls <= most ).
      RETURN.
    ENDIF.
    expected = COND #(
      WHEN least = most THEN |{ least }|
      WHEN most < 0 THEN |at least { least }|
      ELSE |at most { most }| ).
    expected = |{ tested }: expected { expected } calls, actual { calls }|.
    WRITE '@KERNEL abap.sandbox.fail({ title: "Critical Assertion Error: ''Expectations of a test double are not met''", details: [expected.get()] });'.
  ENDMETHOD.

  METHOD if_ftd_behavior_verification~is_called_times.
    expect( least = times most = times ).
  ENDMETHOD.

  METHOD if_ftd_behavior_verification~is_never_called.
    expect( most = 0 ).
  ENDMETHOD.

  METHOD if_ftd_behavior_verification~is_called_once.
    expect( least = 1 most = 1 ).
  ENDMETHOD.

  METHOD if_ftd_behavior_verification~is_called_at_least_once.
    expect( least = 1 ).
  ENDMETHOD.

  METHOD if_ftd_behavior_verification~is_called_at_least.
    expect( least = times ).
  ENDMETHOD.

  METHOD if_ftd_behavior_verification~is_called_at_most_once.
    expect( most = 1 ).
  ENDMETHOD.

  METHOD if_ftd_behavior_verification~is_called_at_most.
    expect( most = times ).
  ENDMETHOD.
ENDCLASS.
