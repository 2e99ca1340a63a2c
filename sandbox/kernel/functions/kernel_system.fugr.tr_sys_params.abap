FUNCTION tr_sys_params.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  EXPORTING
*"     VALUE(SYSTEMNAME) TYPE  SYST_SYSID
*"     VALUE(SYSTEMTYPE) TYPE  SYST_SYSID
*"     VALUE(SYSTEMEDIT) TYPE  CHAR1
*"     VALUE(SYSTEM_CLIENT_EDIT) TYPE  CHAR1
*"     VALUE(SYS_CLIINDDEP_EDIT) TYPE  CHAR1
*"     VALUE(SYSTEM_CLIENT_ROLE) TYPE  CHAR1
*"  EXCEPTIONS
*"      NO_SYSTEMNAME
*"      NO_SYSTEMTYPE
*"----------------------------------------------------------------------
  DATA own TYPE t000.

  CLEAR: systemname, systemtype, systemedit, system_client_edit, sys_cliinddep_edit, system_client_role.
  SELECT SINGLE * FROM t000 INTO own WHERE mandt = sy-mandt.
  systemname = sy-sysid.
  systemtype = 'CUSTOMER'.
  system_client_edit = own-cccoractiv.
  sys_cliinddep_edit = own-ccnocliind.
  system_client_role = own-cccategory.
  " a system that is closed permits changes of cross-client objects in no client
  systemedit = COND #( WHEN own-ccnocliind = '3' THEN 'N' ELSE 'Y' ).
ENDFUNCTION.
