FUNCTION bal_db_save.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(I_CLIENT) TYPE  MANDT DEFAULT SY-MANDT
*"     VALUE(I_IN_UPDATE_TASK) TYPE  BOOLEAN DEFAULT SPACE
*"     VALUE(I_SAVE_ALL) TYPE  BOOLEAN DEFAULT SPACE
*"     VALUE(I_T_LOG_HANDLE) TYPE  BAL_T_LOGH OPTIONAL
*"     VALUE(I_2TH_CONNECTION) TYPE  BOOLEAN DEFAULT SPACE
*"     VALUE(I_2TH_CONNECT_COMMIT) TYPE  BOOLEAN DEFAULT SPACE
*"     VALUE(I_LINK2JOB) TYPE  BOOLEAN DEFAULT SPACE
*"  EXPORTING
*"     VALUE(E_NEW_LOGNUMBERS) TYPE  BAL_T_LGNM
*"     VALUE(E_SECOND_CONNECTION) TYPE  DBCON_NAME
*"  EXCEPTIONS
*"      LOG_NOT_FOUND
*"      SAVE_NOT_ALLOWED
*"      NUMBERING_ERROR
*"----------------------------------------------------------------------
  IF i_client <> sy-mandt.
    WRITE '@KERNEL abap.sandbox.unsupported("BAL_DB_SAVE in another client");'.
  ENDIF.
  " what the program does not commit on the connection itself is part of its own transaction
  e_new_lognumbers = kernel_log_db=>save(
    EXPORTING
      handles       = i_t_log_handle
      all           = i_save_all
      update_task   = i_in_update_task
      is_autonomous = xsdbool( i_2th_connection = abap_true AND i_2th_connect_commit = abap_true )
    EXCEPTIONS
      log_not_found    = 1
      save_not_allowed = 2
      numbering_error  = 3 ).
  CASE sy-subrc.
    WHEN 1.
      RAISE log_not_found.
    WHEN 2.
      RAISE save_not_allowed.
    WHEN 3.
      RAISE numbering_error.
  ENDCASE.
ENDFUNCTION.
