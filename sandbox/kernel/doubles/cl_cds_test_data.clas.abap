"! Makes rows for test doubles.
CLASS cl_cds_test_data DEFINITION PUBLIC FINAL CREATE PRIVATE.
  PUBLIC SECTION.
    CLASS-METHODS create
      IMPORTING
        !i_data         TYPE ANY TABLE
      RETURNING
        VALUE(r_result) TYPE REF TO if_cds_test_data.
ENDCLASS.

CLASS cl_cds_test_data IMPLEMENTATION.
  METHOD create.
    r_result = NEW kernel_test_data( i_data ).
  ENDMETHOD.
ENDCLASS.
