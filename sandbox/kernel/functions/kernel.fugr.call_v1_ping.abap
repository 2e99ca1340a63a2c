FUNCTION call_v1_ping.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"----------------------------------------------------------------------
  " registered as an update module, so that locks end with COMMIT WORK
  RETURN.
ENDFUNCTION.
