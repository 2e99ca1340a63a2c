FUNCTION bal_log_msg_delete.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(I_S_MSG_HANDLE) TYPE  BALMSGHNDL
*"  EXCEPTIONS
*"      LOG_NOT_FOUND
*"      MSG_NOT_FOUND
*"----------------------------------------------------------------------
  DATA(log) = kernel_log=>find( i_s_msg_handle-log_handle ).
  IF log IS NOT BOUND.
    RAISE log_not_found.
  ENDIF.
  log->remove( EXPORTING number = i_s_msg_handle-msgnumber EXCEPTIONS msg_not_found = 1 ).
  IF sy-subrc <> 0.
    RAISE msg_not_found.
  ENDIF.
ENDFUNCTION.
