FUNCTION seo_interface_implem_get_all.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(INTKEY) TYPE  SEOCLSKEY
*"  EXPORTING
*"     VALUE(IMPKEYS) TYPE  SEOR_IMPLEMENTING_KEYS
*"  EXCEPTIONS
*"      NOT_EXISTING
*"----------------------------------------------------------------------
  " subclasses inherit the interface and have no relation of their own
  DATA key TYPE seoclskey.

  key-clsname = to_upper( intkey-clsname ).
  CLEAR impkeys.
  CALL FUNCTION 'SEO_INTERFACE_EXISTENCE_CHECK'
    EXPORTING
      intkey = key
    EXCEPTIONS
      OTHERS = 1.
  IF sy-subrc <> 0.
    RAISE not_existing.
  ENDIF.
  SELECT clsname, refclsname FROM seometarel
    WHERE refclsname = @key-clsname AND reltype = '1'
    ORDER BY clsname
    INTO CORRESPONDING FIELDS OF TABLE @impkeys.
ENDFUNCTION.
