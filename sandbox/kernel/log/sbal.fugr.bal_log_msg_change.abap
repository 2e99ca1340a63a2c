FUNCTION bal_log_msg_change.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(I_S_MSG_HANDLE) TYPE  BALMSGHNDL
*"     VALUE(I_S_MSG) TYPE  BAL_S_MSG
*"  EXCEPTIONS
*"      LOG_NOT_FOUND
*"      MSG_NOT_FOUND
*"      MSG_INCONSISTENT
*"----------------------------------------------------------------------
  DATA(log) = kernel_log=>find( i_s_msg_handle-log_handle ).
  IF log IS NOT BOUND.
    RAISE log_not_found.
  ENDIF.
  log->change(
    EXPORTING
      item = VALUE #( number = i_s_msg_handle-msgnumber kind = kernel_log=>kind-message message = i_s_msg )
    EXCEPTIONS
      msg_not_found    = 1
      msg_inconsistent = 2 ).
  CASE sy-subrc.
    WHEN 1.
      RAISE msg_not_found.
    WHEN 2.
      RAISE msg_inconsistent.
  ENDCASE.
ENDFUNCTION.
