"! Output of little programs, to the console.
CLASS cl_demo_output DEFINITION PUBLIC CREATE PRIVATE.
  PUBLIC SECTION.
    CLASS-METHODS write
      IMPORTING
        !data TYPE any
        !name TYPE string OPTIONAL.
    CLASS-METHODS write_text
      IMPORTING
        !text TYPE csequence.
    CLASS-METHODS write_data
      IMPORTING
        !value TYPE any
        !name  TYPE string OPTIONAL.
    CLASS-METHODS begin_section
      IMPORTING
        !title TYPE csequence OPTIONAL.
    CLASS-METHODS next_section
      IMPORTING
        !title TYPE csequence OPTIONAL.
    CLASS-METHODS end_section.
    CLASS-METHODS line.
    CLASS-METHODS display
      IMPORTING
        !data TYPE any OPTIONAL
        !name TYPE string OPTIONAL
          PREFERRED PARAMETER data.
  PRIVATE SECTION.
    CLASS-METHODS put
      IMPORTING
        !text TYPE string.
ENDCLASS.

CLASS cl_demo_output IMPLEMENTATION.
  METHOD put.
    WRITE '@KERNEL abap.sandbox.write(text.get() + "\n");'.
  ENDMETHOD.

  METHOD write.
    write_data( value = data name = name ).
  ENDMETHOD.

  METHOD write_text.
    put( |{ text }| ).
  ENDMETHOD.

  METHOD write_data.
    FIELD-SYMBOLS <table> TYPE ANY TABLE.
    FIELD-SYMBOLS <line> TYPE any.
    DATA type TYPE c LENGTH 1.
    IF name IS NOT INITIAL.
      put( |{ name }:| ).
    ENDIF.
    DESCRIBE FIELD value TYPE type.
    IF type <> 'h'.
      put( kernel_unit_text=>of( value ) ).
      RETURN.
    ENDIF.
    ASSIGN value TO <table>.
    LOOP AT <table> ASSIGNING <line>.
      put( kernel_unit_text=>of( <line> ) ).
    ENDLOOP.
  ENDMETHOD.

  METHOD begin_section.
    put( |{ title }| ).
  ENDMETHOD.

  METHOD next_section.
    put( |{ title }| ).
  ENDMETHOD.

  METHOD end_section.
    put( `` ).
  ENDMETHOD.

  METHOD line.
    put( repeat( val = `-` occ = 40 ) ).
  ENDMETHOD.

  METHOD display.
    IF data IS SUPPLIED.
      write_data( value = data name = name ).
    ENDIF.
  ENDMETHOD.
ENDCLASS.
