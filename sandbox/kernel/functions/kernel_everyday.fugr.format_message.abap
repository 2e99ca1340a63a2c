FUNCTION format_message.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(ID) TYPE  SYMSGID DEFAULT SY-MSGID
*"     VALUE(LANG) TYPE  CHAR2 DEFAULT '-D'
*"     VALUE(NO) TYPE  SYMSGNO DEFAULT SY-MSGNO
*"     VALUE(V1) TYPE  SYMSGV DEFAULT SY-MSGV1
*"     VALUE(V2) TYPE  SYMSGV DEFAULT SY-MSGV2
*"     VALUE(V3) TYPE  SYMSGV DEFAULT SY-MSGV3
*"     VALUE(V4) TYPE  SYMSGV DEFAULT SY-MSGV4
*"  EXPORTING
*"     VALUE(MSG)
*"  EXCEPTIONS
*"      NOT_FOUND
*"----------------------------------------------------------------------
  DATA text TYPE string.
  DATA saved TYPE symsg.

  SELECT COUNT(*) FROM t100 WHERE arbgb = @id AND msgnr = @no INTO @DATA(count).
  IF count = 0.
    RAISE not_found.
  ENDIF.
  MOVE-CORRESPONDING sy TO saved.
  MESSAGE ID id TYPE 'S' NUMBER no WITH v1 v2 v3 v4 INTO text.
  MOVE-CORRESPONDING saved TO sy.
  msg = text.
ENDFUNCTION.
