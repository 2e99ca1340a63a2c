"! The test double of one business object.
CLASS kernel_eml_double DEFINITION PUBLIC FINAL CREATE PUBLIC.
  PUBLIC SECTION.
    INTERFACES if_botd_mockemlapi_test_double.
    INTERFACES if_botd_txbufdbl_test_double.
    INTERFACES if_botd_bufdbl_add_behv_config.
    METHODS constructor
      IMPORTING
        !environment TYPE i
        !root        TYPE string.
  PRIVATE SECTION.
    DATA environment TYPE i.
    DATA root TYPE string.
    METHODS clear.
    METHODS configured
      IMPORTING
        !kind         TYPE string
      RETURNING
        VALUE(result) TYPE REF TO kernel_eml_buffer_config.
ENDCLASS.

CLASS kernel_eml_double IMPLEMENTATION.
  METHOD constructor.
    me->environment = environment.
    me->root = root.
  ENDMETHOD.

  METHOD clear.
    DATA(id) = environment.
    DATA(name) = root.
    WRITE '@KERNEL abap.sandbox.emlDoubles.clear(id.get(), name.get());'.
  ENDMETHOD.

  METHOD configured.
    result = NEW #( environment = environment root = root kind = kind ).
  ENDMETHOD.

  METHOD if_botd_mockemlapi_test_double~configure_call.
    bo_testdouble_configuration = NEW kernel_eml_call( environment = environment root = root ).
  ENDMETHOD.

  METHOD if_botd_mockemlapi_test_double~clear_double.
    clear( ).
  ENDMETHOD.

  METHOD if_botd_mockemlapi_test_double~verify.
    behavior_verification = NEW kernel_eml_verification( environment = environment root = root ).
  ENDMETHOD.

  METHOD if_botd_txbufdbl_test_double~configure_additional_behavior.
    bo_testdouble_configuration = me.
  ENDMETHOD.

  METHOD if_botd_txbufdbl_test_double~create_modify_input_config.
    result = NEW kernel_eml_input( ).
  ENDMETHOD.

  METHOD if_botd_txbufdbl_test_double~create_modify_output_config.
    result = NEW kernel_eml_output( ).
  ENDMETHOD.

  METHOD if_botd_txbufdbl_test_double~create_read_input_config.
    result = NEW kernel_eml_input( ).
  ENDMETHOD.

  METHOD if_botd_txbufdbl_test_double~create_read_output_config.
    result = NEW kernel_eml_output( ).
  ENDMETHOD.

  METHOD if_botd_bufdbl_add_behv_config~for_modify_create.
    modify_input_setter = configured( `create` ).
  ENDMETHOD.

  METHOD if_botd_bufdbl_add_behv_config~for_modify_create_ba.
    modify_input_setter = configured( `createby` ).
  ENDMETHOD.

  METHOD if_botd_bufdbl_add_behv_config~for_modify_update.
    modify_input_setter = configured( `update` ).
  ENDMETHOD.

  METHOD if_botd_bufdbl_add_behv_config~for_modify_delete.
    modify_input_setter = configured( `delete` ).
  ENDMETHOD.

  METHOD if_botd_bufdbl_add_behv_config~for_read.
    read_input_setter = configured( `read` ).
  ENDMETHOD.

  METHOD if_botd_bufdbl_add_behv_config~for_read_ba.
    read_input_setter = configured( `readby` ).
  ENDMETHOD.

  METHOD if_botd_bufdbl_add_behv_config~set_fields_handler.
    DATA(id) = environment.
    DATA(name) = root.
    WRITE '@KERNEL abap.sandbox.emlDoubles.setFieldsHandler(id.get(), name.get(), fields_handler.get());'.
  ENDMETHOD.

  METHOD if_botd_txbufdbl_test_double~clear_double.
    clear( ).
  ENDMETHOD.

  METHOD if_botd_txbufdbl_test_double~insert_test_data.
    DATA(id) = environment.
    DATA(name) = root.
    WRITE '@KERNEL await abap.sandbox.emlDoubles.insert(id.get(), name.get(), instances);'.
  ENDMETHOD.
ENDCLASS.
