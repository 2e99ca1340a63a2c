FUNCTION bal_log_msg_cumulate.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(I_LOG_HANDLE) TYPE  BALLOGHNDL OPTIONAL
*"     VALUE(I_S_MSG) TYPE  BAL_S_MSG
*"     VALUE(I_COMPARE_ATTRIBUTES) TYPE  BOOLEAN DEFAULT 'X'
*"     VALUE(I_COMPARE_CONTEXT) TYPE  BOOLEAN DEFAULT 'X'
*"     VALUE(I_COMPARE_PARAMETERS) TYPE  BOOLEAN DEFAULT 'X'
*"  EXPORTING
*"     VALUE(E_S_MSG_HANDLE) TYPE  BALMSGHNDL
*"     VALUE(E_MSG_WAS_LOGGED) TYPE  BOOLEAN
*"     VALUE(E_MSG_WAS_DISPLAYED) TYPE  BOOLEAN
*"  EXCEPTIONS
*"      LOG_NOT_FOUND
*"      MSG_INCONSISTENT
*"      LOG_IS_FULL
*"----------------------------------------------------------------------
  DATA(log) = kernel_log=>target( i_log_handle ).
  IF log IS NOT BOUND.
    RAISE log_not_found.
  ENDIF.
  e_s_msg_handle = log->cumulate(
    EXPORTING
      item       = VALUE #( kind = kernel_log=>kind-message message = i_s_msg )
      attributes = i_compare_attributes
      context    = i_compare_context
      parameters = i_compare_parameters
    EXCEPTIONS
      msg_inconsistent = 1
      log_is_full      = 2 ).
  CASE sy-subrc.
    WHEN 1.
      RAISE msg_inconsistent.
    WHEN 2.
      RAISE log_is_full.
  ENDCASE.
  e_msg_was_logged = abap_true.
ENDFUNCTION.
