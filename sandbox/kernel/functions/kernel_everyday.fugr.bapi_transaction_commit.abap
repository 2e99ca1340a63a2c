FUNCTION bapi_transaction_commit.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(WAIT) TYPE  CHAR1 OPTIONAL
*"  EXPORTING
*"     VALUE(RETURN) TYPE  BAPIRET2
*"----------------------------------------------------------------------
  CLEAR return.
  IF wait IS INITIAL.
    COMMIT WORK.
  ELSE.
    COMMIT WORK AND WAIT.
  ENDIF.
ENDFUNCTION.
