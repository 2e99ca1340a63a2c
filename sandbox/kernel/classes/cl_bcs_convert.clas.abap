"! Converts texts and bytes to and from the line tables of mails (SOLI_TAB, SOLIX_TAB).
CLASS cl_bcs_convert DEFINITION PUBLIC CREATE PUBLIC.
  PUBLIC SECTION.
    CONSTANTS gc_tab TYPE c LENGTH 1 VALUE cl_abap_char_utilities=>horizontal_tab.
    CONSTANTS gc_crlf TYPE c LENGTH 2 VALUE cl_abap_char_utilities=>cr_lf.

    CLASS-METHODS string_to_soli
      IMPORTING
        !iv_string     TYPE string
      RETURNING
        VALUE(et_soli) TYPE soli_tab.
    CLASS-METHODS raw_to_string
      IMPORTING
        !it_soli         TYPE soli_tab
      RETURNING
        VALUE(ev_string) TYPE string
      RAISING
        cx_bcs.
    CLASS-METHODS xstring_to_solix
      IMPORTING
        !iv_xstring     TYPE xstring
      RETURNING
        VALUE(et_solix) TYPE solix_tab.
    CLASS-METHODS solix_to_xstring
      IMPORTING
        !it_solix         TYPE solix_tab
        !iv_size          TYPE i OPTIONAL
      RETURNING
        VALUE(ev_xstring) TYPE xstring.
    CLASS-METHODS string_to_solix
      IMPORTING
        !iv_string   TYPE string
        !iv_codepage TYPE abap_encod OPTIONAL
        !iv_add_bom  TYPE abap_bool OPTIONAL
      EXPORTING
        !et_solix    TYPE solix_tab
        !ev_size     TYPE so_obj_len
      RAISING
        cx_bcs.
    CLASS-METHODS string_to_xstring
      IMPORTING
        !iv_string        TYPE string
        !iv_codepage      TYPE abap_encod OPTIONAL
        !iv_add_bom       TYPE abap_bool OPTIONAL
      RETURNING
        VALUE(ev_xstring) TYPE xstring
      RAISING
        cx_bcs.
    CLASS-METHODS xstring_to_string
      IMPORTING
        !iv_xstr         TYPE xstring
        !iv_cp           TYPE abap_encod
      RETURNING
        VALUE(rv_string) TYPE string.
ENDCLASS.

CLASS cl_bcs_convert IMPLEMENTATION.
  METHOD string_to_soli.
    DATA rest TYPE string.
    rest = iv_string.
    WHILE rest IS NOT INITIAL.
      APPEND VALUE #( line = rest ) TO et_soli.
      IF strlen( rest ) > 255.
        rest = substring( val = rest off = 255 ).
      ELSE.
        CLEAR rest.
      ENDIF.
    ENDWHILE.
  ENDMETHOD.

  METHOD raw_to_string.
    LOOP AT it_soli INTO DATA(line).
      IF sy-tabix < lines( it_soli ).
        ev_string = |{ ev_string }{ line-line WIDTH = 255 }|.
      ELSE.
        ev_string = ev_string && line-line.
      ENDIF.
    ENDLOOP.
  ENDMETHOD.

  METHOD xstring_to_solix.
    DATA offset TYPE i.
    DATA length TYPE i.
    WHILE offset < xstrlen( iv_xstring ).
      length = nmin( val1 = 255 val2 = xstrlen( iv_xstring ) - offset ).
      APPEND VALUE #( line = iv_xstring+offset(length) ) TO et_solix.
      offset = offset + length.
    ENDWHILE.
  ENDMETHOD.

  METHOD solix_to_xstring.
    LOOP AT it_solix INTO DATA(line).
      CONCATENATE ev_xstring line-line INTO ev_xstring IN BYTE MODE.
    ENDLOOP.
    IF iv_size > 0 AND iv_size < xstrlen( ev_xstring ).
      ev_xstring = ev_xstring(iv_size).
    ENDIF.
  ENDMETHOD.

  METHOD string_to_xstring.
    DATA encoding TYPE abap_encod.
    encoding = COND #( WHEN iv_codepage IS INITIAL THEN '4110' ELSE iv_codepage ).
    TRY.
        cl_abap_conv_out_ce=>create( encoding = encoding )->convert(
          EXPORTING data = iv_string
          IMPORTING buffer = ev_xstring ).
      CATCH cx_sy_codepage_converter_init cx_sy_conversion_codepage INTO DATA(error).
        RAISE EXCEPTION TYPE cx_bcs
          EXPORTING
            previous = error.
    ENDTRY.
    IF iv_add_bom = abap_true.
      CASE encoding.
        WHEN '4102'.
          CONCATENATE cl_abap_char_utilities=>byte_order_mark_big ev_xstring INTO ev_xstring IN BYTE MODE.
        WHEN '4103'.
          CONCATENATE cl_abap_char_utilities=>byte_order_mark_little ev_xstring INTO ev_xstring IN BYTE MODE.
        WHEN '4110'.
          CONCATENATE cl_abap_char_utilities=>byte_order_mark_utf8 ev_xstring INTO ev_xstring IN BYTE MODE.
      ENDCASE.
    ENDIF.
  ENDMETHOD.

  METHOD string_to_solix.
    DATA(bytes) = string_to_xstring( iv_string = iv_string iv_codepage = iv_codepage iv_add_bom = iv_add_bom ).
    et_solix = xstring_to_solix( bytes ).
    ev_size = xstrlen( bytes ).
  ENDMETHOD.

  METHOD xstring_to_string.
    cl_abap_conv_in_ce=>create( encoding = iv_cp input = iv_xstr )->read( IMPORTING data = rv_string ).
  ENDMETHOD.
ENDCLASS.
