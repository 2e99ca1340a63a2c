"! The factory of the iXML library in ABAP Cloud: the same documents, without texts as streams.
CLASS cl_ixml_core DEFINITION PUBLIC FINAL CREATE PUBLIC.
  PUBLIC SECTION.
    INTERFACES if_ixml_core.

    CLASS-METHODS create
      RETURNING
        VALUE(rval) TYPE REF TO if_ixml_core.

    METHODS constructor.
  PRIVATE SECTION.
    DATA factory TYPE REF TO if_ixml.
ENDCLASS.

CLASS cl_ixml_core IMPLEMENTATION.
  METHOD create.
    rval = NEW cl_ixml_core( ).
  ENDMETHOD.

  METHOD constructor.
    factory = cl_ixml=>create( ).
  ENDMETHOD.

  METHOD if_ixml_core~create_document.
    rval = factory->create_document( ).
  ENDMETHOD.

  METHOD if_ixml_core~create_encoding.
    rval = factory->create_encoding( byte_order = byte_order character_set = character_set ).
  ENDMETHOD.

  METHOD if_ixml_core~create_parser.
    DATA own TYPE REF TO kernel_ixml_istream.
    DATA factory_of_streams TYPE REF TO kernel_ixml_stream_factory.
    own ?= istream.
    factory_of_streams ?= stream_factory.
    rval ?= factory->create_parser( document = document istream = own stream_factory = factory_of_streams ).
  ENDMETHOD.

  METHOD if_ixml_core~create_renderer.
    DATA own TYPE REF TO kernel_ixml_ostream.
    own ?= ostream.
    rval ?= factory->create_renderer( document = document ostream = own ).
  ENDMETHOD.

  METHOD if_ixml_core~create_stream_factory.
    rval ?= factory->create_stream_factory( ).
  ENDMETHOD.
ENDCLASS.
