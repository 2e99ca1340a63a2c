FUNCTION bal_log_create.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(I_S_LOG) TYPE  BAL_S_LOG
*"  EXPORTING
*"     VALUE(E_LOG_HANDLE) TYPE  BALLOGHNDL
*"  EXCEPTIONS
*"      LOG_HEADER_INCONSISTENT
*"----------------------------------------------------------------------
  DATA(log) = kernel_log=>create( EXPORTING header = i_s_log EXCEPTIONS log_header_inconsistent = 1 ).
  IF sy-subrc <> 0.
    RAISE log_header_inconsistent.
  ENDIF.
  e_log_handle = log->handle.
ENDFUNCTION.
