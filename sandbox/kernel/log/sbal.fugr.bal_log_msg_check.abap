FUNCTION bal_log_msg_check.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(I_S_MSG) TYPE  BAL_S_MSG
*"  EXCEPTIONS
*"      MSG_NOT_COMPLETE
*"      MSG_CONTEXT_INCONSISTENT
*"      MSG_PARAMETERS_INCONSISTENT
*"----------------------------------------------------------------------
  kernel_log=>check_message(
    EXPORTING message = i_s_msg
    EXCEPTIONS msg_not_complete = 1 msg_parameters_inconsistent = 2 ).
  CASE sy-subrc.
    WHEN 1.
      RAISE msg_not_complete.
    WHEN 2.
      RAISE msg_parameters_inconsistent.
  ENDCASE.
ENDFUNCTION.
