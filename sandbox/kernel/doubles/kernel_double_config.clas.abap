"! The configuration of a call, which the runner keeps by a number.
CLASS kernel_double_config DEFINITION PUBLIC FINAL CREATE PUBLIC.
  PUBLIC SECTION.
    INTERFACES if_abap_testdouble_config.
    INTERFACES if_abap_testdouble_verify.
    METHODS constructor
      IMPORTING
        !tested TYPE REF TO object.
  PRIVATE SECTION.
    DATA number TYPE i.
    METHODS expect
      IMPORTING
        !times TYPE i.
ENDCLASS.

CLASS kernel_double_config IMPLEMENTATION.
  METHOD constructor.
    WRITE '@KERNEL this.#number.set(abap.sandbox.objectDoubles.configure(tested.get()));'.
  ENDMETHOD.

  METHOD expect.
    WRITE '@KERNEL abap.sandbox.objectDoubles.of(this.#number.get()).expected = times.get();'.
  ENDMETHOD.

  METHOD if_abap_testdouble_config~returning.
    WRITE '@KERNEL abap.sandbox.objectDoubles.of(this.#number.get()).set(undefined, value);'.
    configuration = me.
  ENDMETHOD.

  METHOD if_abap_testdouble_config~set_parameter.
    WRITE '@KERNEL abap.sandbox.objectDoubles.of(this.#number.get()).set(name.get(), value);'.
    configuration = me.
  ENDMETHOD.

  METHOD if_abap_testdouble_config~raise_exception.
    WRITE '@KERNEL abap.sandbox.objectDoubles.of(this.#number.get()).raise(exception_object.get());'.
    configuration = me.
  ENDMETHOD.

  METHOD if_abap_testdouble_config~raise_event.
    WRITE '@KERNEL abap.sandbox.objectDoubles.of(this.#number.get()).raiseEvent(name.get(), parameters);'.
    configuration = me.
  ENDMETHOD.

  METHOD if_abap_testdouble_config~times.
    WRITE '@KERNEL if (number.get() < 1) abap.sandbox.unsupported("less than one time in a test double");'.
    WRITE '@KERNEL abap.sandbox.objectDoubles.of(this.#number.get()).times = number.get();'.
    configuration = me.
  ENDMETHOD.

  METHOD if_abap_testdouble_config~ignore_parameter.
    WRITE '@KERNEL abap.sandbox.objectDoubles.of(this.#number.get()).ignore(name.get());'.
    configuration = me.
  ENDMETHOD.

  METHOD if_abap_testdouble_config~ignore_all_parameters.
    WRITE '@KERNEL abap.sandbox.objectDoubles.of(this.#number.get()).ignore();'.
    configuration = me.
  ENDMETHOD.

  METHOD if_abap_testdouble_config~set_answer.
    WRITE '@KERNEL abap.sandbox.objectDoubles.of(this.#number.get()).answerBy(answer.get());'.
    configuration = me.
  ENDMETHOD.

  METHOD if_abap_testdouble_config~set_matcher.
    WRITE '@KERNEL abap.sandbox.objectDoubles.of(this.#number.get()).matchBy(matcher.get());'.
    configuration = me.
  ENDMETHOD.

  METHOD if_abap_testdouble_config~and_expect.
    verification = me.
  ENDMETHOD.

  METHOD if_abap_testdouble_verify~is_called_times.
    expect( times ).
  ENDMETHOD.

  METHOD if_abap_testdouble_verify~is_called_once.
    expect( 1 ).
  ENDMETHOD.

  METHOD if_abap_testdouble_verify~is_never_called.
    expect( 0 ).
  ENDMETHOD.
ENDCLASS.
