FUNCTION message_text_build.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(MSGID) TYPE  SYMSGID
*"     VALUE(MSGNR) TYPE  SYMSGNO
*"     VALUE(MSGV1) TYPE  SYMSGV DEFAULT SPACE
*"     VALUE(MSGV2) TYPE  SYMSGV DEFAULT SPACE
*"     VALUE(MSGV3) TYPE  SYMSGV DEFAULT SPACE
*"     VALUE(MSGV4) TYPE  SYMSGV DEFAULT SPACE
*"  EXPORTING
*"     VALUE(MESSAGE_TEXT_OUTPUT)
*"----------------------------------------------------------------------
  DATA text TYPE string.
  DATA saved TYPE symsg.

  MOVE-CORRESPONDING sy TO saved.
  MESSAGE ID msgid TYPE 'S' NUMBER msgnr WITH msgv1 msgv2 msgv3 msgv4 INTO text.
  MOVE-CORRESPONDING saved TO sy.
  message_text_output = text.
ENDFUNCTION.
