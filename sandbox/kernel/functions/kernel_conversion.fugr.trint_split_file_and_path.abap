FUNCTION trint_split_file_and_path.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     REFERENCE(FULL_NAME) TYPE  CSEQUENCE
*"  EXPORTING
*"     REFERENCE(STRIPPED_NAME) TYPE  CSEQUENCE
*"     REFERENCE(FILE_PATH) TYPE  CSEQUENCE
*"  EXCEPTIONS
*"     X_ERROR
*"----------------------------------------------------------------------
  DATA text TYPE string.
  DATA at TYPE i.

  text = full_name.
  at = nmax( val1 = find( val = text sub = `/` occ = -1 ) val2 = find( val = text sub = `\` occ = -1 ) ) + 1.
  file_path = substring( val = text len = at ).
  stripped_name = substring( val = text off = at ).
ENDFUNCTION.
