FUNCTION bal_db_delete.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(I_T_LOGS_TO_DELETE) TYPE  BALHDR_T OPTIONAL
*"     VALUE(I_T_LOG_HANDLE) TYPE  BAL_T_LOGH OPTIONAL
*"     VALUE(I_T_LOGNUMBER) TYPE  BAL_T_LOGN OPTIONAL
*"     VALUE(I_CLIENT) TYPE  MANDT DEFAULT SY-MANDT
*"     VALUE(I_IN_UPDATE_TASK) TYPE  BOOLEAN DEFAULT SPACE
*"     VALUE(I_WITH_COMMIT_WORK) TYPE  BOOLEAN DEFAULT SPACE
*"     VALUE(I_PACKAGE_SIZE) TYPE  INT4 DEFAULT 100
*"  EXCEPTIONS
*"      NO_LOGS_SPECIFIED
*"----------------------------------------------------------------------
  IF i_client <> sy-mandt.
    WRITE '@KERNEL abap.sandbox.unsupported("BAL_DB_DELETE in another client");'.
  ENDIF.
  DATA(heads) = kernel_log_db=>heads( handles = i_t_log_handle numbers = i_t_lognumber given = i_t_logs_to_delete ).
  IF heads IS INITIAL.
    RAISE no_logs_specified.
  ENDIF.
  IF i_in_update_task = abap_true.
    CALL FUNCTION 'KERNEL_LOG_REMOVE' IN UPDATE TASK
      EXPORTING
        heads = heads.
  ELSE.
    kernel_log_db=>delete( heads ).
  ENDIF.
  IF i_with_commit_work = abap_true.
    COMMIT WORK.
  ENDIF.
ENDFUNCTION.
