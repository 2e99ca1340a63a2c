FUNCTION bal_subobject_select.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(I_OBJECT) TYPE  BALOBJ_D
*"     VALUE(I_SUBOBJECT) TYPE  BALSUBOBJ
*"  EXPORTING
*"     VALUE(E_BALSUB) TYPE  BALSUB
*"  EXCEPTIONS
*"      SUBOBJECT_NOT_FOUND
*"----------------------------------------------------------------------
  SELECT SINGLE * FROM balsub WHERE object = @i_object AND subobject = @i_subobject INTO @e_balsub.
  IF sy-subrc <> 0.
    RAISE subobject_not_found.
  ENDIF.
ENDFUNCTION.
