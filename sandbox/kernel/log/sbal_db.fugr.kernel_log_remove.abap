FUNCTION kernel_log_remove.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(HEADS) TYPE  BALHDR_T
*"----------------------------------------------------------------------
  kernel_log_db=>delete( heads ).
ENDFUNCTION.
