FUNCTION seo_interface_existence_check.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(INTKEY) TYPE  SEOCLSKEY
*"  EXCEPTIONS
*"      NOT_SPECIFIED
*"      NOT_EXISTING
*"      IS_CLASS
*"      NO_TEXT
*"      INCONSISTENT
*"----------------------------------------------------------------------
  DATA name TYPE seoclsname.
  DATA kind TYPE seoclass-clstype.
  DATA description TYPE REF TO cl_abap_typedescr.

  name = to_upper( intkey-clsname ).
  IF name IS INITIAL.
    RAISE not_specified.
  ENDIF.
  SELECT SINGLE clstype FROM seoclass WHERE clsname = @name INTO @kind.
  IF sy-subrc <> 0.
    " what every system has is no row of the table here
    cl_abap_typedescr=>describe_by_name(
      EXPORTING p_name = name
      RECEIVING p_descr_ref = description
      EXCEPTIONS type_not_found = 1 ).
    IF sy-subrc <> 0.
      RAISE not_existing.
    ENDIF.
    CASE description->kind.
      WHEN cl_abap_typedescr=>kind_class.
        kind = '0'.
      WHEN cl_abap_typedescr=>kind_intf.
        kind = '1'.
      WHEN OTHERS.
        RAISE not_existing.
    ENDCASE.
  ENDIF.
  IF kind = '0'.
    RAISE is_class.
  ENDIF.
ENDFUNCTION.
