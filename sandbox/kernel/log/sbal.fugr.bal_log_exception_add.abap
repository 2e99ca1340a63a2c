FUNCTION bal_log_exception_add.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(I_LOG_HANDLE) TYPE  BALLOGHNDL OPTIONAL
*"     VALUE(I_S_EXC) TYPE  BAL_S_EXC
*"  EXPORTING
*"     VALUE(E_S_MSG_HANDLE) TYPE  BALMSGHNDL
*"     VALUE(E_MSG_WAS_LOGGED) TYPE  BOOLEAN
*"     VALUE(E_MSG_WAS_DISPLAYED) TYPE  BOOLEAN
*"  EXCEPTIONS
*"      LOG_NOT_FOUND
*"      MSG_INCONSISTENT
*"      LOG_IS_FULL
*"----------------------------------------------------------------------
  IF i_s_exc-exception IS NOT BOUND.
    RAISE msg_inconsistent.
  ENDIF.
  DATA(log) = kernel_log=>target( i_log_handle ).
  IF log IS NOT BOUND.
    RAISE log_not_found.
  ENDIF.
  e_s_msg_handle = log->add(
    EXPORTING item = kernel_log=>exception( i_s_exc )
    EXCEPTIONS msg_inconsistent = 1 log_is_full = 2 ).
  CASE sy-subrc.
    WHEN 1.
      RAISE msg_inconsistent.
    WHEN 2.
      RAISE log_is_full.
  ENDCASE.
  e_msg_was_logged = abap_true.
ENDFUNCTION.
