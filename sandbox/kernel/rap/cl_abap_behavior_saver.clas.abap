"! Superclass of the local class that saves what an unmanaged behavior has buffered.
CLASS cl_abap_behavior_saver DEFINITION PUBLIC ABSTRACT INHERITING FROM cl_abap_behv CREATE PUBLIC.
  PROTECTED SECTION.
    METHODS finalize.
    METHODS check_before_save.
    METHODS adjust_numbers.
    METHODS save.
    METHODS save_modified.
    METHODS cleanup.
    METHODS cleanup_finalize.
ENDCLASS.

CLASS cl_abap_behavior_saver IMPLEMENTATION.
  METHOD finalize.
    RETURN.
  ENDMETHOD.

  METHOD check_before_save.
    RETURN.
  ENDMETHOD.

  METHOD adjust_numbers.
    RETURN.
  ENDMETHOD.

  METHOD save.
    RETURN.
  ENDMETHOD.

  METHOD save_modified.
    RETURN.
  ENDMETHOD.

  METHOD cleanup.
    RETURN.
  ENDMETHOD.

  METHOD cleanup_finalize.
    RETURN.
  ENDMETHOD.
ENDCLASS.
