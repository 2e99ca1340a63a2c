CLASS kernel_package DEFINITION PUBLIC FINAL CREATE PUBLIC.
  PUBLIC SECTION.
    INTERFACES if_package.
    METHODS constructor
      IMPORTING
        !attributes TYPE tdevc
        !text       TYPE tdevct-ctext.
  PRIVATE SECTION.
    DATA attributes TYPE tdevc.
ENDCLASS.

CLASS kernel_package IMPLEMENTATION.
  METHOD constructor.
    me->attributes = attributes.
    if_package~package_name = attributes-devclass.
    if_package~short_text = text.
    if_package~software_component = attributes-dlvunit.
    if_package~application_component = attributes-component.
    if_package~super_package_name = attributes-parentcl.
    if_package~transport_layer = attributes-pdevclass.
    if_package~changed_by = attributes-changed_by.
    if_package~wbo_korr_flag = attributes-korrflag.
  ENDMETHOD.

  METHOD if_package~get_all_attributes.
    CLEAR e_package_data.
    MOVE-CORRESPONDING attributes TO e_package_data.
    e_package_data-ctext = if_package~short_text.
  ENDMETHOD.

  METHOD if_package~get_changeable.
    e_changeable = abap_false.
  ENDMETHOD.

  METHOD if_package~set_changeable.
    WRITE '@KERNEL abap.sandbox.unsupported("IF_PACKAGE=>SET_CHANGEABLE");'.
  ENDMETHOD.

  METHOD if_package~set_permissions_changeable.
    WRITE '@KERNEL abap.sandbox.unsupported("IF_PACKAGE=>SET_PERMISSIONS_CHANGEABLE");'.
  ENDMETHOD.

  METHOD if_package~save.
    WRITE '@KERNEL abap.sandbox.unsupported("IF_PACKAGE=>SAVE");'.
  ENDMETHOD.

  METHOD if_package~set_all_attributes.
    WRITE '@KERNEL abap.sandbox.unsupported("IF_PACKAGE=>SET_ALL_ATTRIBUTES");'.
  ENDMETHOD.

  METHOD if_package~save_generic.
    WRITE '@KERNEL abap.sandbox.unsupported("IF_PACKAGE=>SAVE_GENERIC");'.
  ENDMETHOD.

  METHOD if_package~get_permissions_to_use.
    " there are no package interfaces
    CLEAR e_permissions.
  ENDMETHOD.

  METHOD if_package~add_permission_to_use.
    WRITE '@KERNEL abap.sandbox.unsupported("IF_PACKAGE=>ADD_PERMISSION_TO_USE");'.
  ENDMETHOD.

  METHOD if_package~delete.
    WRITE '@KERNEL abap.sandbox.unsupported("IF_PACKAGE=>DELETE");'.
  ENDMETHOD.
ENDCLASS.
