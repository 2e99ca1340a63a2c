FUNCTION ddif_tabl_get.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(NAME) TYPE  DDOBJNAME
*"     VALUE(STATE) TYPE  DDOBJSTATE DEFAULT 'A'
*"     VALUE(LANGU) TYPE  SYLANGU DEFAULT SPACE
*"  EXPORTING
*"     VALUE(GOTSTATE) TYPE  DDGOTSTATE
*"     VALUE(DD02V_WA) TYPE  DD02V
*"     VALUE(DD09L_WA) TYPE  DD09V
*"  TABLES
*"      DD03P_TAB STRUCTURE  DD03P OPTIONAL
*"      DD05M_TAB STRUCTURE  DD05M OPTIONAL
*"      DD08V_TAB STRUCTURE  DD08V OPTIONAL
*"      DD12V_TAB STRUCTURE  DD12V OPTIONAL
*"      DD17V_TAB STRUCTURE  DD17V OPTIONAL
*"      DD35V_TAB STRUCTURE  DD35V OPTIONAL
*"      DD36M_TAB STRUCTURE  DD36M OPTIONAL
*"  EXCEPTIONS
*"      ILLEGAL_INPUT
*"----------------------------------------------------------------------
  DATA field TYPE dd03p.

  " without a language no texts are read; what does not exist leaves everything initial
  CLEAR: gotstate, dd02v_wa, dd09l_wa, dd03p_tab[].
  CLEAR: dd05m_tab[], dd08v_tab[], dd12v_tab[], dd17v_tab[], dd35v_tab[], dd36m_tab[].
  IF name IS INITIAL.
    RAISE illegal_input.
  ENDIF.
  SELECT SINGLE * FROM dd02l INTO CORRESPONDING FIELDS OF dd02v_wa
    WHERE tabname = name AND as4local = 'A'.
  IF sy-subrc <> 0.
    RETURN.
  ENDIF.
  gotstate = 'A'.
  dd02v_wa-ddlanguage = langu.
  SELECT SINGLE ddtext FROM dd02t INTO dd02v_wa-ddtext
    WHERE tabname = name AND ddlanguage = langu AND as4local = 'A'.
  SELECT SINGLE * FROM dd09l INTO CORRESPONDING FIELDS OF dd09l_wa
    WHERE tabname = name AND as4local = 'A'.
  SELECT * FROM dd03l INTO CORRESPONDING FIELDS OF field
    WHERE tabname = name AND as4local = 'A' ORDER BY position.
    field-ddlanguage = langu.
    CLEAR: field-ddtext, field-reptext, field-scrtext_s, field-scrtext_m, field-scrtext_l.
    IF field-rollname IS NOT INITIAL.
      SELECT SINGLE ddtext reptext scrtext_s scrtext_m scrtext_l FROM dd04t
        INTO CORRESPONDING FIELDS OF field
        WHERE rollname = field-rollname AND ddlanguage = langu AND as4local = 'A'.
    ENDIF.
    APPEND field TO dd03p_tab.
  ENDSELECT.
ENDFUNCTION.
