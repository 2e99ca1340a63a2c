FUNCTION bal_object_select.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(I_OBJECT) TYPE  BALOBJ_D
*"  EXPORTING
*"     VALUE(E_BALOBJ) TYPE  BALOBJ
*"     VALUE(E_T_BALSUB) TYPE  BAL_T_SUB
*"     VALUE(E_OBJECT_HAS_SUBOBJECTS) TYPE  BOOLEAN
*"  EXCEPTIONS
*"      OBJECT_NOT_FOUND
*"----------------------------------------------------------------------
  SELECT SINGLE * FROM balobj WHERE object = @i_object INTO @e_balobj.
  IF sy-subrc <> 0.
    RAISE object_not_found.
  ENDIF.
  SELECT * FROM balsub WHERE object = @i_object ORDER BY subobject INTO TABLE @e_t_balsub.
  e_object_has_subobjects = xsdbool( e_t_balsub IS NOT INITIAL ).
ENDFUNCTION.
