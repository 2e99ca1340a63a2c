CLASS cl_abap_char_utilities DEFINITION PUBLIC FINAL CREATE PRIVATE.
  PUBLIC SECTION.
    CONSTANTS backspace TYPE c LENGTH 1 VALUE '?'.
    CONSTANTS cr_lf TYPE c LENGTH 2 VALUE '?'.
    CONSTANTS form_feed TYPE c LENGTH 1 VALUE '?'.
    CONSTANTS horizontal_tab TYPE c LENGTH 1 VALUE '?'.
    CONSTANTS newline TYPE c LENGTH 1 VALUE '?'.
    CONSTANTS vertical_tab TYPE c LENGTH 1 VALUE '?'.
    CONSTANTS maxchar TYPE c LENGTH 1 VALUE '?'.
    CONSTANTS minchar TYPE c LENGTH 1 VALUE '?'.
    CONSTANTS charsize TYPE i VALUE 2.
    CONSTANTS endian TYPE abap_endian VALUE 'L'.
    CONSTANTS byte_order_mark_utf8 TYPE x LENGTH 3 VALUE 'EFBBBF'.
    CONSTANTS byte_order_mark_little TYPE x LENGTH 2 VALUE 'FFFE'.
    CONSTANTS byte_order_mark_big TYPE x LENGTH 2 VALUE 'FEFF'.

    CLASS-METHODS class_constructor.
ENDCLASS.

CLASS cl_abap_char_utilities IMPLEMENTATION.
  METHOD class_constructor.
    " No literal can hold these characters.
    WRITE '@KERNEL cl_abap_char_utilities.backspace.value = "\b";'.
    WRITE '@KERNEL cl_abap_char_utilities.cr_lf.value = "\r\n";'.
    WRITE '@KERNEL cl_abap_char_utilities.form_feed.value = "\f";'.
    WRITE '@KERNEL cl_abap_char_utilities.horizontal_tab.value = "\t";'.
    WRITE '@KERNEL cl_abap_char_utilities.newline.value = "\n";'.
    WRITE '@KERNEL cl_abap_char_utilities.vertical_tab.value = "\v";'.
    WRITE '@KERNEL cl_abap_char_utilities.maxchar.value = "\uFFFD";'.
    WRITE '@KERNEL cl_abap_char_utilities.minchar.value = "\u0000";'.
  ENDMETHOD.
ENDCLASS.
