FUNCTION kernel_log_write.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(HEAD) TYPE  BALHDR
*"     VALUE(BLOCKS) TYPE  BALDAT_T
*"----------------------------------------------------------------------
  kernel_log_db=>write( head = head blocks = blocks ).
ENDFUNCTION.
