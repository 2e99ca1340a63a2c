FUNCTION sapgui_progress_indicator.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(PERCENTAGE) TYPE  INT4 DEFAULT 0
*"     VALUE(TEXT) DEFAULT SPACE
*"----------------------------------------------------------------------
  RETURN.
ENDFUNCTION.
