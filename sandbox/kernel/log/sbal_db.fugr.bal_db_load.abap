FUNCTION bal_db_load.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(I_T_LOG_HEADER) TYPE  BALHDR_T OPTIONAL
*"     VALUE(I_T_LOG_HANDLE) TYPE  BAL_T_LOGH OPTIONAL
*"     VALUE(I_T_LOGNUMBER) TYPE  BAL_T_LOGN OPTIONAL
*"     VALUE(I_CLIENT) TYPE  MANDT DEFAULT SY-MANDT
*"     VALUE(I_DO_NOT_LOAD_MESSAGES) TYPE  BOOLEAN DEFAULT SPACE
*"     VALUE(I_EXCEPTION_IF_ALREADY_LOADED) TYPE  BOOLEAN OPTIONAL
*"     VALUE(I_LOCK_HANDLING) TYPE  INT4 DEFAULT 2
*"  EXPORTING
*"     VALUE(E_T_LOG_HANDLE) TYPE  BAL_T_LOGH
*"     VALUE(E_T_MSG_HANDLE) TYPE  BAL_T_MSGH
*"     VALUE(E_T_LOCKED) TYPE  BALHDR_T
*"  EXCEPTIONS
*"      NO_LOGS_SPECIFIED
*"      LOG_NOT_FOUND
*"      LOG_ALREADY_LOADED
*"----------------------------------------------------------------------
  CLEAR: e_t_log_handle, e_t_msg_handle.
  IF i_client <> sy-mandt.
    WRITE '@KERNEL abap.sandbox.unsupported("BAL_DB_LOAD in another client");'.
  ENDIF.
  IF i_t_log_header IS INITIAL AND i_t_log_handle IS INITIAL AND i_t_lognumber IS INITIAL.
    RAISE no_logs_specified.
  ENDIF.
  DATA(heads) = kernel_log_db=>heads( handles = i_t_log_handle numbers = i_t_lognumber given = i_t_log_header ).
  IF heads IS INITIAL.
    RAISE log_not_found.
  ENDIF.
  LOOP AT heads INTO DATA(head).
    " what is in memory stays as it is
    IF kernel_log=>find( head-log_handle ) IS BOUND.
      IF i_exception_if_already_loaded = abap_true.
        RAISE log_already_loaded.
      ENDIF.
      CONTINUE.
    ENDIF.
    DATA(log) = kernel_log_db=>load( head ).
    APPEND log->handle TO e_t_log_handle.
    IF i_do_not_load_messages = abap_false.
      LOOP AT log->items INTO DATA(item).
        APPEND VALUE #( log_handle = log->handle msgnumber = item-number ) TO e_t_msg_handle.
      ENDLOOP.
    ENDIF.
  ENDLOOP.
ENDFUNCTION.
