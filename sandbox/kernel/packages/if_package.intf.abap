"! A package. Its attributes are those of TDEVC; packages are changed by the development tools alone.
INTERFACE if_package PUBLIC.
  DATA package_name          TYPE devclass READ-ONLY.
  DATA short_text            TYPE tdevct-ctext READ-ONLY.
  DATA software_component    TYPE dlvunit READ-ONLY.
  DATA application_component TYPE tdevc-component READ-ONLY.
  DATA super_package_name    TYPE devclass READ-ONLY.
  DATA transport_layer       TYPE devlayer READ-ONLY.
  DATA changed_by            TYPE uname READ-ONLY.
  DATA wbo_korr_flag         TYPE tdevc-korrflag READ-ONLY.

  METHODS get_all_attributes
    EXPORTING
      !e_package_data TYPE scompkdtln
    EXCEPTIONS
      object_invalid
      package_deleted
      intern_err.
  METHODS get_changeable
    EXPORTING
      !e_changeable TYPE abap_bool.
  METHODS set_changeable
    IMPORTING
      !i_changeable      TYPE abap_bool
      !i_suppress_dialog TYPE abap_bool DEFAULT abap_false
    EXCEPTIONS
      object_locked_by_other_user
      permission_failure
      object_already_changeable
      object_already_unlocked
      object_just_created
      object_deleted
      object_modified
      object_not_existing
      object_invalid
      unexpected_error.
  METHODS set_permissions_changeable
    IMPORTING
      !i_changeable      TYPE abap_bool
      !i_suppress_dialog TYPE abap_bool DEFAULT abap_false
    EXCEPTIONS
      object_already_changeable
      object_already_unlocked
      object_locked_by_other_user
      object_modified
      object_just_created
      object_deleted
      permission_failure
      object_invalid
      unexpected_error.
  METHODS save
    IMPORTING
      !i_transport_request TYPE trkorr OPTIONAL
      !i_suppress_dialog   TYPE abap_bool DEFAULT abap_false
    EXCEPTIONS
      object_invalid
      object_not_changeable
      cancelled_in_corr
      permission_failure
      unexpected_error
      intern_err.
  METHODS set_all_attributes
    IMPORTING
      !i_package_data TYPE scompkdtln
      !i_data_sign    TYPE any
    EXCEPTIONS
      object_not_changeable
      object_deleted
      object_invalid
      short_text_missing
      author_not_existing
      local_package
      software_component_invalid
      layer_invalid
      korrflag_invalid
      component_not_existing
      component_missing
      authorize_failure
      prefix_in_use
      unexpected_error
      intern_err
      wrong_mainpack_value
      superpackage_invalid.
  METHODS save_generic
    IMPORTING
      !i_save_sign         TYPE any
      !i_transport_request TYPE trkorr OPTIONAL
      !i_suppress_dialog   TYPE abap_bool DEFAULT abap_false
    EXCEPTIONS
      cancelled_in_corr
      permission_failure
      object_not_changeable
      object_invalid.
  METHODS get_permissions_to_use
    EXPORTING
      !e_permissions TYPE tpak_permission_to_use_list
    EXCEPTIONS
      object_invalid
      unexpected_error.
  METHODS add_permission_to_use
    IMPORTING
      !i_pkg_permission_data TYPE any
    EXPORTING
      !e_pkg_permission      TYPE REF TO if_package_permission_to_use
    EXCEPTIONS
      object_not_changeable
      object_access_error
      object_already_existing
      object_invalid
      unexpected_error.
  METHODS delete
    IMPORTING
      !i_suppress_dialog TYPE abap_bool DEFAULT abap_false
    EXCEPTIONS
      object_not_empty
      object_not_changeable
      object_invalid
      intern_err.
ENDINTERFACE.
