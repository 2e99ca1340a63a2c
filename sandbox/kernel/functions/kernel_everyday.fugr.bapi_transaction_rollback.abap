FUNCTION bapi_transaction_rollback.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  EXPORTING
*"     VALUE(RETURN) TYPE  BAPIRET2
*"----------------------------------------------------------------------
  CLEAR return.
  ROLLBACK WORK.
ENDFUNCTION.
