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
    "! Date and time later by SECS seconds.
    CLASS-METHODS td_add
      IMPORTING
        !date     TYPE d
        !time     TYPE t
        !secs     TYPE numeric
      EXPORTING
        !res_date TYPE d
        !res_time TYPE t
      RAISING
        cx_parameter_invalid_range.
    "! Seconds from the second date and time to the first.
    CLASS-METHODS td_subtract
      IMPORTING
        !date1    TYPE d
        !time1    TYPE t
        !date2    TYPE d
        !time2    TYPE t
      EXPORTING
        !res_secs TYPE numeric
      RAISING
        cx_parameter_invalid_type
        cx_parameter_invalid_range.
    "! UTC as date and time of the system, whose time zone is UTC here.
    CLASS-METHODS systemtstmp_utc2syst
      IMPORTING
        !utc_tstmp TYPE p
      EXPORTING
        !syst_date TYPE d
        !syst_time TYPE t
      RAISING
        cx_parameter_invalid_range.
    CLASS-METHODS systemtstmp_syst2utc
      IMPORTING
        !syst_date TYPE d
        !syst_time TYPE t
      EXPORTING
        !utc_tstmp TYPE p
      RAISING
        cx_parameter_invalid_range.
    CLASS-METHODS utclong2tstmp
      IMPORTING
        !utclong         TYPE utclong
      RETURNING
        VALUE(timestamp) TYPE timestampl.
    CLASS-METHODS utclong2tstmp_short
      IMPORTING
        !utclong         TYPE utclong
      RETURNING
        VALUE(timestamp) TYPE timestamp.
    CLASS-METHODS tstmp2utclong
      IMPORTING
        !timestamp     TYPE p
      RETURNING
        VALUE(utclong) TYPE utclong
      RAISING
        cx_parameter_invalid_range.
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

  METHOD td_add.
    DATA stamp TYPE timestampl.
    stamp = |{ date }{ time }|.
    systemtstmp_utc2syst(
      EXPORTING
        utc_tstmp = add(
          tstmp = stamp
          secs  = secs )
      IMPORTING
        syst_date = res_date
        syst_time = res_time ).
  ENDMETHOD.

  METHOD td_subtract.
    DATA first TYPE timestampl.
    DATA second TYPE timestampl.
    first = |{ date1 }{ time1 }|.
    second = |{ date2 }{ time2 }|.
    res_secs = subtract(
      tstmp1 = first
      tstmp2 = second ).
  ENDMETHOD.

  METHOD systemtstmp_utc2syst.
    DATA whole TYPE n LENGTH 14.
    to_seconds( utc_tstmp ).
    whole = trunc( utc_tstmp ).
    syst_date = whole(8).
    syst_time = whole+8(6).
  ENDMETHOD.

  METHOD systemtstmp_syst2utc.
    DATA stamp TYPE timestamp.
    stamp = |{ syst_date }{ syst_time }|.
    to_seconds( stamp ).
    utc_tstmp = stamp.
  ENDMETHOD.

  METHOD utclong2tstmp.
    DATA text TYPE string.
    DATA digits TYPE string.
    text = |{ utclong }|.
    IF utclong IS INITIAL.
      RETURN.
    ENDIF.
    digits = text(4) && text+5(2) && text+8(2) && text+11(2) && text+14(2) && text+17.
    timestamp = digits.
  ENDMETHOD.

  METHOD utclong2tstmp_short.
    timestamp = trunc( utclong2tstmp( utclong ) ).
  ENDMETHOD.

  METHOD tstmp2utclong.
    DATA digits TYPE string.
    DATA long TYPE timestampl.
    IF timestamp = 0.
      RETURN.
    ENDIF.
    to_seconds( timestamp ).
    long = timestamp.
    digits = |{ long }|.
    utclong = |{ digits(4) }-{ digits+4(2) }-{ digits+6(2) } { digits+8(2) }:{ digits+10(2) }:{ digits+12 }|.
  ENDMETHOD.

  METHOD move_to_short.
    tstmp_out = trunc( tstmp_src ).
  ENDMETHOD.

  METHOD get_system_timezone.
    system_timezone = sy-zonlo.
  ENDMETHOD.
ENDCLASS.
