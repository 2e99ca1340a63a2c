"! Free text of a log as it was read.
CLASS kernel_log_free_text DEFINITION PUBLIC FINAL CREATE PUBLIC.
  PUBLIC SECTION.
    INTERFACES if_bali_free_text_getter.
    METHODS constructor
      IMPORTING
        !item TYPE kernel_log=>ty_item.
  PRIVATE SECTION.
    DATA item TYPE kernel_log=>ty_item.
ENDCLASS.

CLASS kernel_log_free_text IMPLEMENTATION.
  METHOD constructor.
    me->item = item.
    if_bali_item_getter~category = item-kind.
    if_bali_item_getter~log_item_number = item-number.
    if_bali_item_getter~severity = item-message-msgty.
    if_bali_item_getter~detail_level = item-message-detlevel.
    if_bali_item_getter~timestamp = cl_abap_tstmp=>tstmp2utclong( item-message-time_stmp ).
  ENDMETHOD.

  METHOD if_bali_item_getter~get_message_text.
    message_text = kernel_log=>text_of( item ).
  ENDMETHOD.
ENDCLASS.
