CLASS kernel_ixml_parser DEFINITION PUBLIC FINAL CREATE PUBLIC.
  PUBLIC SECTION.
    INTERFACES if_ixml_parser.
    INTERFACES if_ixml_parser_core.
ENDCLASS.

CLASS kernel_ixml_parser IMPLEMENTATION.
  METHOD if_ixml_parser~add_preserve_space_element.
    WRITE '@KERNEL abap.sandbox.unsupported("IF_IXML_PARSER=>ADD_PRESERVE_SPACE_ELEMENT");'.
  ENDMETHOD.

  METHOD if_ixml_parser~add_strip_space_element.
    IF name <> `*`.
    WRITE '@KERNEL abap.sandbox.unsupported("stripping blanks of single elements");'.
    ENDIF.
    WRITE '@KERNEL this.stripping = true;'.
    rval = abap_true.
  ENDMETHOD.

  METHOD if_ixml_parser~get_error.
    DATA own TYPE REF TO kernel_ixml_parse_error.
    WRITE '@KERNEL if (this.error !== undefined && index.get() === 0 && min_severity.get() <= 3) {'.
    own = NEW #( ).
    WRITE '@KERNEL own.get().error = this.error;'.
    rval = own.
    WRITE '@KERNEL }'.
  ENDMETHOD.

  METHOD if_ixml_parser~is_dom_generating.
    rval = abap_true.
  ENDMETHOD.

  METHOD if_ixml_parser~is_normalizing.
    WRITE '@KERNEL rval.set(this.normalizing === false ? "" : "X");'.
  ENDMETHOD.

  METHOD if_ixml_parser~is_validating.
    rval = if_ixml_parser=>co_no_validation.
  ENDMETHOD.

  METHOD if_ixml_parser~num_errors.
    WRITE '@KERNEL rval.set(this.error !== undefined && min_severity.get() <= 3 ? 1 : 0);'.
  ENDMETHOD.

  METHOD if_ixml_parser~parse.
    WRITE '@KERNEL const options = { normalizing: this.normalizing !== false, stripping: this.stripping === true };'.
    WRITE '@KERNEL const { text } = this.source;'.
    WRITE '@KERNEL const error = this.validating ? { text: "no DTD specified, can\u0027t validate", offset: 0 } : abap.sandbox.ixml.parse(this.document, text, options);'.
    WRITE '@KERNEL if (error?.reason === "unsupported") abap.sandbox.unsupported("a document type declaration");'.
    WRITE '@KERNEL this.error = error === undefined ? undefined : { ...error, ...abap.sandbox.ixml.placeOf(text, error.offset) };'.
    WRITE '@KERNEL rval.set(error === undefined ? 0 : 196612);'.
  ENDMETHOD.

  METHOD if_ixml_parser~set_dom_generating.
    IF is_generating = abap_false.
    WRITE '@KERNEL abap.sandbox.unsupported("a parser that generates no document");'.
    ENDIF.
    rval = abap_true.
  ENDMETHOD.

  METHOD if_ixml_parser~set_normalizing.
    WRITE '@KERNEL rval.set(this.normalizing === false ? "" : "X"); this.normalizing = is_normalizing.get() === "X";'.
  ENDMETHOD.

  METHOD if_ixml_parser~set_validating.
    WRITE '@KERNEL this.validating = mode.get() === 1;'.
    rval = abap_true.
  ENDMETHOD.

  METHOD if_ixml_parser_core~add_preserve_space_element.
    rval = if_ixml_parser~add_preserve_space_element( name = name uri = uri ).
  ENDMETHOD.

  METHOD if_ixml_parser_core~add_strip_space_element.
    rval = if_ixml_parser~add_strip_space_element( name = name uri = uri ).
  ENDMETHOD.

  METHOD if_ixml_parser_core~get_error.
    rval ?= if_ixml_parser~get_error( index = index min_severity = min_severity ).
  ENDMETHOD.

  METHOD if_ixml_parser_core~is_dom_generating.
    rval = if_ixml_parser~is_dom_generating( ).
  ENDMETHOD.

  METHOD if_ixml_parser_core~is_normalizing.
    rval = if_ixml_parser~is_normalizing( ).
  ENDMETHOD.

  METHOD if_ixml_parser_core~is_validating.
    rval = if_ixml_parser~is_validating( ).
  ENDMETHOD.

  METHOD if_ixml_parser_core~num_errors.
    rval = if_ixml_parser~num_errors( min_severity = min_severity ).
  ENDMETHOD.

  METHOD if_ixml_parser_core~parse.
    rval = if_ixml_parser~parse( ).
  ENDMETHOD.

  METHOD if_ixml_parser_core~set_dom_generating.
    rval = if_ixml_parser~set_dom_generating( is_generating = is_generating ).
  ENDMETHOD.

  METHOD if_ixml_parser_core~set_normalizing.
    rval = if_ixml_parser~set_normalizing( is_normalizing = is_normalizing ).
  ENDMETHOD.

  METHOD if_ixml_parser_core~set_validating.
    rval = if_ixml_parser~set_validating( mode = mode ).
  ENDMETHOD.
ENDCLASS.
