"! Arithmetic with time stamps of the form YYYYMMDDhhmmss, with or without fractions of seconds, in UTC.
CLASS cl_abap_tstmp DEFINITION PUBLIC FINAL CREATE PRIVATE.
  PUBLIC SECTION.
    "! TSTMP later by SECS seconds.
    CLASS-METHODS add
      IMPORTING
        !tstmp         TYPE p
        !secs          TYPE numeric
      RETURNING
        VALUE(r_tstmp) TYPE timestampl
      RAISING
        cx_parameter_invalid_range.
    CLASS-METHODS subtractsecs
      IMPORTING
        !tstmp         TYPE p
        !secs          TYPE numeric
      RETURNING
        VALUE(r_tstmp) TYPE timestampl
      RAISING
        cx_parameter_invalid_range.
    "! Seconds from TSTMP2 to TSTMP1.
    CLASS-METHODS subtract
      IMPORTING
        !tstmp1       TYPE p
        !tstmp2       TYPE p
      RETURNING
        VALUE(r_secs) TYPE timestampl
      RAISING
        cx_parameter_invalid_range.
    "! -1, 0 or 1: TSTMP1 is earlier, the same, later.
    CLASS-METHODS compare
      IMPORTING
        !tstmp1     TYPE p
        !tstmp2     TYPE p
      RETURNING
        VALUE(comp) TYPE i.
    "! TSTMP_SRC as it fits TSTMP_TGT: fractions of seconds are cut where the target has none.
    CLASS-METHODS move
      IMPORTING
        !tstmp_src TYPE p
      EXPORTING
        !tstmp_tgt TYPE p
      RAISING
        cx_parameter_invalid_range
        cx_parameter_invalid_type.
    CLASS-METHODS move_to_short
      IMPORTING
        !tstmp_src      TYPE p
      RETURNING
        VALUE(tstmp_out) TYPE timestamp.
    CLASS-METHODS get_system_timezone
      RETURNING
        VALUE(system_timezone) TYPE tznzone.
  PRIVATE SECTION.
    CLASS-METHODS to_seconds
      IMPORTING
        !tstmp         TYPE p
      RETURNING
        VALUE(seconds) TYPE timestampl
      RAISING
        cx_parameter_invalid_range.
    CLASS-METHODS from_seconds
      IMPORTING
        !seconds     TYPE timestampl
      RETURNING
        VALUE(tstmp) TYPE timestampl.
ENDCLASS.

CLASS cl_abap_tstmp IMPLEMENTATION.
  METHOD to_seconds.
    DATA whole TYPE n LENGTH 14.
    DATA date TYPE d.
    DATA days TYPE i.
    whole = trunc( tstmp ).
    date = whole(8).
    days = date.
    IF days = 0 OR whole+8(2) > 23 OR whole+10(2) > 59 OR whole+12(2) > 59.
      RAISE EXCEPTION TYPE cx_parameter_invalid_range
        EXPORTING
          parameter = `TSTMP`
          value     = |{ whole }|.
    ENDIF.
    seconds = days.
    seconds = seconds * 86400 + whole+8(2) * 3600 + whole+10(2) * 60 + whole+12(2) + frac( tstmp ).
  ENDMETHOD.

  METHOD from_seconds.
    DATA whole TYPE timestampl.
    DATA fraction TYPE timestampl.
    DATA days TYPE i.
    DATA rest TYPE i.
    DATA date TYPE d.
    DATA text TYPE string.
    whole = floor( seconds ).
    days = whole DIV 86400.
    rest = whole MOD 86400.
    date = days.
    text = |{ date }{ rest DIV 3600 WIDTH = 2 ALIGN = RIGHT PAD = '0' }|
        && |{ rest MOD 3600 DIV 60 WIDTH = 2 ALIGN = RIGHT PAD = '0' }{ rest MOD 60 WIDTH = 2 ALIGN = RIGHT PAD = '0' }|.
    tstmp = text.
    fraction = seconds - whole.
    IF fraction <> 0.
      tstmp = tstmp + fraction.
    ENDIF.
  ENDMETHOD.

  METHOD add.
    DATA seconds TYPE timestampl.
    seconds = to_seconds( tstmp ) + secs.
    r_tstmp = from_seconds( seconds ).
  ENDMETHOD.

  METHOD subtractsecs.
    DATA seconds TYPE timestampl.
    seconds = to_seconds( tstmp ) - secs.
    r_tstmp = from_seconds( seconds ).
  ENDMETHOD.

  METHOD subtract.
    r_secs = to_seconds( tstmp1 ) - to_seconds( tstmp2 ).
  ENDMETHOD.

  METHOD compare.
    comp = COND #( WHEN tstmp1 < tstmp2 THEN -1 WHEN tstmp1 > tstmp2 THEN 1 ELSE 0 ).
  ENDMETHOD.

  METHOD move.
    DATA decimals TYPE i.
    to_seconds( tstmp_src ).
    DESCRIBE FIELD tstmp_tgt DECIMALS decimals.
    tstmp_tgt = COND timestampl( WHEN decimals = 0 THEN trunc( tstmp_src ) ELSE tstmp_src ).
  ENDMETHOD.

  METHOD move_to_short.
    tstmp_out = trunc( tstmp_src ).
  ENDMETHOD.

  METHOD get_system_timezone.
    system_timezone = sy-zonlo.
  ENDMETHOD.
ENDCLASS.
