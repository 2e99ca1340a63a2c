"! Makes test doubles of global interfaces and classes, and configures what they answer.
CLASS cl_abap_testdouble DEFINITION PUBLIC FINAL CREATE PRIVATE.
  PUBLIC SECTION.
    CLASS-METHODS create
      IMPORTING
        !object_name  TYPE csequence
      RETURNING
        VALUE(double) TYPE REF TO object.
    CLASS-METHODS configure_call
      IMPORTING
        !double              TYPE REF TO object
      RETURNING
        VALUE(configuration) TYPE REF TO if_abap_testdouble_config.
    CLASS-METHODS verify_expectations
      IMPORTING
        !double TYPE REF TO object.
ENDCLASS.

CLASS cl_abap_testdouble IMPLEMENTATION.
  METHOD create.
    DATA made TYPE REF TO object.
    WRITE '@KERNEL made.set(abap.sandbox.objectDoubles.create(object_name.get()));'.
    double = made.
  ENDMETHOD.

  METHOD configure_call.
    configuration = NEW kernel_double_config( double ).
  ENDMETHOD.

  METHOD verify_expectations.
    DATA tested TYPE REF TO object.
    tested = double.
    WRITE '@KERNEL const unmet = abap.sandbox.objectDoubles.unmet(tested.get());'.
    WRITE '@KERNEL if (unmet.length > 0) abap.sandbox.fail({ title: "Critical Assertion Error: ''Expectations of a test double are not met''", details: unmet });'.
  ENDMETHOD.
ENDCLASS.
