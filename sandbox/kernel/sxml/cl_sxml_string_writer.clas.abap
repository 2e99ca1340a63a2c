CLASS cl_sxml_string_writer DEFINITION PUBLIC INHERITING FROM cl_sxml_writer CREATE PRIVATE.
  PUBLIC SECTION.
    CLASS-METHODS create
      IMPORTING
        !type         TYPE if_sxml=>xml_stream_type DEFAULT if_sxml=>co_xt_xml10
        !encoding     TYPE csequence DEFAULT 'UTF-8'
      RETURNING
        VALUE(writer) TYPE REF TO cl_sxml_string_writer.
    METHODS get_output
      RETURNING
        VALUE(output) TYPE xstring.
ENDCLASS.

CLASS cl_sxml_string_writer IMPLEMENTATION.
  METHOD create.
    writer = NEW #( ).
    writer->kernel_start( type = type encoding = encoding ).
  ENDMETHOD.

  METHOD get_output.
    output = kernel_output( ).
  ENDMETHOD.
ENDCLASS.
