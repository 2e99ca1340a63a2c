FUNCTION bal_log_hdr_check.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(I_S_LOG) TYPE  BAL_S_LOG
*"  EXCEPTIONS
*"      LOG_OBJECT_SUBOBJECT_WRONG
*"      LOG_CONTEXT_INCONSISTENT
*"      LOG_PARAMETERS_INCONSISTENT
*"----------------------------------------------------------------------
  kernel_log=>check_header(
    EXPORTING header = i_s_log
    EXCEPTIONS log_object_subobject_wrong = 1 log_parameters_inconsistent = 2 ).
  CASE sy-subrc.
    WHEN 1.
      RAISE log_object_subobject_wrong.
    WHEN 2.
      RAISE log_parameters_inconsistent.
  ENDCASE.
ENDFUNCTION.
