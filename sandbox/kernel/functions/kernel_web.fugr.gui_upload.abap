FUNCTION gui_upload.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(CODEPAGE) DEFAULT SPACE
*"     VALUE(FILENAME)
*"     VALUE(FILETYPE) DEFAULT 'ASC'
*"     VALUE(HAS_FIELD_SEPARATOR) DEFAULT SPACE
*"     VALUE(HEADER_LENGTH) DEFAULT 0
*"     VALUE(READ_BY_LINE) DEFAULT 'X'
*"     VALUE(DAT_MODE) DEFAULT SPACE
*"     VALUE(IGNORE_CERR) DEFAULT 'X'
*"     VALUE(REPLACEMENT) DEFAULT '#'
*"     VALUE(CHECK_BOM) DEFAULT SPACE
*"  EXPORTING
*"     VALUE(FILELENGTH)
*"     VALUE(HEADER)
*"  TABLES
*"      DATA_TAB
*"  EXCEPTIONS
*"      FILE_OPEN_ERROR
*"      FILE_READ_ERROR
*"      NO_BATCH
*"      GUI_REFUSE_FILETRANSFER
*"      INVALID_TYPE
*"      NO_AUTHORITY
*"      UNKNOWN_ERROR
*"      BAD_DATA_FORMAT
*"      HEADER_NOT_ALLOWED
*"      SEPARATOR_NOT_ALLOWED
*"      HEADER_TOO_LONG
*"      UNKNOWN_DP_ERROR
*"      ACCESS_DENIED
*"      DP_OUT_OF_MEMORY
*"      DISK_FULL
*"      DP_TIMEOUT
*"----------------------------------------------------------------------
  " a run has no front end, like one in the background
  RAISE no_batch.
ENDFUNCTION.
