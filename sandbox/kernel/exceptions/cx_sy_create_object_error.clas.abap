CLASS cx_sy_create_object_error DEFINITION PUBLIC INHERITING FROM cx_sy_create_error CREATE PUBLIC.
  PUBLIC SECTION.
    DATA classname TYPE string READ-ONLY.
    METHODS constructor
      IMPORTING
        !textid   LIKE textid OPTIONAL
        !previous LIKE previous OPTIONAL
        !classname TYPE string OPTIONAL.
    METHODS if_message~get_text REDEFINITION.
ENDCLASS.

CLASS cx_sy_create_object_error IMPLEMENTATION.
  METHOD constructor.
    super->constructor(
      textid   = textid
      previous = previous ).
    me->classname = classname.
  ENDMETHOD.

  METHOD if_message~get_text.
    result = kernel_exception=>text( exception = me default = 'Object cannot be created' ).
  ENDMETHOD.
ENDCLASS.
