"! Highest and lowest values of numeric types, dates, times and digits; types without an order have none.
CLASS cl_abap_exceptional_values DEFINITION PUBLIC ABSTRACT FINAL CREATE PRIVATE.
  PUBLIC SECTION.
    CLASS-METHODS get_max_value
      IMPORTING
        !in        TYPE any
      RETURNING
        VALUE(out) TYPE REF TO data.
    CLASS-METHODS get_min_value
      IMPORTING
        !in        TYPE any
      RETURNING
        VALUE(out) TYPE REF TO data.
  PRIVATE SECTION.
    "! The limit as a text; empty for types without one.
    CLASS-METHODS limit
      IMPORTING
        !in           TYPE any
        !is_max       TYPE abap_bool
      RETURNING
        VALUE(result) TYPE string.
    "! The greatest packed number of a length.
    CLASS-METHODS packed
      IMPORTING
        !length       TYPE i
        !decimals     TYPE i
      RETURNING
        VALUE(result) TYPE string.
    CLASS-METHODS with_value
      IMPORTING
        !in        TYPE any
        !text      TYPE string
      RETURNING
        VALUE(out) TYPE REF TO data.
ENDCLASS.

CLASS cl_abap_exceptional_values IMPLEMENTATION.
  METHOD get_max_value.
    out = with_value(
      in   = in
      text = limit(
        in     = in
        is_max = abap_true ) ).
  ENDMETHOD.

  METHOD get_min_value.
    out = with_value(
      in   = in
      text = limit(
        in     = in
        is_max = abap_false ) ).
  ENDMETHOD.

  METHOD with_value.
    FIELD-SYMBOLS <out> TYPE any.
    IF text IS INITIAL.
      RETURN.
    ENDIF.
    CREATE DATA out LIKE in.
    ASSIGN out->* TO <out>.
    <out> = text.
  ENDMETHOD.

  METHOD limit.
    DATA(type) = cl_abap_typedescr=>describe_by_data( in ).
    CASE type->type_kind.
      WHEN cl_abap_typedescr=>typekind_int.
        result = COND #( WHEN is_max = abap_true THEN `2147483647` ELSE `-2147483648` ).
      WHEN cl_abap_typedescr=>typekind_int8.
        result = COND #( WHEN is_max = abap_true THEN `9223372036854775807` ELSE `-9223372036854775808` ).
      WHEN cl_abap_typedescr=>typekind_int2.
        result = COND #( WHEN is_max = abap_true THEN `32767` ELSE `-32768` ).
      WHEN cl_abap_typedescr=>typekind_int1.
        result = COND #( WHEN is_max = abap_true THEN `255` ELSE `0` ).
      WHEN cl_abap_typedescr=>typekind_date.
        result = COND #( WHEN is_max = abap_true THEN `99991231` ELSE `00010101` ).
      WHEN cl_abap_typedescr=>typekind_time.
        result = COND #( WHEN is_max = abap_true THEN `235959` ELSE `000000` ).
      WHEN cl_abap_typedescr=>typekind_num.
        result = repeat(
          val = COND #( WHEN is_max = abap_true THEN `9` ELSE `0` )
          occ = type->length / cl_abap_char_utilities=>charsize ).
      WHEN cl_abap_typedescr=>typekind_packed.
        result = packed(
          length   = type->length
          decimals = type->decimals ).
        IF is_max = abap_false.
          result = |-{ result }|.
        ENDIF.
      WHEN cl_abap_typedescr=>typekind_float OR cl_abap_typedescr=>typekind_decfloat16
          OR cl_abap_typedescr=>typekind_decfloat34.
        WRITE '@KERNEL abap.sandbox.unsupported("CL_ABAP_EXCEPTIONAL_VALUES for floating point numbers");'.
    ENDCASE.
  ENDMETHOD.

  METHOD packed.
    DATA(whole) = length * 2 - 1 - decimals.
    result = repeat(
      val = `9`
      occ = nmax(
        val1 = whole
        val2 = 0 ) ).
    IF decimals > 0.
      result = |{ result }.{ repeat( val = `9` occ = decimals ) }|.
    ENDIF.
  ENDMETHOD.
ENDCLASS.
