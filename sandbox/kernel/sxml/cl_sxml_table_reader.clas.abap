"! Reads the document that the rows of a table are together.
CLASS cl_sxml_table_reader DEFINITION PUBLIC INHERITING FROM cl_sxml_reader CREATE PRIVATE.
  PUBLIC SECTION.
    CLASS-METHODS create
      IMPORTING
        !input        TYPE STANDARD TABLE
        !normalizing  TYPE abap_bool DEFAULT abap_true
      RETURNING
        VALUE(reader) TYPE REF TO if_sxml_reader.
ENDCLASS.

CLASS cl_sxml_table_reader IMPLEMENTATION.
  METHOD create.
    DATA own TYPE REF TO cl_sxml_table_reader.
    DATA bytes TYPE xstring.
    FIELD-SYMBOLS <row> TYPE any.
    LOOP AT input ASSIGNING <row>.
      CONCATENATE bytes <row> INTO bytes IN BYTE MODE.
    ENDLOOP.
    own = NEW #( ).
    own->kernel_start( bytes = bytes normalizing = normalizing ).
    reader = own.
  ENDMETHOD.
ENDCLASS.
