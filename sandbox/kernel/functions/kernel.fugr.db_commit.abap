FUNCTION db_commit.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"----------------------------------------------------------------------
  " a commit of the database alone: update modules and locks stay
  WRITE '@KERNEL abap.sandbox.databaseCommit();'.
ENDFUNCTION.
