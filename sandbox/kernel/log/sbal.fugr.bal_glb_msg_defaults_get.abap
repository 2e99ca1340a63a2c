FUNCTION bal_glb_msg_defaults_get.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  EXPORTING
*"     VALUE(E_S_MSG_DEFAULTS) TYPE  BAL_S_MDEF
*"----------------------------------------------------------------------
  e_s_msg_defaults = kernel_log=>defaults.
ENDFUNCTION.
