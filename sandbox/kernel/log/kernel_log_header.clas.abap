"! The header of a log as it was read.
CLASS kernel_log_header DEFINITION PUBLIC FINAL CREATE PUBLIC.
  PUBLIC SECTION.
    INTERFACES if_bali_header_getter.
    METHODS constructor
      IMPORTING
        !log TYPE REF TO kernel_log.
ENDCLASS.

CLASS kernel_log_header IMPLEMENTATION.
  METHOD constructor.
    DATA stamp TYPE timestampl.
    DATA(header) = log->header.
    DATA(counts) = log->counts( ).
    if_bali_header_getter~object = header-object.
    if_bali_header_getter~subobject = header-subobject.
    if_bali_header_getter~external_id = header-extnumber.
    CONVERT DATE header-aldate TIME header-altime INTO TIME STAMP stamp TIME ZONE 'UTC'.
    if_bali_header_getter~log_timestamp = cl_abap_tstmp=>tstmp2utclong( stamp ).
    if_bali_header_getter~log_user = header-aluser.
    if_bali_header_getter~expiry_date = header-aldate_del.
    if_bali_header_getter~keep_until_expiry = header-del_before.
    if_bali_header_getter~number_all_items = counts-msg_cnt_al.
    if_bali_header_getter~number_abort_items = counts-msg_cnt_a.
    if_bali_header_getter~number_error_items = counts-msg_cnt_e.
    if_bali_header_getter~number_warning_items = counts-msg_cnt_w.
    if_bali_header_getter~number_information_items = counts-msg_cnt_i.
    if_bali_header_getter~number_status_items = counts-msg_cnt_s.
  ENDMETHOD.

  METHOD if_bali_header_getter~get_object_description.
    object_description = kernel_log_texts=>object( if_bali_header_getter~object ).
  ENDMETHOD.

  METHOD if_bali_header_getter~get_subobject_description.
    subobject_description = kernel_log_texts=>subobject(
      object = if_bali_header_getter~object name = if_bali_header_getter~subobject ).
  ENDMETHOD.
ENDCLASS.
