FUNCTION ddif_state_get.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(TYPE) TYPE  DDOBJTYP
*"     VALUE(NAME) TYPE  DDOBJNAME
*"     VALUE(ID) TYPE  DDOBJECTID OPTIONAL
*"     VALUE(STATE) TYPE  DDOBJSTATE DEFAULT 'A'
*"  EXPORTING
*"     VALUE(GOTSTATE) TYPE  DDGOTSTATE
*"  EXCEPTIONS
*"      ILLEGAL_INPUT
*"----------------------------------------------------------------------
  CLEAR gotstate.
  IF name IS INITIAL OR type IS INITIAL.
    RAISE illegal_input.
  ENDIF.
  IF state <> 'A'.
    " N and M look for the inactive version first
    SELECT COUNT(*) FROM dwinactiv WHERE object = type AND obj_name = name.
    IF sy-dbcnt > 0.
      gotstate = 'N'.
      RETURN.
    ELSEIF state = 'N'.
      RETURN.
    ENDIF.
  ENDIF.
  CASE type.
    WHEN 'TABL'.
      SELECT COUNT(*) FROM dd02l WHERE tabname = name AND as4local = 'A'.
    WHEN 'DTEL'.
      SELECT COUNT(*) FROM dd04l WHERE rollname = name AND as4local = 'A'.
    WHEN 'DOMA'.
      SELECT COUNT(*) FROM dd01l WHERE domname = name AND as4local = 'A'.
    WHEN OTHERS.
      SELECT COUNT(*) FROM tadir WHERE pgmid = 'R3TR' AND object = type AND obj_name = name.
  ENDCASE.
  IF sy-dbcnt > 0.
    gotstate = 'A'.
  ENDIF.
ENDFUNCTION.
