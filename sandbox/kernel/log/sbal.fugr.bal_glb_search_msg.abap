FUNCTION bal_glb_search_msg.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(I_S_LOG_FILTER) TYPE  BAL_S_LFIL OPTIONAL
*"     VALUE(I_T_LOG_CONTEXT_FILTER) TYPE  BAL_T_CFIL OPTIONAL
*"     VALUE(I_T_LOG_HANDLE) TYPE  BAL_T_LOGH OPTIONAL
*"     VALUE(I_S_MSG_FILTER) TYPE  BAL_S_MFIL OPTIONAL
*"     VALUE(I_T_MSG_CONTEXT_FILTER) TYPE  BAL_T_CFIL OPTIONAL
*"     VALUE(I_T_MSG_HANDLE) TYPE  BAL_T_MSGH OPTIONAL
*"  EXPORTING
*"     VALUE(E_T_LOG_HANDLE) TYPE  BAL_T_LOGH
*"     VALUE(E_T_MSG_HANDLE) TYPE  BAL_T_MSGH
*"  EXCEPTIONS
*"      MSG_NOT_FOUND
*"----------------------------------------------------------------------
  CLEAR: e_t_log_handle, e_t_msg_handle.
  IF i_t_log_context_filter IS NOT INITIAL.
    WRITE '@KERNEL abap.sandbox.unsupported("BAL_GLB_SEARCH_MSG with a filter of contexts");'.
  ENDIF.
  IF i_t_msg_context_filter IS NOT INITIAL.
    WRITE '@KERNEL abap.sandbox.unsupported("BAL_GLB_SEARCH_MSG with a filter of contexts");'.
  ENDIF.
  LOOP AT kernel_log=>logs INTO DATA(log).
    IF i_t_log_handle IS NOT INITIAL AND NOT line_exists( i_t_log_handle[ table_line = log->handle ] ).
      CONTINUE.
    ENDIF.
    IF kernel_log_db=>passes( head = log->row( ) filter = i_s_log_filter ) = abap_false.
      CONTINUE.
    ENDIF.
    LOOP AT log->items INTO DATA(item)
        WHERE number IN i_s_msg_filter-msgnumber AND message-msgty IN i_s_msg_filter-msgty
          AND message-msgid IN i_s_msg_filter-msgid AND message-msgno IN i_s_msg_filter-msgno
          AND message-detlevel IN i_s_msg_filter-detlevel AND message-alsort IN i_s_msg_filter-alsort
          AND message-probclass IN i_s_msg_filter-probclass.
      DATA(handle) = VALUE balmsghndl( log_handle = log->handle msgnumber = item-number ).
      IF i_t_msg_handle IS INITIAL OR line_exists( i_t_msg_handle[ table_line = handle ] ).
        APPEND handle TO e_t_msg_handle.
        IF NOT line_exists( e_t_log_handle[ table_line = log->handle ] ).
          APPEND log->handle TO e_t_log_handle.
        ENDIF.
      ENDIF.
    ENDLOOP.
  ENDLOOP.
  IF e_t_msg_handle IS INITIAL.
    RAISE msg_not_found.
  ENDIF.
ENDFUNCTION.
