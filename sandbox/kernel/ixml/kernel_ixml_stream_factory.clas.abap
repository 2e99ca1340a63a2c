CLASS kernel_ixml_stream_factory DEFINITION PUBLIC FINAL CREATE PUBLIC.
  PUBLIC SECTION.
    INTERFACES if_ixml_stream_factory.
    INTERFACES if_ixml_stream_factory_core.
ENDCLASS.

CLASS kernel_ixml_stream_factory IMPLEMENTATION.
  METHOD if_ixml_stream_factory~create_istream_cstring.
    rval = if_ixml_stream_factory~create_istream_string( string ).
  ENDMETHOD.

  METHOD if_ixml_stream_factory~create_istream_itable.
    WRITE '@KERNEL abap.sandbox.unsupported("IF_IXML_STREAM_FACTORY=>CREATE_ISTREAM_ITABLE");'.
  ENDMETHOD.

  METHOD if_ixml_stream_factory~create_istream_string.
    DATA own TYPE REF TO kernel_ixml_istream.
    own = NEW #( ).
    WRITE '@KERNEL own.get().text = string.get();'.
    rval = own.
  ENDMETHOD.

  METHOD if_ixml_stream_factory~create_istream_xstring.
    DATA text TYPE string.
    DATA is_text TYPE abap_bool.
    kernel_utf8=>decode(
      EXPORTING
        source  = string
      IMPORTING
        result  = text
        is_text = is_text ).
    DATA own TYPE REF TO kernel_ixml_istream.
    own = NEW #( ).
    " a declaration of UTF-16 is that of a text that has become bytes
    WRITE '@KERNEL const other = /^\s*<\?xml[^>]*encoding\s*=\s*.(?!utf-?(8|16))/i.test(text.get());'.
    WRITE '@KERNEL if (is_text.get() !== "X" || other) abap.sandbox.unsupported("an XML document whose bytes are not UTF-8");'.
    WRITE '@KERNEL own.get().text = text.get();'.
    rval = own.
  ENDMETHOD.

  METHOD if_ixml_stream_factory~create_ostream_cstring.
    DATA own TYPE REF TO kernel_ixml_ostream.
    own = NEW #( ).
    WRITE '@KERNEL Object.assign(own.get(), { kind: "text", target: INPUT.string, written: 0, pretty: false });'.
    rval = own.
  ENDMETHOD.

  METHOD if_ixml_stream_factory~create_ostream_itable.
    WRITE '@KERNEL abap.sandbox.unsupported("IF_IXML_STREAM_FACTORY=>CREATE_OSTREAM_ITABLE");'.
  ENDMETHOD.

  METHOD if_ixml_stream_factory~create_ostream_xstring.
    DATA own TYPE REF TO kernel_ixml_ostream.
    own = NEW #( ).
    WRITE '@KERNEL Object.assign(own.get(), { kind: "bytes", target: INPUT.string, written: 0, pretty: false });'.
    rval = own.
  ENDMETHOD.

  METHOD if_ixml_stream_factory_core~create_istream_itable.
    rval ?= if_ixml_stream_factory~create_istream_itable( size = size table = table ).
  ENDMETHOD.

  METHOD if_ixml_stream_factory_core~create_istream_xstring.
    rval ?= if_ixml_stream_factory~create_istream_xstring( string = string ).
  ENDMETHOD.

  METHOD if_ixml_stream_factory_core~create_ostream_itable.
    rval ?= if_ixml_stream_factory~create_ostream_itable( table = table ).
  ENDMETHOD.

  METHOD if_ixml_stream_factory_core~create_ostream_xstring.
    rval ?= if_ixml_stream_factory~create_ostream_xstring( string = string ).
  ENDMETHOD.
ENDCLASS.
