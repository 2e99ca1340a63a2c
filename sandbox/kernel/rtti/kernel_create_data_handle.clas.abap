"! CREATE DATA ... TYPE HANDLE.
CLASS kernel_create_data_handle DEFINITION PUBLIC FINAL CREATE PRIVATE.
  PUBLIC SECTION.
    CLASS-METHODS call
      IMPORTING
        !handle TYPE REF TO cl_abap_datadescr
      CHANGING
        !dref   TYPE any.
ENDCLASS.

CLASS kernel_create_data_handle IMPLEMENTATION.
  METHOD call.
    DATA value TYPE REF TO data.
    value = handle->kernel_value( ).
    WRITE '@KERNEL dref.assign(value.getPointer().clone());'.
  ENDMETHOD.
ENDCLASS.
