"! Facts of the session: date, time and user, in the form that is released for cloud development.
CLASS cl_abap_context_info DEFINITION PUBLIC FINAL CREATE PRIVATE.
  PUBLIC SECTION.
    TYPES ty_system_date TYPE d.
    TYPES ty_system_time TYPE t.
    CLASS-METHODS get_system_date
      RETURNING
        VALUE(rv_date) TYPE d.
    CLASS-METHODS get_system_time
      RETURNING
        VALUE(rv_time) TYPE t.
    CLASS-METHODS get_user_technical_name
      RETURNING
        VALUE(rv_technical_name) TYPE syuname.
    CLASS-METHODS get_user_alias
      RETURNING
        VALUE(rv_alias) TYPE syuname
      RAISING
        cx_abap_context_info_error.
    CLASS-METHODS get_user_formatted_name
      RETURNING
        VALUE(rv_formatted_name) TYPE string
      RAISING
        cx_abap_context_info_error.
    CLASS-METHODS get_user_language_abap_format
      RETURNING
        VALUE(rv_language) TYPE spras
      RAISING
        cx_abap_context_info_error.
    CLASS-METHODS get_user_time_zone
      RETURNING
        VALUE(rv_time_zone) TYPE tznzone
      RAISING
        cx_abap_context_info_error.
    CLASS-METHODS get_system_url
      RETURNING
        VALUE(rv_system_url) TYPE string
      RAISING
        cx_abap_context_info_error.
ENDCLASS.

CLASS cl_abap_context_info IMPLEMENTATION.
  METHOD get_system_date.
    GET TIME.
    rv_date = sy-datum.
  ENDMETHOD.

  METHOD get_system_time.
    GET TIME.
    rv_time = sy-uzeit.
  ENDMETHOD.

  METHOD get_user_technical_name.
    rv_technical_name = sy-uname.
  ENDMETHOD.

  METHOD get_user_alias.
    rv_alias = sy-uname.
  ENDMETHOD.

  METHOD get_user_formatted_name.
    rv_formatted_name = sy-uname.
  ENDMETHOD.

  METHOD get_user_language_abap_format.
    rv_language = sy-langu.
  ENDMETHOD.

  METHOD get_user_time_zone.
    rv_time_zone = sy-zonlo.
  ENDMETHOD.

  METHOD get_system_url.
    RAISE EXCEPTION TYPE cx_abap_context_info_error.
  ENDMETHOD.
ENDCLASS.
