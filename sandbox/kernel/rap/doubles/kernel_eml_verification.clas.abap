"! Compares how often EML reached a test double with what is expected.
CLASS kernel_eml_verification DEFINITION PUBLIC FINAL CREATE PUBLIC.
  PUBLIC SECTION.
    INTERFACES if_botd_mockeml_verification.
    INTERFACES if_botd_mockeml_verify_modify.
    INTERFACES if_botd_mockeml_verify_read.
    METHODS constructor
      IMPORTING
        !environment TYPE i
        !root        TYPE string
        !kind        TYPE string OPTIONAL
        !input       TYPE i OPTIONAL.
  PRIVATE SECTION.
    DATA environment TYPE i.
    DATA root TYPE string.
    DATA kind TYPE string.
    DATA input TYPE i.
    METHODS narrowed
      IMPORTING
        !kind         TYPE string
        !input        TYPE REF TO object
      RETURNING
        VALUE(result) TYPE REF TO kernel_eml_verification.
    METHODS expect
      IMPORTING
        !least TYPE i DEFAULT 0
        !most  TYPE i DEFAULT 2147483647.
ENDCLASS.

CLASS kernel_eml_verification IMPLEMENTATION.
  METHOD constructor.
    me->environment = environment.
    me->root = root.
    me->kind = kind.
    me->input = input.
  ENDMETHOD.

  METHOD narrowed.
    DATA(number) = COND i( WHEN input IS BOUND THEN CAST kernel_eml_input( input )->number ).
    result = NEW #( environment = environment root = root kind = kind input = number ).
  ENDMETHOD.

  METHOD if_botd_mockeml_verification~modify.
    behavior_verification = narrowed( kind = `MODIFY` input = input_configuration ).
  ENDMETHOD.

  METHOD if_botd_mockeml_verification~read.
    behavior_verification = narrowed( kind = `READ` input = input_configuration ).
  ENDMETHOD.

  METHOD expect.
    DATA(id) = environment.
    DATA(name) = root.
    DATA(of_kind) = kind.
    DATA(given) = input.
    WRITE '@KERNEL const calls = abap.sandbox.emlDoubles.count(id.get(), name.get(), { kind: of_kind.get(), input: given.get() });'.
    WRITE '@KERNEL if (calls < least.get() || calls > most.get()) abap.sandbox.fail({ title: "Critical Assertion Error: ''Calls of a test double are not as expected''", details: [of_kind.get() + " of " + name.get() + ": " + calls + " calls"] });'.
  ENDMETHOD.

  METHOD if_botd_mockeml_verification~is_called_times.
    expect( least = times most = times ).
  ENDMETHOD.

  METHOD if_botd_mockeml_verification~is_called_at_least.
    expect( least = times ).
  ENDMETHOD.

  METHOD if_botd_mockeml_verification~is_called_at_most.
    expect( most = times ).
  ENDMETHOD.

  METHOD if_botd_mockeml_verification~is_never_called.
    expect( most = 0 ).
  ENDMETHOD.

  METHOD if_botd_mockeml_verify_modify~is_called_times.
    expect( least = times most = times ).
  ENDMETHOD.

  METHOD if_botd_mockeml_verify_modify~is_called_at_least.
    expect( least = times ).
  ENDMETHOD.

  METHOD if_botd_mockeml_verify_modify~is_called_at_most.
    expect( most = times ).
  ENDMETHOD.

  METHOD if_botd_mockeml_verify_modify~is_never_called.
    expect( most = 0 ).
  ENDMETHOD.

  METHOD if_botd_mockeml_verify_read~is_called_times.
    expect( least = times most = times ).
  ENDMETHOD.

  METHOD if_botd_mockeml_verify_read~is_called_at_least.
    expect( least = times ).
  ENDMETHOD.

  METHOD if_botd_mockeml_verify_read~is_called_at_most.
    expect( most = times ).
  ENDMETHOD.

  METHOD if_botd_mockeml_verify_read~is_never_called.
    expect( most = 0 ).
  ENDMETHOD.
ENDCLASS.
