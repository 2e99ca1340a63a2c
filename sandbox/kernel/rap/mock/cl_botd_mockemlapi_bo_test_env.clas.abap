"! Replaces business objects in EML by configured answers.
CLASS cl_botd_mockemlapi_bo_test_env DEFINITION PUBLIC FINAL CREATE PRIVATE.
  PUBLIC SECTION.
    CLASS-METHODS prepare_environment_config
      RETURNING
        VALUE(environment_config) TYPE REF TO if_botd_mockemlapi_test_envcfg.
    CLASS-METHODS create
      IMPORTING
        !environment_config TYPE REF TO if_botd_mockemlapi_test_envcfg
      RETURNING
        VALUE(result)       TYPE REF TO if_botd_mockemlapi_bo_test_env.
ENDCLASS.

CLASS cl_botd_mockemlapi_bo_test_env IMPLEMENTATION.
  METHOD prepare_environment_config.
    environment_config = NEW kernel_eml_environment( ).
  ENDMETHOD.

  METHOD create.
    DATA(environment) = CAST kernel_eml_environment( environment_config ).
    environment->open( `mock` ).
    result = environment.
  ENDMETHOD.
ENDCLASS.
