FUNCTION rs_inactive_objects_warning.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(SUPPRESS_PROTOCOL) TYPE  CHAR1 DEFAULT SPACE
*"     VALUE(WITH_PROGRAM_INCLUDES) TYPE  CHAR1 DEFAULT SPACE
*"     VALUE(SUPPRESS_DICTIONARY_CHECK) TYPE  CHAR1 DEFAULT SPACE
*"  TABLES
*"      P_E071 STRUCTURE  E071 OPTIONAL
*"      P_XMSG STRUCTURE  SPROT_U OPTIONAL
*"----------------------------------------------------------------------
  DATA entry TYPE e071.
  DATA message TYPE sprot_u.

  CLEAR p_xmsg[].
  LOOP AT p_e071 INTO entry.
    SELECT COUNT(*) FROM dwinactiv WHERE object = entry-object AND obj_name = entry-obj_name.
    IF sy-dbcnt > 0.
      message-severity = 'W'.
      message-var1 = |{ entry-object } { entry-obj_name } is inactive|.
      APPEND message TO p_xmsg.
    ENDIF.
  ENDLOOP.
ENDFUNCTION.
