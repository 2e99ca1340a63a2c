FUNCTION bal_log_delete.
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
  IF log->is_on_db = abap_true.
    kernel_log_db=>delete( VALUE #( ( log->row( ) ) ) ).
  ENDIF.
ENDFUNCTION.
