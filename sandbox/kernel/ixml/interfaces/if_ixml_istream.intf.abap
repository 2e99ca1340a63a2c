INTERFACE if_ixml_istream PUBLIC.
  INTERFACES if_ixml_stream.

  ALIASES close FOR if_ixml_stream~close.
  ALIASES get_encoding FOR if_ixml_stream~get_encoding.
  ALIASES set_encoding FOR if_ixml_stream~set_encoding.

  CONSTANTS dtd_allowed TYPE i VALUE 0.
  CONSTANTS dtd_prohibited TYPE i VALUE 2.
  CONSTANTS dtd_restricted TYPE i VALUE 1.

  METHODS get_dtd_restriction
    RETURNING
      VALUE(rval) TYPE i.

  METHODS set_dtd_restriction
    IMPORTING
      !level TYPE i DEFAULT 1.
ENDINTERFACE.
