CLASS cx_sy_open_sql_data_error DEFINITION PUBLIC INHERITING FROM cx_sy_open_sql_error CREATE PUBLIC.
  PUBLIC SECTION.
    METHODS if_message~get_text REDEFINITION.
ENDCLASS.

CLASS cx_sy_open_sql_data_error IMPLEMENTATION.
  METHOD if_message~get_text.
    result = kernel_exception=>text(
      exception = me
      default   = COND string( WHEN sqlmsg IS INITIAL THEN 'Data error in an ABAP SQL statement' ELSE sqlmsg ) ).
  ENDMETHOD.
ENDCLASS.
