CLASS cx_sy_dynamic_osql_semantics DEFINITION PUBLIC INHERITING FROM cx_sy_dynamic_osql_error CREATE PUBLIC.
  PUBLIC SECTION.
    METHODS if_message~get_text REDEFINITION.
ENDCLASS.

CLASS cx_sy_dynamic_osql_semantics IMPLEMENTATION.
  METHOD if_message~get_text.
    result = kernel_exception=>text(
      exception = me
      default   = COND string( WHEN sqlmsg IS INITIAL THEN 'Semantic error in a dynamic ABAP SQL statement' ELSE sqlmsg ) ).
  ENDMETHOD.
ENDCLASS.
