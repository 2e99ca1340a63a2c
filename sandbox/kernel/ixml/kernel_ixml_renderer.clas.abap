CLASS kernel_ixml_renderer DEFINITION PUBLIC FINAL CREATE PUBLIC.
  PUBLIC SECTION.
    INTERFACES if_ixml_renderer.
    INTERFACES if_ixml_renderer_core.

    DATA ostream TYPE REF TO kernel_ixml_ostream.
ENDCLASS.

CLASS kernel_ixml_renderer IMPLEMENTATION.
  METHOD if_ixml_renderer~render.
    DATA text TYPE string.
    WRITE '@KERNEL const stream = this.ostream.get();'.
    WRITE '@KERNEL const toText = stream.kind === "text";'.
    WRITE '@KERNEL if (!toText && !/^(utf-?8)?$/i.test(this.document.encoding ?? "")) abap.sandbox.unsupported("rendering an XML document in another encoding than UTF-8");'.
    WRITE '@KERNEL text.set(abap.sandbox.ixml.renderDocument(this.document, toText, this.pretty || stream.pretty));'.
    ostream->kernel_write( text ).
  ENDMETHOD.

  METHOD if_ixml_renderer~set_normalizing.
    WRITE '@KERNEL rval.set(this.pretty ? "X" : ""); this.pretty = is_normalizing.get() === "X";'.
  ENDMETHOD.

  METHOD if_ixml_renderer_core~render.
    rval = if_ixml_renderer~render( ).
  ENDMETHOD.

  METHOD if_ixml_renderer_core~set_normalizing.
    rval = if_ixml_renderer~set_normalizing( is_normalizing = is_normalizing ).
  ENDMETHOD.
ENDCLASS.
