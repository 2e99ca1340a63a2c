FUNCTION bal_log_msg_add_free_text.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(I_LOG_HANDLE) TYPE  BALLOGHNDL OPTIONAL
*"     VALUE(I_MSGTY) TYPE  SYMSGTY
*"     VALUE(I_PROBCLASS) TYPE  BALPROBCL DEFAULT '4'
*"     VALUE(I_TEXT)
*"     VALUE(I_S_CONTEXT) TYPE  BAL_S_CONT OPTIONAL
*"     VALUE(I_S_PARAMS) TYPE  BAL_S_PARM OPTIONAL
*"     VALUE(I_DETLEVEL) TYPE  BALLEVEL OPTIONAL
*"  EXPORTING
*"     VALUE(E_S_MSG_HANDLE) TYPE  BALMSGHNDL
*"     VALUE(E_MSG_WAS_LOGGED) TYPE  BOOLEAN
*"     VALUE(E_MSG_WAS_DISPLAYED) TYPE  BOOLEAN
*"  EXCEPTIONS
*"      LOG_NOT_FOUND
*"      MSG_INCONSISTENT
*"      LOG_IS_FULL
*"----------------------------------------------------------------------
  DATA(item) = kernel_log=>free_text( severity = i_msgty text = i_text ).
  item-message-probclass = i_probclass.
  item-message-detlevel = i_detlevel.
  item-message-context = i_s_context.
  item-message-params = i_s_params.
  DATA(log) = kernel_log=>target( i_log_handle ).
  IF log IS NOT BOUND.
    RAISE log_not_found.
  ENDIF.
  e_s_msg_handle = log->add(
    EXPORTING item = item
    EXCEPTIONS msg_inconsistent = 1 log_is_full = 2 ).
  CASE sy-subrc.
    WHEN 1.
      RAISE msg_inconsistent.
    WHEN 2.
      RAISE log_is_full.
  ENDCASE.
  e_msg_was_logged = abap_true.
ENDFUNCTION.
