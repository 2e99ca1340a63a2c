CLASS kernel_ixml_istream DEFINITION PUBLIC FINAL CREATE PUBLIC.
  PUBLIC SECTION.
    INTERFACES if_ixml_istream.
    INTERFACES if_ixml_istream_core.
ENDCLASS.

CLASS kernel_ixml_istream IMPLEMENTATION.
  METHOD if_ixml_stream~close.
  ENDMETHOD.

  METHOD if_ixml_stream~get_encoding.
    DATA own TYPE REF TO kernel_ixml_encoding.
    own = NEW #( ).
    WRITE '@KERNEL own.get().names = { set: "utf-8", order: 0 };'.
    rval = own.
  ENDMETHOD.

  METHOD if_ixml_stream~set_encoding.
    DATA own TYPE REF TO kernel_ixml_encoding.
    own ?= encoding.
    WRITE '@KERNEL if (!/^utf-?(8|16)/i.test(own.get()?.names.set ?? "utf-8")) abap.sandbox.unsupported("an XML stream whose encoding is not UTF-8 or UTF-16");'.
    rval = abap_true.
  ENDMETHOD.

  METHOD if_ixml_istream~get_dtd_restriction.
    rval = if_ixml_istream=>dtd_restricted.
  ENDMETHOD.

  METHOD if_ixml_istream~set_dtd_restriction.
    RETURN.
  ENDMETHOD.

  METHOD if_ixml_istream_core~get_dtd_restriction.
    rval = if_ixml_istream~get_dtd_restriction( ).
  ENDMETHOD.

  METHOD if_ixml_istream_core~set_dtd_restriction.
    if_ixml_istream~set_dtd_restriction( level = level ).
  ENDMETHOD.

  METHOD if_ixml_stream_core~get_encoding.
    rval = if_ixml_stream~get_encoding( ).
  ENDMETHOD.

  METHOD if_ixml_stream_core~set_encoding.
    rval = if_ixml_stream~set_encoding( encoding ).
  ENDMETHOD.
ENDCLASS.
