"! Dates in the formats of user records: 1 DD.MM.YYYY, 2 MM/DD/YYYY, 3 MM-DD-YYYY, 4 YYYY.MM.DD, 5 YYYY/MM/DD, 6 YYYY-MM-DD.
CLASS cl_abap_datfm DEFINITION PUBLIC CREATE PUBLIC.
  PUBLIC SECTION.
    CLASS-METHODS conv_date_ext_to_int
      IMPORTING
        !im_datext   TYPE csequence
        !im_datfmdes TYPE csequence OPTIONAL
      EXPORTING
        !ex_datint   TYPE d
        !ex_datfmused TYPE csequence
      RAISING
        cx_abap_datfm_no_date
        cx_abap_datfm_invalid_date
        cx_abap_datfm_format_unknown
        cx_abap_datfm_ambiguous.
    CLASS-METHODS conv_date_int_to_ext
      IMPORTING
        !im_datint   TYPE d
        !im_datfmdes TYPE csequence OPTIONAL
      EXPORTING
        !ex_datext   TYPE csequence
      RAISING
        cx_abap_datfm_format_unknown.
  PRIVATE SECTION.
    "! Where day, month and year stand: the format as a pattern.
    CLASS-METHODS pattern
      IMPORTING
        !format       TYPE csequence
      RETURNING
        VALUE(result) TYPE string
      RAISING
        cx_abap_datfm_format_unknown.
ENDCLASS.

CLASS cl_abap_datfm IMPLEMENTATION.
  METHOD pattern.
    DATA chosen TYPE string.
    chosen = condense( |{ format }| ).
    result = SWITCH #( chosen
      WHEN `1` OR `` THEN `DD.MM.YYYY`
      WHEN `2` THEN `MM/DD/YYYY`
      WHEN `3` THEN `MM-DD-YYYY`
      WHEN `4` THEN `YYYY.MM.DD`
      WHEN `5` THEN `YYYY/MM/DD`
      WHEN `6` THEN `YYYY-MM-DD` ).
    IF result IS INITIAL.
      RAISE EXCEPTION TYPE cx_abap_datfm_format_unknown.
    ENDIF.
  ENDMETHOD.

  METHOD conv_date_ext_to_int.
    DATA format TYPE string.
    DATA text TYPE string.
    DATA digits TYPE string.
    DATA date TYPE d.
    DATA days TYPE i.
    DATA same TYPE d.
    CLEAR: ex_datint, ex_datfmused.
    format = pattern( im_datfmdes ).
    text = condense( |{ im_datext }| ).
    " a date without separators has the order of the format
    IF strlen( text ) = 8 AND text CO `0123456789`.
      format = replace( val = format regex = `[^A-Z]` with = `` occ = 0 ).
    ELSEIF strlen( text ) <> 10 OR substring( val = text off = find( val = format regex = `[^A-Z]` ) len = 1 ) <> substring( val = format off = find( val = format regex = `[^A-Z]` ) len = 1 ).
      RAISE EXCEPTION TYPE cx_abap_datfm_no_date.
    ENDIF.
    digits = substring( val = text off = find( val = format sub = `YYYY` ) len = 4 )
      && substring( val = text off = find( val = format sub = `MM` ) len = 2 )
      && substring( val = text off = find( val = format sub = `DD` ) len = 2 ).
    IF digits CN `0123456789`.
      RAISE EXCEPTION TYPE cx_abap_datfm_no_date.
    ENDIF.
    date = digits.
    days = date.
    same = days.
    IF days = 0 OR same <> date.
      RAISE EXCEPTION TYPE cx_abap_datfm_invalid_date.
    ENDIF.
    ex_datint = date.
    ex_datfmused = im_datfmdes.
  ENDMETHOD.

  METHOD conv_date_int_to_ext.
    DATA text TYPE string.
    text = pattern( im_datfmdes ).
    text = replace( val = text sub = `YYYY` with = |{ im_datint(4) }| ).
    text = replace( val = text sub = `MM` with = |{ im_datint+4(2) }| ).
    ex_datext = replace( val = text sub = `DD` with = |{ im_datint+6(2) }| ).
  ENDMETHOD.
ENDCLASS.
