CLASS cx_nr_subobject DEFINITION PUBLIC INHERITING FROM cx_number_ranges FINAL CREATE PUBLIC.
  PUBLIC SECTION.
    METHODS constructor
      IMPORTING
        !textid   LIKE if_t100_message=>t100key OPTIONAL
        !previous LIKE previous OPTIONAL.
ENDCLASS.

CLASS cx_nr_subobject IMPLEMENTATION.
  METHOD constructor.
    super->constructor( textid = textid previous = previous ).
  ENDMETHOD.
ENDCLASS.
