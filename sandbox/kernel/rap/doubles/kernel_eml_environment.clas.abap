"! A test environment of business objects, and its configuration.
CLASS kernel_eml_environment DEFINITION PUBLIC FINAL CREATE PUBLIC.
  PUBLIC SECTION.
    INTERFACES if_botd_mockemlapi_test_envcfg.
    INTERFACES if_botd_mockemlapi_bo_test_env.
    INTERFACES if_botd_txbufdbl_test_envcfg.
    INTERFACES if_botd_txbufdbl_bo_test_env.
    METHODS open
      IMPORTING
        !kind TYPE string.
  PRIVATE SECTION.
    DATA number TYPE i.
    DATA roots TYPE if_botd_types_def=>tt_bdef_root_entities.
    METHODS double
      IMPORTING
        !name         TYPE csequence
      RETURNING
        VALUE(result) TYPE REF TO kernel_eml_double.
    METHODS clear.
    METHODS end.
ENDCLASS.

CLASS kernel_eml_environment IMPLEMENTATION.
  METHOD open.
    DATA(names) = roots.
    DATA id TYPE i.
    WRITE '@KERNEL const list = names.array().map(line => line.get().trim());'.
    WRITE '@KERNEL id.set(abap.sandbox.emlDoubles.open(kind.get(), list));'.
    number = id.
  ENDMETHOD.

  METHOD double.
    DATA(id) = number.
    DATA found TYPE string.
    WRITE '@KERNEL found.set(abap.sandbox.emlDoubles.nameOf(id.get(), name.get()));'.
    result = NEW #( environment = number root = found ).
  ENDMETHOD.

  METHOD clear.
    DATA(id) = number.
    WRITE '@KERNEL abap.sandbox.emlDoubles.clear(id.get());'.
  ENDMETHOD.

  METHOD end.
    DATA(id) = number.
    WRITE '@KERNEL abap.sandbox.emlDoubles.destroy(id.get());'.
  ENDMETHOD.

  METHOD if_botd_mockemlapi_test_envcfg~set_bdef_dependencies.
    roots = bdef_dependencies.
    environment_config = me.
  ENDMETHOD.

  METHOD if_botd_mockemlapi_test_envcfg~handle_draft.
    " instances are told apart by %is_draft in any case
    environment_config = me.
  ENDMETHOD.

  METHOD if_botd_mockemlapi_bo_test_env~get_test_double.
    double = double( root_name ).
  ENDMETHOD.

  METHOD if_botd_mockemlapi_bo_test_env~clear_doubles.
    clear( ).
  ENDMETHOD.

  METHOD if_botd_mockemlapi_bo_test_env~destroy.
    end( ).
  ENDMETHOD.

  METHOD if_botd_txbufdbl_test_envcfg~set_bdef_dependencies.
    roots = bdef_dependencies.
    environment_config = me.
  ENDMETHOD.

  METHOD if_botd_txbufdbl_test_envcfg~handle_draft.
    " instances are told apart by %is_draft in any case
    environment_config = me.
  ENDMETHOD.

  METHOD if_botd_txbufdbl_bo_test_env~get_test_double.
    double = double( root_name ).
  ENDMETHOD.

  METHOD if_botd_txbufdbl_bo_test_env~clear_doubles.
    clear( ).
  ENDMETHOD.

  METHOD if_botd_txbufdbl_bo_test_env~destroy.
    end( ).
  ENDMETHOD.
ENDCLASS.
