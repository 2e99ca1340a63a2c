CLASS cx_sxml_parse_error DEFINITION PUBLIC INHERITING FROM cx_sxml_error CREATE PUBLIC.
  PUBLIC SECTION.
    CONSTANTS cx_sxml_parse_error TYPE sotr_conc VALUE 'CX_SXML_PARSE_ERROR'.
    CONSTANTS kernel_parser TYPE sotr_conc VALUE 'KERNEL_PARSER'.

    DATA error_text TYPE string READ-ONLY.
    DATA rawstring  TYPE xstring READ-ONLY.
    DATA xml_offset TYPE i READ-ONLY.

    METHODS constructor
      IMPORTING
        !textid     LIKE textid OPTIONAL
        !previous   LIKE previous OPTIONAL
        !error_text TYPE string OPTIONAL
        !rawstring  TYPE xstring OPTIONAL
        !xml_offset TYPE i OPTIONAL.
    METHODS if_message~get_text REDEFINITION.
ENDCLASS.

CLASS cx_sxml_parse_error IMPLEMENTATION.
  METHOD constructor.
    super->constructor(
      textid   = COND #( WHEN textid IS INITIAL THEN cx_sxml_parse_error ELSE textid )
      previous = previous ).
    me->error_text = error_text.
    me->rawstring  = rawstring.
    me->xml_offset = xml_offset.
  ENDMETHOD.

  METHOD if_message~get_text.
    result = kernel_exception=>text(
      exception = me
      default   = |Error while parsing an XML stream: '{ error_text }'.| ).
  ENDMETHOD.
ENDCLASS.
