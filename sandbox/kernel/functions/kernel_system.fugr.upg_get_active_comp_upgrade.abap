FUNCTION upg_get_active_comp_upgrade.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(IV_COMPONENT) TYPE  DLVUNIT OPTIONAL
*"     VALUE(IV_UPGTYPE) TYPE  CHAR1 DEFAULT 'A'
*"     VALUE(IV_BUFFERED) TYPE  CHAR1 DEFAULT 'X'
*"  EXPORTING
*"     VALUE(EV_UPGINFO) TYPE  UVERS
*"  EXCEPTIONS
*"      NO_UPGRADE_ACTIVE
*"      AMBIGIOUS_ENTRIES
*"      INVALID_COMPONENT_NAME
*"----------------------------------------------------------------------
  " the sandbox is never upgraded
  CLEAR ev_upginfo.
  RAISE no_upgrade_active.
ENDFUNCTION.
