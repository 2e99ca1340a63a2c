CLASS kernel_ixml_ostream DEFINITION PUBLIC FINAL CREATE PUBLIC.
  PUBLIC SECTION.
    INTERFACES if_ixml_ostream.
    INTERFACES if_ixml_ostream_core.

    METHODS kernel_write
      IMPORTING
        !text TYPE string.
ENDCLASS.

CLASS kernel_ixml_ostream IMPLEMENTATION.
  METHOD kernel_write.
    DATA bytes TYPE xstring.
    bytes = kernel_digest=>bytes_of( text ).
    WRITE '@KERNEL if (this.written === 0 && this.kind === "text") this.target.set("\uFEFF");'.
    WRITE '@KERNEL this.target.set((this.written === 0 && this.kind === "bytes" ? "" : this.target.get()) + (this.kind === "text" ? text.get() : bytes.get()));'.
    WRITE '@KERNEL this.written += this.kind === "text" ? text.get().length * 2 : bytes.get().length / 2;'.
  ENDMETHOD.

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

  METHOD if_ixml_ostream~get_indent.
    WRITE '@KERNEL rval.set(this.pretty ? 1 : 0);'.
  ENDMETHOD.

  METHOD if_ixml_ostream~get_num_written_raw.
    WRITE '@KERNEL rval.set(this.written);'.
  ENDMETHOD.

  METHOD if_ixml_ostream~get_pretty_print.
    WRITE '@KERNEL rval.set(this.pretty ? "X" : "");'.
  ENDMETHOD.

  METHOD if_ixml_ostream~set_indent.
    IF indent <> 1.
    WRITE '@KERNEL abap.sandbox.unsupported("an indentation of IF_IXML_OSTREAM that is not 1");'.
    ENDIF.
  ENDMETHOD.

  METHOD if_ixml_ostream~set_pretty_print.
    WRITE '@KERNEL rval.set(this.pretty ? "X" : ""); this.pretty = pretty_print.get() === "X";'.
  ENDMETHOD.

  METHOD if_ixml_ostream~write_string.
    kernel_write( string ).
  ENDMETHOD.

  METHOD if_ixml_ostream_core~get_indent.
    rval = if_ixml_ostream~get_indent( ).
  ENDMETHOD.

  METHOD if_ixml_ostream_core~get_num_written_raw.
    rval = if_ixml_ostream~get_num_written_raw( ).
  ENDMETHOD.

  METHOD if_ixml_ostream_core~get_pretty_print.
    rval = if_ixml_ostream~get_pretty_print( ).
  ENDMETHOD.

  METHOD if_ixml_ostream_core~set_indent.
    if_ixml_ostream~set_indent( indent = indent ).
  ENDMETHOD.

  METHOD if_ixml_ostream_core~set_pretty_print.
    rval = if_ixml_ostream~set_pretty_print( pretty_print = pretty_print ).
  ENDMETHOD.

  METHOD if_ixml_stream_core~get_encoding.
    rval = if_ixml_stream~get_encoding( ).
  ENDMETHOD.

  METHOD if_ixml_stream_core~set_encoding.
    rval = if_ixml_stream~set_encoding( encoding ).
  ENDMETHOD.
ENDCLASS.
