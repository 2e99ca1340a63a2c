CLASS cx_root DEFINITION PUBLIC ABSTRACT CREATE PUBLIC.
  PUBLIC SECTION.
    INTERFACES if_message.
    INTERFACES if_serializable_object.

    ALIASES get_longtext FOR if_message~get_longtext.
    ALIASES get_text FOR if_message~get_text.

    CONSTANTS cx_root TYPE sotr_conc VALUE 'CX_ROOT'.

    DATA textid       TYPE sotr_conc READ-ONLY.
    DATA previous     TYPE REF TO cx_root READ-ONLY.
    DATA kernel_errid TYPE s380errid READ-ONLY.
    DATA is_resumable TYPE abap_bool READ-ONLY.

    METHODS constructor
      IMPORTING
        !textid   LIKE textid OPTIONAL
        !previous LIKE previous OPTIONAL.

    METHODS get_source_position
      EXPORTING
        !program_name TYPE syrepid
        !include_name TYPE syrepid
        !source_line  TYPE i.
ENDCLASS.

CLASS cx_root IMPLEMENTATION.
  METHOD constructor.
    me->textid   = textid.
    me->previous = previous.
  ENDMETHOD.

  METHOD if_message~get_text.
    result = kernel_exception=>text( exception = me default = 'An exception was raised.' ).
  ENDMETHOD.

  METHOD if_message~get_longtext.
    result = if_message~get_text( ).
  ENDMETHOD.

  METHOD get_source_position.
    " The transpiler leaves the place of RAISE EXCEPTION on the object.
    CLEAR: program_name, include_name, source_line.
    WRITE '@KERNEL program_name.set(this.EXTRA_CX?.INTERNAL_FILENAME?.split(".")[0]?.toUpperCase() ?? "");'.
    WRITE '@KERNEL include_name.set(this.EXTRA_CX?.INTERNAL_FILENAME?.toUpperCase() ?? "");'.
    WRITE '@KERNEL source_line.set(this.EXTRA_CX?.INTERNAL_LINE ?? 0);'.
  ENDMETHOD.
ENDCLASS.
