*&---------------------------------------------------------------------*
*& Quotation for a group on a sailing
*&---------------------------------------------------------------------*
REPORT zferry_quote.

PARAMETERS p_sail TYPE zferry_sailing_id DEFAULT '00000001'.
PARAMETERS p_pass TYPE i DEFAULT 30.
PARAMETERS p_bus  AS CHECKBOX DEFAULT 'X'.

CLASS lcl_quotation DEFINITION FINAL.
  PUBLIC SECTION.
    METHODS constructor
      IMPORTING
        !pricing TYPE REF TO zif_ferry_pricing.
    METHODS text
      IMPORTING
        !request    TYPE zferry_s_request
      RETURNING
        VALUE(text) TYPE string.

  PRIVATE SECTION.
    DATA pricing TYPE REF TO zif_ferry_pricing.
ENDCLASS.

CLASS lcl_quotation IMPLEMENTATION.
  METHOD constructor.
    me->pricing = pricing.
  ENDMETHOD.

  METHOD text.
    TRY.
        DATA(price) = pricing->price( request ).
        text = |{ request-passengers } passengers: { price-total } { price-currency }|.
        IF price-percent > 0.
          text = |{ text }, { price-percent } % off the fares|.
        ENDIF.
      CATCH zcx_ferry INTO DATA(error).
        text = error->get_text( ).
    ENDTRY.
  ENDMETHOD.
ENDCLASS.

START-OF-SELECTION.
  DATA(gs_request) = VALUE zferry_s_request(
    sailing_id    = p_sail
    customer      = sy-uname
    passengers    = p_pass
    vehicle_class = COND #( WHEN p_bus = abap_true THEN zif_ferry_constants=>vehicle-bus ELSE zif_ferry_constants=>vehicle-none )
    vehicles      = COND #( WHEN p_bus = abap_true THEN 1 ) ).
  WRITE / NEW lcl_quotation( zcl_ferry_pricing=>create( ) )->text( gs_request ).
