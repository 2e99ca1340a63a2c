"! Replaces business objects in EML by objects that a test writes itself.
CLASS cl_abap_behv_test_environment DEFINITION PUBLIC FINAL CREATE PRIVATE.
  PUBLIC SECTION.
    CLASS-METHODS set_test_double
      IMPORTING
        !object TYPE REF TO if_abap_behavior_testdouble.
    CLASS-METHODS unset_test_double
      IMPORTING
        !root TYPE abp_root_entity_name.
ENDCLASS.

CLASS cl_abap_behv_test_environment IMPLEMENTATION.
  METHOD set_test_double.
    DATA name TYPE string.
    DATA(given) = object.
    name = object->root_name.
    WRITE '@KERNEL abap.sandbox.emlDoubles.setObject(name.get(), given.get());'.
  ENDMETHOD.

  METHOD unset_test_double.
    WRITE '@KERNEL abap.sandbox.emlDoubles.unsetObject(root.get());'.
  ENDMETHOD.
ENDCLASS.
