CLASS cx_sy_sql_error DEFINITION PUBLIC INHERITING FROM cx_dynamic_check CREATE PUBLIC.
  PUBLIC SECTION.
    DATA sqlmsg TYPE string READ-ONLY.
    DATA sqlcode TYPE i READ-ONLY.
    METHODS constructor
      IMPORTING
        !textid   LIKE textid OPTIONAL
        !previous LIKE previous OPTIONAL
        !sqlmsg TYPE string OPTIONAL
        !sqlcode TYPE i OPTIONAL.
    METHODS if_message~get_text REDEFINITION.
ENDCLASS.

CLASS cx_sy_sql_error IMPLEMENTATION.
  METHOD constructor.
    super->constructor(
      textid   = textid
      previous = previous ).
    me->sqlmsg = sqlmsg.
    me->sqlcode = sqlcode.
  ENDMETHOD.

  METHOD if_message~get_text.
    result = kernel_exception=>text(
      exception = me
      default   = COND string( WHEN sqlmsg IS INITIAL THEN 'Error in an SQL statement' ELSE sqlmsg ) ).
  ENDMETHOD.
ENDCLASS.
