FUNCTION scms_xstring_to_binary.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(BUFFER) TYPE  XSTRING
*"     VALUE(APPEND_TO_TABLE) TYPE  CHAR1 DEFAULT SPACE
*"  EXPORTING
*"     VALUE(OUTPUT_LENGTH) TYPE  I
*"  TABLES
*"     BINARY_TAB
*"----------------------------------------------------------------------
  DATA width TYPE i.
  DATA from TYPE i.
  DATA size TYPE i.
  FIELD-SYMBOLS <line> TYPE any.
  FIELD-SYMBOLS <bytes> TYPE any.

  IF append_to_table IS INITIAL.
    CLEAR binary_tab[].
  ENDIF.
  output_length = xstrlen( buffer ).
  WHILE from < output_length.
    APPEND INITIAL LINE TO binary_tab ASSIGNING <line>.
    ASSIGN COMPONENT 1 OF STRUCTURE <line> TO <bytes>.
    IF sy-subrc <> 0.
      ASSIGN <line> TO <bytes>.
    ENDIF.
    DESCRIBE FIELD <bytes> LENGTH width IN BYTE MODE.
    size = nmin( val1 = width val2 = output_length - from ).
    <bytes> = buffer+from(size).
    from = from + size.
  ENDWHILE.
ENDFUNCTION.
