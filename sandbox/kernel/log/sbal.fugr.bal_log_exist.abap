FUNCTION bal_log_exist.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(I_LOG_HANDLE) TYPE  BALLOGHNDL
*"  EXCEPTIONS
*"      LOG_NOT_FOUND
*"----------------------------------------------------------------------
  IF kernel_log=>find( i_log_handle ) IS NOT BOUND.
    RAISE log_not_found.
  ENDIF.
ENDFUNCTION.
