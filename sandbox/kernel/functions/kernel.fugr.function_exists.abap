FUNCTION function_exists.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(FUNCNAME) TYPE  RS38L_FNAM
*"  EXCEPTIONS
*"      FUNCTION_NOT_EXIST
*"----------------------------------------------------------------------
  DATA known TYPE abap_bool.
  WRITE '@KERNEL known.set(Object.hasOwn(abap.FunctionModules, funcname.get().trimEnd().toUpperCase()) ? "X" : "");'.
  IF known = abap_false.
    RAISE function_not_exist.
  ENDIF.
ENDFUNCTION.
