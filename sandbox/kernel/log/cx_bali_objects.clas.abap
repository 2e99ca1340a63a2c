CLASS cx_bali_objects DEFINITION PUBLIC INHERITING FROM cx_static_check FINAL CREATE PUBLIC.
  PUBLIC SECTION.
    INTERFACES if_t100_dyn_msg.
    INTERFACES if_t100_message.
    METHODS constructor
      IMPORTING
        !textid   LIKE if_t100_message=>t100key OPTIONAL
        !previous LIKE previous OPTIONAL.
    METHODS if_message~get_text REDEFINITION.
ENDCLASS.

CLASS cx_bali_objects IMPLEMENTATION.
  METHOD constructor.
    super->constructor( previous = previous ).
    if_t100_message~t100key = textid.
  ENDMETHOD.

  METHOD if_message~get_text.
    result = kernel_exception=>text( exception = me default = 'The object of application logs cannot be changed' ).
  ENDMETHOD.
ENDCLASS.
