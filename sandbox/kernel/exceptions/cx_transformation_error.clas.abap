CLASS cx_transformation_error DEFINITION PUBLIC INHERITING FROM cx_dynamic_check CREATE PUBLIC.
  PUBLIC SECTION.
    DATA kernel_reason TYPE string READ-ONLY.

    METHODS constructor
      IMPORTING
        !textid        LIKE textid OPTIONAL
        !previous      LIKE previous OPTIONAL
        !kernel_reason TYPE string OPTIONAL.
    METHODS if_message~get_text REDEFINITION.
  PROTECTED SECTION.
    METHODS kernel_text
      IMPORTING
        !default      TYPE string
      RETURNING
        VALUE(result) TYPE string.
ENDCLASS.

CLASS cx_transformation_error IMPLEMENTATION.
  METHOD constructor.
    super->constructor(
      textid   = textid
      previous = previous ).
    me->kernel_reason = kernel_reason.
  ENDMETHOD.

  METHOD kernel_text.
    result = kernel_exception=>text(
      exception = me
      default   = COND string( WHEN kernel_reason IS INITIAL THEN default ELSE |{ default }: { kernel_reason }| ) ).
  ENDMETHOD.

  METHOD if_message~get_text.
    result = kernel_text( `Error in a transformation` ).
  ENDMETHOD.
ENDCLASS.
