FUNCTION dd_e071_to_dd.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(OBJECT) TYPE  TROBJTYPE
*"     VALUE(OBJ_NAME) TYPE  TROBJ_NAME
*"  EXPORTING
*"     VALUE(NAME) TYPE  DDOBJNAME
*"     VALUE(ID) TYPE  DDOBJECTID
*"  EXCEPTIONS
*"      ILLEGAL_INPUT
*"----------------------------------------------------------------------
  CLEAR: name, id.
  IF object IS INITIAL OR obj_name IS INITIAL.
    RAISE illegal_input.
  ENDIF.
  IF object <> 'XINX' AND object <> 'INDX'.
    name = obj_name.
  ELSEIF strlen( obj_name ) > 30.
    " the name of the table takes thirty characters, in old entries ten
    name = obj_name(30).
    id = obj_name+30.
  ELSE.
    name = obj_name(10).
    id = obj_name+10.
  ENDIF.
ENDFUNCTION.
