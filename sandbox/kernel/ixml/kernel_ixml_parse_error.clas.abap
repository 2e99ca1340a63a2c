CLASS kernel_ixml_parse_error DEFINITION PUBLIC FINAL CREATE PUBLIC.
  PUBLIC SECTION.
    INTERFACES if_ixml_parse_error.
    INTERFACES if_ixml_parse_error_core.
ENDCLASS.

CLASS kernel_ixml_parse_error IMPLEMENTATION.
  METHOD if_ixml_parse_error~get_column.
    WRITE '@KERNEL rval.set(this.error.column);'.
  ENDMETHOD.

  METHOD if_ixml_parse_error~get_line.
    WRITE '@KERNEL rval.set(this.error.line);'.
  ENDMETHOD.

  METHOD if_ixml_parse_error~get_offset.
    WRITE '@KERNEL rval.set(this.error.offset);'.
  ENDMETHOD.

  METHOD if_ixml_parse_error~get_reason.
    WRITE '@KERNEL rval.set(this.error.text);'.
  ENDMETHOD.

  METHOD if_ixml_parse_error~get_severity.
    rval = if_ixml_parse_error=>co_error.
  ENDMETHOD.

  METHOD if_ixml_parse_error~get_severity_text.
    rval = `Error`.
  ENDMETHOD.

  METHOD if_ixml_parse_error_core~get_column.
    rval = if_ixml_parse_error~get_column( ).
  ENDMETHOD.

  METHOD if_ixml_parse_error_core~get_line.
    rval = if_ixml_parse_error~get_line( ).
  ENDMETHOD.

  METHOD if_ixml_parse_error_core~get_offset.
    rval = if_ixml_parse_error~get_offset( ).
  ENDMETHOD.

  METHOD if_ixml_parse_error_core~get_reason.
    rval = if_ixml_parse_error~get_reason( ).
  ENDMETHOD.

  METHOD if_ixml_parse_error_core~get_severity.
    rval = if_ixml_parse_error~get_severity( ).
  ENDMETHOD.

  METHOD if_ixml_parse_error_core~get_severity_text.
    rval = if_ixml_parse_error~get_severity_text( ).
  ENDMETHOD.
ENDCLASS.
