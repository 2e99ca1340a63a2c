FUNCTION ddif_doma_get.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(NAME) TYPE  DDOBJNAME
*"     VALUE(STATE) TYPE  DDOBJSTATE DEFAULT 'A'
*"     VALUE(LANGU) TYPE  SYLANGU DEFAULT SPACE
*"  EXPORTING
*"     VALUE(GOTSTATE) TYPE  DDGOTSTATE
*"     VALUE(DD01V_WA) TYPE  DD01V
*"  TABLES
*"      DD07V_TAB STRUCTURE  DD07V OPTIONAL
*"  EXCEPTIONS
*"      ILLEGAL_INPUT
*"----------------------------------------------------------------------
  DATA value TYPE dd07v.

  " without a language no texts are read; what does not exist leaves everything initial
  CLEAR: gotstate, dd01v_wa, dd07v_tab[].
  IF name IS INITIAL.
    RAISE illegal_input.
  ENDIF.
  SELECT SINGLE * FROM dd01l INTO CORRESPONDING FIELDS OF dd01v_wa
    WHERE domname = name AND as4local = 'A'.
  IF sy-subrc <> 0.
    RETURN.
  ENDIF.
  gotstate = 'A'.
  dd01v_wa-ddlanguage = langu.
  SELECT SINGLE ddtext FROM dd01t INTO dd01v_wa-ddtext
    WHERE domname = name AND ddlanguage = langu AND as4local = 'A'.
  SELECT * FROM dd07l INTO CORRESPONDING FIELDS OF value
    WHERE domname = name AND as4local = 'A' ORDER BY valpos.
    value-ddlanguage = langu.
    CLEAR value-ddtext.
    SELECT SINGLE ddtext FROM dd07t INTO value-ddtext
      WHERE domname = name AND ddlanguage = langu AND valpos = value-valpos AND as4local = 'A'.
    APPEND value TO dd07v_tab.
  ENDSELECT.
ENDFUNCTION.
