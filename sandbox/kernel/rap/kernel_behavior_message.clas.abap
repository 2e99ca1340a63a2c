"! What new_message and new_message_with_text return.
CLASS kernel_behavior_message DEFINITION PUBLIC FINAL CREATE PUBLIC.
  PUBLIC SECTION.
    INTERFACES if_abap_behv_message.
    METHODS constructor
      IMPORTING
        severity TYPE if_abap_behv_message=>t_severity
        text     TYPE string.
  PRIVATE SECTION.
    DATA mv_text TYPE string.
ENDCLASS.

CLASS kernel_behavior_message IMPLEMENTATION.
  METHOD constructor.
    if_abap_behv_message~m_severity = severity.
    if_t100_dyn_msg~msgty = severity.
    mv_text = text.
  ENDMETHOD.

  METHOD if_message~get_text.
    result = mv_text.
    DATA(key) = if_t100_message~t100key.
    IF key-msgid IS NOT INITIAL.
      MESSAGE ID key-msgid TYPE 'S' NUMBER key-msgno
        WITH if_t100_dyn_msg~msgv1 if_t100_dyn_msg~msgv2
             if_t100_dyn_msg~msgv3 if_t100_dyn_msg~msgv4
        INTO result.
    ENDIF.
  ENDMETHOD.

  METHOD if_message~get_longtext.
    result = if_message~get_text( ).
  ENDMETHOD.
ENDCLASS.
