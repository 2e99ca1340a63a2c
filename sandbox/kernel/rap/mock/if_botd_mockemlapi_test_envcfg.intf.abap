"! Which business objects a test environment replaces.
INTERFACE if_botd_mockemlapi_test_envcfg PUBLIC.
  METHODS set_bdef_dependencies
    IMPORTING
      !bdef_dependencies TYPE if_botd_types_def=>tt_bdef_root_entities
    RETURNING
      VALUE(environment_config) TYPE REF TO if_botd_mockemlapi_test_envcfg.
  METHODS handle_draft
    IMPORTING
      !bdef_dependencies TYPE if_botd_types_def=>tt_bdef_root_entities
    RETURNING
      VALUE(environment_config) TYPE REF TO if_botd_mockemlapi_test_envcfg.
ENDINTERFACE.
