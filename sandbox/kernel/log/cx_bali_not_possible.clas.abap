CLASS cx_bali_not_possible DEFINITION PUBLIC INHERITING FROM cx_bali_runtime FINAL CREATE PUBLIC.
  PUBLIC SECTION.
    TYPES ty_error_code TYPE i.
    CONSTANTS no_authorization TYPE ty_error_code VALUE 1.
    CONSTANTS object_not_allowed TYPE ty_error_code VALUE 2.
    CONSTANTS too_many_items TYPE ty_error_code VALUE 3.
    CONSTANTS entry_is_locked TYPE ty_error_code VALUE 4.
    CONSTANTS save_not_allowed TYPE ty_error_code VALUE 5.
    CONSTANTS log_was_invalidated TYPE ty_error_code VALUE 6.

    DATA error_code TYPE ty_error_code.

    METHODS constructor
      IMPORTING
        !textid     LIKE if_t100_message=>t100key OPTIONAL
        !previous   LIKE previous OPTIONAL
        !error_code TYPE ty_error_code OPTIONAL.
  PROTECTED SECTION.
    METHODS default_text REDEFINITION.
ENDCLASS.

CLASS cx_bali_not_possible IMPLEMENTATION.
  METHOD constructor.
    super->constructor( textid = textid previous = previous ).
    me->error_code = error_code.
  ENDMETHOD.

  METHOD default_text.
    result = SWITCH #( error_code
      WHEN too_many_items THEN 'The application log is full'
      WHEN save_not_allowed THEN 'The application log cannot be saved'
      WHEN log_was_invalidated THEN 'The application log was released from memory'
      ELSE 'The application log cannot be changed' ).
  ENDMETHOD.
ENDCLASS.
