CLASS zcl_kernel_probe DEFINITION PUBLIC CREATE PUBLIC.
  PUBLIC SECTION.
    DATA text TYPE string.
    METHODS refuse
      IMPORTING
        !name TYPE string
      RAISING
        zcx_kernel_probe.
ENDCLASS.

CLASS zcl_kernel_probe IMPLEMENTATION.
  METHOD refuse.
    RAISE EXCEPTION TYPE zcx_kernel_probe
      EXPORTING
        name = name.
  ENDMETHOD.
ENDCLASS.
