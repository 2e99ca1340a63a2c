CLASS cl_bali_log_filter DEFINITION PUBLIC FINAL CREATE PRIVATE.
  PUBLIC SECTION.
    INTERFACES if_bali_log_filter.

    ALIASES get_all_values FOR if_bali_log_filter~get_all_values.
    ALIASES set_create_info FOR if_bali_log_filter~set_create_info.
    ALIASES set_descriptor FOR if_bali_log_filter~set_descriptor.
    ALIASES set_maximum_log_number FOR if_bali_log_filter~set_maximum_log_number.
    ALIASES set_time_interval FOR if_bali_log_filter~set_time_interval.
    ALIASES ty_external_id FOR if_bali_log_filter~ty_external_id.
    ALIASES ty_external_id_table FOR if_bali_log_filter~ty_external_id_table.
    ALIASES ty_max_log_number FOR if_bali_log_filter~ty_max_log_number.
    ALIASES ty_object FOR if_bali_log_filter~ty_object.
    ALIASES ty_object_table FOR if_bali_log_filter~ty_object_table.
    ALIASES ty_subobject FOR if_bali_log_filter~ty_subobject.
    ALIASES ty_subobject_table FOR if_bali_log_filter~ty_subobject_table.
    ALIASES ty_timestamp FOR if_bali_log_filter~ty_timestamp.
    ALIASES ty_time_interval FOR if_bali_log_filter~ty_time_interval.
    ALIASES ty_user FOR if_bali_log_filter~ty_user.
    ALIASES ty_user_table FOR if_bali_log_filter~ty_user_table.

    CLASS-METHODS create
      RETURNING
        VALUE(filter) TYPE REF TO if_bali_log_filter.
  PRIVATE SECTION.
    DATA objects TYPE ty_object_table.
    DATA subobjects TYPE ty_subobject_table.
    DATA external_ids TYPE ty_external_id_table.
    DATA users TYPE ty_user_table.
    DATA interval TYPE ty_time_interval.
    DATA maximum TYPE ty_max_log_number.
ENDCLASS.

CLASS cl_bali_log_filter IMPLEMENTATION.
  METHOD create.
    filter = NEW cl_bali_log_filter( ).
  ENDMETHOD.

  METHOD if_bali_log_filter~set_descriptor.
    CLEAR: objects, subobjects, external_ids.
    IF object IS NOT INITIAL.
      APPEND object TO objects.
    ENDIF.
    subobjects = subobject_table.
    IF subobject IS NOT INITIAL.
      APPEND subobject TO subobjects.
    ENDIF.
    external_ids = external_id_table.
    " an empty one looks for logs without external identifier
    IF external_id IS SUPPLIED.
      APPEND external_id TO external_ids.
    ENDIF.
    new_filter = me.
  ENDMETHOD.

  METHOD if_bali_log_filter~set_create_info.
    users = user_table.
    IF user IS NOT INITIAL.
      APPEND user TO users.
    ENDIF.
    new_filter = me.
  ENDMETHOD.

  METHOD if_bali_log_filter~set_time_interval.
    DATA(first) = |{ cl_abap_tstmp=>utclong2tstmp_short( start_time ) }|.
    DATA(last) = |{ cl_abap_tstmp=>utclong2tstmp_short( end_time ) }|.
    IF start_time > end_time.
      RAISE EXCEPTION TYPE cx_bali_invalid_parameter.
    ENDIF.
    interval = VALUE #(
      date_from = first(8) time_from = substring( val = first off = 8 len = 6 )
      date_to = last(8) time_to = substring( val = last off = 8 len = 6 ) ).
    new_filter = me.
  ENDMETHOD.

  METHOD if_bali_log_filter~set_maximum_log_number.
    maximum = max_log_number.
    new_filter = me.
  ENDMETHOD.

  METHOD if_bali_log_filter~get_all_values.
    object_table = objects.
    subobject_table = subobjects.
    external_id_table = external_ids.
    user_table = users.
    time_interval = interval.
    max_log_number = maximum.
  ENDMETHOD.
ENDCLASS.
