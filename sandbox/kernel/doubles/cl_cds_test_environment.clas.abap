"! Replaces what CDS views under test read.
CLASS cl_cds_test_environment DEFINITION PUBLIC FINAL CREATE PRIVATE.
  PUBLIC SECTION.
    CLASS-METHODS create
      IMPORTING
        !i_for_entity               TYPE csequence
        !i_dependency_list          TYPE if_cds_test_environment=>ty_dependencies OPTIONAL
        !i_select_base_dependencies TYPE abap_bool DEFAULT abap_false
        !test_associations          TYPE abap_bool DEFAULT abap_false
      RETURNING
        VALUE(r_result)             TYPE REF TO if_cds_test_environment.
    CLASS-METHODS create_for_multiple_cds
      IMPORTING
        !i_for_entities TYPE if_cds_test_environment=>ty_entities
      RETURNING
        VALUE(r_result) TYPE REF TO if_cds_test_environment.
ENDCLASS.

CLASS cl_cds_test_environment IMPLEMENTATION.
  METHOD create.
    r_result = kernel_double_environment=>of_views( VALUE #( (
      i_for_entity               = i_for_entity
      i_dependency_list          = i_dependency_list
      i_select_base_dependencies = i_select_base_dependencies
      test_associations          = test_associations ) ) ).
  ENDMETHOD.

  METHOD create_for_multiple_cds.
    r_result = kernel_double_environment=>of_views( i_for_entities ).
  ENDMETHOD.
ENDCLASS.
