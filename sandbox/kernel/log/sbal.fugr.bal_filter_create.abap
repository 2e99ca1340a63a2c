FUNCTION bal_filter_create.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(I_OBJECT) TYPE  BALOBJ_D OPTIONAL
*"     VALUE(I_SUBOBJECT) TYPE  BALSUBOBJ OPTIONAL
*"     VALUE(I_EXTNUMBER) TYPE  BALNREXT OPTIONAL
*"     VALUE(I_ALDATE_FROM) TYPE  BALDATE OPTIONAL
*"     VALUE(I_ALDATE_TO) TYPE  BALDATE OPTIONAL
*"     VALUE(I_ALTIME_FROM) TYPE  BALTIME OPTIONAL
*"     VALUE(I_ALTIME_TO) TYPE  BALTIME OPTIONAL
*"     VALUE(I_PROBCLASS_FROM) TYPE  BALPROBCL OPTIONAL
*"     VALUE(I_PROBCLASS_TO) TYPE  BALPROBCL OPTIONAL
*"     VALUE(I_ALPROG) TYPE  BALPROG OPTIONAL
*"     VALUE(I_ALTCODE) TYPE  BALTCODE OPTIONAL
*"     VALUE(I_ALUSER) TYPE  BALUSER OPTIONAL
*"     VALUE(I_ALMODE) TYPE  BALMODE OPTIONAL
*"     VALUE(I_T_LOGNUMBER) TYPE  BAL_T_LOGN OPTIONAL
*"  EXPORTING
*"     VALUE(E_S_LOG_FILTER) TYPE  BAL_S_LFIL
*"----------------------------------------------------------------------
  CLEAR e_s_log_filter.
  IF i_object IS NOT INITIAL.
    APPEND VALUE #( sign = 'I' option = COND #( WHEN i_object CA '*+' THEN 'CP' ELSE 'EQ' ) low = i_object )
      TO e_s_log_filter-object.
  ENDIF.
  IF i_subobject IS NOT INITIAL.
    APPEND VALUE #( sign = 'I' option = COND #( WHEN i_subobject CA '*+' THEN 'CP' ELSE 'EQ' ) low = i_subobject )
      TO e_s_log_filter-subobject.
  ENDIF.
  IF i_extnumber IS NOT INITIAL.
    APPEND VALUE #( sign = 'I' option = COND #( WHEN i_extnumber CA '*+' THEN 'CP' ELSE 'EQ' ) low = i_extnumber )
      TO e_s_log_filter-extnumber.
  ENDIF.
  IF i_alprog IS NOT INITIAL.
    APPEND VALUE #( sign = 'I' option = COND #( WHEN i_alprog CA '*+' THEN 'CP' ELSE 'EQ' ) low = i_alprog )
      TO e_s_log_filter-alprog.
  ENDIF.
  IF i_altcode IS NOT INITIAL.
    APPEND VALUE #( sign = 'I' option = COND #( WHEN i_altcode CA '*+' THEN 'CP' ELSE 'EQ' ) low = i_altcode )
      TO e_s_log_filter-altcode.
  ENDIF.
  IF i_aluser IS NOT INITIAL.
    APPEND VALUE #( sign = 'I' option = COND #( WHEN i_aluser CA '*+' THEN 'CP' ELSE 'EQ' ) low = i_aluser )
      TO e_s_log_filter-aluser.
  ENDIF.
  IF i_almode IS NOT INITIAL.
    APPEND VALUE #( sign = 'I' option = COND #( WHEN i_almode CA '*+' THEN 'CP' ELSE 'EQ' ) low = i_almode )
      TO e_s_log_filter-almode.
  ENDIF.
  IF i_probclass_from IS NOT INITIAL OR i_probclass_to IS NOT INITIAL.
    APPEND VALUE #( sign = 'I' option = 'BT' low = i_probclass_from high = i_probclass_to )
      TO e_s_log_filter-probclass.
  ENDIF.
  LOOP AT i_t_lognumber INTO DATA(number).
    APPEND VALUE #( sign = 'I' option = 'EQ' low = number ) TO e_s_log_filter-lognumber.
  ENDLOOP.
  e_s_log_filter-date_time = VALUE #(
    date_from = i_aldate_from time_from = i_altime_from date_to = i_aldate_to
    time_to = COND #( WHEN i_aldate_to IS NOT INITIAL AND i_altime_to IS INITIAL THEN '235959' ELSE i_altime_to ) ).
ENDFUNCTION.
