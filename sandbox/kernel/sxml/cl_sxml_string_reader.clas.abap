CLASS cl_sxml_string_reader DEFINITION PUBLIC INHERITING FROM cl_sxml_reader CREATE PRIVATE.
  PUBLIC SECTION.
    CLASS-METHODS create
      IMPORTING
        !input        TYPE xstring
        !normalizing  TYPE abap_bool DEFAULT abap_true
      RETURNING
        VALUE(reader) TYPE REF TO if_sxml_reader.
ENDCLASS.

CLASS cl_sxml_string_reader IMPLEMENTATION.
  METHOD create.
    DATA own TYPE REF TO cl_sxml_string_reader.
    own = NEW #( ).
    own->kernel_start( bytes = input normalizing = normalizing ).
    reader = own.
  ENDMETHOD.
ENDCLASS.
