FUNCTION bal_db_search.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(I_CLIENT) TYPE  MANDT DEFAULT SY-MANDT
*"     VALUE(I_S_LOG_FILTER) TYPE  BAL_S_LFIL
*"     VALUE(I_T_SEL_FIELD) TYPE  BAL_T_FLD OPTIONAL
*"     VALUE(I_TZONE) TYPE  TZNZONE OPTIONAL
*"  EXPORTING
*"     VALUE(E_T_LOG_HEADER) TYPE  BALHDR_T
*"  EXCEPTIONS
*"      LOG_NOT_FOUND
*"      NO_FILTER_CRITERIA
*"----------------------------------------------------------------------
  IF i_client <> sy-mandt.
    WRITE '@KERNEL abap.sandbox.unsupported("BAL_DB_SEARCH in another client");'.
  ENDIF.
  IF i_s_log_filter IS INITIAL.
    RAISE no_filter_criteria.
  ENDIF.
  e_t_log_header = kernel_log_db=>search( i_s_log_filter ).
  IF e_t_log_header IS INITIAL.
    RAISE log_not_found.
  ENDIF.
ENDFUNCTION.
