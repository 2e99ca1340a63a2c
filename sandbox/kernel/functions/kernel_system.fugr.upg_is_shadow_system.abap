FUNCTION upg_is_shadow_system.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  EXPORTING
*"     VALUE(EV_SHADOW) TYPE  CHAR1
*"----------------------------------------------------------------------
  CLEAR ev_shadow.
ENDFUNCTION.
