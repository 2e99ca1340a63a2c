FUNCTION bal_glb_memory_refresh.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(I_AUTHORIZATION) TYPE  BALAUTH OPTIONAL
*"     VALUE(I_REFRESH_ALL) TYPE  BOOLEAN DEFAULT 'X'
*"     VALUE(I_T_LOGS_TO_BE_REFRESHED) TYPE  BAL_T_LOGH OPTIONAL
*"  EXCEPTIONS
*"      NOT_AUTHORIZED
*"----------------------------------------------------------------------
  IF i_t_logs_to_be_refreshed IS INITIAL AND i_refresh_all = abap_true.
    kernel_log=>refresh_all( ).
    RETURN.
  ENDIF.
  LOOP AT i_t_logs_to_be_refreshed INTO DATA(handle).
    DATA(log) = kernel_log=>find( handle ).
    IF log IS BOUND.
      log->refresh( ).
    ENDIF.
  ENDLOOP.
ENDFUNCTION.
