CLASS cl_abap_codepage DEFINITION PUBLIC FINAL CREATE PRIVATE.
  PUBLIC SECTION.
    CLASS-METHODS convert_to
      IMPORTING
        !source       TYPE csequence
        !codepage     TYPE string DEFAULT `UTF-8`
      RETURNING
        VALUE(result) TYPE xstring
      RAISING
        cx_sy_conversion_codepage.
    CLASS-METHODS convert_from
      IMPORTING
        !source       TYPE xsequence
        !codepage     TYPE string DEFAULT `UTF-8`
      RETURNING
        VALUE(result) TYPE string
      RAISING
        cx_sy_conversion_codepage.
    "! The number of a code page of SAP; of the names there are those of Unicode, ASCII and Latin 1.
    CLASS-METHODS sap_codepage
      IMPORTING
        !http_encoding      TYPE csequence
      RETURNING
        VALUE(sap_codepage) TYPE cpcodepage
      RAISING
        cx_parameter_invalid_range.
ENDCLASS.

CLASS cl_abap_codepage IMPLEMENTATION.
  METHOD convert_to.
    result = cl_abap_conv_codepage=>create_out( codepage )->convert( source ).
  ENDMETHOD.

  METHOD convert_from.
    result = cl_abap_conv_codepage=>create_in( codepage )->convert( source ).
  ENDMETHOD.

  METHOD sap_codepage.
    CASE to_lower( http_encoding ).
      WHEN 'utf-8'.
        sap_codepage = '4110'.
      WHEN 'utf-16be'.
        sap_codepage = '4102'.
      WHEN 'utf-16le'.
        sap_codepage = '4103'.
      WHEN 'iso-8859-1'.
        sap_codepage = '1100'.
      WHEN 'us-ascii'.
        sap_codepage = '1103'.
      WHEN OTHERS.
        WRITE '@KERNEL abap.sandbox.unsupported("SAP_CODEPAGE of " + http_encoding.get());'.
    ENDCASE.
  ENDMETHOD.
ENDCLASS.
