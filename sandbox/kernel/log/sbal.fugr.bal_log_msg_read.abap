FUNCTION bal_log_msg_read.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(I_S_MSG_HANDLE) TYPE  BALMSGHNDL
*"     VALUE(I_LANGU) TYPE  SYLANGU DEFAULT SY-LANGU
*"  EXPORTING
*"     VALUE(E_S_MSG) TYPE  BAL_S_MSG
*"     VALUE(E_EXISTS_ON_DB) TYPE  BOOLEAN
*"     VALUE(E_TXT_MSGTY)
*"     VALUE(E_TXT_MSGID)
*"     VALUE(E_TXT_DETLEVEL)
*"     VALUE(E_TXT_PROBCLASS)
*"     VALUE(E_TXT_MSG)
*"     VALUE(E_WARNING_TEXT_NOT_FOUND) TYPE  BOOLEAN
*"  EXCEPTIONS
*"      LOG_NOT_FOUND
*"      MSG_NOT_FOUND
*"----------------------------------------------------------------------
  DATA(log) = kernel_log=>find( i_s_msg_handle-log_handle ).
  IF log IS NOT BOUND.
    RAISE log_not_found.
  ENDIF.
  DATA(item) = log->item( EXPORTING number = i_s_msg_handle-msgnumber EXCEPTIONS msg_not_found = 1 ).
  IF sy-subrc <> 0.
    RAISE msg_not_found.
  ENDIF.
  IF item-kind = kernel_log=>kind-exception.
    RAISE msg_not_found.
  ENDIF.
  e_s_msg = item-message.
  e_exists_on_db = item-is_saved.
  e_txt_msgty = kernel_log_texts=>severity( item-message-msgty ).
  e_txt_detlevel = kernel_log_texts=>detail_level( item-message-detlevel ).
  e_txt_probclass = kernel_log_texts=>problem_class( item-message-probclass ).
  e_txt_msg = kernel_log=>text_of( item ).
ENDFUNCTION.
