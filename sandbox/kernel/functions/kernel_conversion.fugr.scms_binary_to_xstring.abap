FUNCTION scms_binary_to_xstring.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(INPUT_LENGTH) TYPE  I
*"     VALUE(FIRST_LINE) TYPE  I DEFAULT 0
*"     VALUE(LAST_LINE) TYPE  I DEFAULT 0
*"  EXPORTING
*"     VALUE(BUFFER) TYPE  XSTRING
*"  TABLES
*"     BINARY_TAB
*"  EXCEPTIONS
*"     FAILED
*"----------------------------------------------------------------------
  FIELD-SYMBOLS <line> TYPE any.
  FIELD-SYMBOLS <bytes> TYPE any.

  CLEAR buffer.
  LOOP AT binary_tab ASSIGNING <line>.
    IF sy-tabix < first_line OR ( last_line > 0 AND sy-tabix > last_line ).
      CONTINUE.
    ENDIF.
    ASSIGN COMPONENT 1 OF STRUCTURE <line> TO <bytes>.
    IF sy-subrc <> 0.
      ASSIGN <line> TO <bytes>.
    ENDIF.
    CONCATENATE buffer <bytes> INTO buffer IN BYTE MODE.
  ENDLOOP.
  IF xstrlen( buffer ) < input_length.
    RAISE failed.
  ENDIF.
  buffer = buffer(input_length).
ENDFUNCTION.
