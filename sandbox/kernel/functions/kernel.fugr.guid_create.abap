FUNCTION guid_create.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  EXPORTING
*"     VALUE(EV_GUID_16) TYPE  SYSUUID_X16
*"     VALUE(EV_GUID_32) TYPE  SYSUUID_C32
*"----------------------------------------------------------------------
  TRY.
      ev_guid_32 = cl_system_uuid=>create_uuid_c32_static( ).
      ev_guid_16 = ev_guid_32.
    CATCH cx_uuid_error ##NO_HANDLER.
      CLEAR: ev_guid_16, ev_guid_32.
  ENDTRY.
ENDFUNCTION.
