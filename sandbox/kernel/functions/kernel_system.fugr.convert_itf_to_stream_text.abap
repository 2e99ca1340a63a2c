FUNCTION convert_itf_to_stream_text.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(LANGUAGE) TYPE  SYLANGU DEFAULT SY-LANGU
*"     VALUE(LF) TYPE  CHAR1 DEFAULT SPACE
*"  EXPORTING
*"     VALUE(STREAM_LINES) TYPE  STRING_TABLE
*"  TABLES
*"      ITF_TEXT STRUCTURE  TLINE OPTIONAL
*"      TEXT_STREAM OPTIONAL
*"----------------------------------------------------------------------
  DATA line TYPE string.
  DATA row TYPE tline.
  FIELD-SYMBOLS <last> TYPE string.
  FIELD-SYMBOLS <row> TYPE any.

  CLEAR: stream_lines, text_stream[].
  LOOP AT itf_text INTO row.
    " commands and comments are no text; what stands in <> marks formats
    IF row-tdformat = '/:' OR row-tdformat = '/*'.
      CONTINUE.
    ENDIF.
    line = row-tdline.
    IF row-tdformat <> '(' AND row-tdformat <> '/('.
      REPLACE ALL OCCURRENCES OF PCRE '<(?:/|\w{1,2})>' IN line WITH ''.
    ENDIF.
    UNASSIGN <last>.
    IF row-tdformat = '' OR row-tdformat = '='.
      READ TABLE stream_lines INDEX lines( stream_lines ) ASSIGNING <last>.
    ENDIF.
    IF <last> IS NOT ASSIGNED.
      APPEND line TO stream_lines.
    ELSEIF row-tdformat = '='.
      <last> = <last> && line.
    ELSE.
      <last> = |{ <last> } { line }|.
    ENDIF.
  ENDLOOP.
  LOOP AT stream_lines INTO line.
    APPEND INITIAL LINE TO text_stream ASSIGNING <row>.
    <row> = line.
  ENDLOOP.
ENDFUNCTION.
