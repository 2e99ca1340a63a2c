INTERFACE if_msg_output PUBLIC.
  CONSTANTS msgtype_error TYPE symsgty VALUE 'E'.
  CONSTANTS msgtype_success TYPE symsgty VALUE 'S'.
  CONSTANTS msgtype_warning TYPE symsgty VALUE 'W'.
ENDINTERFACE.
