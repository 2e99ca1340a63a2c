"! The factory of the iXML library: documents as trees, read from and written to texts and bytes.
CLASS cl_ixml DEFINITION PUBLIC FINAL CREATE PRIVATE.
  PUBLIC SECTION.
    INTERFACES if_ixml.

    CLASS-METHODS create
      IMPORTING
        !type TYPE i DEFAULT 0
      RETURNING
        VALUE(rval) TYPE REF TO if_ixml.
  PRIVATE SECTION.
    CLASS-DATA factory TYPE REF TO cl_ixml.
ENDCLASS.

CLASS cl_ixml IMPLEMENTATION.
  METHOD create.
    IF type <> 0.
      RETURN.
    ENDIF.
    IF factory IS NOT BOUND.
      factory = NEW #( ).
    ENDIF.
    rval = factory.
  ENDMETHOD.

  METHOD if_ixml~create_document.
    WRITE '@KERNEL await abap.sandbox.ixml.give(rval, new abap.sandbox.ixml.TreeNode("document", ""));'.
  ENDMETHOD.

  METHOD if_ixml~create_encoding.
    DATA own TYPE REF TO kernel_ixml_encoding.
    own = NEW #( ).
    WRITE '@KERNEL own.get().names = { set: character_set.get(), order: byte_order.get() };'.
    rval = own.
  ENDMETHOD.

  METHOD if_ixml~create_parser.
    DATA own TYPE REF TO kernel_ixml_parser.
    own = NEW #( ).
    WRITE '@KERNEL own.get().source = istream.get(); own.get().document = abap.sandbox.ixml.nodeOf(document);'.
    rval = own.
  ENDMETHOD.

  METHOD if_ixml~create_renderer.
    DATA own TYPE REF TO kernel_ixml_renderer.
    own = NEW #( ).
    own->ostream ?= ostream.
    WRITE '@KERNEL own.get().document = abap.sandbox.ixml.nodeOf(document); own.get().pretty = false;'.
    rval = own.
  ENDMETHOD.

  METHOD if_ixml~create_stream_factory.
    rval = NEW kernel_ixml_stream_factory( ).
  ENDMETHOD.
ENDCLASS.
