FUNCTION bal_log_hdr_change.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(I_LOG_HANDLE) TYPE  BALLOGHNDL
*"     VALUE(I_S_LOG) TYPE  BAL_S_LOG
*"  EXCEPTIONS
*"      LOG_NOT_FOUND
*"      LOG_HEADER_INCONSISTENT
*"----------------------------------------------------------------------
  DATA(log) = kernel_log=>find( i_log_handle ).
  IF log IS NOT BOUND.
    RAISE log_not_found.
  ENDIF.
  log->change_header( EXPORTING header = i_s_log EXCEPTIONS log_header_inconsistent = 1 ).
  IF sy-subrc <> 0.
    RAISE log_header_inconsistent.
  ENDIF.
ENDFUNCTION.
