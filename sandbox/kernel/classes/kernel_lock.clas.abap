"! What the function modules of lock objects call: the definition of the lock object, and beside it
"! the parameters of the call as the runtime passes them.
CLASS kernel_lock DEFINITION PUBLIC FINAL CREATE PRIVATE.
  PUBLIC SECTION.
    CLASS-METHODS enqueue
      IMPORTING
        !lock TYPE string
      EXCEPTIONS
        foreign_lock
        system_failure.
    CLASS-METHODS dequeue
      IMPORTING
        !lock TYPE string.
  PRIVATE SECTION.
    CLASS-METHODS check
      IMPORTING
        !unknown TYPE string.
ENDCLASS.

CLASS kernel_lock IMPLEMENTATION.
  METHOD enqueue.
    DATA unknown TYPE string.
    DATA is_set TYPE abap_bool.
    WRITE '@KERNEL unknown.set(abap.sandbox.locks.unknown(INPUT.lock, INPUT.exporting) ?? "");'.
    check( unknown ).
    WRITE '@KERNEL is_set.set(abap.sandbox.locks.enqueue(INPUT.lock, INPUT.exporting) ? "X" : "");'.
    IF is_set = abap_false.
      sy-msgid = 'MC'.
      sy-msgno = '601'.
      sy-msgty = 'E'.
      sy-msgv1 = sy-uname.
      CLEAR: sy-msgv2, sy-msgv3, sy-msgv4.
      RAISE foreign_lock.
    ENDIF.
  ENDMETHOD.

  METHOD dequeue.
    DATA unknown TYPE string.
    WRITE '@KERNEL unknown.set(abap.sandbox.locks.unknown(INPUT.lock, INPUT.exporting) ?? "");'.
    check( unknown ).
    WRITE '@KERNEL abap.sandbox.locks.dequeue(INPUT.lock, INPUT.exporting);'.
  ENDMETHOD.

  METHOD check.
    IF unknown IS NOT INITIAL.
      RAISE EXCEPTION TYPE cx_sy_dyn_call_param_not_found
        EXPORTING
          parameter = to_upper( unknown ).
    ENDIF.
  ENDMETHOD.
ENDCLASS.
