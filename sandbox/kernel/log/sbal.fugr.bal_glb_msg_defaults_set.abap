FUNCTION bal_glb_msg_defaults_set.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(I_S_MSG_DEFAULTS) TYPE  BAL_S_MDEF
*"     VALUE(I_AUTHORIZATION) TYPE  BALAUTH OPTIONAL
*"  EXCEPTIONS
*"      NOT_AUTHORIZED
*"      DEFAULTS_INCONSISTENT
*"----------------------------------------------------------------------
  IF i_s_msg_defaults-log_handle IS NOT INITIAL AND kernel_log=>find( i_s_msg_defaults-log_handle ) IS NOT BOUND.
    RAISE defaults_inconsistent.
  ENDIF.
  kernel_log=>defaults = i_s_msg_defaults.
ENDFUNCTION.
