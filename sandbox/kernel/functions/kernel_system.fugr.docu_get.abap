FUNCTION docu_get.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(ID) TYPE  DOKU_ID
*"     VALUE(LANGU) TYPE  SYLANGU
*"     VALUE(OBJECT) TYPE  DOKU_OBJ
*"     VALUE(TYP) TYPE  DOKU_TYP DEFAULT 'E'
*"     VALUE(VERSION) TYPE  NUMC4 DEFAULT 0
*"  TABLES
*"      LINE STRUCTURE  TLINE OPTIONAL
*"  EXCEPTIONS
*"      NO_DOCU_ON_SCREEN
*"      NO_DOCU_SELF_DEF
*"      NO_DOCU_TEMP
*"      RET_CODE
*"----------------------------------------------------------------------
  " no documents are kept
  CLEAR line[].
  RAISE ret_code.
ENDFUNCTION.
