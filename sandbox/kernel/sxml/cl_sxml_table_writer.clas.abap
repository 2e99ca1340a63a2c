"! Writes into a table with rows of 512 bytes.
CLASS cl_sxml_table_writer DEFINITION PUBLIC INHERITING FROM cl_sxml_writer CREATE PRIVATE.
  PUBLIC SECTION.
    TYPES ty_row TYPE x LENGTH 512.
    TYPES ty_rows TYPE STANDARD TABLE OF ty_row WITH DEFAULT KEY.

    CLASS-METHODS create
      IMPORTING
        !type         TYPE if_sxml=>xml_stream_type DEFAULT if_sxml=>co_xt_xml10
        !encoding     TYPE csequence DEFAULT 'UTF-8'
      RETURNING
        VALUE(writer) TYPE REF TO cl_sxml_table_writer.
    METHODS get_output
      EXPORTING
        !length TYPE i
        !output TYPE STANDARD TABLE.
ENDCLASS.

CLASS cl_sxml_table_writer IMPLEMENTATION.
  METHOD create.
    writer = NEW #( ).
    writer->kernel_start( type = type encoding = encoding ).
  ENDMETHOD.

  METHOD get_output.
    DATA bytes TYPE xstring.
    DATA row TYPE ty_row.
    DATA offset TYPE i.
    CLEAR output.
    bytes = kernel_output( ).
    length = xstrlen( bytes ).
    WHILE offset < length.
      row = bytes+offset.
      APPEND row TO output.
      offset = offset + 512.
    ENDWHILE.
  ENDMETHOD.
ENDCLASS.
