FUNCTION ddif_dtel_get.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(NAME) TYPE  DDOBJNAME
*"     VALUE(STATE) TYPE  DDOBJSTATE DEFAULT 'A'
*"     VALUE(LANGU) TYPE  SYLANGU DEFAULT SPACE
*"  EXPORTING
*"     VALUE(GOTSTATE) TYPE  DDGOTSTATE
*"     VALUE(DD04V_WA) TYPE  DD04V
*"  EXCEPTIONS
*"      ILLEGAL_INPUT
*"----------------------------------------------------------------------
  " without a language no texts are read; what does not exist leaves everything initial
  CLEAR: gotstate, dd04v_wa.
  IF name IS INITIAL.
    RAISE illegal_input.
  ENDIF.
  SELECT SINGLE * FROM dd04l INTO CORRESPONDING FIELDS OF dd04v_wa
    WHERE rollname = name AND as4local = 'A'.
  IF sy-subrc <> 0.
    RETURN.
  ENDIF.
  gotstate = 'A'.
  dd04v_wa-ddlanguage = langu.
  SELECT SINGLE ddtext reptext scrtext_s scrtext_m scrtext_l FROM dd04t
    INTO CORRESPONDING FIELDS OF dd04v_wa
    WHERE rollname = name AND ddlanguage = langu AND as4local = 'A'.
ENDFUNCTION.
