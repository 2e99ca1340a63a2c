"! Replaces tables and views in the ABAP SQL of the code under test.
CLASS cl_osql_test_environment DEFINITION PUBLIC FINAL CREATE PRIVATE.
  PUBLIC SECTION.
    CLASS-METHODS create
      IMPORTING
        !i_dependency_list TYPE if_osql_test_environment=>ty_t_sobjnames
      RETURNING
        VALUE(r_result)    TYPE REF TO if_osql_test_environment.
ENDCLASS.

CLASS cl_osql_test_environment IMPLEMENTATION.
  METHOD create.
    r_result = kernel_double_environment=>of_tables( i_dependency_list ).
  ENDMETHOD.
ENDCLASS.
