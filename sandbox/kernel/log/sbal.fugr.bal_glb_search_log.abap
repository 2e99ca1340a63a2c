FUNCTION bal_glb_search_log.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(I_S_LOG_FILTER) TYPE  BAL_S_LFIL OPTIONAL
*"     VALUE(I_T_LOG_CONTEXT_FILTER) TYPE  BAL_T_CFIL OPTIONAL
*"     VALUE(I_T_LOG_HANDLE) TYPE  BAL_T_LOGH OPTIONAL
*"  EXPORTING
*"     VALUE(E_T_LOG_HANDLE) TYPE  BAL_T_LOGH
*"  EXCEPTIONS
*"      LOG_NOT_FOUND
*"----------------------------------------------------------------------
  CLEAR: e_t_log_handle.
  IF i_t_log_context_filter IS NOT INITIAL.
    WRITE '@KERNEL abap.sandbox.unsupported("BAL_GLB_SEARCH_LOG with a filter of contexts");'.
  ENDIF.
  LOOP AT kernel_log=>logs INTO DATA(log).
    IF i_t_log_handle IS NOT INITIAL AND NOT line_exists( i_t_log_handle[ table_line = log->handle ] ).
      CONTINUE.
    ENDIF.
    IF kernel_log_db=>passes( head = log->row( ) filter = i_s_log_filter ) = abap_true.
      APPEND log->handle TO e_t_log_handle.
    ENDIF.
  ENDLOOP.
  IF e_t_log_handle IS INITIAL.
    RAISE log_not_found.
  ENDIF.
ENDFUNCTION.
