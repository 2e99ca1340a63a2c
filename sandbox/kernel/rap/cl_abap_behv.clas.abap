"! What handler and saver classes of behavior pools have in common.
CLASS cl_abap_behv DEFINITION PUBLIC ABSTRACT CREATE PUBLIC.
  PUBLIC SECTION.
    INTERFACES if_abap_behv.
    TYPES t_severity TYPE if_abap_behv_message=>t_severity.
    CONSTANTS:
      BEGIN OF ms,
        none        TYPE t_severity VALUE ' ',
        error       TYPE t_severity VALUE 'E',
        warning     TYPE t_severity VALUE 'W',
        information TYPE t_severity VALUE 'I',
        success     TYPE t_severity VALUE 'S',
      END OF ms.
    CONSTANTS flag_changed TYPE abp_behv_flag VALUE '01'.
    METHODS new_message
      IMPORTING
        !id           TYPE symsgid
        !number       TYPE symsgno
        !severity     TYPE if_abap_behv_message=>t_severity
        !v1           TYPE simple OPTIONAL
        !v2           TYPE simple OPTIONAL
        !v3           TYPE simple OPTIONAL
        !v4           TYPE simple OPTIONAL
      RETURNING
        VALUE(result) TYPE REF TO if_abap_behv_message.
    METHODS new_message_with_text
      IMPORTING
        !severity     TYPE if_abap_behv_message=>t_severity DEFAULT if_abap_behv_message=>severity-error
        !text         TYPE csequence
      RETURNING
        VALUE(result) TYPE REF TO if_abap_behv_message.
ENDCLASS.

CLASS cl_abap_behv IMPLEMENTATION.
  METHOD new_message.
    result = NEW kernel_behavior_message( severity = severity text = `` ).
    result->if_t100_message~t100key-msgid = id.
    result->if_t100_message~t100key-msgno = number.
    result->if_t100_message~t100key-attr1 = 'IF_T100_DYN_MSG~MSGV1'.
    result->if_t100_message~t100key-attr2 = 'IF_T100_DYN_MSG~MSGV2'.
    result->if_t100_message~t100key-attr3 = 'IF_T100_DYN_MSG~MSGV3'.
    result->if_t100_message~t100key-attr4 = 'IF_T100_DYN_MSG~MSGV4'.
    result->if_t100_dyn_msg~msgv1 = v1.
    result->if_t100_dyn_msg~msgv2 = v2.
    result->if_t100_dyn_msg~msgv3 = v3.
    result->if_t100_dyn_msg~msgv4 = v4.
  ENDMETHOD.

  METHOD new_message_with_text.
    result = NEW kernel_behavior_message( severity = severity text = |{ text }| ).
  ENDMETHOD.
ENDCLASS.
