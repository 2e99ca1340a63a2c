FUNCTION bal_log_refresh.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(I_LOG_HANDLE) TYPE  BALLOGHNDL
*"  EXCEPTIONS
*"      LOG_NOT_FOUND
*"----------------------------------------------------------------------
  DATA(log) = kernel_log=>find( i_log_handle ).
  IF log IS NOT BOUND.
    RAISE log_not_found.
  ENDIF.
  log->refresh( ).
ENDFUNCTION.
