"! A call of a test double, as answers and matchers of a test see it; the runner gives it its members.
CLASS kernel_double_call DEFINITION PUBLIC FINAL CREATE PUBLIC.
  PUBLIC SECTION.
    INTERFACES if_abap_testdouble_handle.
    INTERFACES if_abap_testdouble_arguments.
    INTERFACES if_abap_testdouble_result.
  PRIVATE SECTION.
    METHODS argument
      IMPORTING
        !name         TYPE csequence
      RETURNING
        VALUE(result) TYPE REF TO data.
    METHODS supplied
      IMPORTING
        !name         TYPE csequence
      RETURNING
        VALUE(result) TYPE abap_bool.
    METHODS set
      IMPORTING
        !name  TYPE csequence
        !value TYPE any.
ENDCLASS.

CLASS kernel_double_call IMPLEMENTATION.
  METHOD argument.
    WRITE '@KERNEL const found = this.call.arguments.get(name.get().trim().toUpperCase());'.
    WRITE '@KERNEL if (found === undefined) abap.sandbox.unsupported(`the parameter ${name.get().trim()} in a test double`);'.
    WRITE '@KERNEL result.assign(found);'.
  ENDMETHOD.

  METHOD supplied.
    WRITE '@KERNEL result.set(this.call.isSupplied(name.get().trim()) ? "X" : "");'.
  ENDMETHOD.

  METHOD set.
    WRITE '@KERNEL this.call.set(name.get().trim(), value.getPointer ? value.getPointer() : value);'.
  ENDMETHOD.

  METHOD if_abap_testdouble_arguments~get_param_importing.
    value = argument( name ).
  ENDMETHOD.

  METHOD if_abap_testdouble_arguments~get_param_changing.
    value = argument( name ).
  ENDMETHOD.

  METHOD if_abap_testdouble_arguments~is_importing_param_supplied.
    result = supplied( name ).
  ENDMETHOD.

  METHOD if_abap_testdouble_arguments~is_changing_param_supplied.
    result = supplied( name ).
  ENDMETHOD.

  METHOD if_abap_testdouble_result~set_param_returning.
    WRITE '@KERNEL this.call.set(undefined, value.getPointer ? value.getPointer() : value);'.
  ENDMETHOD.

  METHOD if_abap_testdouble_result~set_param_exporting.
    set( name = name value = value ).
  ENDMETHOD.

  METHOD if_abap_testdouble_result~set_param_changing.
    set( name = name value = value ).
  ENDMETHOD.

  METHOD if_abap_testdouble_result~raise_exception.
    WRITE '@KERNEL this.outcome.exception = exception.get();'.
  ENDMETHOD.
ENDCLASS.
