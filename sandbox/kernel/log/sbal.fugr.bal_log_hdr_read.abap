FUNCTION bal_log_hdr_read.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(I_LOG_HANDLE) TYPE  BALLOGHNDL
*"     VALUE(I_LANGU) TYPE  SYLANGU DEFAULT SY-LANGU
*"  EXPORTING
*"     VALUE(E_S_LOG) TYPE  BAL_S_LOG
*"     VALUE(E_EXISTS_ON_DB) TYPE  BOOLEAN
*"     VALUE(E_IS_MODIFIED) TYPE  BOOLEAN
*"     VALUE(E_LOGNUMBER) TYPE  BALOGNR
*"     VALUE(E_STATISTICS) TYPE  BAL_S_SCNT
*"     VALUE(E_TXT_OBJECT)
*"     VALUE(E_TXT_SUBOBJECT)
*"     VALUE(E_TXT_PROBCLASS)
*"  EXCEPTIONS
*"      LOG_NOT_FOUND
*"----------------------------------------------------------------------
  DATA(log) = kernel_log=>find( i_log_handle ).
  IF log IS NOT BOUND.
    RAISE log_not_found.
  ENDIF.
  e_s_log = log->header.
  e_exists_on_db = log->is_on_db.
  e_is_modified = log->is_modified.
  e_lognumber = log->lognumber.
  e_statistics = log->counts( ).
  e_txt_object = kernel_log_texts=>object( name = log->header-object language = i_langu ).
  e_txt_subobject = kernel_log_texts=>subobject(
    object = log->header-object name = log->header-subobject language = i_langu ).
  DATA(row) = log->row( ).
  e_txt_probclass = kernel_log_texts=>problem_class( row-probclass ).
ENDFUNCTION.
