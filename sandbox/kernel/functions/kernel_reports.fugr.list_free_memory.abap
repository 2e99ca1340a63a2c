FUNCTION list_free_memory.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"----------------------------------------------------------------------
  WRITE '@KERNEL abap.sandbox.reports.freeList();'.
ENDFUNCTION.
