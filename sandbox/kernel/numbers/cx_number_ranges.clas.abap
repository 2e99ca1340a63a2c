CLASS cx_number_ranges DEFINITION PUBLIC INHERITING FROM cx_static_check CREATE PUBLIC.
  PUBLIC SECTION.
    INTERFACES if_abap_behv_message.
    METHODS constructor
      IMPORTING
        !textid   LIKE if_t100_message=>t100key OPTIONAL
        !previous LIKE previous OPTIONAL.
    METHODS if_message~get_text REDEFINITION.
ENDCLASS.

CLASS cx_number_ranges IMPLEMENTATION.
  METHOD constructor.
    super->constructor( previous = previous ).
    if_t100_message~t100key = textid.
    if_abap_behv_message~m_severity = if_abap_behv_message=>severity-error.
  ENDMETHOD.

  METHOD if_message~get_text.
    result = kernel_exception=>text( exception = me default = 'A number cannot be assigned' ).
  ENDMETHOD.
ENDCLASS.
