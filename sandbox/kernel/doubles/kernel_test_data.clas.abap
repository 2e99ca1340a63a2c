"! A copy of the rows of an internal table.
CLASS kernel_test_data DEFINITION PUBLIC FINAL CREATE PUBLIC.
  PUBLIC SECTION.
    INTERFACES if_cds_test_data.
    METHODS constructor
      IMPORTING
        !rows TYPE ANY TABLE.
  PRIVATE SECTION.
    DATA mr_rows TYPE REF TO data.
ENDCLASS.

CLASS kernel_test_data IMPLEMENTATION.
  METHOD constructor.
    FIELD-SYMBOLS <rows> TYPE ANY TABLE.
    CREATE DATA mr_rows LIKE rows.
    ASSIGN mr_rows->* TO <rows>.
    <rows> = rows.
  ENDMETHOD.

  METHOD if_osql_test_data~get_rows.
    result = mr_rows.
  ENDMETHOD.
ENDCLASS.
