"! One test double of a test environment.
CLASS kernel_double_stub DEFINITION PUBLIC FINAL CREATE PUBLIC.
  PUBLIC SECTION.
    INTERFACES if_osql_stub.
    INTERFACES if_cds_stub.
    METHODS constructor
      IMPORTING
        !environment TYPE REF TO kernel_double_environment
        !name        TYPE string.
  PRIVATE SECTION.
    DATA environment TYPE REF TO kernel_double_environment.
    DATA name TYPE string.
    METHODS insert
      IMPORTING
        !test_data TYPE REF TO if_osql_test_data.
ENDCLASS.

CLASS kernel_double_stub IMPLEMENTATION.
  METHOD constructor.
    me->environment = environment.
    me->name = name.
  ENDMETHOD.

  METHOD insert.
    FIELD-SYMBOLS <rows> TYPE ANY TABLE.
    DATA(rows) = test_data->get_rows( ).
    ASSIGN rows->* TO <rows>.
    environment->insert( rows = <rows> name = name ).
  ENDMETHOD.

  METHOD if_osql_stub~insert.
    insert( i_test_data ).
  ENDMETHOD.

  METHOD if_osql_stub~clear.
    environment->clear( name ).
  ENDMETHOD.

  METHOD if_cds_stub~insert.
    insert( i_test_data ).
  ENDMETHOD.

  METHOD if_cds_stub~clear.
    environment->clear( name ).
  ENDMETHOD.
ENDCLASS.
